import PlayheadKit
import PlayheadLadder

/// A request as it looks to who counts each part of a bit.
struct OracleRequest {
  /// What is asked for; `nil` for what still comes of a dropped request.
  let content: Download.Content?
  /// The connection.
  let connection: Int
  let lane: Int
  let level: Int
  let segment: Int?
  /// The number of the initialization section.
  var section = 0
  let bytes: Int64
  let sent: Int64
  /// When the response begins.
  let due: Int64
  /// What has come, in parts.
  var got: Int128 = 0
  /// What came of it in the fraction of a nanosecond before `due`, at a whole link, in parts.
  var early: Int128 = 0
  var wasShared = false
  var firstByte: Int64?
  var end: Int64?
  var wasted: Int64 = 0
  /// Of what still comes of a dropped request: which one, and when the sender knows.
  var dropped: (number: Int, until: Int64)?
  var reason = MediaRequest.EndReason.open
  /// How it fails; `nil` if it does not.
  var answer: RequestFault.Answer?

  var need: Int128 { Int128(bytes) * OracleLink.byte }
  /// The whole bytes that have come.
  var received: Int64 { Int64(min(got, need) / OracleLink.byte) }
  var isOpen: Bool { end == nil }
  /// The amount at which the next thing happens to it: its first byte, or its last one.
  var milestone: Int128 { firstByte == nil ? min(OracleLink.byte, need) : target }
  /// The bytes of a segment by which more of it can be used, in order.
  var parts: [Int64] = []
  /// The next amount by which something can be used.
  var target: Int128 { parts.map { Int128($0) * OracleLink.byte }.first { $0 > got } ?? need }
}
