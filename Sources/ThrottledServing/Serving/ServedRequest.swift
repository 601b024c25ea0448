public import PlayheadKit

/// A request that a ``ThrottledServer`` has served, or as much of it as its client let it.
///
/// Times are wall times of the link: zero is when its first request arrived.
public struct ServedRequest: Hashable, Sendable {
  /// Its number, from 1.
  public var number: Int
  /// How many times the link's time has begun, this one included.
  public var session: Int
  /// The number of its connection, from 1.
  public var connection: Int
  /// Its method.
  public var method: String
  /// The path as it was asked for, percent-encoded.
  public var path: String
  /// Its `Range` field; `nil` if it has none.
  public var range: String?
  /// What its client calls itself; `nil` if it says nothing.
  public var userAgent: String?
  /// The status code.
  public var status: Int
  /// The offset in the file of the first byte of the response; `nil` if it has no bytes of a file.
  public var firstOffset: Int64?
  /// The number of bytes of the whole response, without its head.
  public var bytes: Int64
  /// The bytes that the socket took.
  public var sentBytes: Int64
  /// The bytes that reached the client's system, of which the client may have read fewer; `nil`
  /// where the system does not tell.
  public var acknowledgedBytes: Int64?
  /// When the request was in.
  public var asked: WallTime
  /// When the head of the response was sent; `nil` if it was not.
  public var head: WallTime?
  /// When the first byte of the file was sent; `nil` if none was.
  public var firstByte: WallTime?
  /// When the last one was sent so far.
  public var lastByte: WallTime?
  /// When the response ended, one way or the other.
  public var end: WallTime
  /// When the client closed the connection before the end; `nil` if it did not.
  public var dropped: WallTime?
  /// Why it ended.
  public var endReason: EndReason

  /// Why a response ended.
  public enum EndReason: String, Hashable, Sendable, CaseIterable {
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
