extension BitRate {
  /// The exact rate in the largest fitting unit up to Gbit/s: `800 kbit/s`, `1.5 Mbit/s`.
  public var text: String {
    Self.text(bitsPerSecond.magnitude, places: 0, isNegative: bitsPerSecond < 0, unit: "bit/s")
  }

  /// The exact rate in bytes, in the largest fitting unit up to GB/s: `187.5 kB/s`.
  public var bytesText: String {
    // An eighth is 0.125, so thousandths of a byte hold any rate.
    Self.text(
      UInt128(bitsPerSecond.magnitude) * 125, places: 3, isNegative: bitsPerSecond < 0, unit: "B/s")
  }

  /// The exact rate in bits, and in bytes to four figures, to echo the input:
  /// `1.5 Mbit/s = 187.5 kB/s`.
  public var echoText: String {
    let thousandths = UInt128(bitsPerSecond.magnitude) * 125
    let unit = UInt128(powerOfTen(max(0, String(thousandths).utf8.count - 4)))
    let bytes = Self.text(
      (thousandths + unit / 2) / unit * unit, places: 3, isNegative: bitsPerSecond < 0,
      unit: "B/s")
    return "\(text) = \(bytes)"
  }

  /// `magnitude` ÷ 10^`places` of `unit` with the prefix that leaves the fewest digits before the
  /// point, but at least one that is not zero.
  private static func text(
    _ magnitude: some BinaryInteger, places: Int, isNegative: Bool, unit: String
  ) -> String {
    let digits = String(magnitude).utf8.count - places
    let step = min(max(0, (digits - 1) / 3), 3)
    let number = decimalText(
      magnitude, places: places + 3 * step, isNegative: isNegative, trimmed: true)
    return "\(number) \(["", "k", "M", "G"][step])\(unit)"
  }
}
