extension Time {
  /// The time as a clock shows it, exact, zeros at the end cut: `12.5`, `1:02.5`, `1:00:02.5`.
  ///
  /// Below a minute it is a plain number of seconds. `init(parsing:unit:)` reads it back, except
  /// for a minus before it.
  public var clockText: String { Self.clockText(nanoseconds, places: nil) }

  /// The time as a clock shows it, its seconds with this many decimals, rounded to nearest, halves
  /// away from zero: `12.500`, `1:02.500`, `1:00:02.500`.
  ///
  /// What rounds to nothing has no sign, and what rounds up to a minute is one.
  ///
  /// - Precondition: `places` is 0…9.
  public func clockText(places: Int) -> String {
    precondition((0...9).contains(places), "seconds have at most nine decimals")
    return Self.clockText(nanoseconds, places: places)
  }

  /// The text with `places` decimals, with as many as it takes if that is `nil`.
  private static func clockText(_ nanoseconds: Int64, places: Int?) -> String {
    let digits = places ?? 9
    let unit = powerOfTen(9 - digits)
    let units = (nanoseconds.magnitude + unit / 2) / unit
    let second = powerOfTen(digits)
    let (minutes, rest) = units.quotientAndRemainder(dividingBy: 60 * second)
    let seconds = decimalText(
      rest, places: digits, isNegative: nanoseconds < 0 && minutes == 0, trimmed: places == nil)
    guard minutes > 0 else { return seconds }
    let sign = nanoseconds < 0 ? "-" : ""
    let padded = rest < 10 * second ? "0\(seconds)" : seconds
    let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    guard hours > 0 else { return "\(sign)\(minute):\(padded)" }
    return "\(sign)\(hours):\(minute < 10 ? "0" : "")\(minute):\(padded)"
  }
}
