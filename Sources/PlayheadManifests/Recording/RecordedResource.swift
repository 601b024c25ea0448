import PlayheadModel

/// A segment or an initialization section of a recording, by all requests for it.
package struct RecordedResource: Hashable, Sendable {
  /// The size in bytes; `nil` if no answer told it.
  package private(set) var bytes: Int64?
  /// The status of the last answer.
  package private(set) var status = 0
  /// The file of its bytes, from the recording's folder; `nil` if they were not kept.
  package private(set) var file: String?
  /// When it was first found, in nanoseconds since 1970; `nil` if all requests failed.
  private(set) var found: Int64?
  /// When it was asked for in vain, the last time before it was found.
  private(set) var missed: Int64?
  /// When it was written, by its server's clock, in steps of a second: at the earliest and at the
  /// latest.
  private(set) var written: ClosedRange<Int64>?

  init() {}

  /// Adds an answer.
  mutating func add(_ response: RecordedResponse) {
    status = response.status
    guard response.isUsable else {
      if found == nil { missed = response.sent }
      return
    }
    bytes = response.bytes ?? bytes
    file = response.file ?? file
    guard found == nil else { return }
    found = response.time
    let second: Int64 = 1_000_000_000
    guard let modified = response.headers["last-modified"].flatMap(HTTPDate.seconds),
      let date = response.headers["date"].flatMap(HTTPDate.seconds), date >= modified,
      date - modified < 86_400
    else { return }
    // An answer of a cache has the date of its origin.
    let cached = response.headers["age"].flatMap { Int64(decimalDigits: $0) } ?? 0
    let age = (date - modified + min(cached, 86_400)) * second
    written = (response.sent - age - second)...(response.time - age + second)
  }
}

/// A date of HTTP's preferred form, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Its seconds since 1970; `nil` of any other text.
  static func seconds(_ text: String) -> Int64? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT",
      let month = months.firstIndex(of: String(words[2])).map({ $0 + 1 })
    else { return nil }
    let number = month < 10 ? "0\(month)" : "\(month)"
    return ProgramDate("\(words[3])-\(number)-\(words[1])T\(words[4])Z")
      .map { $0.nanoseconds / 1_000_000_000 }
  }
}
