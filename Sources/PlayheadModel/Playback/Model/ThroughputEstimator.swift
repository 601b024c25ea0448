/// A running throughput estimate: the lower of a fast and a slow moving average, each corrected for
/// its initial zero, as in hls.js; or the mean of all measurements.
struct ThroughputEstimator: Hashable, Sendable {
  /// One shared object, as players are copied far more often than they measure.
  private var storage: Storage

  private final class Storage: Hashable, Sendable {
    let fast: MovingAverage
    let slow: MovingAverage
    let over: ThroughputSpan
    /// All measurements, for the mean.
    let bytes: Int128
    let time: Int128

    init(
      fast: MovingAverage, slow: MovingAverage, over: ThroughputSpan, bytes: Int128 = 0,
      time: Int128 = 0
    ) {
      self.fast = fast
      self.slow = slow
      self.over = over
      self.bytes = bytes
      self.time = time
    }

    static func == (left: Storage, right: Storage) -> Bool {
      left === right
        || left.fast == right.fast && left.slow == right.slow && left.over == right.over
          && left.bytes == right.bytes && left.time == right.time
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(fast)
      hasher.combine(slow)
      hasher.combine(bytes)
      hasher.combine(time)
    }
  }

  init(_ estimation: ThroughputEstimation) {
    storage = Storage(
      fast: MovingAverage(halfLife: estimation.fastHalfLife),
      slow: MovingAverage(halfLife: estimation.slowHalfLife), over: estimation.over)
  }

  /// The estimate in whole bits per second; `nil` before the first measurement.
  var estimate: Int64? {
    switch storage.over {
    case .recent:
      guard let fast = storage.fast.value, let slow = storage.slow.value else { return nil }
      return min(fast, slow)
    case .session:
      guard storage.time > 0 else { return nil }
      let rate = storage.bytes * Int128(BitRate.quantaPerByte) / storage.time
      return Int64(min(rate, Int128(MovingAverage.most)))
    }
  }

  /// Adds a measurement of `bytes` in `time`; one of zero time is ignored.
  mutating func add(bytes: Int64, in time: WallTime) {
    guard time > .zero else { return }
    var (fast, slow) = (storage.fast, storage.slow)
    guard storage.over == .recent else {
      storage = Storage(
        fast: fast, slow: slow, over: storage.over, bytes: storage.bytes + Int128(bytes),
        time: storage.time + Int128(time.nanoseconds))
      return
    }
    let rate = Int128(bytes) * Int128(BitRate.quantaPerByte) / Int128(time.nanoseconds)
    let capped = UInt64(min(rate, Int128(MovingAverage.most)))
    fast.add(capped, over: time)
    slow.add(capped, over: time)
    storage = Storage(fast: fast, slow: slow, over: storage.over)
  }
}

/// A moving average in which the weight of a value halves after each half-life.
private struct MovingAverage: Hashable, Sendable {
  /// The maximum value; higher ones count as it: a petabit per second.
  fileprivate static let most: UInt64 = 1_000_000_000_000_000

  private let halfLife: WallTime
  /// The average with an initial value of zero, in 2⁻⁶² of its unit.
  private var sum: UInt128 = 0
  private var time: WallTime = .zero

  init(halfLife: WallTime) {
    self.halfLife = halfLife
  }

  mutating func add(_ value: UInt64, over time: WallTime) {
    let kept = UInt128(ExponentialDecay.one.halved(over: time, halfLife: halfLife))
    let whole = (sum >> 62) * kept
    let fraction = ((sum & UInt128(ExponentialDecay.one - 1)) * kept) >> 62
    sum = whole + fraction + UInt128(value) * (UInt128(ExponentialDecay.one) - kept)
    self.time = min(.bound, self.time + time)
  }

  /// The average, rounded to the nearest integer; `nil` before the first value.
  var value: Int64? {
    let weight = UInt128(
      ExponentialDecay.one - ExponentialDecay.one.halved(over: time, halfLife: halfLife))
    guard weight > 0 else { return nil }
    return Int64((sum + weight / 2) / weight)
  }
}
