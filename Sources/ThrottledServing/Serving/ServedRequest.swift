package import PlayheadKit

/// A request that a ``ThrottledServer`` has served, or as much of it as its client let it.
///
/// Times are wall times of the link: zero is when its first request arrived.
package struct ServedRequest: Hashable, Sendable {
  /// Its number, from 1.
  package var number: Int
  /// How many times the link's time has begun, this one included.
  package var session: Int
  /// The number of its connection, from 1.
  package var connection: Int
  /// Its method.
  package var method: String
  /// The path as it was asked for, percent-encoded.
  package var path: String
  /// Its `Range` field; `nil` if it has none.
  package var range: String?
  /// What its client calls itself; `nil` if it says nothing.
  package var userAgent: String?
  /// The status code.
  package var status: Int
  /// The offset in the file of the first byte of the response; `nil` if it has no bytes of a file.
  package var firstOffset: Int64?
  /// The number of bytes of the whole response, without its head.
  package var bytes: Int64
  /// The bytes that the socket took.
  package var sentBytes: Int64
  /// The bytes that reached the client's system, of which the client may have read fewer; `nil`
  /// where the system does not tell.
  package var acknowledgedBytes: Int64?
  /// When the request was in.
  package var asked: WallTime
  /// When the head of the response was sent; `nil` if it was not.
  package var head: WallTime?
  /// When the first byte of the file was sent; `nil` if none was.
  package var firstByte: WallTime?
  /// When the last one was sent so far.
  package var lastByte: WallTime?
  /// When the response ended, one way or the other.
  package var end: WallTime
  /// When the client closed the connection before the end; `nil` if it did not.
  package var dropped: WallTime?
  /// Why it ended.
  package var endReason: EndReason

  /// Why a response ended.
  package enum EndReason: String, Hashable, Sendable, CaseIterable {
    /// It was sent to its end.
    case complete
    /// The client closed the connection before.
    case dropped
    /// The server stopped before.
    case stopped
    /// The file changed or could not be read.
    case fileChanged
  }
}
