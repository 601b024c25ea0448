/// The speed of media time relative to wall time, in whole thousandths, and so exact.
public struct PlaybackRate: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The rate in thousandths: 1500 is 1.5×.
  public let thousandths: Int64

  /// A rate in thousandths; `nil` unless it is zero or within ``range``.
  public init?(thousandths: Int64) {
    guard thousandths == 0 || Self.range.contains(thousandths) else { return nil }
    self.init(unchecked: thousandths)
  }

  private init(unchecked thousandths: Int64) {
    self.thousandths = thousandths
  }

  /// The nonzero rates, in thousandths: 0.25× to 4×.
  public static let range: ClosedRange<Int64> = 250...4000

  /// Zero, which pauses.
  public static let zero = PlaybackRate(unchecked: 0)

  /// The normal rate, 1×.
  public static let normal = PlaybackRate(unchecked: 1000)

  /// Whether `left` is slower.
  public static func < (left: PlaybackRate, right: PlaybackRate) -> Bool {
    left.thousandths < right.thousandths
  }

  /// The rate as an exact decimal without trailing zeros: `1.5`.
  public var text: String {
    decimalText(thousandths.magnitude, places: 3, isNegative: false, trimmed: true)
  }
}

extension Time where Clock == MediaClock {
  /// The media played in `wallTime` at `rate`, rounded down to a nanosecond.
  ///
  /// - Precondition: `wallTime` is not negative, and within ``bound``.
  public static func played(in wallTime: WallTime, at rate: PlaybackRate) -> MediaTime {
    // At the normal rate, at which most is played, nothing has to be divided.
    guard rate != .normal else { return MediaTime(nanoseconds: wallTime.nanoseconds) }
    let product = wallTime.nanoseconds.multipliedFullWidth(by: rate.thousandths)
    return MediaTime(nanoseconds: Int64(1000).dividingFullWidth(product).quotient)
  }
}

extension Time where Clock == WallClock {
  /// The wall time that playing `media` takes at `rate`, rounded up to a nanosecond: the minimum in
  /// which at least `media` is played.
  ///
  /// - Precondition: `rate` is not zero, and `media` is not negative and within ``bound``.
  public static func playing(_ media: MediaTime, at rate: PlaybackRate = .normal) -> WallTime {
    // At the normal rate the two clocks advance alike, so every time is exact, negative ones too.
    guard rate != .normal else { return WallTime(nanoseconds: media.nanoseconds) }
    let product = media.nanoseconds.multipliedFullWidth(by: 1000)
    let (quotient, remainder) = rate.thousandths.dividingFullWidth(product)
    return WallTime(nanoseconds: quotient + (remainder > 0 ? 1 : 0))
  }
}
