import PlayheadLadder
import PlayheadModel

/// A session as a player without anything special has it: one lane, one request after the other,
/// whole segments, playback from the first one on.
///
/// It is written for tests of rules, without the player's own code.
struct RuleSession {
  let lane: LadderLane
  let link: NetworkLink
  let bufferGoal: MediaTime
  private(set) var levels: [Int] = []
  private(set) var decisions: [Decision] = []
  private(set) var abandoned = 0
  private(set) var startup = WallTime.zero
  private(set) var stalled = WallTime.zero
  private(set) var now = WallTime.zero
  /// When the buffer runs empty.
  private var end = WallTime.zero

  init(_ lane: LadderLane, _ link: NetworkLink, bufferGoal: MediaTime) {
    self.lane = lane
    self.link = link
    self.bufferGoal = bufferGoal
  }

  /// Plays with `rule`; `nil` if the link never delivers.
  mutating func play(_ rule: inout some AdaptationRule) -> Bool {
    let segments = lane.levels[0].segments
    for number in segments.indices {
      let room = max(bufferGoal - segments[number].duration, .zero)
      now = max(now, end - WallTime(nanoseconds: room.nanoseconds))
      let decision = rule.decide(observation(number))
      decisions.append(decision)
      now += decision.delay
      guard load(number, decision.level, &rule) else { return false }
    }
    return true
  }

  private func observation(_ number: Int) -> Observation {
    let position = lane.levels[0].segments[number].declared.start
    let ahead = max(end - now, .zero)
    return Observation(
      of: lane, wallTime: now, position: position, segmentsSinceJump: number,
      lastLevel: levels.last, bufferLevel: MediaTime(nanoseconds: ahead.nanoseconds),
      playhead: position - MediaTime(nanoseconds: ahead.nanoseconds), isPlaying: ahead > .zero,
      hasStarted: number > 0, bufferGoal: bufferGoal,
      levelsWithPlaylist: Set(lane.levels.indices))
  }

  private mutating func load(
    _ number: Int, _ first: Int, _ rule: inout some AdaptationRule
  ) -> Bool {
    var level = first
    while true {
      let sent = now
      let firstByte = sent + link.latency(at: sent)
      let segment = lane.levels[level].segments[number]
      let bytes = segment.resource.bytes
      guard let arrival = link.arrival(of: bytes, from: firstByte) else { return false }
      var other: Int?
      if let interval = rule.progressInterval {
        var (look, count, seen) = (sent, 0, Int64(0))
        while other == nil {
          let due = look + interval.wallTime
          let filled = link.arrival(of: seen + interval.bytes, from: firstByte) ?? arrival
          let next = interval.isTimer ? due : max(due, filled)
          guard next < arrival else { break }
          (look, count) = (next, count + 1)
          seen = next > firstByte ? link.bytes(from: firstByte, to: next) : 0
          now = next
          other =
            rule.abandon(
              DownloadProgress(
                level: level, segment: number, bytes: seen, totalBytes: bytes, sent: sent,
                firstByte: next >= firstByte ? firstByte : nil, looks: count), observation(number)
            )?.level
        }
      }
      now = other == nil ? arrival : now
      rule.downloaded(
        Download(
          .segment, lane: lane.kind, level: level, segment: number,
          bytes: other == nil ? bytes : link.bytes(from: min(firstByte, now), to: now),
          mediaDuration: segment.duration, sent: sent, firstByte: min(firstByte, now), end: now,
          isAbandoned: other != nil), observation(number))
      guard let other else { break }
      abandoned += 1
      level = other
    }
    if number == 0 { startup = now } else if now > end { stalled += now - end }
    end =
      max(end, now)
      + WallTime(nanoseconds: lane.levels[level].segments[number].duration.nanoseconds)
    levels.append(level)
    return true
  }
}

extension LadderLane {
  /// A lane of `kind` with segments of `milliseconds`, of `bytes(level, number)` bytes.
  static func made(
    _ rates: [Int64], segments: Int, milliseconds: Int64, kind: LadderLane.Kind = .video,
    bytes: ((Int, Int) -> Int64)? = nil
  ) -> LadderLane {
    LadderLane(
      kind,
      levels: rates.enumerated().map { level, rate in
        Level(
          name: "\(level)", bitRate: BitRate(bitsPerSecond: rate),
          segments: (0..<segments).map { number in
            LadderSegment(
              LadderResource(
                "\(number)", bytes: bytes?(level, number) ?? rate * milliseconds / 8000),
              declared: TimeRange(
                start: .milliseconds(Int64(number) * milliseconds),
                end: .milliseconds(Int64(number + 1) * milliseconds)))
          }, manifestIndex: level)
      })
  }
}
