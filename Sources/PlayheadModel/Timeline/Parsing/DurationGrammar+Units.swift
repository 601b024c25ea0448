extension DurationGrammar {
  /// The units as Go has them, descending; both code points that look like µ are micro.
  private static let units: [(names: [String], nanoseconds: Int64)] = [
    (["h"], hour),
    (["m", "min"], minute),
    (["s"], second),
    (["ms"], 1_000_000),
    (["us", "\u{B5}s", "\u{3BC}s"], 1_000),
    (["ns"], 1),
  ]

  /// What people write instead, in small letters.
  private static let otherNames: [String: String] = [
    "hr": "h", "hrs": "h", "hour": "h", "hours": "h",
    "mins": "min", "minute": "min", "minutes": "min",
    "sec": "s", "secs": "s", "second": "s", "seconds": "s",
    "msec": "ms", "msecs": "ms", "millisecond": "ms", "milliseconds": "ms",
    "usec": "us", "usecs": "us", "microsecond": "us", "microseconds": "us",
    "nsec": "ns", "nsecs": "ns", "nanosecond": "ns", "nanoseconds": "ns",
  ]

  /// Reads numbers with descending units, or one number of seconds without.
  func readUnits() throws(GrammarError) -> Int64 {
    var rest = text
    var parts: [Part] = []
    var lastRank = -1
    while !rest.isEmpty {
      let start = rest
      guard let number = WrittenDecimal(taking: &rest) else {
        throw refusal("“\(rest)” is not a duration", hint: example)
      }
      let written = start[..<rest.startIndex]
      if rest.isEmpty, parts.isEmpty {
        if unit == .required, !number.isZero {
          throw refusal(
            "a number without a unit could be milliseconds or seconds",
            hint: "write \(written.excerpt)ms or \(written.excerpt)s")
        }
        return try sum([(number, Self.second)])
      }
      let unit = rest.prefix { !$0.isASCII || !($0.isNumber || $0 == ".") }
      let rank = try rank(of: unit, after: written, before: rest, previous: lastRank)
      guard rank > lastRank else {
        throw refusal("“\(written)\(unit)” has to come before the units smaller than it")
      }
      if self.unit == .required, unit == "m", parts.isEmpty, unit.endIndex == rest.endIndex {
        throw refusal(
          "“m” could be milliseconds or minutes",
          hint: "write \(written.excerpt)ms or \(written.excerpt)min")
      }
      parts.append((number, Self.units[rank].nanoseconds))
      lastRank = rank
      rest = rest[unit.endIndex...]
    }
    return try sum(parts)
  }

  /// The unit written as `unit`, or why it is unknown.
  private func rank(
    of unit: Substring, after number: Substring, before rest: Substring, previous: Int
  ) throws(GrammarError) -> Int {
    if let rank = Self.units.firstIndex(where: { $0.names.contains(String(unit)) }) { return rank }
    if unit.isEmpty {
      guard rest.isEmpty, previous + 1 < Self.units.count else {
        throw refusal("“\(number)\(rest)” is not a number with a unit")
      }
      throw refusal("“\(number)” has no unit", mend: "\(text)\(Self.units[previous + 1].names[0])")
    }
    if isExponent(rest) {
      throw refusal("exponents are not read", hint: "write the number out")
    }
    let small = unit.lowercased()
    if let mended = Self.otherNames[small] ?? (Self.isUnit(small) ? small : nil) {
      throw refusal("“\(unit)” is not a unit of time here", hint: "write \(number)\(mended)")
    }
    if ["d", "day", "days"].contains(small) {
      throw refusal("days have no unit here", hint: "write hours, or P\(number)D")
    }
    throw refusal("“\(unit)” is not a unit of time", hint: "the units are h, min, s, ms, us and ns")
  }

  private static func isUnit(_ name: String) -> Bool {
    units.contains { $0.names.contains(name) }
  }
}

/// Whether an exponent follows the number, as in `1e9` or `1E-9`.
func isExponent(_ rest: Substring) -> Bool {
  guard let letter = rest.first, letter == "e" || letter == "E" else { return false }
  var digits = rest.dropFirst()
  if let sign = digits.first, sign == "+" || sign == "-" { digits.removeFirst() }
  return digits.first?.isNumber ?? false
}
