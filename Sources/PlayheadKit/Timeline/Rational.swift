/// A ratio of two integers, as in a track's time base or a frame rate.
public struct Rational: Hashable, Sendable, Codable {
  /// The numerator.
  public var numerator: Int32
  /// The denominator.
  public var denominator: Int32

  /// The ratio `numerator` ÷ `denominator`, not reduced.
  public init(_ numerator: Int32, _ denominator: Int32) {
    self.numerator = numerator
    self.denominator = denominator
  }
}
