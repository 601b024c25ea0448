import PlayheadModel

/// The search for the plan of the highest score: dynamic programming over segments, where a
/// candidate is dropped if another one is nowhere worse.
///
/// A candidate is worth the utility that it has gathered plus the cost of the time at which
/// playback started. Another one that requests no later, whose buffer ends no later, and that is
/// worth no less, ends no later whatever follows, so it has stalled no longer in the end than it is
/// worth more.
struct OptimumSearch {
  private let session: SequentialSession
  private let score: SessionScore
  private var limit: Int
  /// A guide for each level of the first segment.
  private let guides: [OptimumGuide]
  /// By how much a potential may exceed the best estimate where candidates are thinned; zero until
  /// there are too many.
  private var tolerance = 0.0
  /// Whether who requests earlier has its bytes no later.
  private let isSteady: Bool
  private let utilities: [Double]
  private let secondCost: Double
  /// Every candidate that was kept, for tracing a plan back.
  private var nodes: ContiguousArray<Node> = []
  /// How many candidates the latest search has kept.
  var count: Int { nodes.count }
  /// The most that the best plan lost by thinning.
  private(set) var lost = 0.0
  /// What bounds candidates, and a score that is known of a plan; `nil` where they are thinned
  /// instead.
  private var pruning: (focus: OptimumProof.Focus, known: Double)?
  /// The highest bound of what was left out for want of room.
  private(set) var leftOut = -Double.infinity
  /// When playback starts by the level of the first segment.
  private var startTimes: [Int64] = []

  private struct Node {
    var parent: Int32
    var level: Int32
  }

  /// The best levels up to a segment, in one of the ways that may turn out best.
  struct Candidate {
    /// When the next segment is requested.
    var request: Int64
    /// When the buffer runs empty.
    var end: Int64
    var worth: Double
    /// The most that anything is worth that the candidate stands for.
    var potential: Double
    var level: Int
    /// The level of the first segment.
    var first: Int
    var node: Int32
  }

  init(_ session: SequentialSession, _ score: SessionScore, limit: Int) {
    self.session = session
    self.score = score
    self.limit = limit
    guides = session.lane.levels.indices.map { OptimumGuide(session, score, first: $0) }
    isSteady = session.link.hasSteadyLatency
    utilities = score.utilities(of: session.lane)
    secondCost = score.costOfStalledSecond(in: session.lane)
  }

  /// The levels of the highest score; `nil` if there is no plan.
  mutating func bestLevels() -> [Int]? {
    var candidates = first()
    for number in 1..<max(session.lane.levels[0].segments.count, 1) {
      candidates = following(candidates, at: number)
    }
    func result(_ candidate: Candidate) -> Double {
      candidate.worth - secondCost * WallTime(nanoseconds: candidate.end).seconds
    }
    guard let best = candidates.max(by: { result($0) < result($1) }) else { return nil }
    for candidate in candidates {
      lost = max(lost, candidate.potential - candidate.worth + result(candidate) - result(best))
    }
    return levels(to: best.node)
  }

  /// The levels of the highest score, where what cannot score more than `known` of `focus` is left
  /// out, and what may score the least if there are more than `limit` for a segment; `nil` if
  /// nothing is left.
  mutating func bestLevels(above known: Double, by focus: OptimumProof.Focus, limit: Int) -> [Int]?
  {
    pruning = (focus, known)
    self.limit = limit
    leftOut = -.infinity
    nodes = []
    return bestLevels()
  }

  /// The plans by when they start to play, of those that the link may deliver.
  mutating func starts() -> [OptimumStart] {
    let candidates = first()
    nodes = []
    return Dictionary(grouping: candidates) { startTimes[$0.first] }
      .sorted { $0.key < $1.key }
      .compactMap { started, candidates in
        OptimumStart(
          session,
          roots: candidates.map { .init(level: $0.level, request: $0.request, end: $0.end) },
          started: started)
      }
  }

  /// When the bytes of a request at `time` begin to come.
  private func sent(_ time: WallTime) -> WallTime { time + session.link.latency(at: time) }

  private func levels(to node: Int32) -> [Int] {
    var levels: [Int] = []
    var node = node
    while node >= 0 {
      levels.append(Int(nodes[Int(node)].level))
      node = nodes[Int(node)].parent
    }
    return levels.reversed()
  }

  /// The candidates after the first segment.
  private mutating func first() -> [Candidate] {
    let link = session.link
    let sent = session.start + link.latency(at: session.start)
    var candidates: [Candidate] = []
    startTimes = Array(repeating: .max, count: session.lane.levels.count)
    let carried = link.carried(until: sent)
    for level in session.lane.levels.indices {
      guard let coming = session.coming(0, level: level, sent: sent, carried: carried) else {
        continue
      }
      let started = max(WallTime(nanoseconds: coming.first), session.playback)
      if score.stallCost == nil, coming.ready > started.nanoseconds { continue }
      let now = session.situation(after: 0, coming, end: started.nanoseconds)
      startTimes[level] = started.nanoseconds
      let worth = utilities[level] + secondCost * started.seconds
      candidates.append(
        candidate(now, worth: worth, potential: worth, level: level, first: level, parent: -1))
    }
    return candidates
  }

