import PlayheadModel

/// A Sabre trace: a JSON list of `duration_ms`, `bandwidth_kbps` and `latency_ms`.
///
/// Numbers are read as decimals; rates become whole bits per second and times whole nanoseconds,
/// rounded to nearest. The trace repeats and other keys are ignored, as in Sabre.
enum SabreTrace {
  private static let example = #"{"duration_ms": 1000, "bandwidth_kbps": 800, "latency_ms": 100}"#

  private static let quantities: [TraceQuantity] = [
    .milliseconds("duration_ms"), .kilobits("bandwidth_kbps"), .milliseconds("latency_ms"),
  ]
  private static let keys = quantities.map { Array($0.name.utf8) }

  static func read(_ scanner: inout JSONScanner) throws(ProfileError) -> IntervalList {
    var list = IntervalList()
    try scanner.expect(UInt8(ascii: "["), "a list of \(example)")
    guard try !scanner.take(UInt8(ascii: "]")) else {
      throw ProfileError(.whole, "expected a list of \(example), found an empty list")
    }
    repeat {
      try scanner.advance()
      try readEntry(&scanner, into: &list)
    } while try scanner.take(UInt8(ascii: ","))
    try scanner.expect(UInt8(ascii: "]"), "a comma or ]")
    try scanner.advance()
    guard scanner.peek() == nil else {
      throw scanner.text.refusal(at: scanner.position, "the list has ended, and there is more")
    }
    return list
  }

  private static func readEntry(
    _ scanner: inout JSONScanner, into list: inout IntervalList
  ) throws(ProfileError) {
    try scanner.expect(UInt8(ascii: "{"), example)
    let start = scanner.position - 1
    var values: (duration: Int64?, bandwidth: Int64?, latency: Int64?)
    if try !scanner.take(UInt8(ascii: "}")) {
      repeat {
        try readMember(&scanner, into: &values)
      } while try scanner.take(UInt8(ascii: ","))
      try scanner.expect(UInt8(ascii: "}"), "a comma or }")
    }
    guard let duration = values.duration, let bandwidth = values.bandwidth,
      let latency = values.latency
    else {
      let missing = values.duration == nil ? 0 : values.bandwidth == nil ? 1 : 2
      throw scanner.text.refusal(at: start, "\(quantities[missing].name) is missing")
    }
    try list.append(
      duration: duration, bitsPerSecond: bandwidth, latency: latency, at: start, of: scanner.text)
  }

  private static func readMember(
    _ scanner: inout JSONScanner,
    into values: inout (duration: Int64?, bandwidth: Int64?, latency: Int64?)
  ) throws(ProfileError) {
    let key = try scanner.string("a key in quotes")
    try scanner.expect(UInt8(ascii: ":"), "a colon")
    let name = scanner.text.bytes[key]
    guard let index = keys.firstIndex(where: { name.elementsEqual($0) }) else {
      return try scanner.skipValue()
    }
    let quantity = quantities[index]
    let number = try scanner.number("a number as \(quantity.name)")
    let value = try scanner.text.value(number, of: quantity)
    let isKnown =
      switch index {
      case 0: exchange(&values.duration, value)
      case 1: exchange(&values.bandwidth, value)
      default: exchange(&values.latency, value)
      }
    guard !isKnown else {
      throw scanner.text.refusal(at: key.lowerBound - 1, "duplicate \(quantity.name)")
    }
  }

  /// Sets `slot` and returns whether it was set before.
  private static func exchange(_ slot: inout Int64?, _ value: Int64) -> Bool {
    defer { slot = value }
    return slot != nil
  }
}

extension SabreTrace {
  /// The file for `intervals`.
  static func bytes(_ intervals: [BandwidthProfile.Interval]) -> [UInt8] {
    var bytes: [UInt8] = []
    for interval in intervals {
      bytes.append(bytes.isEmpty ? "[\n" : ",\n")
      bytes.append(#"  {"duration_ms": "#)
      bytes.append(interval.duration.nanoseconds, places: 6)
      bytes.append(#", "bandwidth_kbps": "#)
      bytes.append(interval.rate.bitsPerSecond, places: 3)
      bytes.append(#", "latency_ms": "#)
      bytes.append(interval.latency.nanoseconds, places: 6)
      bytes.append("}")
    }
    bytes.append("\n]\n")
    return bytes
  }
}
