/// A request for a manifest, by the recorder's clock, in nanoseconds since 1970.
struct RecordedLook: Hashable, Sendable {
  /// When it was sent.
  var sent: Int64
  /// As of when the answer is: that of a cache is as old as it says (`Age`).
  var asOf: Int64

  /// The request that `response` answers.
  init(_ response: RecordedResponse) {
    sent = response.sent
    let age = response.headers["age"].flatMap { Int64(decimalDigits: $0) } ?? 0
    asOf = sent - min(age, 86_400) * 1_000_000_000
  }

  /// The request that was sent at `sent`, answered by the origin.
  init(sent: Int64) { (self.sent, asOf) = (sent, sent) }
}

/// What a manifest listed from a time on.
struct RecordedListing: Hashable, Sendable {
  /// Nanoseconds since 1970.
  var time: Int64
  var segments: Range<Int>
  /// The bytes of a playlist; `nil` where many levels share a manifest.
  var bytes: Int64?
  var isDelta = false
  /// How far it reports other playlists to be.
  var reports: [RenditionReport] = []
}

/// How far a playlist says that another one is: `EXT-X-RENDITION-REPORT`.
struct RenditionReport: Hashable, Sendable {
  /// Where the other lies, as written.
  let uri: String
  /// The number of the last segment that it lists something of.
  let sequence: Int64
  /// Whether it lists only parts of that.
  let isPart: Bool

  /// What the attributes of a tag say; `nil` if it does not say where or how far.
  init?(uri: Substring?, sequence: Substring?, part: Substring?) {
    guard let uri, let number = sequence.flatMap({ Int64(decimalDigits: $0) }) else { return nil }
    self.uri = String(uri)
    self.sequence = number
    isPart = part != nil
  }
}

/// Requests for a manifest that failed.
struct FailedLooks: Hashable, Sendable {
  /// From the first of them to the next one that did not fail, in nanoseconds since 1970.
  var time: Range<Int64>
  /// The status of the first; zero for none.
  var status: Int
}
