package import PlayheadKit

/// Reads access logs of AVPlayer: an object with the lists `accessLog` and `errorLog`, whose
/// members have Apple's names.
///
/// What is unknown may be missing, null or, as in Apple's log, below zero.
package enum AccessLogReading {
  /// The log in the file at `path`.
  package static func log(at path: String) throws(SourceFileError<JSONError>) -> AccessLog {
    try SourceFileError.reading(path, atMost: 64 << 20, log)
  }

  /// The log in `contents`.
  package static func log(_ contents: [UInt8]) throws(JSONError) -> AccessLog {
    let document = try MeasurementReading.root(contents, expecting: "the JSON of an access log")
    let list = try document.member("accessLog")
    let events = try list.list(event)
    guard !events.isEmpty else { throw list.refusal("at least one event is expected") }
    let problems =
      document.has("errorLog") ? try document.member("errorLog").list(problem) : []
    return AccessLog(events: events, problems: problems)
  }

  private static func event(_ reader: JSONReader) throws(JSONError) -> AccessLog.Event {
    let second = MediaTime.seconds(1).nanoseconds
    return AccessLog.Event(
      startup: try number("startupTime", of: reader, power: 9, atMost: 86_400 * second)
        .map { WallTime(nanoseconds: $0) },
      stalls: try number("numberOfStalls", of: reader, power: 0, atMost: 1_000_000_000),
      watched: try number("durationWatched", of: reader, power: 9, atMost: 86_400 * second)
        .map { MediaTime(nanoseconds: $0) },
      indicated: try rate("indicatedBitrate", of: reader),
      observed: try rate("observedBitrate", of: reader),
      bytes: try number("numberOfBytesTransferred", of: reader, power: 0, atMost: 1 << 53),
      requests: try number("numberOfMediaRequests", of: reader, power: 0, atMost: 1_000_000_000))
  }

  private static func rate(_ key: String, of reader: JSONReader) throws(JSONError) -> BitRate? {
    try number(key, of: reader, power: 0, atMost: BitRate.bound.bitsPerSecond)
      .map { BitRate(bitsPerSecond: $0) }
  }

  /// A number × 10^`power`; `nil` if it is missing, null or below zero.
  private static func number(
    _ key: String, of reader: JSONReader, power: Int, atMost bound: Int64
  ) throws(JSONError) -> Int64? {
    guard reader.has(key) else { return nil }
    let value = try reader.optional(key) { value throws(JSONError) in
      try value.rounded(power: power, atMost: bound)
    }
    return value.flatMap { $0 < 0 ? nil : $0 }
  }

  private static func problem(_ reader: JSONReader) throws(JSONError) -> AccessLog.Problem {
    func text(_ key: String) throws(JSONError) -> String? {
      guard reader.has(key) else { return nil }
      return try reader.optional(key) { value throws(JSONError) in try value.string() }
    }
    let words = [try text("errorDomain"), try text("errorComment")].compactMap(\.self)
    return AccessLog.Problem(
      status: try reader.member("errorStatusCode").rounded(power: 0, atMost: Int64(Int32.max)),
      text: words.joined(separator: ": "))
  }
}
