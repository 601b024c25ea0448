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

  /// The media played in `wallTime`, rounded down to a nanosecond.
  func media(in wallTime: MediaTime) -> MediaTime {
    let product = wallTime.nanoseconds.multipliedFullWidth(by: thousandths)
    return MediaTime(nanoseconds: Int64(1000).dividingFullWidth(product).quotient)
  }

  /// The minimum wall time in which at least `media` is played.
  ///
  /// - Precondition: the rate is not zero.
  func wallTime(for media: MediaTime) -> MediaTime {
    guard thousandths != 1000 else { return media }
    let product = media.nanoseconds.multipliedFullWidth(by: 1000)
    let (quotient, remainder) = thousandths.dividingFullWidth(product)
    return MediaTime(nanoseconds: quotient + (remainder > 0 ? 1 : 0))
  }
}
