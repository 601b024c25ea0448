/// A decimal number in the bytes of a file, exactly as written.
///
/// It copies no digits: a trace has hundreds of thousands of numbers, each read once.
package struct ScannedDecimal: Sendable {
  /// Its range, with its sign and its exponent.
  let range: Range<Int>
  let isNegative: Bool
  /// The range of its digits, perhaps with a point among them.
  private let digits: Range<Int>
  /// The number of digits before the point, shifted by the exponent.
  private let wholeDigits: Int

  /// Exponents beyond this, up or down, are clamped to it; the number is useless either way.
  private static let largestExponent = 1 << 40

  /// The number at `offset`: digits, a point followed by digits, an exponent; `nil` if none is
  /// there.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the file.
  ///   - offset: where the number starts, with its sign if it has one.
  ///   - isJSON: whether to require, as JSON does, a digit before the point and no leading zero.
  ///   - point: the sign before the decimals; a comma in some countries.
  init?(
    in bytes: [UInt8], at offset: Int, isJSON: Bool = false, point: UInt8 = UInt8(ascii: ".")
  ) {
    var end = offset
    let isNegative = end < bytes.count && bytes[end] == UInt8(ascii: "-")
    if isNegative { end += 1 }
    let first = end
    while end < bytes.count, bytes[end].isDigit { end += 1 }
    var whole = end - first
    if isJSON {
      guard whole == 1 || whole > 1 && bytes[first] != UInt8(ascii: "0") else { return nil }
    }
    if end + 1 < bytes.count, bytes[end] == point, bytes[end + 1].isDigit {
      end += 2
      while end < bytes.count, bytes[end].isDigit { end += 1 }
    }
    guard end > first else { return nil }
    digits = first..<end
    if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
      var mark = end + 1
      let isDown = mark < bytes.count && bytes[mark] == UInt8(ascii: "-")
      if isDown || mark < bytes.count && bytes[mark] == UInt8(ascii: "+") { mark += 1 }
      let firstOfExponent = mark
      var exponent = 0
      while mark < bytes.count, bytes[mark].isDigit {
        exponent = min(exponent * 10 + Int(bytes[mark] & 0x0F), Self.largestExponent)
        mark += 1
      }
      if mark > firstOfExponent {
        whole += isDown ? -exponent : exponent
        end = mark
      }
    }
    wholeDigits = whole
    self.isNegative = isNegative
    range = offset..<end
  }

  /// Whether every digit is zero.
  func isZero(in bytes: [UInt8]) -> Bool {
    bytes[digits].allSatisfy { $0 == UInt8(ascii: "0") || !$0.isDigit }
  }

  /// Its magnitude × 10^`power`, rounded to nearest, halves up; `nil` if above `bound`.
  ///
  /// A power of ten only moves the point, so the digits before it are the result, and the digit
  /// after it rounds them.
  ///
  /// - Precondition: `power` is not negative, and `bound` is positive.
  func times(tenTo power: Int, in bytes: [UInt8], atMost bound: Int64) -> Int64? {
    var missing = wholeDigits + power
    guard missing >= 0 else { return 0 }
    let bound = UInt64(bound)
    var value: UInt64 = 0
    for index in digits {
      let byte = bytes[index]
      guard byte.isDigit else { continue }
      let digit = UInt64(byte & 0x0F)
      if missing == 0 {
        value += digit >= 5 ? 1 : 0
        break
      }
      // Ten times the bound, at most 2⁶³, overflows; so compare with a tenth of it.
      guard value <= bound / 10 else { return nil }
      value = value * 10 + digit
      missing -= 1
    }
    guard value > 0 else { return 0 }
    // Missing digits are zeros.
    while missing > 0 {
      guard value <= bound / 10 else { return nil }
      value *= 10
      missing -= 1
    }
    return value <= bound ? Int64(value) : nil
  }
}
