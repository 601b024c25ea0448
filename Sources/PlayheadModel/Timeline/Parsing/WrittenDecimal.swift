/// A decimal number without a sign, exactly as written, however many digits that took.
package struct WrittenDecimal: Hashable, Sendable {
  /// The digits before the point, 0…9 each; empty in `.5`.
  let whole: [UInt8]
  /// The digits after the point, 0…9 each; empty if there is no point.
  package let fraction: [UInt8]

  /// Takes the number at the front of `text` and leaves what follows it, or leaves `text` alone.
  ///
  /// A point needs a digit after it, not one before it. Only ASCII digits count.
  ///
  /// - Parameters:
  ///   - text: the text to take from.
  ///   - commas: whether a comma is a decimal point too.
  package init?(taking text: inout Substring, commas: Bool = false) {
    let bytes = text.utf8
    let whole = bytes.prefix(while: Self.isDigit)
    var end = whole.endIndex
    var fraction = bytes[end..<end]
    let marks = commas ? ".," : "."
    if let mark = bytes[end...].first, marks.utf8.contains(mark) {
      let digits = bytes[bytes.index(after: end)...].prefix(while: Self.isDigit)
      if !digits.isEmpty {
        fraction = digits
        end = digits.endIndex
      }
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    self.whole = whole.map { $0 - UInt8(ascii: "0") }
    self.fraction = fraction.map { $0 - UInt8(ascii: "0") }
    text = text[end...]
  }

  /// The number that `text` is from end to end; `nil` if it is anything else.
  package init?(_ text: some StringProtocol) {
    var rest = Substring(text)
    self.init(taking: &rest)
    guard rest.isEmpty else { return nil }
  }

  /// Whether the number is zero, however it is written.
  var isZero: Bool { whole.allSatisfy { $0 == 0 } && fraction.allSatisfy { $0 == 0 } }

  /// The number with its point two digits further left.
  var hundredth: WrittenDecimal {
    let digits = [0, 0] + whole
    return WrittenDecimal(
      whole: Array(digits.dropLast(2)), fraction: Array(digits.suffix(2)) + fraction)
  }

  private init(whole: [UInt8], fraction: [UInt8]) {
    self.whole = whole
    self.fraction = fraction
  }

  /// The number times `unit`, rounded to nearest, halves away from zero; `nil` if above `bound`.
  ///
  /// - Precondition: `unit` is positive and `bound` is not negative.
  package func times(_ unit: Int64, atMost bound: Int64) -> Int64? {
    precondition(unit > 0 && bound >= 0)
    let unit = UInt128(unit)
    let bound = UInt128(bound)
    var units: UInt128 = 0
    for digit in whole {
      units = units * 10 + UInt128(digit)
      guard units <= bound else { return nil }
    }
    // Multiplying by hand from the last digit on keeps every digit of the product in reach: what is
    // carried out at the point is whole, and the digit just behind the point decides the rounding.
    var carried: UInt128 = 0
    var tenths: UInt128 = 0
    for digit in fraction.reversed() {
      (carried, tenths) = (UInt128(digit) * unit + carried).quotientAndRemainder(dividingBy: 10)
    }
    let product = units * unit + carried + (tenths >= 5 ? 1 : 0)
    return product <= bound ? Int64(product) : nil
  }

  /// Whether the number times `unit` is whole, so that ``times(_:atMost:)`` rounds nothing.
  ///
  /// - Precondition: `unit` is positive.
  func isWhole(times unit: Int64) -> Bool {
    precondition(unit > 0)
    var carried: UInt128 = 0
    for digit in fraction.reversed() {
      let (quotient, rest) = (UInt128(digit) * UInt128(unit) + carried)
        .quotientAndRemainder(dividingBy: 10)
      guard rest == 0 else { return false }
      carried = quotient
    }
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
