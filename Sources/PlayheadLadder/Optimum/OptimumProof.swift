import PlayheadModel

/// What no plan scores more than, found ever more closely.
struct OptimumProof {
  private let session: SequentialSession
  private let score: SessionScore
  private let starts: OptimumStarts
  private let price: OptimumPrice?
  /// What no plan scores more than, but for what is known.
  private var most: Double
  /// How much who scores more than is known is delayed at most, in nanoseconds.
  private var longest: Int64
  /// What the latest look found.
  private(set) var focus = Focus()
  /// The grain of the first look.
  private var grain: Int64 = 1
  /// How many situations may still be looked at.
  private var left: Int
  /// How many the next look is at, as far as one can tell.
  private var expected = 0

  /// How many situations one look has at most, as all are kept until it ends.
  private static let limit = 4_000_000

  /// How many times as many situations a look is at that is closer by as much.
  private static let growth = 4.0

  /// How often it is looked closer at most.
  private static let passes = 12

  /// What no plan that starts at one of `starts` scores more than, if it scores more than `floor`,
  /// with `effort` situations looked at at most; `nil` if none does.
  init?(
    _ session: SequentialSession, _ score: SessionScore, of starts: [OptimumStart],
    above floor: Double, effort: Int
  ) {
    guard
      let starts = OptimumStarts(starts.filter { score.stallCost != nil || $0.forced == 0 })
    else { return nil }
    (self.session, self.score, self.starts) = (session, score, starts)
    left = effort
    let secondCost = score.costOfStalledSecond(in: session.lane)
    let count = session.lane.levels[0].segments.count
    most = Double(count) * (score.utilities(of: session.lane).max() ?? 0)
    guard most > floor else { return nil }
    longest = starts.lateness
    if score.stallCost != nil { longest += OptimumPrice.delay(costing: most - floor, secondCost) }
    if score.stallCost == nil || secondCost > 0 {
      price = OptimumPrice(session, score, of: starts, longest: Double(longest) / 1e9)
    } else {
      price = nil
    }
    if let price {
      most = min(most, price.bound(of: starts))
      if score.stallCost != nil {
        longest = min(longest, price.longestDelay(of: starts, above: floor, within: longest))
      }
    }
    guard most > floor, longest >= 0 else { return nil }
    let length = session.lane.levels[0].segments[0].duration.nanoseconds
    let slots = max(session.bufferGoal.nanoseconds * 5 / max(length, 1), 1)
    let room = Self.limit / (session.lane.levels.count * count * rows(at: 0).count)
    grain = max(session.bufferGoal.nanoseconds / min(slots, Int64(max(room, 4))), 1)
  }

  /// The rows of delays of a look, a quarter of a second at first.
  private func rows(at pass: Int) -> OptimumDelayRows {
    OptimumDelayRows(
      starts: starts.delays, longest: longest,
      exponent: score.stallCost == nil ? nil : max(28 - 2 * pass, 8), halvings: min(pass, 4))
  }

  /// What no plan scores more than that scores more than `floor`; `floor` if none does.
  func ceiling(above floor: Double) -> Double { max(floor, most) }

  /// Looks closer; `false` if no plan may score more than `floor`, or if that is too much.
  mutating func refine(above floor: Double) -> Bool {
    let pass = focus.pass
    guard most > floor, pass < Self.passes else { return false }
    let rows = rows(at: pass)
    // What is found of a situation holds for the rows after its own, too.
    let weight = 1 + Double(rows.count) / 256
    let room = Int(Double(min(left, Self.limit)) / weight)
    // One that has to be much coarser than meant finds little.
    guard expected <= 4 * room else { return false }
    let scope = OptimumRelaxation.Scope(
      rows: rows, grain: max(grain >> Int64(2 * pass), 1), longest: longest, floor: floor,
      limit: room)
    guard
      let relaxed = OptimumRelaxation(
        session, score, of: starts, scope, guide: focus.bounds, price: price)
    else { return false }
    left -= Int(Double(relaxed.situations) * weight)
    let before = most - floor
    most = min(most, relaxed.ceiling)
    guard most > floor else { return false }
    focus = Focus(pass: pass + 1, starts: starts, bounds: relaxed.bounds(), delays: rows.least)
    longest = relaxed.longest
    // The less plans may score above the floor, the fewer have to be looked at.
    let nearer = before < .infinity ? max(most - floor, 0) / before : 1
    expected = Int(Self.growth * Double(relaxed.situations) * nearer.squareRoot())
    return true
  }

  /// Takes into account that no plan scores more than `most`, but for what is known, as a search of
  /// `count` plans has found.
  mutating func bound(by most: Double, searched count: Int) {
    self.most = min(self.most, most)
    // To search a plan takes about as long as to look at four situations.
    left -= 4 * count
  }
}

extension OptimumProof {
  /// What a look found.
  struct Focus {
    /// How often it was looked.
    fileprivate(set) var pass = 0
    fileprivate var starts: OptimumStarts?
    fileprivate var bounds: OptimumBounds?
    fileprivate var delays: [Int64] = [0]

    /// The number of the delay of a plan that begins with level `first` and whose buffer runs to
    /// `end` before segment `number`; `nil` if no plan that begins with it can score more than is
    /// known.
    func row(first: Int, _ number: Int, end: Int64) -> Int? {
      guard let starts, let root = starts.root(first) else { return nil }
      let delay = max(end - starts.ends[number - 1], root.delay)
      return max(delays.partitionPoint { $0 > delay } - 1, 0)
    }

    /// What can follow at most if segment `number` of a level is requested.
    func sweep(_ number: Int, level: Int) -> OptimumBounds.Sweep? {
      bounds?.sweep(number, level: level, delays: delays)
    }

    /// By how much the start of plans that begin with level `first` is later than the earliest,
    /// which is no delay of theirs that costs.
    func lateness(first: Int) -> WallTime {
      WallTime(nanoseconds: starts?.root(first)?.lateness ?? 0)
    }
  }
}
