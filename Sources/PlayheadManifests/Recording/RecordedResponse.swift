package import PlayheadFiles
import PlayheadModel

/// A line of the journal of a recording: what a server answered, or what happened otherwise.
package struct RecordedResponse: Hashable, Sendable {
  /// What was asked for.
  package enum Role: String, CaseIterable, Hashable, Sendable {
    /// The document that was named: a playlist or an MPD.
    case manifest
    /// A media playlist of a multivariant playlist.
    case playlist
    /// A segment.
    case segment
    /// An initialization section.
    case initialization
  }

  /// When all of the response was in, in nanoseconds since 1970.
  package var time: Int64
  /// When the request was sent.
  package var sent: Int64
  package var role: Role
  /// The URL that was asked for.
  package var url: String
  /// The URL behind all redirects, where that is another one.
  package var location: String?
  /// The status; 0 if there was no response.
  package var status: Int
  /// Why there was none, or why it is of no use; `nil` if it is.
  package var failure: String?
  /// The length of the resource; `nil` if it is unknown.
  package var bytes: Int64?
  /// The headers that tell of its state and of caches, by their names in lowercase.
  package var headers: [String: String]
  /// The SHA-256 of the body that was kept.
  package var digest: String?
  /// The file of the body, from the recording's folder; `nil` if none was kept.
  package var file: String?

  package init(
    _ role: Role, _ url: String, sent: Int64, at time: Int64, status: Int,
    headers: [String: String] = [:]
  ) {
    self.role = role
    self.url = url
    self.sent = sent
    self.time = time
    self.status = status
    self.headers = headers
  }

  /// The headers that a journal keeps.
  package static let keptHeaders = [
    "age", "cache-control", "content-length", "content-type", "date", "etag", "expires",
    "last-modified", "retry-after", "via", "x-cache",
  ]

  /// How far the server's clock is ahead of the recorder's by its `Date`, in nanoseconds; zero
  /// without one, or within what its whole seconds and the time of a request make.
  package var clockOffset: Int64 {
    guard let range = clockOffsets else { return 0 }
    let second: Int64 = 1_000_000_000
    return abs(range.middle) <= 2 * second + (time - sent) / 2 ? 0 : range.middle
  }

  /// The least and the most that the server's clock may be ahead; `nil` without a `Date`.
  var clockOffsets: ClosedRange<Int64>? {
    guard let date = headers["date"].flatMap(HTTPDate.seconds), headers["age"] == nil, sent <= time
    else { return nil }
    let second: Int64 = 1_000_000_000
    return date * second - time...(date + 1) * second - sent
  }

  /// Whether it brought the resource, or that it is as it was.
  package var isUsable: Bool { failure == nil && ((200..<300).contains(status) || status == 304) }

  /// The line, without its end.
  package var json: JSONValue {
    .members([
      "event": .string("response"), "wallSeconds": .wall(time), "sentSeconds": .wall(sent),
      "role": .string(role.rawValue), "url": .string(url), "location": .text(location),
      "status": status == 0 ? .null : .whole(status), "failure": .text(failure),
      "bytes": .whole(bytes),
      "headers": .object(
        headers.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: .string($0.value)) }),
      "sha256": .text(digest), "file": .text(file),
    ])
  }

  /// Reads what ``json`` wrote.
  package init(_ reader: JSONReader) throws(JSONError) {
    func text(_ key: String) throws(JSONError) -> String? {
      try reader.optional(key) { value throws(JSONError) in try value.string() }
    }
    self.init(
      try reader.member("role").choice(of: Role.self), try reader.member("url").string(),
      sent: try reader.member("sentSeconds").wallTime(),
      at: try reader.member("wallSeconds").wallTime(),
      status: Int(
        try reader.optional("status") { value throws(JSONError) in
          try value.whole(in: 100...999)
        } ?? 0),
      headers: try reader.member("headers").members { value throws(JSONError) in
        try value.string()
      })
    location = try text("location")
    failure = try text("failure")
    bytes = try reader.optional("bytes") { value throws(JSONError) in try value.bytes() }
    digest = try text("sha256")
    file = try text("file")
    if let file, file.hasPrefix("/") || file.split(separator: "/").contains("..") {
      throw reader.refusal("file: it leads out of the recording")
    }
  }
}

extension JSONValue {
  /// A wall time in nanoseconds since 1970, as seconds.
  package static func wall(_ nanoseconds: Int64) -> JSONValue {
    .decimal(decimalText(nanoseconds, places: 9, trimmed: true))
  }
}

extension JSONReader {
  /// The nanoseconds since 1970 of a number of seconds, up to the year 2200.
  package func wallTime() throws(JSONError) -> Int64 {
    try decimal(power: 9, atMost: 7_300_000_000_000_000_000)
  }
}

extension ClosedRange<Int64> {
  /// The number in its middle.
  var middle: Int64 { lowerBound + (upperBound - lowerBound) / 2 }
}
