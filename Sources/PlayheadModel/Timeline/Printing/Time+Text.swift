extension Time {
  /// The exact time in seconds without trailing zeros: `2.41`, `0`, `-0.021333333`.
  public var secondsText: String {
    decimalText(
      nanoseconds.magnitude, places: 9, isNegative: nanoseconds < 0, trimmed: true)
  }

  /// The time in seconds with `places` decimals, rounded to nearest, halves away from zero.
  ///
  /// A time that rounds to zero has no sign.
  ///
  /// - Precondition: `places` is 0…9.
  public func secondsText(places: Int) -> String {
    precondition((0...9).contains(places), "seconds have at most nine decimals")
    let unit = powerOfTen(9 - places)
    // Halving the unit loses nothing: it is 1, which never rounds, or even.
    let rounded = (nanoseconds.magnitude + unit / 2) / unit
    return decimalText(rounded, places: places, isNegative: nanoseconds < 0, trimmed: false)
  }
}
