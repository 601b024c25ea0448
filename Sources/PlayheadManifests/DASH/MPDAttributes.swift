import PlayheadLadder
import PlayheadModel

/// Reads attributes of an MPD as the types of its schema, and notes mistakes.
struct MPDAttributes {
  let problems: ManifestProblems

  /// Notes that `attribute` of `element` is wrong.
  func refuse(_ element: XMLElement, _ attribute: String, _ problem: String, hint: String? = nil) {
    problems.add(
      ManifestProblem(line: element.line, "\(element.name)@\(attribute): \(problem)", hint: hint))
  }

  /// The whole number of `attribute` within `range`; `nil` without it, or after noting a mistake.
  func whole(
    _ element: XMLElement, _ attribute: String, in range: ClosedRange<Int64> = 0...Int64.max
  ) -> Int64? {
    guard let text = element[attribute] else { return nil }
    if let number = Int64(schemaInteger: text), range.contains(number) { return number }
    // A decimal of nothing but zeros behind its point, as some packagers write it.
    if problems.options.forgives, let point = text.firstIndex(of: "."),
      text[text.index(after: point)...].allSatisfy({ $0 == "0" }),
      let number = Int64(schemaInteger: String(text[..<point])), range.contains(number)
    {
      problems.forgive(
        ManifestProblem(
          line: element.line,
          "\(element.name)@\(attribute): expected a whole number, found “\(text.excerpt)”"),
        "\(number) taken", .decimalInMPD)
      return number
    }
    let bounds =
      range.upperBound == .max
      ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
    refuse(element, attribute, "expected a whole number \(bounds), found “\(text.excerpt)”")
    return nil
  }

  /// The duration of `attribute`; `nil` without it, or after noting a mistake.
  func duration(_ element: XMLElement, _ attribute: String) -> MediaTime? {
    guard let text = element[attribute] else { return nil }
    if let duration = MediaTime(schemaDuration: text) { return duration }
    refuse(
      element, attribute, "expected a duration, found “\(text.excerpt)”",
      hint: "write PT1H2M3.5S; years and months have no fixed length")
    return nil
  }

  /// The range of bytes of `attribute`, whose ends are both included there.
  func byteRange(_ element: XMLElement, _ attribute: String) -> ByteRange? {
    guard let text = element[attribute] else { return nil }
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
      .map { Int64(decimalDigits: $0) }
    if ends.count == 2, let first = ends[0], let last = ends[1], first <= last, last < .max {
      return ByteRange(first, last + 1)
    }
    refuse(
      element, attribute, "expected the first and the last byte, found “\(text.excerpt)”",
      hint: "write 0-719")
    return nil
  }

  /// The frame rate of `attribute` in thousandths, to nearest.
  func frameRateThousandths(_ element: XMLElement, _ attribute: String) -> Int64? {
    guard let text = element[attribute] else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if let first = parts.first, parts.count <= 2,
      let number = WrittenDecimal(first)?.times(1000, atMost: 1_000_000_000),
      let divisor = parts.count == 2 ? Int64(decimalDigits: parts[1]) : 1,
      (1...1_000_000_000).contains(divisor)
    {
      return (2 * number + divisor) / (2 * divisor)
    }
    refuse(
      element, attribute, "expected frames per second, found “\(text.excerpt)”",
      hint: "write 30 or 30000/1001")
    return nil
  }
}

extension Int64 {
  /// The number of an `xs:integer`, blanks around it and a plus sign allowed.
  fileprivate init?(schemaInteger text: String) {
    let trimmed = text.split(whereSeparator: \.isXMLBlank)
    guard trimmed.count == 1, let number = trimmed.first, let value = Int64(number) else {
      return nil
    }
    self = value
  }
}

extension Time {
  /// The time of an `xs:duration` such as `P0Y0M0DT0H3M30.5S`; `nil` if it is none, is negative,
  /// counts years or months, or is beyond ``bound``.
  init?(schemaDuration text: String) {
    var rest = Substring(text.split(whereSeparator: \.isXMLBlank).joined(separator: " "))
    guard rest.popFirst() == "P" else { return nil }
    var units: [(designator: Character, seconds: Int64?)] = [
      ("Y", nil), ("M", nil), ("D", 86_400),
    ]
    var isTime = false
    var isEmpty = true
    var total: Int64 = 0
    while !rest.isEmpty {
      if rest.first == "T", !isTime {
        isTime = true
        rest.removeFirst()
        units = [("H", 3600), ("M", 60), ("S", 1)]
        guard !rest.isEmpty else { return nil }
      }
      guard let number = WrittenDecimal(taking: &rest), let designator = rest.popFirst(),
        let place = units.firstIndex(where: { $0.designator == designator }),
        number.fraction.isEmpty || designator == "S"
      else { return nil }
      // Years and months have no length, so there may only be none of them.
      let seconds = units[place].seconds
      guard
        let part = number.times(
          (seconds ?? 1) * 1_000_000_000,
          atMost: seconds == nil ? 0 : Self.bound.nanoseconds - total)
      else { return nil }
      total += part
      units.removeSubrange(...place)
      isEmpty = false
    }
    guard !isEmpty else { return nil }
    self.init(nanoseconds: total)
  }

  /// The time of `ticks` of which a second has `timescale`, to nearest, halves away from zero;
  /// `nil` beyond ±``bound``.
  init?(ticks: Int128, timescale: Int64) {
    let (product, overflows) = ticks.magnitude.multipliedReportingOverflow(by: 2_000_000_000)
    guard !overflows, timescale > 0 else { return nil }
    let scale = UInt128(timescale)
    let nanoseconds = (product / scale + 1) / 2
    guard nanoseconds <= UInt128(Self.bound.nanoseconds) else { return nil }
    self.init(nanoseconds: ticks < 0 ? -Int64(nanoseconds) : Int64(nanoseconds))
  }
}
