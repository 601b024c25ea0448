public import PlayheadModel

/// The session that plans are judged by: one request after the other over a link, each with its
/// latency, whole segments, playback at the normal rate from the first one on, or from a time on.
///
/// It counts whole nanoseconds: a request is sent at the nanosecond by which the segment before is there. A
/// ``LadderSimulation`` also carries the fraction that is left of it, so each of its segments may arrive
/// earlier than here by up to a nanosecond for each request before, where the rate of the link stays.
public struct SequentialSession: Sendable {
  /// The lane that is played.
  public let lane: LadderLane
  /// The link.
  public let link: Link
  /// The most media ahead of the playhead that a request may lead to.
  public let bufferGoal: MediaTime
  /// When the first segment is requested.
  public let start: WallTime
  /// When playback starts, unless the first segment comes later.
  public let playback: WallTime

  /// A session of a lane whose levels are cut at the same times.
  ///
  /// - Precondition: `lane` is aligned, and `start` is not negative.
  public init(
    of lane: LadderLane, over link: Link, bufferGoal: MediaTime, start: WallTime = .zero,
    playback: WallTime = .zero
  ) {
    precondition(lane.isAligned, "a plan for levels that are cut at different times")
    precondition(start >= .zero, "a session that starts before its link")
    self.lane = lane
    self.link = link
    self.bufferGoal = bufferGoal
    self.start = start
    self.playback = playback
  }

  /// What came of a plan.
  public struct Outcome: Hashable, Sendable {
    /// When each segment was requested.
    public let requests: [WallTime]
    /// When each segment was there.
    public let arrivals: [WallTime]
    /// The stalls in order, each of the time from the empty buffer to the next segment.
    public let stalls: [WallTime]
    /// The time from the first request to the start of playback.
    public let startup: WallTime

    /// The time stalled in all.
    public var stalled: WallTime { stalls.reduce(.zero, +) }
  }

  /// Where a session stands after a segment.
  struct Situation {
    /// When the next segment is requested.
    var request: Int64
    /// When the buffer runs empty.
    var end: Int64
  }

  /// The situation after segment `number`, there at `arrival`, with a buffer that ran to `end`.
  func situation(after number: Int, arrival: Int64, end: Int64) -> Situation {
    let segments = lane.levels[0].segments
    let end = max(end, arrival) + segments[number].duration.nanoseconds
    guard number + 1 < segments.count else { return Situation(request: arrival, end: end) }
    // A segment longer than the goal waits for the empty buffer only.
    let room = max(bufferGoal - segments[number + 1].duration, .zero)
    return Situation(request: max(arrival, end - room.nanoseconds), end: end)
  }

  /// Plays `levels`, one for each segment; `nil` if the link never delivers one of them.
  ///
  /// - Precondition: there are as many levels as segments.
  public func played(_ levels: [Int]) -> Outcome? {
    precondition(levels.count == lane.levels[0].segments.count, "a level for each segment")
    var requests: [WallTime] = []
    var arrivals: [WallTime] = []
    var stalls: [WallTime] = []
    var now = Situation(request: start.nanoseconds, end: playback.nanoseconds)
    for (number, level) in levels.enumerated() {
      let request = WallTime(nanoseconds: now.request)
      let bytes = lane.levels[level].segments[number].resource.bytes
      guard let arrival = link.arrival(of: bytes, from: request + link.latency(at: request)) else {
        return nil
      }
      requests.append(request)
      arrivals.append(arrival)
      if number > 0, arrival.nanoseconds > now.end {
        stalls.append(arrival - WallTime(nanoseconds: now.end))
      }
      now = situation(after: number, arrival: arrival.nanoseconds, end: now.end)
    }
    return Outcome(
      requests: requests, arrivals: arrivals, stalls: stalls,
      startup: max(arrivals[0], playback) - start)
  }
}
