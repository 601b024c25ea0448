extension TextStyle {
  /// How durations and times are written in text.
  public enum Durations: String, Hashable, Sendable, CaseIterable {
    /// In seconds: `62.5 s`.
    case seconds
    /// As ISO 8601 has it: `PT1M2.5S`.
    case iso8601
  }
}

extension TextStyle.Durations {
  /// `time` with so many decimals of a second.
  func text(_ time: MediaTime, places: Int) -> String {
    switch self {
    case .seconds: time.text(places: places)
    case .iso8601: time.iso8601Text(places: places)
    }
  }

  /// `time` with the decimals that it has.
  func text(_ time: MediaTime) -> String {
    switch self {
    case .seconds: time.text
    case .iso8601: time.iso8601Text
    }
  }

  /// `time` with the decimals that it has, in the unit for lengths such as a latency's.
  func shortText(_ time: MediaTime) -> String {
    switch self {
    case .seconds: time.shortText
    case .iso8601: time.iso8601Text
    }
  }

  /// `time` to a millisecond, without a unit where the heading of a column can do.
  func columnText(_ time: MediaTime) -> String {
    switch self {
    case .seconds: time.secondsText(places: 3)
    case .iso8601: time.iso8601Text(places: 3)
    }
  }

  /// How many columns the times up to `longest` take at most in a column.
  func columnWidth(upTo longest: MediaTime) -> Int {
    switch self {
    case .seconds: return columnText(longest).count
    case .iso8601:
      let minute = MediaTime.seconds(60)
      guard longest >= minute else { return columnText(longest).count }
      // Shorter ones may have more digits: 59.999 s after a whole hour.
      let (hours, rest) = longest.nanoseconds.quotientAndRemainder(
        dividingBy: DurationGrammar.hour)
      let whole = hours > 0 ? "\(hours)H59M" : "\(rest / DurationGrammar.minute)M"
      return "PT\(whole)59.999S".count
    }
  }
}
