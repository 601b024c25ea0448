extension Ratio {
  /// The ratio in percent, exact, zeros at the end cut: `10 %`, `0.5 %`.
  public var percentText: String {
    decimalText(millionths.magnitude, places: 4, isNegative: millionths < 0, trimmed: true) + " %"
  }
}
