import PlayheadKit
import PlayheadLadder

/// An event of one level over a steady link, in whole milliseconds, so that it can be played by
/// hand.
///
/// Playlists are empty files, which take one latency; a segment takes that and its transfer.
struct LiveCase {
  var segmentLength: Int64 = 2000
  var segmentCount = 60
  var targetDuration: Int64 = 2
  var join: Int64 = 60_000
  var delay: Int64 = 0
  var window: Int64 = 60_000
  var latency: Int64 = 50
  /// How long the bytes of a segment take.
  var transfer: Int64 = 400
  var lateness: [Int: Int64] = [:]
  var stale: [Range<Int64>] = []
  var holdBack: Int64?
  var addressing = LiveAddressing.playlists
  var clockOffset: Int64 = 0
  /// How long parts are; `nil` for whole segments.
  var partLength: Int64?
  /// The bytes of the playlist of the whole event.
  var playlistBytes: Int64 = 0
  var skipUntil: Int64?

  var ladder: Ladder {
    let level = Level(
      name: "only", bitRate: BitRate(bitsPerSecond: 1_000_000),
      playlist: addressing == .playlists ? LadderResource("only.m3u8", bytes: playlistBytes) : nil,
      segments: (0..<segmentCount).map { number in
        LadderSegment(
          // At a million bits a second, 125 bytes a millisecond.
          LadderResource("\(number)", bytes: 125 * transfer),
          declared: TimeRange(
            start: .milliseconds(Int64(number) * segmentLength),
            end: .milliseconds(Int64(number + 1) * segmentLength)))
      }, targetDuration: .seconds(targetDuration))
    let whole = Ladder(
      format: addressing == .playlists ? .hls : .dash,
      manifests: addressing == .playlists ? [] : [LadderResource("event.mpd", bytes: 0)],
      lanes: [LadderLane(.video, levels: [level])])
    return partLength.map { whole.inParts(of: .milliseconds($0)) } ?? whole
  }

  var event: LiveEvent {
    var event = LiveEvent(
      join: .milliseconds(join), delay: .milliseconds(delay), window: .milliseconds(window),
      addressing: addressing, holdBack: holdBack.map { .milliseconds($0) },
      clockOffset: .milliseconds(clockOffset),
      lateness: lateness.mapValues { .milliseconds($0) },
      staleTimes: stale.map { .milliseconds($0.lowerBound)..<(.milliseconds($0.upperBound)) })
    event.skipUntil = skipUntil.map { .milliseconds($0) }
    return event
  }

  /// The session of `player`, which loads as far ahead as there is anything, starts and resumes
  /// with any media, and takes no time for anything.
  ///
  /// What there is when is that of `recording`, if there is one; `change` changes the event.
  func played(
    by player: LadderPlayer = .basic, isPlain: Bool = true, of recording: EventRecording? = nil,
    _ change: (inout LiveEvent) -> Void = { _ in }
  ) throws -> LadderSession {
    var simulation = LadderSimulation(
      try scenario(by: player, isPlain: isPlain, of: recording, change))
    return simulation.run()
  }

  /// What ``played(by:isPlain:of:_:)`` plays.
  func scenario(
    by player: LadderPlayer = .basic, isPlain: Bool = true, of recording: EventRecording? = nil,
    _ change: (inout LiveEvent) -> Void = { _ in }
  ) throws -> LadderScenario {
    var player = player
    var (ladder, event) = (ladder, event)
    ladder.recording = recording
    change(&event)
    if isPlain {
      player.loading.goal = BufferGoal(.seconds(3600))
      player.policy = try BufferingPolicy(
        startupThreshold: .resolution, resumeThreshold: .resolution, highWatermark: nil)
    }
    let profile = try BandwidthProfile(
      name: "link",
      intervals: [
        .init(
          duration: .zero, rate: BitRate(bitsPerSecond: 1_000_000),
          latency: .milliseconds(latency))
      ], afterwards: .holdsLast)
    return LadderScenario(
      ladder, over: NetworkLink(following: profile), player: player, rule: FixedRule(level: 0),
      options: SessionOptions(tickInterval: nil), live: event)
  }

