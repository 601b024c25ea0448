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

extension Rational {
  /// The number of ticks of this time base nearest to `time`, halves away from zero; `nil` if the
  /// time base is not positive or the number too large.
  ///
  /// It is the number that `time` was made of, if a tick is longer than a nanosecond.
  func ticks(nearestTo time: MediaTime) -> Int64? {
    guard numerator > 0, denominator > 0 else { return nil }
    let divisor = Int128(numerator) * 1_000_000_000
    let scaled = Int128(time.nanoseconds) * Int128(denominator)
    let rounded = (2 * scaled.magnitude + divisor.magnitude) / (2 * divisor.magnitude)
    return Int64(exactly: scaled < 0 ? -Int128(rounded) : Int128(rounded))
  }

  /// The media time from `start` to `end`, both rounded from ticks of this time base, rounded once.
  func time(from start: MediaTime, to end: MediaTime) -> MediaTime {
    guard let first = ticks(nearestTo: start), let last = ticks(nearestTo: end),
      let time = MediaTime(value: last - first, timeBase: self)
    else { return end - start }
    return time
  }
}
