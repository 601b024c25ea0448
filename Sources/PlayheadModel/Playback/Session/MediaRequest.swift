/// A request for media, as a player sends it to a server.
///
/// A player of a file asks for all of it from some byte on, as it does not know where it will stop:
/// `Range: bytes=4096-`. It drops the request where it wants something else. All times are wall
/// times.
public struct MediaRequest: Hashable, Sendable {
  /// Its number, from 1, in the order in which requests are sent.
  public package(set) var number: Int
  /// The resource of a ladder that it asks for, in the order of requests from 0; 0 for a file.
  public package(set) var resource: Int
  /// The first byte it asks for, as an offset in the resource.
  public package(set) var offset: Int64
  /// The offset after the last byte it asks for; `nil` for the rest of the resource.
  public package(set) var endOffset: Int64?
  /// When it was sent.
  public package(set) var sent: WallTime
  /// When its first byte arrived; `nil` if none did.
  public package(set) var firstByte: WallTime?
  /// When the last byte arrived that the player took; `nil` if none did.
  public package(set) var lastByte: WallTime?
  /// When it was complete or dropped; `nil` if it was open when the session ended.
  public package(set) var end: WallTime?
  /// The bytes that the player took.
  public package(set) var bytesReceived: Int64
  /// The bytes that arrived after it was dropped, by the end of the session.
  public package(set) var bytesWasted: Int64
  /// Why it ended.
  public package(set) var endReason: EndReason

  /// Why a request ended.
  public enum EndReason: String, CaseIterable, Hashable, Sendable {
    /// Every byte it asked for arrived.
    case complete
    /// The user sought beyond its reach.
    case droppedBySeek
    /// Playback restarted at the start, beyond its reach.
    case droppedByLoop
    /// The next bytes needed lie before it, or too far ahead to read through.
    case droppedBySkip
    /// Everything to the end of the media is loaded.
    case droppedAsLoaded
    /// The player chose another level while it ran.
    case abandoned
    /// The session ended while its sender was blocked, as the buffer was full.
    case blocked
    /// The session ended while it was open.
    case open
  }

  /// A request just sent.
  package init(
    number: Int, resource: Int = 0, offset: Int64, endOffset: Int64? = nil, sent: WallTime
  ) {
    self.number = number
    self.resource = resource
    self.offset = offset
    self.endOffset = endOffset
    self.sent = sent
    bytesReceived = 0
    bytesWasted = 0
    endReason = .open
  }

  /// The bytes that came over the link for it, wasted ones included.
  public var bytesDownloaded: Int64 { bytesReceived + bytesWasted }

  /// The range it asks for as HTTP's `Range` field has it: `bytes=4096-`.
  public var rangeText: String {
    "bytes=\(offset)-" + (endOffset.map { String($0 - 1) } ?? "")
  }
}
