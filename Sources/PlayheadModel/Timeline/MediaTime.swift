/// An exact instant or length of time in nanoseconds.
///
/// The same type serves media time (where a frame is shown) and wall time (when it happens), as
/// both have to compare exactly. The range is about ±292 years; every value from outside is kept
/// within ±``bound``, so that sums of a few of them cannot overflow.
public struct MediaTime: Hashable, Comparable, Sendable, BitwiseCopyable, Codable {
  /// The number of nanoseconds.
  public var nanoseconds: Int64

  /// A time of a whole number of nanoseconds.
  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Zero: the origin of media time, the play command in wall time.
  public static let zero = MediaTime(nanoseconds: 0)

  /// One nanosecond, the resolution.
  public static let resolution = MediaTime(nanoseconds: 1)

  /// The largest magnitude accepted from a file or a user: 2⁶⁰ ns, about 36.5 years.
  public static let bound = MediaTime(nanoseconds: 1 << 60)

  /// A whole number of seconds.
  ///
  /// - Precondition: `seconds` is within ``bound``.
  public static func seconds(_ seconds: Int64) -> MediaTime {
    MediaTime(nanoseconds: seconds * 1_000_000_000)
  }

  /// A whole number of milliseconds.
  ///
  /// - Precondition: `milliseconds` is within ``bound``.
  public static func milliseconds(_ milliseconds: Int64) -> MediaTime {
    MediaTime(nanoseconds: milliseconds * 1_000_000)
  }

  /// Converts `value` units of `timeBase` seconds, rounding to nearest, halves away from zero.
  ///
  /// `nil` if the time base is not positive or the result lies beyond ±``bound``.
  public init?(value: Int64, timeBase: Rational) {
    guard timeBase.numerator > 0, timeBase.denominator > 0 else { return nil }
    let product = Int128(value) * Int128(timeBase.numerator) * 1_000_000_000
    let divisor = UInt128(timeBase.denominator)
    let rounded = (product.magnitude * 2 + divisor) / (divisor * 2)
    guard rounded <= UInt128(Self.bound.nanoseconds) else { return nil }
    self.init(nanoseconds: value < 0 ? -Int64(rounded) : Int64(rounded))
  }

  /// Whether `left` is earlier or shorter.
  @inlinable
  public static func < (left: MediaTime, right: MediaTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The sum, which must not overflow.
  @inlinable
  public static func + (left: MediaTime, right: MediaTime) -> MediaTime {
    MediaTime(nanoseconds: left.nanoseconds + right.nanoseconds)
  }

  /// The difference, negative if `right` is larger.
  @inlinable
  public static func - (left: MediaTime, right: MediaTime) -> MediaTime {
    MediaTime(nanoseconds: left.nanoseconds - right.nanoseconds)
  }

  /// The time multiplied by `right`.
  @inlinable
  public static func * (left: MediaTime, right: Int64) -> MediaTime {
    MediaTime(nanoseconds: left.nanoseconds * right)
  }

  /// Adds `right`.
  @inlinable
  public static func += (left: inout MediaTime, right: MediaTime) {
    left = left + right
  }

  /// Subtracts `right`.
  @inlinable
  public static func -= (left: inout MediaTime, right: MediaTime) {
    left = left - right
  }
}
