/// The exact decimal text of `magnitude` ÷ 10^`places`, with a minus if `isNegative`.
///
/// If `trimmed`, without trailing zeros and a trailing point. Zero has no sign.
package func decimalText(
  _ magnitude: some BinaryInteger, places: Int, isNegative: Bool = false, trimmed: Bool
) -> String {
  let digits = String(magnitude)
  let zeros = max(0, places + 1 - digits.utf8.count)
  let padded = zeros > 0 ? String(repeating: "0", count: zeros) + digits : digits
  // The text is ASCII, and searching bytes is faster than searching characters.
  var fraction = padded.utf8.suffix(places)
  if trimmed {
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
  }
  var text = isNegative && magnitude != 0 ? "-" : ""
  text += Substring(padded.utf8.dropLast(places))
  if !fraction.isEmpty {
    text += "."
    text += Substring(fraction)
  }
  return text
}

/// 10 to the power of `exponent`.
///
/// - Precondition: `exponent` is 0…18.
package func powerOfTen(_ exponent: Int) -> UInt64 {
  precondition((0...18).contains(exponent))
  return (0..<exponent).reduce(1) { power, _ in power * 10 }
}
