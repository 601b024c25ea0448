/// An exact instant or length of time in nanoseconds, on one of two clocks.
///
/// ``MediaTime`` says where something is in the media, ``WallTime`` when it happens. They are
/// different types, as no sum or comparison of the two means anything; only a playback rate relates
/// them (``Time/played(in:at:)``, ``Time/playing(_:at:)``). The range is about ±292 years; every
/// value from outside is kept within ±``bound``, so that sums of a few of them cannot overflow.
@frozen
public struct Time<Clock: TimeClock>: Sendable, BitwiseCopyable {
  /// The number of nanoseconds.
  public var nanoseconds: Int64

  /// A time of a whole number of nanoseconds.
  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }
}

/// A time in the media: where a frame is shown, how much is loaded; zero is the media's origin.
public typealias MediaTime = Time<MediaClock>

/// A time as it passes for the viewer: when something happens, how long it takes; zero is the play
/// command.
public typealias WallTime = Time<WallClock>

/// What a ``Time`` is read from.
public protocol TimeClock: Sendable {}

/// The clock of the media, which stops in a pause or a stall and jumps at a seek.
public enum MediaClock: TimeClock {}

/// The clock on the wall, which never stops.
public enum WallClock: TimeClock {}

extension Time {
  /// Zero: the origin of media time, the play command in wall time.
  @inlinable
  public static var zero: Self { Self(nanoseconds: 0) }

  /// One nanosecond, the resolution.
  @inlinable
  public static var resolution: Self { Self(nanoseconds: 1) }

  /// The largest magnitude accepted from a file or a user: 2⁶⁰ ns, about 36.5 years.
  @inlinable
  public static var bound: Self { Self(nanoseconds: 1 << 60) }

  /// The time without its sign.
  package var magnitude: Self { Self(nanoseconds: abs(nanoseconds)) }

  /// A whole number of seconds.
  ///
  /// - Precondition: `seconds` is within ``bound``.
  @inlinable
  public static func seconds(_ seconds: Int64) -> Self {
    Self(nanoseconds: seconds * 1_000_000_000)
  }

  /// A whole number of milliseconds.
  ///
  /// - Precondition: `milliseconds` is within ``bound``.
  @inlinable
  public static func milliseconds(_ milliseconds: Int64) -> Self {
    Self(nanoseconds: milliseconds * 1_000_000)
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
}

extension Time: Hashable, Comparable {
  /// Whether both are the same time.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.nanoseconds == right.nanoseconds
  }

  /// Hashes the number of nanoseconds.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(nanoseconds)
  }

  /// Whether `left` is earlier or shorter.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension Time {
  /// The sum, which must not overflow.
  @inlinable
  public static func + (left: Self, right: Self) -> Self {
    Self(nanoseconds: left.nanoseconds + right.nanoseconds)
  }

  /// The difference, negative if `right` is larger.
  @inlinable
  public static func - (left: Self, right: Self) -> Self {
    Self(nanoseconds: left.nanoseconds - right.nanoseconds)
  }

  /// The time multiplied by `right`.
  @inlinable
  public static func * (left: Self, right: Int64) -> Self {
    Self(nanoseconds: left.nanoseconds * right)
  }

  /// Adds `right`.
  @inlinable
  public static func += (left: inout Self, right: Self) {
    left = left + right
  }

  /// Subtracts `right`.
  @inlinable
  public static func -= (left: inout Self, right: Self) {
    left = left - right
  }
}

extension Time: Codable {}