  private mutating func candidate(
    _ now: SequentialSession.Situation, worth: Double, potential: Double, level: Int, first: Int,
    parent: Int32
  ) -> Candidate {
    nodes.append(Node(parent: parent, level: Int32(level)))
    return Candidate(
      request: now.request, end: now.end, worth: worth, potential: potential,
      level: level, first: first, node: Int32(nodes.count - 1))
  }

  /// The candidates after segment `number`.
  private mutating func following(_ candidates: [Candidate], at number: Int) -> [Candidate] {
    let link = session.link
    var sorted = candidates
    sorted.sort { ($0.request, $0.end, -$0.worth) < ($1.request, $1.end, -$1.worth) }
    let sent = sorted.map { self.sent(WallTime(nanoseconds: $0.request)) }
    let carried = sent.map(link.carried(until:))
    var next: [Candidate] = []
    let kept =
      pruning == nil
      ? fronts(of: sorted, at: number).map(\.kept) : pruned(sorted, at: number)
    for (level, entries) in kept.enumerated() {
      for entry in entries {
        let coming = session.coming(
          number, level: level, sent: sent[entry.index], carried: carried[entry.index],
          end: entry.end)
        guard let coming else { continue }
        if score.stallCost == nil, coming.ready > entry.end { continue }
        let now = session.situation(after: number, coming, end: entry.end)
        next.append(
          candidate(
            now, worth: entry.worth, potential: entry.potential, level: level,
            first: sorted[entry.index].first,
            parent: sorted[entry.index].node))
      }
    }
    return next
  }

  /// Candidate number `index` with a segment of `level` chosen next.
  private func entry(
    _ index: Int, of candidate: Candidate, next level: Int, guide: Double
  ) -> OptimumFront.Entry {
    let gain =
      utilities[level] - score.changeCost * abs(utilities[level] - utilities[candidate.level])
    return OptimumFront.Entry(
      index: index, request: candidate.request, end: candidate.end,
      worth: candidate.worth + gain, potential: candidate.potential + gain, guide: guide)
  }

  /// What may follow with each level of segment `number`, without what cannot score more than is
  /// known.
  private mutating func pruned(_ sorted: [Candidate], at number: Int) -> [[OptimumFront.Entry]] {
    guard let (focus, known) = pruning else { return [] }
    let rows = sorted.map { focus.row(first: $0.first, number, end: $0.end) }
    let starts = startTimes.enumerated().map { first, started in
      secondCost * (Double(started) / 1e9 - focus.lateness(first: first).seconds)
    }
    var kept = session.lane.levels.indices.map { level in
      var sweep = focus.sweep(number, level: level)
      let entries = sorted.indices.compactMap { index -> OptimumFront.Entry? in
        let candidate = sorted[index]
        guard let row = rows[index] else { return nil }
        let rest = sweep?.value(from: candidate.request, row: row) ?? .infinity
        var entry = entry(index, of: candidate, next: level, guide: 0)
        entry.guide = entry.worth - starts[candidate.first] + rest
        return entry.guide > known ? entry : nil
      }
      guard isSteady else { return Self.distinct(entries) }
      return OptimumFront(
        of: entries, ceiling: -.infinity, floor: -.infinity, isStallFree: score.stallCost == nil
      ).kept
    }
    guard kept.reduce(0, { $0 + $1.count }) > limit else { return kept }
    let bounds = kept.flatMap { $0.map(\.guide) }.sorted(by: >)
    leftOut = max(leftOut, bounds[limit])
    for level in kept.indices { kept[level].removeAll { $0.guide <= bounds[limit] } }
    return kept
  }

  /// The best of each with the same times, which are in the order of their requests.
  private static func distinct(_ entries: [OptimumFront.Entry]) -> [OptimumFront.Entry] {
    var kept: [OptimumFront.Entry] = []
    for entry in entries {
      if let last = kept.last, last.request == entry.request, last.end == entry.end {
        if last.worth < entry.worth { kept[kept.count - 1] = entry }
      } else {
        kept.append(entry)
      }
    }
    return kept
  }

  /// The front for each level of segment `number`.
  private mutating func fronts(of sorted: [Candidate], at number: Int) -> [OptimumFront] {
    var best = -Double.infinity
    let entries = session.lane.levels.indices.map { level in
      sorted.enumerated().map { index, candidate in
        let entry = entry(
          index, of: candidate, next: level,
          guide: guides[candidate.first].value(
            number, level: level, buffer: candidate.end - candidate.request)
            - secondCost * WallTime(nanoseconds: candidate.end).seconds)
        best = max(best, entry.worth + entry.guide)
        return entry
      }
    }
    let levelCount = entries.count
    let floors = entries.map { entries in
      let estimates = entries.map { $0.worth + $0.guide }.sorted(by: >)
      return estimates.isEmpty ? 0 : estimates[min(limit / (4 * levelCount), estimates.count - 1)]
    }
    while true {
      let fronts = zip(entries, floors).map { entries, floor in
        OptimumFront(
          of: entries, ceiling: tolerance > 0 ? best + tolerance : -.infinity,
          floor: floor, isStallFree: score.stallCost == nil)
      }
      if fronts.reduce(0, { $0 + $1.kept.count }) <= limit || tolerance > 1e12 { return fronts }
      tolerance = tolerance > 0 ? tolerance * 1.5 : 1e-3
    }
  }
}
