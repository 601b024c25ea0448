/// A ratio in whole millionths, the precision of every reported ratio.
public struct Ratio: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The number of millionths: 500 000 is a half.
  public var millionths: Int64

  /// A ratio of `millionths`.
  @inlinable
  public init(millionths: Int64) {
    self.millionths = millionths
  }

  /// The ratio `part` ÷ `whole`, rounded to a millionth, halves up.
  ///
  /// `nil` if `whole` is not positive or the result does not fit.
  public init?(_ part: Int64, of whole: Int64) {
    guard whole > 0 else { return nil }
    let (quotient, remainder) = (2_000_000 * Int128(part) + Int128(whole))
      .quotientAndRemainder(dividingBy: 2 * Int128(whole))
    // Division truncates towards zero; halves round up only if negative results round down.
    let rounded = remainder < 0 ? quotient - 1 : quotient
    guard let millionths = Int64(exactly: rounded) else { return nil }
    self.init(millionths: millionths)
  }

  /// The ratio of two times of one clock, rounded to a millionth, halves up.
  ///
  /// `nil` if `whole` is not positive or the result does not fit.
  public init?<Clock>(_ part: Time<Clock>, of whole: Time<Clock>) {
    self.init(part.nanoseconds, of: whole.nanoseconds)
  }

  /// The ratio nearest to `value`, halves up; `nil` if it is no number, or beyond ``nearestBound``.
  package init?(nearest value: Double) {
    let millionths = (value * 1e6 + 0.5).rounded(.down)
    guard millionths.magnitude <= Double(Self.nearestBound) else { return nil }
    self.init(millionths: Int64(millionths))
  }

  /// The most millionths of a ratio of floating-point numbers, of which two can be subtracted.
  package static let nearestBound: Int64 = 1_000_000_000_000_000_000

  /// The whole of something: 1.
  public static let one = Ratio(millionths: 1_000_000)

  /// The ratio as the nearest floating-point number.
  public var doubleValue: Double { Double(millionths) / 1_000_000 }

  /// The ratio in decimals, exact, zeros at the end cut: `0.5`, `1`, `0.333333`.
  public var text: String {
    decimalText(millionths.magnitude, places: 6, isNegative: millionths < 0, trimmed: true)
  }

  /// Whether `left` is smaller.
  @inlinable
  public static func < (left: Ratio, right: Ratio) -> Bool {
    left.millionths < right.millionths
  }
}
