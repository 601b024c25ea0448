/// A rate in whole bits per second.
public struct BitRate: Hashable, Comparable, Sendable, BitwiseCopyable, Codable {
  /// The bits that pass in a second.
  public var bitsPerSecond: Int64

  /// A rate of so many bits per second.
  @inlinable
  public init(bitsPerSecond: Int64) {
    self.bitsPerSecond = bitsPerSecond
  }

  /// Nothing passes.
  public static let zero = BitRate(bitsPerSecond: 0)

  @inlinable
  public static func < (left: BitRate, right: BitRate) -> Bool {
    left.bitsPerSecond < right.bitsPerSecond
  }
}
