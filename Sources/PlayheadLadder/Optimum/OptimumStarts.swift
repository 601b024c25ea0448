/// The plans of a session by when they start to play, and by how much later each is than the
/// earliest.
///
/// The delay of a plan is by how much later its buffer runs empty than that of the earliest start
/// without any stall: what its start is later, and what it has stalled since. Two plans that have
/// the same to choose from agree in it, whenever they started.
struct OptimumStarts {
  /// The earliest first.
  private let starts: [OptimumStart]
  /// What each plan is delayed in the end at least, by its start, in nanoseconds.
  let delays: [Int64]
  /// When the buffer runs empty after each segment, of the earliest start without any stall.
  let ends: [Int64]
  /// When it does so at the earliest, as every plan stalls.
  let leastEnds: [Int64]
  /// The situations after the first segment, by its level.
  private let rootsByLevel: [Root?]

  /// A situation after the first segment.
  struct Root {
    var level: Int
    /// When the next segment is requested.
    var request: Int64
    /// What is delayed in the end at least, in nanoseconds.
    var delay: Int64
    /// By how much the start is later than the earliest, in nanoseconds.
    var lateness: Int64
  }

  /// All of `starts`; `nil` if there is none.
  init?(_ starts: some Sequence<OptimumStart>) {
    let starts = starts.sorted { $0.ends[0] < $1.ends[0] }
    guard let first = starts.first else { return nil }
    self.starts = starts
    let ends = first.ends
    let latenesses = starts.map { $0.ends[0] - ends[0] }
    let delays = zip(starts, latenesses).map { $0.forced + $1 }
    self.ends = ends
    self.delays = delays
    leastEnds = ends.indices.map { number in starts.map { $0.leastEnds[number] }.min() ?? 0 }
    let levels = starts.flatMap { $0.roots.map(\.level) }
    var roots = [Root?](repeating: nil, count: (levels.max() ?? -1) + 1)
    for (place, start) in starts.enumerated() {
      for root in start.roots {
        roots[root.level] = Root(
          level: root.level, request: root.request,
          delay: max(root.end - ends[0], delays[place]), lateness: latenesses[place])
      }
    }
    rootsByLevel = roots
  }

  /// The situations after the first segment, in the order of their levels.
  var roots: [Root] { rootsByLevel.compactMap(\.self) }

  /// The situation after a first segment of `level`; `nil` if none of the plans begins with it.
  func root(_ level: Int) -> Root? {
    rootsByLevel.indices.contains(level) ? rootsByLevel[level] : nil
  }

  /// By how much the latest start is later than the earliest, in nanoseconds.
  var lateness: Int64 { roots.map(\.lateness).max() ?? 0 }

  /// When the buffer runs empty after segment `number` at the earliest, of plans that are delayed
  /// by `delay` by then or in the end.
  func leastEnd(_ number: Int, delay: Int64) -> Int64 {
    var least = ends[number] + delay
    // Of what a start stalls in any case, nothing may be stalled yet.
    for (start, inTheEnd) in zip(starts, delays) where inTheEnd >= delay {
      least = min(least, start.leastEnds[number])
    }
    return max(least, leastEnds[number])
  }
}
