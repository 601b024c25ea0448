package import PlayheadModel

/// The figures of merit of adaptation, besides those of any session.
///
/// Bit rates are those that the manifest declares, as players and published scores count them. They
/// are of the first lane, which carries video; the segments are in the order in which they are
/// shown.
package struct LadderSummary: Hashable, Sendable {
  /// The mean bit rate of the segments that were loaded, by their length; `nil` if none were.
  package let meanBitRate: BitRate?
  /// The mean bit rate of what was played, by its length; `nil` if nothing was.
  package let meanPlayedBitRate: BitRate?
  /// The media time that was played at each level.
  package let timeAtLevel: [MediaTime]
  /// The changes of level that a viewer sees, from one segment to the next in order of
  /// presentation.
  package let switches: Switches
  /// Each of these changes, in order.
  package let levelChanges: [LevelChange]
  /// The number of decisions for another level than that of the segment before.
  package let decidedSwitchCount: Int
  /// What became of the bytes that were downloaded.
  package let bytes: DownloadedBytes
  /// The number of requests that were abandoned for another level.
  package let abandonmentCount: Int
  /// What the startup was spent on: the requests that were complete before playback started, in
  /// order.
  package let startupRequests: [LadderRequest]
  /// The published scores of quality of experience.
  package let scores: Scores
  /// How far the viewer of a live event was behind; `nil` on demand, or if nothing was played
  /// meanwhile.
  package let latency: LiveLatency?
  /// What the player did to stay near the edge; `nil` wherever the latency is.
  package let liveMoves: LiveMoves?
  /// By a score, by how much any player could have scored higher at most; only of the scores for
  /// which the optimum was found, and `nil` where the session has no score beside it.
  package private(set) var optimumGaps: [Optimum.Objective: Double?] = [:]

  /// A change of level that a viewer sees.
  package struct LevelChange: Hashable, Sendable {
    /// The media time at which the first segment at the new level is shown.
    package let mediaTime: MediaTime
    /// The level before.
    package let former: Int
    /// The level from there on.
    package let level: Int
  }

  /// What a player did to stay near the edge of a live event.
  package struct LiveMoves: Hashable, Sendable {
    /// How often it changed its playback rate.
    package let rateChanges: Int
    /// How often it jumped.
    package let jumps: Int
    /// The media that it skipped so.
    package let skipped: MediaTime
  }

  /// Changes of level.
  package struct Switches: Hashable, Sendable {
    /// How many go up.
    package internal(set) var up = 0
    /// How many go down.
    package internal(set) var down = 0
    /// How many go the other way than the one before.
    package internal(set) var reversals = 0
    /// The bit rates by which they change, added up.
    package internal(set) var total = BitRate.zero

    /// How many there are.
    package var count: Int { up + down }

    /// The mean change of bit rate; `nil` without switches.
    package var meanAmplitude: BitRate? {
      guard count > 0 else { return nil }
      return BitRate(bitsPerSecond: (total.bitsPerSecond * 2 + Int64(count)) / Int64(2 * count))
    }
  }

  /// Published scores.
  package struct Scores: Hashable, Sendable {
    /// The linear score of MPC (Yin et al., SIGCOMM 2015) as Pensieve computes it: the bit rates in
    /// Mbit/s, less 4.3 for each second stalled, less the changes of bit rate in Mbit/s.
    package let linear: Double
    /// Its mean over the segments; `nil` if none were loaded.
    package let linearPerSegment: Double?
    /// The score of BOLA (Spiteri et al., INFOCOM 2016) as Sabre's "time average score" computes
    /// it: over the time watched, startup and waits included, the mean utility of what is played,
    /// less 5 times the share stalled; `nil` if nothing was played.
    package let bola: Double?
    /// The mean utility of BOLA (Spiteri et al., INFOCOM 2016) over the segments: the logarithm of
    /// the bit rate over the lowest one; `nil` if no segments were loaded.
    package let meanUtility: Double?
  }

  /// The summary of `session`, which played `ladder`.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - ladder: what it played.
  ///   - rates: the bit rates of the levels of the first lane that count; `nil` for the declared
  ///     ones.
  package init(_ session: LadderSession, of ladder: Ladder, rates: [BitRate]? = nil) {
    var levels = ladder.lanes[0].levels
    for (number, rate) in (rates ?? []).enumerated() { levels[number].bitRate = rate }
    // Segments and levels are looked at in place, as they take longer to copy.
    let segments = session.segments
    let parts = session.parts(lane: 0)
    let shown = parts.parts
    meanBitRate = Self.mean(
      shown.map { part in
        let (level, place) = (segments[part.segment].level, segments[part.segment].segment)
        let isDeclaredByPeriod = rates == nil && !levels[level].periods.isEmpty
        return (
          isDeclaredByPeriod ? levels[level].bitRate(of: place) : levels[level].bitRate,
          part.range.duration
        )
      })
    timeAtLevel = Self.timeAtLevel(of: session, shown, in: ladder)
    meanPlayedBitRate = Self.mean(zip(levels.map(\.bitRate), timeAtLevel).map { ($0, $1) })
    var switches = Switches()
    var isUp: Bool?
    var changes: [LevelChange] = []
    for (number, (one, next)) in zip(shown, shown.dropFirst()).enumerated() {
      let (former, level) = (segments[one.segment].level, segments[next.segment].level)
      guard former != level else { continue }
      changes.append(
        LevelChange(mediaTime: shown[number + 1].range.start, former: former, level: level))
      let goesUp = level > former
      if goesUp { switches.up += 1 } else { switches.down += 1 }
      if isUp == !goesUp { switches.reversals += 1 }
      isUp = goesUp
      let change = levels[level].bitRate.bitsPerSecond - levels[former].bitRate.bitsPerSecond
      switches.total.bitsPerSecond += abs(change)
    }
    self.switches = switches
    levelChanges = changes
    decidedSwitchCount = session.decisions.count { $0.lane == 0 && $0.isSwitch }
    bytes = DownloadedBytes(session, parts)
    let requests = session.requests
    abandonmentCount = requests.indices.count { requests[$0].request.endReason == .abandoned }
    startupRequests =
      session.session.record.startup.map { startup in
        requests.indices.filter { requests[$0].request.end.map { $0 <= startup } ?? false }
          .map { requests[$0] }
      } ?? []
    scores = Scores(session, shown, switches, timeAtLevel, of: levels)
    latency = session.live.flatMap {
      LiveLatency($0, duration: ladder.capturedDuration, elapsed: session.session.record.elapsed)
    }
    let live = latency == nil ? nil : session.live
    liveMoves = live.map { live in
      LiveMoves(
        rateChanges: live.rates.count, jumps: live.jumps.count,
        skipped: live.jumps.reduce(.zero) { $0 + $1.range.duration })
    }
  }

  /// Finds the optimum of `scenario`, of which `session` came, for each of `objectives`.
  package mutating func findOptimumGaps(
    of session: LadderSession, in scenario: LadderScenario,
    for objectives: some Sequence<Optimum.Objective>
  ) {
    for objective in objectives where optimumGaps[objective] == nil {
      let optimum = Optimum(against: session, of: scenario, for: objective)
      optimumGaps[objective] = .some(
        optimum.flatMap { optimum in
          optimum.score(of: session, in: scenario).map {
            // A session may gain by the fractions of a nanosecond that it carries on.
            max(0, optimum.score + optimum.bound - $0)
          }
        })
    }
  }

  /// The media time of the first lane, of which `shown` was shown, that was played at each level.
  private static func timeAtLevel(
    of session: LadderSession, _ shown: [ShownParts.Part], in ladder: Ladder
  ) -> [MediaTime] {
    var times = [MediaTime](repeating: .zero, count: ladder.lanes[0].levels.count)
    func add(_ range: TimeRange, _ parts: [ShownParts.Part]) {
      // What lies between two segments is the earlier one's.
      var number = max(0, parts.partitionPoint { $0.range.start > range.start } - 1)
      while number < parts.count, number == 0 || parts[number].range.start < range.end {
        let start = max(range.start, number == 0 ? .zero : parts[number].range.start)
        let end = min(
          range.end, number + 1 < parts.count ? parts[number + 1].range.start : ladder.duration)
        let level = session.segments[parts[number].segment].level
        if start < end { times[level] = times[level] + (end - start) }
        number += 1
      }
    }
    // After a jump, media may be loaded again, at another level.
    if session.played.count > 1 || session.segments.contains(where: { $0.isReplacement }) {
      session.forEachPlayed(lane: 0) { add($0.range, $1.parts) }
    } else {
      for played in session.played { add(played.range, shown) }
    }
    return times
  }

  /// The media time that was played at `level`; `nil` if the ladder has no such level.
  package func time(at level: Int) -> MediaTime? {
    timeAtLevel.indices.contains(level) ? timeAtLevel[level] : nil
  }

  /// The share of what was played that was played at `level`; `nil` if nothing was, or if the
  /// ladder has no such level.
  package func share(at level: Int) -> Ratio? {
    time(at: level).flatMap { Ratio($0, of: timeAtLevel.reduce(.zero, +)) }
  }

  /// The mean of rates by lengths, to the nearest bit per second; `nil` if there is no length.
  private static func mean(_ parts: [(BitRate, MediaTime)]) -> BitRate? {
    let length = parts.reduce(Int128(0)) { $0 + Int128($1.1.nanoseconds) }
    guard length > 0 else { return nil }
    let sum = parts.reduce(Int128(0)) {
      $0 + Int128($1.0.bitsPerSecond) * Int128($1.1.nanoseconds)
    }
    return BitRate(bitsPerSecond: Int64((2 * sum + length) / (2 * length)))
  }
}

