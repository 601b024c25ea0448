/// A rate in whole bits per second.
public struct BitRate: Hashable, Comparable, Sendable, BitwiseCopyable, Codable {
  /// The bits that pass in a second.
  public var bitsPerSecond: Int64

  /// A rate of `bitsPerSecond`.
  @inlinable
  public init(bitsPerSecond: Int64) {
    self.bitsPerSecond = bitsPerSecond
  }

  /// Nothing passes.
  public static let zero = BitRate(bitsPerSecond: 0)

  /// The largest rate accepted from a file or a user: 1 Pbit/s.
  public static let bound = BitRate(bitsPerSecond: 1_000_000_000_000_000)

  /// How many quanta a byte is: a rate of 1 bit/s carries one quantum in a nanosecond.
  package static let quantaPerByte: Int64 = 8_000_000_000

  /// Whether `left` is the smaller.
  @inlinable
  public static func < (left: BitRate, right: BitRate) -> Bool {
    left.bitsPerSecond < right.bitsPerSecond
  }
}

extension BitRate {
  /// The mean rate of `bytes` over `time`, to the nearest bit per second, halves up; `nil` if
  /// `time` is not positive or the rate too large.
  package init?(bytes: Int64, over time: MediaTime) {
    let time = Int128(time.nanoseconds)
    guard time > 0 else { return nil }
    let bits = Int128(bytes) * Int128(Self.quantaPerByte)
    guard let rate = Int64(exactly: (2 * bits + time) / (2 * time)) else { return nil }
    self.init(bitsPerSecond: rate)
  }
}
