import PlayheadModel

/// What no plan scores more than from a situation on, by a price for all bytes.
///
/// It is a Lagrangian relaxation. Who pays a price for each byte that is loaded, and is paid it for
/// each byte that the link carries until the last segment is due, loses by no plan. With their
/// bytes paid, segments depend on each other only by changes of levels, so that the best levels
/// follow one from the other.
struct OptimumPrice {
  /// The price of a byte.
  let price: Double
  private let horizon: OptimumHorizon
  private let utilities: [Double]
  private let changeCost: Double
  /// What each segment and those after it are worth at most with their bytes paid, by its level:
  /// with what latencies cost of the link if delays are short, and if they are not.
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

  /// What is paid for what the link carries, less what delays cost, of plans that are delayed by
  /// `delay` nanoseconds.
  func income(delay: Int64) -> OptimumHorizon.Most {
    let delay = Double(delay) / 1e9
    var most = income.most(delay: delay, in: horizon)
    most.near -= horizon.secondCost * delay
    most.far -= horizon.secondCost * delay
    return most
  }

  /// What can follow at most if segment `number` of `level` begins to come once the link has
  /// carried `carried` bytes: with the level's own worth, but without what changing to it costs.
  @inline(__always)
  func rest(_ number: Int, level: Int, _ income: OptimumHorizon.Most, carried: Double) -> Double {
    // The latency is over, which the worths have as a cost.
    max(
      income.near + near[number][level] + price * horizon.nearLosses[number],
      income.far + far[number][level] + price * horizon.farLosses[number]) - price * carried
  }
}

extension OptimumPrice {
  /// The price by which the plans of `starts` have the least bound; `nil` if the link changes too
  /// often for one.
  ///
  /// The bound is convex in the price. Delays of more than `longest` seconds do not pay.
  init?(
    _ session: SequentialSession, _ score: SessionScore, of starts: OptimumStarts, longest: Double
  ) {
    guard session.lane.levels[0].segments.count > 1,
      let horizon = OptimumHorizon(session, score, of: starts, longest: longest)
    else { return nil }
    let utilities = score.utilities(of: session.lane)
    let sizes = session.lane.levels.map { level in
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
      if price(one).bound(of: starts) < price(other).bound(of: starts) {
        high = other
      } else {
        low = one
      }
    }
    self = price((low + high) / 2)
  }

  /// What none of the plans of `starts` scores more than.
  func bound(of starts: OptimumStarts) -> Double {
    most(of: starts) { root, level, carried in
      rest(1, level: level, income(delay: root.delay), carried: carried)
    }
  }

  /// The most of what plans of `starts` are worth by what can follow their first segment and a
  /// level of the second, from when the link has carried so many bytes.
  private func most(
    of starts: OptimumStarts, _ rest: (OptimumStarts.Root, Int, Double) -> Double
  ) -> Double {
    let session = horizon.session
    let worths = starts.roots.flatMap { root in
      let sent = session.earliestSent(WallTime(nanoseconds: root.request))
      let carried = OptimumHorizon.bytes(session.link, sent)
      let worth = utilities[root.level] + horizon.secondCost * Double(root.lateness) / 1e9
      return utilities.indices.map { level in
        worth - changeCost * abs(utilities[level] - utilities[root.level])
          + rest(root, level, carried)
      }
    }
    return worths.max() ?? -.infinity
  }

  /// How much the plans of `starts` are delayed at most that score more than `floor`, in
  /// nanoseconds, if by no more than `longest`; negative if none does.
  func longestDelay(of starts: OptimumStarts, above floor: Double, within longest: Int64) -> Int64 {
    let worth = most(of: starts) { _, level, carried in
      far[1][level] + price * (horizon.farLosses[1] - carried)
    }
    var longest = longest
    while true {
      let gain = worth + price * horizon.carried(delay: Double(longest) / 1e9) - floor
      guard gain > 0 else { return -1 }
      let next = min(Self.delay(costing: gain, horizon.secondCost), longest)
      guard next < longest - longest / 100 else { return next }
      longest = next
    }
  }

  /// The delay in nanoseconds that costs `gain`, or eleven days if it is longer.
  static func delay(costing gain: Double, _ secondCost: Double) -> Int64 {
    Int64(min(gain / secondCost * 1e9, 1e15).rounded(.up))
  }
}