  /// What happens at the edge, in milliseconds: requests for playlists and segments, when the
  /// segments came, stalls from when for how long, where playback began and when.
  struct Figures: Hashable, CustomStringConvertible {
    var playlists: [Int64] = []
    var segments: [String] = []
    var stalls: [String] = []
    var start: Int64?
    var place: Int64?

    var description: String {
      "playlists \(playlists), segments \(segments), stalls \(stalls), "
        + "start \(start ?? -1) at \(place ?? -1)"
    }
  }

  static func figures(of session: LadderSession) -> Figures {
    func milliseconds<Clock>(_ time: Time<Clock>) -> Int64 { time.nanoseconds / 1_000_000 }
    var figures = Figures()
    let requests = session.requests
    figures.playlists = requests.filter { $0.subject.content == .playlist }
      .map { milliseconds($0.request.sent) }
    let sent = requests.filter { $0.subject.content == .segment }
      .map { ($0.subject.segment ?? -1, milliseconds($0.request.sent)) }
    figures.segments = zip(sent, session.segments).map { sent, segment in
      "\(sent.0)@\(sent.1)+\(milliseconds(segment.wallTime) - sent.1)"
    }
    figures.stalls = session.session.stalls.map { stall in
      "\(milliseconds(stall.start))+\(stall.duration.map { milliseconds($0) } ?? -1)"
    }
    figures.start = session.session.startup.map { milliseconds($0) }
    figures.place = session.live?.start.map { milliseconds($0) }
    return figures
  }

  // MARK: By hand

  /// How many segments there are at `now`, by the event's clock and in order.
  private func available(_ now: Int64) -> Int {
    (0..<segmentCount).first { number in
      Int64(number + 1) * segmentLength + delay + (lateness[number] ?? 0) > now + join
    } ?? segmentCount
  }

  /// How many segments a playlist lists that is asked for at `now`.
  private func listed(_ now: Int64) -> Int {
    let frozen = stale.filter { $0.contains(now + join) }.map { $0.lowerBound - join }.min()
    return available(frozen ?? now)
  }

  /// The same session millisecond by millisecond, by RFC 8216, 6.3.3 and 6.3.4.
  func byHand() -> Figures {
    var figures = Figures()
    var (known, last) = (0, -1)
    var (asked, answer): (Int64?, Int64?) = (nil, nil)
    var (due, isFirst): (Int64?, Bool) = (0, true)
    var loading: (number: Int, sent: Int64, end: Int64)?
    var next: Int?
    var (playhead, loaded): (Int64, Int64) = (0, 0)
    var (isPlaying, stallStart): (Bool, Int64?) = (false, nil)
    let end = Int64(segmentCount) * segmentLength
    for now in 0..<Int64(10_000_000) {
      if now > 0, isPlaying { playhead += 1 }
      if answer == now, let sent = asked {
        let count = listed(sent)
        let isNew = isFirst || known == 0 || count != known
        (known, isFirst, answer, asked) = (count, false, nil, nil)
        if known < segmentCount {
          let wait = isNew ? targetDuration * 1000 : targetDuration * 500
          due = max(now, sent + wait)
        }
        if next == nil, known > 0 {
          let edge = Int64(known) * segmentLength
          let back = holdBack ?? 3 * targetDuration * 1000
          let first = max(0, edge - window) / segmentLength
          let place = max(edge - back, first * segmentLength)
          next = Int(place / segmentLength)
          playhead = Int64(next ?? 0) * segmentLength
          loaded = playhead
          figures.place = playhead
        }
      }
      if let flight = loading, flight.end == now {
        figures.segments.append("\(flight.number)@\(flight.sent)+\(now - flight.sent)")
        loaded = Int64(flight.number + 1) * segmentLength
        loading = nil
      }
      if isPlaying, playhead >= end { break }
      if isPlaying, playhead == loaded { (isPlaying, stallStart) = (false, now) }
      if !isPlaying, next != nil, loaded > playhead {
        if figures.start == nil { figures.start = now }
        if let start = stallStart { figures.stalls.append("\(start)+\(now - start)") }
        (isPlaying, stallStart) = (true, nil)
      }
      if due == now {
        figures.playlists.append(now)
        (asked, answer, due) = (now, now + latency, nil)
      }
      if loading == nil, let number = next, number < known, number != last {
        (last, next) = (number, number + 1)
        loading = (number, now, now + latency + transfer)
      }
    }
    return figures
  }
}