extension LadderSummary.Scores {
  /// The scores of `session`, of whose lane of `levels` `parts` were shown.
  fileprivate init(
    _ session: LadderSession, _ parts: [ShownParts.Part], _ switches: LadderSummary.Switches,
    _ timeAtLevel: [MediaTime], of levels: [Level]
  ) {
    let phases = session.session.record.phases
    let segments = session.segments
    // Of a segment that others replaced in part, that part of it counts.
    let shares = parts.map { $0.share(of: segments[$0.segment].shown) }
    let count = shares.reduce(0, +)
    func sum(_ values: [Double]) -> Double {
      zip(parts, shares).reduce(0) { $0 + values[segments[$1.0.segment].level] * $1.1 }
    }
    let megabits = SessionScore.Utility.bitRate.values(of: levels)
    let utilities = SessionScore.Utility.logarithm.values(of: levels)
    linear =
      sum(megabits) - SessionScore.linearStallCost * phases.stalled.seconds
      - Double(switches.total.bitsPerSecond) / 1e6
    linearPerSegment = parts.isEmpty ? nil : linear / count
    meanUtility = parts.isEmpty ? nil : sum(utilities) / count
    let played = timeAtLevel.reduce(MediaTime.zero, +)
    guard played > .zero, phases.watched > .zero else {
      bola = nil
      return
    }
    let utility =
      zip(utilities, timeAtLevel).reduce(0) { $0 + $1.0 * $1.1.seconds } / played.seconds
    // The length of a segment, by which Sabre divides both times, cancels.
    bola =
      (utility * phases.playing.seconds - SessionScore.bolaStallCost * phases.stalled.seconds)
      / phases.watched.seconds
  }
}
