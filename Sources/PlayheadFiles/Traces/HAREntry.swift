package import PlayheadModel

/// A request in a HAR file, and its response.
package struct HAREntry: Sendable {
  /// Where it stands in the text.
  let offset: Int
  /// When it was begun, in nanoseconds since 1970.
  package let started: Int64
  /// How long it took until the request was sent, in nanoseconds.
  let before: Int64
  /// How long it was until the first byte, and how long the others took.
  let wait: Int64
  let receiving: Int64
  /// The bytes that came over the link.
  let received: Int64
  package let url: String
  package let status: Int
  /// The headers of the response, by their names in lowercase.
  package let headers: [String: String]
  /// The size of the resource; `nil` if it is unknown.
  package let bytes: Int64?
  /// The body; `nil` if the file does not have it.
  package let text: String?
  /// Whether that is written in Base64.
  package let isBase64: Bool

  /// When all of it was in.
  package var ended: Int64 { started + before + wait + receiving }

  /// The longest phase of a transfer that is believed: a day.
  private static let longestPhase: Int64 = 86_400_000_000_000

  /// The entries of the HAR file in `contents`.
  package static func entries(of contents: [UInt8]) throws(ProfileError) -> [HAREntry] {
    try entries(of: try TraceText(contents))
  }

  /// The entries of the HAR file that is `text`.
  static func entries(of text: TraceText) throws(ProfileError) -> [HAREntry] {
    let root = try JSONTraces.document(text)
    guard let entries = root["log"]?["entries"]?.elements else {
      throw ProfileError(.whole, "expected log.entries of a HAR file")
    }
    var read: [HAREntry] = []
    for entry in entries { read.append(try HAREntry(entry, text)) }
    return read
  }

  private init(_ entry: JSONNode, _ text: TraceText) throws(ProfileError) {
    offset = entry.offset
    guard let written = entry["startedDateTime"]?.string else {
      throw text.refusal(at: entry.offset, "startedDateTime is missing")
    }
    guard let begun = ISOStamp(written)?.nanoseconds else {
      throw text.refusal(
        at: entry.offset, "“\(written.excerpt)” is no time such as 2026-11-27T09:30:00.250Z")
    }
    started = begun
    let (timings, response) = (entry["timings"], entry["response"])
    // A phase that does not apply is −1.
    func time(_ name: String) -> Int64 {
      timings?[name]?.units(6, in: text, atMost: Self.longestPhase) ?? 0
    }
    func count(_ node: JSONNode?) -> Int64? { node?.units(0, in: text, atMost: 1 << 50) }
    let body = count(response?["bodySize"])
    let content = response?["content"]
    let whole = body.map { $0 + (count(response?["headersSize"]) ?? 0) } ?? count(content?["size"])
    received = count(response?["_transferSize"]) ?? whole ?? 0
    bytes = count(content?["size"]) ?? body
    // The time to set up TLS is part of that to connect.
    before = ["blocked", "dns", "connect", "send"].reduce(Int64(0)) { $0 + time($1) }
    (wait, receiving) = (time("wait"), time("receive"))
    url = entry["request"]?["url"]?.string ?? ""
    status = Int(count(response?["status"]) ?? 0)
    self.text = content?["text"]?.string
    isBase64 = content?["encoding"]?.string == "base64"
    var headers: [String: String] = [:]
    for header in response?["headers"]?.elements ?? [] {
      if let name = header["name"]?.string, let value = header["value"]?.string {
        headers[name.lowercased()] = value
      }
    }
    self.headers = headers
  }
}
