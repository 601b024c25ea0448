import PlayheadModel

/// Traces that are whole JSON documents: those of iperf3 and of browsers.
enum JSONTraces {
  /// The format of the document that `text` is; `nil` if it is neither.
  static func format(of text: TraceText) throws(ProfileError) -> TraceFormat? {
    var scanner = JSONScanner(text)
    guard scanner.peek() == UInt8(ascii: "{") else { return nil }
    var keys: Set<String> = []
    try scanner.object { (scanner, key) throws(ProfileError) in
      keys.insert(key)
      try scanner.skipValue()
    }
    if keys.contains("log") { return .har }
    return keys.contains("intervals") ? .iperf3 : nil
  }

  /// The document that `text` is.
  static func document(_ text: TraceText) throws(ProfileError) -> JSONNode {
    var scanner = JSONScanner(text)
    let node = try scanner.value()
    guard scanner.peek() == nil else { throw scanner.unexpected("the end of the file") }
    return node
  }
}

extension JSONNode {
  /// The value of `key`; `nil` if it is missing, or this is no object.
  subscript(key: String) -> JSONNode? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The elements of a list; none of anything else.
  var elements: [JSONNode] { if case .array(let elements) = content { elements } else { [] } }

  /// A number in units of 10^-`power`; `nil` if it is none, is negative or above `bound`.
  func units(_ power: Int, in text: TraceText, atMost bound: Int64) -> Int64? {
    guard case .number(let number) = content, !number.isNegative else { return nil }
    return number.times(tenTo: power, in: text.bytes, atMost: bound)
  }

  var string: String? { if case .string(let text) = content { text } else { nil } }

  var isTrue: Bool { if case .bool(true) = content { true } else { false } }
}

/// The JSON of `iperf3 -J`: the bytes of each interval of its report, over its seconds.
///
/// Intervals that iperf3 marks as omitted, its warm-up, are left out.
enum IPerfTrace {
  static func read(_ text: TraceText) throws(ProfileError) -> IntervalList {
    let root = try JSONTraces.document(text)
    guard let intervals = root["intervals"]?.elements, !intervals.isEmpty else {
      throw ProfileError(
        .whole,
        root["error"]?.string.map { "iperf3 reports an error: \($0.excerpt)" }
          ?? "expected intervals of iperf3, found none")
    }
    var list = IntervalList()
    var omitted = 0
    for interval in intervals {
      guard let sum = interval["sum"] else {
        throw text.refusal(at: interval.offset, "the interval has no sum")
      }
      guard sum["omitted"]?.isTrue != true else {
        omitted += 1
        continue
      }
      guard let seconds = sum["seconds"]?.units(9, in: text, atMost: WallTime.bound.nanoseconds),
        seconds > 0, let bytes = sum["bytes"]?.units(0, in: text, atMost: 1 << 50)
      else { throw text.refusal(at: sum.offset, "the sum has no seconds above 0, or no bytes") }
      let rate = (Int128(bytes) * 16_000_000_000 + Int128(seconds)) / (2 * Int128(seconds))
      guard rate <= Int128(BitRate.bound.bitsPerSecond) else {
        throw text.refusal(at: sum.offset, "the rate is above \(BitRate.bound.text)")
      }
      try list.append(
        duration: seconds, bitsPerSecond: Int64(rate), at: sum.offset, of: text)
    }
    guard !list.isEmpty else {
      throw ProfileError(.whole, "all intervals are marked as omitted")
    }
    if omitted > 0 { list.notes.append("\(counted(omitted, "omitted interval")) left out") }
    return list
  }
}
