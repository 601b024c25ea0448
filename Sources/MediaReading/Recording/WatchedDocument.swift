import PlayheadKit
import PlayheadManifests

/// A manifest that is loaded again and again.
struct WatchedDocument {
  let role: RecordedResponse.Role
  let url: String
  /// Where it was at last, behind all redirects.
  var location: String
  /// What it said at last; `nil` before it was read.
  var contents: RecordedDocument?
  /// When it is loaded next, in nanoseconds since 1970; `nil` while it is, and once it never is.
  var due: Int64?
  /// How many times in a row it could not be had.
  private(set) var failureCount = 0
  /// The digest of what it said at last.
  var digest: String?
  /// What it said at last, of an MPD whose segments are known by their numbers.
  var body: [UInt8] = []
  /// When that is looked at again for further segments; `nil` for never.
  var nextLook: Int64?
  private var entityTag: String?
  private var lastModified: String?

  static let second: Int64 = 1_000_000_000
  /// The longest wait after failures.
  private static let longestWait = 60 * second

  init(_ role: RecordedResponse.Role, _ url: String, due: Int64) {
    (self.role, self.url, self.due) = (role, url, due)
    location = url
  }

  /// The fields of a request that is answered only if it has changed.
  var condition: [String] {
    // They are sent back, where a control character could end the field.
    let isPlain = { (text: String) in text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
    return [
      entityTag.flatMap { isPlain($0) ? "If-None-Match: \($0)" : nil },
      lastModified.flatMap { isPlain($0) ? "If-Modified-Since: \($0)" : nil },
    ].compactMap(\.self)
  }

  /// Takes what it says now, by a server whose clock is `offset` ahead.
  mutating func take(_ contents: RecordedDocument, of body: [UInt8], _ offset: Int64) {
    self.contents = contents
    nextLook = contents.nextAvailability.map { $0 - offset }
    self.body = nextLook == nil ? [] : body
  }

  /// Notes a response that brought it, or that it is as it was; it is loaded again as players do.
  mutating func note(_ response: RecordedResponse, isNew: Bool, every period: Int64?) {
    failureCount = 0
    location = response.location ?? response.url
    if response.status != 304 {
      entityTag = response.headers["etag"]
      lastModified = response.headers["last-modified"]
    }
    guard let contents, !contents.isMultivariant else {
      due = nil
      return
    }
    guard let own = contents.period?.nanoseconds else {
      due = nil
      return
    }
    let wait = period ?? (contents.halvesUnchanged && !isNew ? own / 2 : own)
    due = max(response.sent + wait, response.time + Self.second / 100)
  }

  /// Notes that it cannot be had, and returns the wait before it is asked for again.
  mutating func noteFailure(at now: Int64) -> Int64 {
    let wait = min(Self.longestWait, Self.second << Int64(min(failureCount, 6)))
    failureCount += 1
    due = now + wait
    return wait
  }
}
