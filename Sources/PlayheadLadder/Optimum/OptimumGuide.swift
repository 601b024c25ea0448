import PlayheadModel

/// An estimate of what a session is still worth, by the buffer before a segment is requested.
///
/// It is computed backwards over a grid of buffer levels, for sessions that begin with one level
/// and have stalled so far as little as at the lowest level. It only says where candidates may be
/// thinned, never what a plan is worth.
struct OptimumGuide {
  private static let cells = 32
  private let cellsPerNanosecond: Double
  private let levelCount: Int
  /// The estimate for each segment, level and buffer level of the grid.
  private var values: ContiguousArray<Double>

  init(_ session: SequentialSession, _ score: SessionScore, first: Int) {
    let segments = session.lane.levels[0].segments
    levelCount = session.lane.levels.count
    cellsPerNanosecond = Double(Self.cells) / Double(max(session.bufferGoal.nanoseconds, 1))
    values = ContiguousArray(
      repeating: 0, count: segments.count * levelCount * (Self.cells + 1))
    let ends = Self.referenceEnds(session, first)
    let utilities = score.utilities(of: session.lane)
    let secondCost = score.costOfStalledSecond(in: session.lane)
    for number in stride(from: segments.count - 1, to: 0, by: -1) {
      for cell in 0...Self.cells {
        let end = ends[number - 1]
        let buffer = Int64(Double(cell) / cellsPerNanosecond)
        let request = WallTime(nanoseconds: max(end - buffer, session.start.nanoseconds))
        let sent = request + session.link.latency(at: request)
        let carried = session.link.carried(until: sent)
        for level in 0..<levelCount {
          var value = -Double.infinity
          let coming = session.coming(
            number, level: level, sent: sent, carried: carried, end: end)
          if let coming {
            let stalled = max(coming.ready - end, 0)
            let now = session.situation(after: number, coming, end: end)
            value =
              stalled > 0 && score.stallCost == nil
              ? -.infinity
              : -secondCost * Double(stalled) / 1e9
                + following(number, level, now.end - now.request, utilities, score.changeCost)
          }
          values[index(number, level, cell)] = value
        }
      }
    }
  }

  /// When the buffer would run empty after each segment, all but the first of the lowest level.
  private static func referenceEnds(_ session: SequentialSession, _ first: Int) -> [Int64] {
    let segments = session.lane.levels[0].segments
    let played = session.played(
      [first] + Array(repeating: 0, count: segments.count - 1))
    var end = session.playback.nanoseconds
    return segments.indices.map { number in
      let arrival = (played?.arrivals[number] ?? session.start).nanoseconds
      let coming = SequentialSession.Coming(first: arrival, ready: arrival, arrival: arrival)
      end = session.situation(after: number, coming, end: end).end
      return end
    }
  }

  private func index(_ number: Int, _ level: Int, _ cell: Int) -> Int {
    (number * levelCount + level) * (Self.cells + 1) + cell
  }

  /// The best of what can follow segment `number` of `level`.
  private func following(
    _ number: Int, _ level: Int, _ buffer: Int64, _ utilities: [Double], _ changeCost: Double
  ) -> Double {
    guard (number + 2) * levelCount * (Self.cells + 1) <= values.count else { return 0 }
    var best = -Double.infinity
    for next in 0..<levelCount {
      let change = changeCost * abs(utilities[next] - utilities[level])
      best = max(best, utilities[next] - change + value(number + 1, level: next, buffer: buffer))
    }
    return best
  }

  /// What the session is still worth if segment `number` is requested of `level`, without its own
  /// utility, when there are `buffer` nanoseconds in the buffer.
  func value(_ number: Int, level: Int, buffer: Int64) -> Double {
    let place = min(max(Double(buffer) * cellsPerNanosecond, 0), Double(Self.cells))
    let cell = min(Int(place), Self.cells - 1)
    let low = values[index(number, level, cell)]
    let high = values[index(number, level, cell + 1)]
    guard low > -.infinity else { return high }
    return low + (high - low) * (place - Double(cell))
  }
}
