import PlayheadModel

/// What no plan scores more than, found ever more closely.
struct OptimumProof {
  private let session: SequentialSession
  private let score: SessionScore
  private let secondCost: Double
  /// Plans that may score more than is known.
  private var parts: [Part] = []
  /// What was looked at last.
  private(set) var focus = Focus(starts: [:], pass: 0)
  /// The grain of the first look.
  private var grain: Int64 = 1
  /// How many situations may still be looked at.
  private var left: Int

  /// How many situations one look has at most, as all are kept until it ends.
  private static let limit = 4_000_000

  /// Plans that start to play at some times.
  private struct Part {
    var starts: [OptimumStart]
    /// What none of them scores more than.
    var ceiling: Double
    /// How long who scores more than is known stalls at most in all, in nanoseconds.
    var longest: Int64
    /// How often it was looked at.
    var pass = 0
    /// How many situations the latest look was at.
    var situations = 0
    var bounds: OptimumBounds?
    var price: OptimumPrice?
  }

  /// What no plan that starts at one of `starts` scores more than, if it scores more than `floor`, with
  /// `effort` situations looked at at most.
  init(
    _ session: SequentialSession, _ score: SessionScore, of starts: [OptimumStart],
    above floor: Double, effort: Int
  ) {
    self.session = session
    self.score = score
    left = effort
    secondCost = score.costOfStalledSecond(in: session.lane)
    guard let all = OptimumStart(of: starts) else { return }
    let most =
      Double(session.lane.levels[0].segments.count) * (score.utilities(of: session.lane).max() ?? 0)
    guard most > floor else { return }
    var part = Part(starts: starts, ceiling: most, longest: 0)
    if score.stallCost != nil {
      part.longest = OptimumPrice.stall(costing: most - floor, secondCost)
    }
    price(&part, all, above: floor)
    part.starts.removeAll { $0.forced > part.longest }
    guard part.ceiling > floor, !part.starts.isEmpty else { return }
    parts = [part]
    let rows = Self.rows(at: 0).row(of: part.longest) + 1
    let choices = session.lane.levels.count * session.lane.levels[0].segments.count
    let length = session.lane.levels[0].segments[0].duration.nanoseconds
    let slots = max(session.bufferGoal.nanoseconds * 5 / max(length, 1), 1)
    grain = max(
      session.bufferGoal.nanoseconds / min(slots, Int64(max(Self.limit / (choices * rows), 4))), 1)
  }

  /// Finds the price of a part whose plans are those of `start`.
  private func price(_ part: inout Part, _ start: OptimumStart, above floor: Double) {
    guard score.stallCost == nil || secondCost > 0,
      let price = OptimumPrice(session, score, of: start, longest: Double(part.longest) / 1e9)
    else { return }
    part.price = price
    part.ceiling = min(part.ceiling, price.bound(of: start))
    if score.stallCost != nil {
      part.longest = min(
        part.longest, price.longestStall(of: start, above: floor, within: part.longest))
    }
  }

  /// What no plan scores more than that scores more than `floor`; `floor` if none does.
  func ceiling(above floor: Double) -> Double { max(floor, parts.map(\.ceiling).max() ?? floor) }

  /// Looks closer at the plans that may score the most; `false` if none may score more than `floor`, or if that
  /// is too much.
  mutating func refine(above floor: Double) -> Bool {
    parts.removeAll { $0.ceiling <= floor }
    guard let place = parts.indices.max(by: { parts[$0].ceiling < parts[$1].ceiling }),
      parts[place].pass < Self.passes,
      Self.growth * parts[place].situations <= min(left, Self.limit),
      let closer = look(at: parts[place], above: floor)
    else { return false }
    parts.replaceSubrange(place...place, with: closer)
    return true
  }

  /// Takes into account that what is in focus scores no more than `most`, but for what is known.
  mutating func bound(by most: Double) {
    for place in parts.indices where focus.contains(parts[place].starts) {
      parts[place].ceiling = min(parts[place].ceiling, most)
    }
  }

  /// How many times as many situations a closer look is at.
  private static let growth = 4

  /// How often it is looked closer at most.
  private static let passes = 12

  /// The rows of stalls of a look, a quarter of a second at first.
  private static func rows(at pass: Int) -> OptimumStallRows {
    OptimumStallRows(exponent: max(28 - 2 * pass, 8), halvings: min(pass, 4))
  }

  /// `part` with what a closer look at it shows, each start apart; `nil` if that is too much.
  private mutating func look(at part: Part, above floor: Double) -> [Part]? {
    guard let start = OptimumStart(of: part.starts) else { return [] }
    let scope = OptimumRelaxation.Scope(
      rows: Self.rows(at: part.pass), grain: max(grain >> Int64(2 * part.pass), 1),
      longest: part.longest,
      floor: floor, limit: min(left, Self.limit))
    guard
      let relaxed = OptimumRelaxation(
        session, score, of: start, scope, guide: part.bounds, price: part.price)
    else { return nil }
    left -= relaxed.situations
    let bounds = relaxed.bounds()
    focus = Focus(starts: [:], pass: part.pass + 1, bounds: bounds, stalls: relaxed.stalls)
    for start in part.starts {
      for root in start.roots { focus.starts[root.level] = start }
    }
    var closer = part
    closer.pass += 1
    closer.situations = relaxed.situations
    closer.longest = min(part.longest, relaxed.longest)
    closer.bounds = bounds
    // To look at each start apart takes as much for each.
    let isApart = Self.growth * relaxed.situations * part.starts.count <= left
    return (isApart ? part.starts.map { [$0] } : [part.starts]).map { starts in
      var next = closer
      next.starts = starts
      let ceilings = starts.flatMap(\.roots).map { relaxed.ceiling(first: $0.level) }
      next.ceiling = min(part.ceiling, ceilings.max() ?? -.infinity)
      if starts.count < part.starts.count, next.ceiling > floor {
        price(&next, starts[0], above: floor)
      }
      return next
    }
  }
}

extension OptimumProof {
  /// Plans that were looked at, and what was found.
  struct Focus {
    /// The start by the level of the first segment.
    fileprivate(set) var starts: [Int: OptimumStart]
    /// How often they were looked at.
    fileprivate(set) var pass: Int
    fileprivate var bounds: OptimumBounds?
    fileprivate var stalls: [Int64] = [0]

    /// Whether it is about all of `starts`.
    fileprivate func contains(_ starts: [OptimumStart]) -> Bool {
      starts.allSatisfy { $0.roots.allSatisfy { self.starts[$0.level] != nil } }
    }

    /// The number of the stall of a plan that begins with level `first` and whose buffer runs to `end` before
    /// segment `number`; `nil` if it is not in focus.
    func row(first: Int, _ number: Int, end: Int64) -> Int? {
      guard let start = starts[first] else { return nil }
      let stalled = max(end - start.ends[number - 1], start.forced)
      return max(stalls.partitionPoint { $0 > stalled } - 1, 0)
    }

    /// What can follow at most if segment `number` of a level is requested.
    func sweep(_ number: Int, level: Int) -> OptimumBounds.Sweep? {
      bounds?.sweep(number, level: level, stalls: stalls)
    }
  }
}
