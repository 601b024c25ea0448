/// The fraction of a nanosecond between the arrival of a last byte and the nanosecond that it is
/// rounded up to, so that a request which follows is as early as it really is.
///
/// Without it, the times of a hundred requests, one behind the other, would be late by fifty
/// nanoseconds, and what is sent at a high rate in these takes microseconds once the rate has
/// fallen.
package struct SendingCredit: Hashable, Sendable {
  /// What the link carried in the fraction, in quanta, at `rate`, so that it is less than that.
  let excess: UInt64
  /// The link's rate then, in bits per second, which is quanta per nanosecond.
  let rate: UInt64

  /// What a link of `rate`, in bits per second, carries in the fraction, in quanta.
  func quanta(at rate: UInt128) -> UInt128 {
    rate == self.rate ? UInt128(excess) : UInt128(excess) * rate / UInt128(self.rate)
  }

  /// The shorter of two fractions, which is that of the later instant; `nil` for none.
  package static func least(_ one: SendingCredit?, _ other: SendingCredit?) -> SendingCredit? {
    guard let one, let other else { return nil }
    return UInt128(one.excess) * UInt128(other.rate) <= UInt128(other.excess) * UInt128(one.rate)
      ? one : other
  }
}
