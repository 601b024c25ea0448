package import PlayheadModel

extension TextStyle {
  /// How durations and times are written in text.
  package enum Durations: String, Hashable, Sendable, CaseIterable {
    /// Seconds below a minute, a clock's form from there on: `2.5 s`, `1:02.5`, `1:00:02.5`.
    case clock
    /// Seconds: `62.5 s`.
    case seconds
    /// ISO 8601: `PT1M2.5S`.
    case iso8601
  }
}

extension TextStyle.Durations {
  /// `time` with this many decimals of a second.
  package func text<Clock>(_ time: Time<Clock>, places: Int) -> String {
    switch self {
    case .clock: time.text(places: places)
    case .seconds: time.secondsText(places: places) + " s"
    case .iso8601: time.iso8601Text(places: places)
    }
  }

  /// `time`, exact.
  package func text<Clock>(_ time: Time<Clock>) -> String {
    switch self {
    case .clock: time.text
    case .seconds: time.secondsText + " s"
    case .iso8601: time.iso8601Text
    }
  }

  /// `time`, exact, in milliseconds below a second, as for a latency.
  func shortText<Clock>(_ time: Time<Clock>) -> String {
    switch self {
    case .clock: time.shortText
    case .seconds: time < .seconds(1) ? time.shortText : text(time)
    case .iso8601: time.iso8601Text
    }
  }

  /// `time` to a millisecond for a column, without a unit.
  package func columnText<Clock>(_ time: Time<Clock>) -> String {
    switch self {
    case .clock: time.clockText(places: 3)
    case .seconds: time.secondsText(places: 3)
    case .iso8601: time.iso8601Text(places: 3)
    }
  }

  /// The width of a column for times up to `longest`.
  package func columnWidth<Clock>(upTo longest: Time<Clock>) -> Int {
    switch self {
    // A longer time never has the shorter text.
    case .clock, .seconds: return columnText(longest).count
    case .iso8601:
      guard longest >= .seconds(60) else { return columnText(longest).count }
      // Shorter ones may have more digits: 59.999 s after a whole hour.
      let (hours, rest) = longest.nanoseconds.quotientAndRemainder(
        dividingBy: DurationGrammar.hour)
      let whole = hours > 0 ? "\(hours)H59M" : "\(rest / DurationGrammar.minute)M"
      return "PT\(whole)59.999S".count
    }
  }
}

extension TextStyle.Durations {
  /// A length of time to a hundredth of a second, or to a thousandth where that would hide what is
  /// seen.
  func seenText(_ time: WallTime) -> String {
    text(time, places: time < .milliseconds(10) ? 3 : 2)
  }
}
