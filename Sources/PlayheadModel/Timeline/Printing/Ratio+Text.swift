extension Ratio {
  /// The ratio in percent with `places` decimals, rounded to nearest, halves up.
  ///
  /// - Precondition: `places` is 0…6, and the ratio is not negative.
  public func percentText(places: Int) -> String {
    Self.text(UInt128(millionths.magnitude) * 100, places: places) + " %"
  }

  /// The ratio with `places` decimals, rounded to nearest, halves away from zero.
  ///
  /// - Precondition: `places` is 0…6.
  public func text(places: Int) -> String {
    let text = Self.text(UInt128(millionths.magnitude), places: places)
    return millionths < 0 && text.contains(where: { ("1"..."9").contains($0) }) ? "-\(text)" : text
  }

  private static func text(_ millionths: UInt128, places: Int) -> String {
    precondition((0...6).contains(places), "ratios have at most six decimals")
    let unit = UInt128(powerOfTen(6 - places))
    return decimalText((millionths + unit / 2) / unit, places: places, trimmed: false)
  }

  /// The exact ratio in percent without trailing zeros: `10 %`, `0.5 %`.
  public var percentText: String {
    decimalText(millionths.magnitude, places: 4, isNegative: millionths < 0, trimmed: true) + " %"
  }
}
