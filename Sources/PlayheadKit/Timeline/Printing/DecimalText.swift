/// `magnitude` ÷ 10^`places` in decimals, behind a minus if `isNegative`, exact.
///
/// If `trimmed`, zeros at the end go, and then a point at the end. Zero has no sign.
func decimalText(
  _ magnitude: some BinaryInteger, places: Int, isNegative: Bool = false, trimmed: Bool
) -> String {
  let digits = String(magnitude)
  let padded = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
  // Reports are full of numbers, and bytes are found far faster than characters.
  var fraction = padded.utf8.suffix(places)
  let whole = Substring(padded.utf8.dropLast(places))
  if trimmed {
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
  }
  let sign = isNegative && magnitude != 0 ? "-" : ""
  return fraction.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(Substring(fraction))"
}

/// 10 to the power of `exponent`.
///
/// - Precondition: `exponent` is 0…18.
func powerOfTen(_ exponent: Int) -> UInt64 {
  precondition((0...18).contains(exponent))
  return (0..<exponent).reduce(1) { power, _ in power * 10 }
}
