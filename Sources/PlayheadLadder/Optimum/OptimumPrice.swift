import PlayheadModel

/// What no plan scores more than from a situation on, by a price for all bytes.
///
/// It is a Lagrangian relaxation. Who pays a price for each byte that is loaded, and is paid it for each byte
/// that the link carries until the last segment is due, loses by no plan. With their bytes paid, segments
/// depend on each other only by changes of levels, so that the best levels follow one from the other.
struct OptimumPrice {
  /// The price of a byte.
  let price: Double
  private let horizon: OptimumHorizon
  private let utilities: [Double]
  private let changeCost: Double
  /// What each segment and those after it are worth at most with their bytes paid, by its level: with what
  /// latencies cost of the link if stalls are short, and if they are not.
  private let near: [[Double]]
  private let far: [[Double]]
  private let income: OptimumHorizon.Income

  init(_ price: Double, _ horizon: OptimumHorizon, _ score: SessionScore) {
    self.price = price
    self.horizon = horizon
    utilities = score.utilities(of: horizon.session.lane)
    changeCost = score.changeCost
    income = OptimumHorizon.Income(price, horizon)
    near = Self.worths(price, horizon, horizon.nearLosses, utilities, changeCost)
    far =
      horizon.farLosses == horizon.nearLosses
      ? near : Self.worths(price, horizon, horizon.farLosses, utilities, changeCost)
  }

  private static func worths(
    _ price: Double, _ horizon: OptimumHorizon, _ losses: [Double], _ utilities: [Double],
    _ changeCost: Double
  ) -> [[Double]] {
    let levels = horizon.session.lane.levels
    let count = levels[0].segments.count
    var worths = Array(repeating: Array(repeating: 0.0, count: levels.count), count: count)
    for number in stride(from: count - 1, to: 0, by: -1) {
      for level in levels.indices {
        let bytes = Double(levels[level].segments[number].resource.bytes) + losses[number]
        worths[number][level] = utilities[level] - price * bytes
        guard number + 1 < count else { continue }
        var best = -Double.infinity
        for next in levels.indices {
          let change = changeCost * abs(utilities[next] - utilities[level])
          best = max(best, worths[number + 1][next] - change)
        }
        worths[number][level] += best
      }
    }
    return worths
  }

  /// What stays the same of a situation whatever the level of the next segment.
  struct Situation {
    fileprivate let near: Double
    fileprivate let far: Double
    fileprivate let level: Int
  }

  /// A situation before segment `number`, with so much worth gathered, the last segment of `level`, the buffer
  /// empty at `end`, and `carried` bytes carried by when the next ones begin to come.
  func situation(
    before number: Int, worth: Double, level: Int, end: Int64, carried: Double
  ) -> Situation {
    let stalled = Double(end - horizon.ends[number - 1]) / 1e9
    let paid = income.most(stalled: stalled, in: horizon)
    // The latency is over, which the worths have as a cost.
    let rest = worth - horizon.secondCost * (stalled + horizon.playback) - price * carried
    return Situation(
      near: rest + paid.near + price * horizon.nearLosses[number],
      far: rest + paid.far + price * horizon.farLosses[number], level: level)
  }

  /// What no plan scores more than that goes on with segment `number` of `level`.
  @inline(__always)
  func bound(of situation: Situation, next number: Int, level: Int) -> Double {
    max(situation.near + near[number][level], situation.far + far[number][level])
      - changeCost * abs(utilities[level] - utilities[situation.level])
  }

  /// What no plan scores more than that goes on from a situation before segment `number`.
  func bound(of situation: Situation, next number: Int) -> Double {
    utilities.indices.map { bound(of: situation, next: number, level: $0) }.max() ?? -.infinity
  }
}

extension OptimumPrice {
  /// The price by which `roots`, the situations after the first segment, have the least bound.
  ///
  /// The bound is convex in the price.
  static func tight(
    _ horizon: OptimumHorizon, _ score: SessionScore, roots: [Root]
  ) -> OptimumPrice {
    let utilities = score.utilities(of: horizon.session.lane)
    let sizes = horizon.session.lane.levels.map { level in
      level.segments.reduce(0) { $0 + Double($1.resource.bytes) } / Double(level.segments.count)
    }
    let range = (utilities.max() ?? 0) - (utilities.min() ?? 0)
    let scale = max(range, 1e-9) / max(sizes.max() ?? 1, 1)
    var (low, high) = (-12.0, 6.0)
    func price(_ exponent: Double) -> OptimumPrice {
      OptimumPrice(scale * Elementary.exponential(exponent), horizon, score)
    }
    for _ in 0..<28 {
      let (one, other) = (low + (high - low) * 0.4, low + (high - low) * 0.6)
      if price(one).bound(of: roots) < price(other).bound(of: roots) {
        high = other
      } else {
        low = one
      }
    }
    return price((low + high) / 2)
  }

  /// A situation after the first segment.
  struct Root {
    var worth: Double
    var level: Int
    var end: Int64
    var carried: Double
  }

  /// The most that any of `roots` leads to.
  func bound(of roots: [Root]) -> Double {
    let bounds = roots.map { root in
      let situation = situation(
        before: 1, worth: root.worth, level: root.level, end: root.end, carried: root.carried)
      return bound(of: situation, next: 1)
    }
    return bounds.max() ?? -.infinity
  }
}
