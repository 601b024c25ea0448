/// Looks for the rate from which on something holds, by trying rates.
///
/// It comes from above: by leaps, by halves, in sixteenths from four times the rate at which the
/// halves ended, so that only a narrow stretch in which it does not hold can be passed over, and at
/// last by bisection. So it holds at ``rate`` and not at one bit per second less, and it held at
/// every higher rate that was tried.
struct RateSearch: Hashable {
  /// The rate found, in bits per second.
  let rate: BitRate
  /// The lowest rate tried below it at which it holds too, in bits per second; `nil` if it holds
  /// at none of them.
  let lowerRate: BitRate?

  /// Looks for the rate from which on `isEnough` is true, no higher than `bound`; `nil` if it is
  /// false there.
  ///
  /// - Precondition: `bound` is neither zero nor beyond `BitRate.bound`.
  init?<Problem: Error>(
    upTo bound: BitRate, where isEnough: (BitRate) throws(Problem) -> Bool
  ) throws(Problem) {
    precondition(bound > .zero && bound <= .bound, "a search with no end")
    /// The rates at which it held.
    var held: [Int64] = []
    func holds(at rate: Int64) throws(Problem) -> Bool {
      guard try isEnough(BitRate(bitsPerSecond: rate)) else { return false }
      held.append(rate)
      return true
    }
    var high = bound.bitsPerSecond
    guard try holds(at: high) else { return nil }
    for factor: Int64 in [1 << 10, 2] {
      while high > 0, try holds(at: high / factor) { high /= factor }
    }
    // It does not hold at `low`, and what it does below that no longer counts.
    var low = high > 0 ? high / 2 : -1
    let step = max(1, high / 16)
    for rate in stride(from: min(high * 4, bound.bitsPerSecond), to: low, by: -Int(step)) {
      guard try !holds(at: rate) else { continue }
      low = rate
      break
    }
    high = held.lazy.filter { $0 > low }.min() ?? 0
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if try holds(at: middle) { high = middle } else { low = middle }
    }
    for part: Int64 in 1...15 where high > 1 { _ = try holds(at: high * part / 16) }
    rate = BitRate(bitsPerSecond: high)
    lowerRate = held.lazy.filter { $0 < low }.min().map { BitRate(bitsPerSecond: $0) }
  }
}
