extension MediaTime {
  /// The time as an ISO 8601 duration, exact: `PT1M2.5S`, `PT1H`, `PT0S`.
  ///
  /// It is of hours, minutes and seconds, those left out of which there are none; days are not used,
  /// as not every reader takes them for 24 hours. ``init(parsing:)`` reads it back, except for a minus
  /// before it, which ISO 8601 itself does not have.
  public var iso8601Text: String { Self.iso8601Text(nanoseconds, places: nil) }

  /// The time as an ISO 8601 duration whose seconds have so many decimals, rounded to nearest, halves
  /// away from zero: `PT1M2.500S`.
  ///
  /// What rounds to nothing has no sign.
  ///
  /// - Precondition: `places` is 0…9.
  public func iso8601Text(places: Int) -> String {
    precondition((0...9).contains(places), "seconds have at most nine decimals")
    return Self.iso8601Text(nanoseconds, places: places)
  }

  /// The text with `places` decimals, with as many as it takes if that is `nil`.
  private static func iso8601Text(_ nanoseconds: Int64, places: Int?) -> String {
    let digits = places ?? 9
    let unit = powerOfTen(9 - digits)
    // Whole units first, so that what rounds up to a minute is one.
    let units = (nanoseconds.magnitude + unit / 2) / unit
    let minute = 60 * powerOfTen(digits)
    let (minutes, rest) = units.quotientAndRemainder(dividingBy: minute)
    var text = nanoseconds < 0 && units > 0 ? "-PT" : "PT"
    if minutes >= 60 { text += "\(minutes / 60)H" }
    if minutes % 60 > 0 { text += "\(minutes % 60)M" }
    if places == nil, rest == 0, minutes > 0 { return text }
    return text + decimalText(rest, places: digits, trimmed: places == nil) + "S"
  }
}
