package import PlayheadModel

/// The session that plans are judged by: one request after the other over a link, each with its
/// latency, whole segments or samples as they come, playback at the normal rate from the first one
/// on, or from a time on.
///
/// It counts whole nanoseconds: a request is sent at the nanosecond by which the segment before is
/// there. A ``LadderSimulation`` also carries the fraction that is left of it, so each of its
/// segments may arrive earlier than here by up to a nanosecond for each request before, where the
/// rate of the link stays.
package struct SequentialSession: Sendable {
  /// The lane that is played.
  package let lane: LadderLane
  /// The link.
  package let link: NetworkLink
  /// The most media ahead of the playhead that a request may lead to.
  package let bufferGoal: MediaTime
  /// When the first segment is requested.
  package let start: WallTime
  /// When playback starts, unless the first media comes later.
  package let playback: WallTime
  /// Whether the parts of segments are played before all of a segment is there.
  package let takesSamples: Bool

  /// A session of a lane whose levels are cut at the same times.
  ///
  /// - Precondition: `lane` is aligned, and `start` is not negative.
  package init(
    of lane: LadderLane, over link: NetworkLink, bufferGoal: MediaTime, start: WallTime = .zero,
    playback: WallTime = .zero, takesSamples: Bool = false
  ) {
    precondition(lane.isAligned, "a plan for levels that are cut at different times")
    precondition(start >= .zero, "a session that starts before its link")
    self.lane = lane
    self.link = link
    self.bufferGoal = bufferGoal
    self.start = start
    self.playback = playback
    self.takesSamples = takesSamples
  }

  /// What came of a plan.
  package struct Outcome: Hashable, Sendable {
    /// When each segment was requested.
    package let requests: [WallTime]
    /// When each segment was there.
    package let arrivals: [WallTime]
    /// The stalls in order: for each segment that came late, how long it was waited for in all.
    package let stalls: [WallTime]
    /// The time from the first request to the start of playback.
    package let startup: WallTime

    /// The time stalled in all.
    package var stalled: WallTime { stalls.reduce(.zero, +) }
  }

  /// Where a session stands after a segment.
  struct Situation {
    /// When the next segment is requested.
    var request: Int64
    /// When the buffer runs empty.
    var end: Int64
  }

  /// When a segment comes.
  struct Coming {
    /// When its first media is there.
    var first: Int64
    /// When it could have begun to be played so as to run through: the latest time at which a part
    /// is there, each less the media before it.
    var ready: Int64
    /// When all of it is there.
    var arrival: Int64
  }

  /// The earliest that the bytes of a request at `time` or later begin to come.
  func earliestSent(_ time: WallTime) -> WallTime {
    var sent = time + link.latency(at: time)
    guard !link.hasSteadyLatency else { return sent }
    var change = time
    while let next = link.nextLatencyChange(after: change), next < sent {
      change = next
      sent = min(sent, change + link.latency(at: change))
    }
    return sent
  }

  /// When segment `number` of a level comes; `nil` if it never does.
  ///
  /// - Parameters:
  ///   - number: the number of the segment.
  ///   - level: the number of the level.
  ///   - sent: when its bytes begin to come.
  ///   - carried: what the link has carried by then, in quanta.
  ///   - end: when the buffer runs empty; of what is there by then, it does not matter when.
  /// - Returns: when it comes.
  func coming(
    _ number: Int, level: Int, sent: WallTime, carried: UInt128, end: Int64 = .min
  ) -> Coming? {
    let bytes = lane.levels[level].segments[number].resource.bytes
    func time(of bytes: Int64) -> WallTime? {
      guard bytes > 0 else { return sent }
      return link.arrival(carrying: carried + UInt128(bytes) * UInt128(BitRate.quantaPerByte))
    }
    guard let arrival = time(of: bytes) else { return nil }
    let whole = Coming(
      first: arrival.nanoseconds, ready: arrival.nanoseconds, arrival: arrival.nanoseconds)
    guard takesSamples, whole.arrival > end else { return whole }
    var coming: Coming?
    var before: Int64 = 0
    let segment = lane.levels[level].segments[number]
    for part in segment.parts where part.bytes < bytes {
      guard let there = time(of: part.bytes)?.nanoseconds else { return nil }
      coming = Coming(
        first: coming?.first ?? there, ready: max(coming?.ready ?? .min, there - before),
        arrival: whole.arrival)
      before = max(before, (part.end - segment.shown.start).nanoseconds)
    }
    guard var coming else { return whole }
    coming.ready = max(coming.ready, whole.arrival - before)
    return coming
  }

  /// The situation after segment `number`, which comes with a buffer that ran to `end`.
  func situation(after number: Int, _ coming: Coming, end: Int64) -> Situation {
    let segments = lane.levels[0].segments
    let end = max(end, coming.ready) + segments[number].duration.nanoseconds
    guard number + 1 < segments.count else { return Situation(request: coming.arrival, end: end) }
    let due = timeOfRoom(for: number + 1, end: end)
    return Situation(request: max(coming.arrival, due ?? coming.arrival), end: end)
  }

  /// When there is room for segment `number` in a buffer that runs empty at `end`; `nil` if there
  /// is from the start on, as nothing drains before playback starts.
  func timeOfRoom(for number: Int, end: Int64) -> Int64? {
    // A segment longer than the goal waits for the empty buffer only.
    let room = max(bufferGoal - lane.levels[0].segments[number].duration, .zero)
    let due = end - room.nanoseconds
    return due > playback.nanoseconds ? due : nil
  }

  /// Plays `levels`, one for each segment; `nil` if the link never delivers one of them.
  ///
  /// - Precondition: there are as many levels as segments.
  package func played(_ levels: [Int]) -> Outcome? {
    precondition(levels.count == lane.levels[0].segments.count, "a level for each segment")
    var requests: [WallTime] = []
    var arrivals: [WallTime] = []
    var stalls: [WallTime] = []
    var now = Situation(request: start.nanoseconds, end: playback.nanoseconds)
    var started = playback
    for (number, level) in levels.enumerated() {
      let request = WallTime(nanoseconds: now.request)
      let sent = request + link.latency(at: request)
      guard
        let coming = coming(
          number, level: level, sent: sent, carried: link.carried(until: sent),
          end: number == 0 ? .min : now.end)
      else { return nil }
      requests.append(request)
      arrivals.append(WallTime(nanoseconds: coming.arrival))
      if number == 0 {
        started = max(WallTime(nanoseconds: coming.first), playback)
        now.end = started.nanoseconds
      }
      if coming.ready > now.end { stalls.append(WallTime(nanoseconds: coming.ready - now.end)) }
      now = situation(after: number, coming, end: now.end)
    }
    return Outcome(
      requests: requests, arrivals: arrivals, stalls: stalls, startup: started - start)
  }
}
