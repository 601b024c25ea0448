extension DurationGrammar {
  /// Reads `[HH:]MM:SS[.frac]`.
  ///
  /// The first part may be as large as it likes (`90:00` is an hour and a half); those after it
  /// are two digits below 60, as `1:5` could be 1:05 or 1:50.
  func readClock() throws(GrammarError) -> Int64 {
    let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
    guard pieces.count <= 3 else {
      throw refusal("a clock time has at most hours, minutes and seconds")
    }
    var unit = pieces.count == 3 ? Self.hour : Self.minute
    var parts: [Part] = []
    for piece in pieces {
      guard let number = WrittenDecimal(piece), !number.whole.isEmpty else {
        throw refusal("“\(piece)” is not a number of \(name(of: unit))")
      }
      if !parts.isEmpty {
        guard number.whole.count == 2 else {
          throw refusal("\(name(of: unit)) after a colon are two digits", mend: padded(pieces))
        }
        guard number.whole[0] < 6 else {
          throw refusal("“\(piece)” \(name(of: unit)) exceed 59")
        }
      }
      parts.append((number, unit))
      unit /= 60
    }
    return try sum(parts)
  }

  private func name(of unit: Int64) -> String {
    switch unit {
    case Self.hour: "hours"
    case Self.minute: "minutes"
    default: "seconds"
    }
  }

  /// The clock time with a zero before every part that is one digit short.
  private func padded(_ pieces: [Substring]) -> String {
    let short = pieces.dropFirst().map { piece in
      piece.prefix { $0 != "." }.count == 1 ? "0\(piece)" : String(piece)
    }
    return (pieces.prefix(1).map(String.init) + short).joined(separator: ":")
  }
}
