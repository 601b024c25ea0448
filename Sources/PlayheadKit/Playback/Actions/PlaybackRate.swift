/// How fast media time runs against wall time, in whole thousandths, so that it is exact.
public struct PlaybackRate: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The rate in thousandths: 1500 is one and a half times as fast.
  public let thousandths: Int64

  /// A rate of so many thousandths; `nil` unless it is zero or within ``range``.
  public init?(thousandths: Int64) {
    guard thousandths == 0 || Self.range.contains(thousandths) else { return nil }
    self.init(unchecked: thousandths)
  }

  private init(unchecked thousandths: Int64) {
    self.thousandths = thousandths
  }

  /// The thousandths of the rates at which anything moves: a quarter to four times.
  public static let range: ClosedRange<Int64> = 250...4000

  /// No movement: a pause.
  public static let zero = PlaybackRate(unchecked: 0)

  /// A second of media a second.
  public static let normal = PlaybackRate(unchecked: 1000)

  /// Whether `left` is the slower.
  public static func < (left: PlaybackRate, right: PlaybackRate) -> Bool {
    left.thousandths < right.thousandths
  }

  /// The rate in decimals, exact, zeros at the end cut: `1.5`.
  public var text: String {
    decimalText(thousandths.magnitude, places: 3, isNegative: false, trimmed: true)
  }

  /// How much media is played in `wallTime`, cut to a whole nanosecond.
  func media(in wallTime: MediaTime) -> MediaTime {
    let product = wallTime.nanoseconds.multipliedFullWidth(by: thousandths)
    return MediaTime(nanoseconds: Int64(1000).dividingFullWidth(product).quotient)
  }

  /// The least wall time in which at least `media` is played.
  ///
  /// - Precondition: the rate is not zero.
  func wallTime(for media: MediaTime) -> MediaTime {
    guard thousandths != 1000 else { return media }
    let product = media.nanoseconds.multipliedFullWidth(by: 1000)
    let (quotient, remainder) = thousandths.dividingFullWidth(product)
    return MediaTime(nanoseconds: quotient + (remainder > 0 ? 1 : 0))
  }
}
