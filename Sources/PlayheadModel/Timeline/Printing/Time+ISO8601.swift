extension Time {
  /// The time as an ISO 8601 duration, exact: `PT1M2.5S`, `PT1H`, `PT0S`.
  ///
  /// It consists of hours, minutes and seconds, without those that are zero; days are not used, as
  /// not every reader takes them for 24 hours. `init(parsing:unit:)` reads it back, except for a
  /// leading minus, which ISO 8601 does not define.
  public var iso8601Text: String { Self.iso8601Text(nanoseconds, places: nil) }

  /// The time as an ISO 8601 duration whose seconds have `places` decimals, rounded to nearest,
  /// halves away from zero: `PT1M2.500S`.
  ///
  /// A time that rounds to zero has no sign.
  ///
  /// - Precondition: `places` is 0…9.
  public func iso8601Text(places: Int) -> String {
    precondition((0...9).contains(places), "seconds have at most nine decimals")
    return Self.iso8601Text(nanoseconds, places: places)
  }

  /// The text with `places` decimals, or exact if `places` is `nil`.
  private static func iso8601Text(_ nanoseconds: Int64, places: Int?) -> String {
    let digits = places ?? 9
    let unit = powerOfTen(9 - digits)
    // Round first, so that 59.9996 s can become a minute.
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
