package import PlayheadLadder
package import PlayheadModel

/// How far from the edge of a live event a player has to stay on a network: what each distance
/// costs in latency, and whether it stalls.
package struct HoldBackCurve: Hashable, Sendable {
  /// The sessions, from the shortest distance to the longest.
  package let points: [Point]
  /// The shortest distance from which on no session that was tried stalls, to ``step``; `nil` if
  /// the longest one does.
  package let least: Point?
  /// The shortest distance that does not stall, to ``step``, though longer ones may; `nil` if each
  /// does.
  package let smallest: Point?
  /// The least latency that any player can have; `nil` if nothing is known of it.
  package let bound: LatencyBound?

  /// A session with one distance.
  package struct Point: Hashable, Sendable {
    /// How far from the edge manifests ask players to stay.
    package var holdBack: MediaTime
    /// Where the player joined; `nil` if it did not.
    package var start: MediaTime?
    /// How far the viewer was behind; `nil` if nothing was played during the event.
    package var latency: LiveLatency?
    /// The wall time to the first frame; `nil` if there was none.
    package var startup: WallTime?
    /// The number of stalls.
    package var stallCount: Int
    /// The wall time spent stalled.
    package var stalled: WallTime
    /// What its first stall waits for; `nil` without one, or where the player jumped on.
    package var obstacle: Obstacle?
    /// Whether it started, never stalled, and played to the end.
    package var isClear: Bool
  }

  /// What distances are tried in the curve, and to what the shortest one is found.
  package static let (spacing, step): (MediaTime, MediaTime) = (
    .milliseconds(500), .milliseconds(10)
  )

  /// The longest distance that is tried.
  package static let longest: MediaTime = .seconds(60)

  /// The curve of `scenario`, which is of a live event; `nil` if it is of none, or if it is
  /// cancelled.
  package init?(of scenario: LadderScenario, isCancelled: () -> Bool = { false }) {
    guard let live = scenario.live else { return nil }
    var scenario = scenario
    scenario.options.tickInterval = nil
    scenario.options.recordsEvents = false
    var known: [MediaTime: Point] = [:]
    func point(_ holdBack: MediaTime) -> Point? {
      if let point = known[holdBack] { return point }
      guard !isCancelled() else { return nil }
      var tried = scenario
      tried.live?.holdBack = holdBack
      var simulation = LadderSimulation(tried)
      let played = simulation.run()
      let point = Point(holdBack, played, of: scenario.ladder)
      known[holdBack] = point
      return point
    }
    var points: [Point] = []
    var length = Self.spacing
    while length <= min(live.window, Self.longest) {
      guard let point = point(length) else { return nil }
      points.append(point)
      length = length + Self.spacing
    }
    self.points = points
    bound = LatencyBound(of: scenario, joinedBy: points.compactMap(\.start).max())
    /// The shortest distance that does not stall behind the one at `place`, the next one to which
    /// does not.
    func shortest(behind place: Int?) -> Point? {
      var high = points[place.map { $0 + 1 } ?? 0].holdBack.nanoseconds / Self.step.nanoseconds
      var low = (place.map { points[$0].holdBack } ?? .zero).nanoseconds / Self.step.nanoseconds
      while high - low > 1 {
        let middle = low + (high - low) / 2
        guard let point = point(Self.step * middle) else { return nil }
        if point.isClear { high = middle } else { low = middle }
      }
      return point(Self.step * high)
    }
    let first = points.firstIndex(where: \.isClear)
    smallest = first.flatMap { shortest(behind: $0 > 0 ? $0 - 1 : nil) }
    let isLastClear = points.last?.isClear ?? false
    least = isLastClear ? shortest(behind: points.lastIndex { !$0.isClear }) : nil
    guard !isCancelled() else { return nil }
  }

  /// The distances that were tried and stall though ``smallest`` does not, and are longer.
  package var stalling: [Point] {
    guard let smallest else { return [] }
    return points.filter { !$0.isClear && $0.holdBack > smallest.holdBack }
  }
}

extension HoldBackCurve.Point {
  fileprivate init(_ holdBack: MediaTime, _ played: LadderSession, of ladder: Ladder) {
    let session = played.session
    let latency = played.live.flatMap {
      LiveLatency($0, duration: ladder.capturedDuration, elapsed: session.elapsed)
    }
    self.init(
      holdBack: holdBack, start: played.live?.start, latency: latency, startup: session.startup,
      stallCount: session.stalls.count, stalled: session.phases.stalled,
      obstacle: HoldBackCurve.Obstacle(played, of: ladder),
      isClear: session.startup != nil && session.stalls.isEmpty && session.endReason == .ended)
  }
}
