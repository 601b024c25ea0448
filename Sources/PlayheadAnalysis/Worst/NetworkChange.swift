package import PlayheadLadder
package import PlayheadModel

/// A change to a network, of one ``WorstCase/Family``.
package enum NetworkChange: Hashable, Sendable {
  /// All rates are multiplied by this share.
  case scaled(Ratio)
  /// The rate, which never changes, is this.
  case rate(BitRate)
  /// Each request takes longer to its first byte by this wall time.
  case latency(WallTime)
  /// From `start`, for `length`, `depth` of the rate is missing; all of it is an outage.
  case dip(start: WallTime, length: WallTime, depth: Ratio)
  /// One request gets no answer, or an error.
  case lost(RequestFault)
  /// The session begins at `start`, and from `length` on everything arrives at once.
  case window(start: WallTime, length: WallTime)

  /// `base`, which holds its last interval, with the change.
  package func applied(to base: BandwidthProfile) -> BandwidthProfile {
    let intervals: [BandwidthProfile.Interval]
    switch self {
    case .lost: return base
    case .scaled(let share):
      intervals = base.changingIntervals { $0.rate = $0.rate.scaled(by: share) }
    case .rate(let rate):
      intervals = base.changingIntervals { $0.rate = rate }
    case .latency(let added):
      intervals = base.changingIntervals { $0.latency = min($0.latency + added, .bound) }
    case .dip(let start, let length, let depth):
      intervals = base.changing(from: start, to: start + length) { interval in
        interval.rate = interval.rate.scaled(by: Ratio(millionths: 1_000_000 - depth.millionths))
      }
    case .window(let start, let length):
      intervals = base.intervals(from: start, to: start + length) + [Self.ideal]
    }
    return BandwidthProfile(
      unchecked: base.name, intervals, .holdsLast, jitter: nil,
      notes: BandwidthProfile.notes(on: intervals, .holdsLast))
  }
}

extension NetworkChange {
  /// What follows a window: everything arrives at once.
  package static let ideal = BandwidthProfile.Interval(duration: .zero, rate: MinimumRate.bound)

  /// Changes a little larger that take fewer digits to write, the shortest first.
  package var simpler: [NetworkChange] {
    switch self {
    case .lost: []
    case .scaled(let share):
      (1..<max(1, share.millionths.significantDigits)).map {
        .scaled(Ratio(millionths: share.millionths.rounded(to: $0, up: false)))
      }
    case .rate(let rate):
      (1..<max(1, rate.bitsPerSecond.significantDigits)).map {
        .rate(BitRate(bitsPerSecond: rate.bitsPerSecond.rounded(to: $0, up: false)))
      }
    case .latency(let added): Self.longer(added).map { .latency($0) }
    case .dip(let start, let length, let depth):
      Self.longer(length).map { .dip(start: start, length: $0, depth: depth) }
    case .window(let start, let length):
      Self.longer(length).map { .window(start: start, length: $0) }
    }
  }

  private static func longer(_ time: WallTime) -> [WallTime] {
    (1..<max(1, time.nanoseconds.significantDigits)).map {
      WallTime(nanoseconds: time.nanoseconds.rounded(to: $0, up: true))
    }
  }
}

extension BitRate {
  /// The rate multiplied by `share`, rounded down.
  fileprivate func scaled(by share: Ratio) -> BitRate {
    BitRate(
      bitsPerSecond: Int64(Int128(bitsPerSecond) * Int128(share.millionths) / 1_000_000))
  }
}
