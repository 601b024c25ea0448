package import PlayheadKit

/// A request for something that is published while it is served.
package struct PublishedRequest: Hashable, Sendable {
  /// The path of what it asks for, decoded, from what is served on.
  package var path: String
  /// The arguments behind the question mark, percent-encoded.
  package var arguments: [String: String]
  /// The first and the last byte that it asks for, as it writes them; `nil` for all.
  package var range: ClosedRange<Int64>?
  /// The host that it names.
  package var host: String
  /// When it came, or until when its answer was held back, by the link's time.
  package var wallTime: WallTime
  /// The date on which the link's time began, in nanoseconds since 1970.
  package var start: Int64

  /// The request for `path` that came at `wallTime`.
  package init(
    path: String, arguments: [String: String] = [:], range: ClosedRange<Int64>? = nil,
    host: String = "", wallTime: WallTime, start: Int64 = 0
  ) {
    self.path = path
    self.arguments = arguments
    self.range = range
    self.host = host
    self.wallTime = wallTime
    self.start = start
  }

  /// What there is of what is asked for; `nil` for what never changes.
  package typealias Rule = @Sendable (PublishedRequest) -> PublishedContent?
}

/// What there is of a resource at an instant.
package enum PublishedContent: Hashable, Sendable {
  /// Nothing yet, or no longer.
  case missing
  /// The request makes no sense, for a reason.
  case refused(String)
  /// The answer is held back until a later instant of the link's time, and is asked for then again.
  case held(until: WallTime)
  /// These bytes, such as a manifest as of now.
  case document([UInt8])
  /// The file, the rest of which comes while it is sent: the offset up to which there is something,
  /// and from when on; in order.
  case growing([Growth])

  /// What of a file there is from an instant on.
  package struct Growth: Hashable, Sendable {
    /// The offset after the last byte.
    package var end: Int64
    /// When.
    package var wallTime: WallTime

    /// The bytes up to `end` from `wallTime` on.
    package init(end: Int64, wallTime: WallTime) {
      self.end = end
      self.wallTime = wallTime
    }
  }
}
