extension DurationGrammar {
  /// What may stand before the `T`, descending.
  private static let dateUnits: [(designator: Character, nanoseconds: Int64)] = [
    ("W", week), ("D", day),
  ]

  /// What may stand after the `T`, descending.
  private static let timeUnits: [(designator: Character, nanoseconds: Int64)] = [
    ("H", hour), ("M", minute), ("S", second),
  ]

  /// Reads `PnDTnHnMnS`, each part optional but not all of them, or `PnW`.
  func readISO8601() throws(GrammarError) -> Int64 {
    var rest = text.dropFirst()
    var units = Self.dateUnits[...]
    var isTime = false
    var parts: [Part] = []
    while !rest.isEmpty {
      if rest.first == "T", !isTime {
        rest.removeFirst()
        isTime = true
        units = Self.timeUnits[...]
        guard !rest.isEmpty else { throw refusal("nothing follows the T") }
      }
      let start = rest
      guard let number = WrittenDecimal(taking: &rest, commas: true), !number.whole.isEmpty else {
        throw refusal("“\(start)” does not start with a number")
      }
      let written = start[..<rest.startIndex]
      guard let designator = rest.popFirst() else {
        throw refusal("“\(written)” has no unit", mend: "\(text)\(isTime ? "S" : "D")")
      }
      guard let place = units.firstIndex(where: { $0.designator == designator }) else {
        throw wrongDesignator(designator, after: written, isTime: isTime)
      }
      parts.append((number, units[place].nanoseconds))
      units = units[(place + 1)...]
      if designator == "W", !rest.isEmpty {
        throw refusal("weeks stand alone", hint: "write days")
      }
    }
    guard !parts.isEmpty else { throw refusal("nothing follows the P", hint: "write PT90S or P1D") }
    return try sum(parts)
  }

  private func wrongDesignator(
    _ designator: Character, after number: Substring, isTime: Bool
  ) -> GrammarError {
    switch designator {
    case "Y" where !isTime:
      refusal("years have no fixed length", hint: "write days")
    case "M" where !isTime:
      refusal(
        "months have no fixed length", hint: "write days, or PT\(number)M if these are minutes")
    case "H" where !isTime, "S" where !isTime:
      refusal("“\(number)\(designator)” has to come after a T")
    case "W", "D", "H", "M", "S":
      refusal("“\(number)\(designator)” has to come before the units smaller than it")
    default:
      refusal("“\(designator)” is not a unit of ISO 8601 durations")
    }
  }
}
