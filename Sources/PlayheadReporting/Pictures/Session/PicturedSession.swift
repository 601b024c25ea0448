import PlayheadAnalysis
import PlayheadLadder
import PlayheadModel

/// What the pictures of a session are made from, whether it played a file or a ladder.
struct PicturedSession: Sendable {
  /// What was played over which network, as a title.
  var title: String
  /// What happened.
  var session: Session
  /// Over what it was played.
  var link: NetworkLink
  /// The buffer levels that the player looks at, by name.
  var thresholds: [(name: String, level: MediaTime)]
  /// Every request.
  var requests: [Request]
  /// What is loaded at levels; empty of a file.
  var lanes: [Lane] = []
  /// How far the viewer of a live event is behind, and what the player did at its edge; `nil` on
  /// demand, or if nothing was played while the event was captured.
  var live: (latency: LiveLatency, record: LiveRecord)?
  /// The rate of the media from each media time on, in order.
  var need: [(time: MediaTime, rate: BitRate)]
  /// The video track of a file and its key frames; `nil` of a ladder, or without video.
  var video: (track: Int, keyframes: [MediaTime])?

  /// A request, and what it was for.
  struct Request: Sendable {
    var request: MediaRequest
    /// What it asked for, in words.
    var subject: String
    /// When the player had decided to send it; `nil` if that is when it was sent.
    var decided: WallTime?
    /// How it failed, in words; `nil` if it did not.
    var failure: String?

    /// Why it ended, in words.
    var ending: String { failure ?? request.endReason.words }
  }

  /// What is loaded of one lane of a ladder.
  struct Lane: Sendable {
    /// Its name before those of its levels: `audio `, or nothing.
    var prefix: String
    /// Whether it has pictures.
    var hasVideo: Bool
    var levels: [Level]
    var segments: [LoadedSegment]
    /// When each segment was asked for; `nil` if no request was for it.
    var asked: [WallTime?]
    var decisions: [LadderDecision]
  }

  /// The thresholds of `policy` that somebody would look for, and those of a `goal`.
  static func thresholds(
    of policy: BufferingPolicy, goal: MediaTime?
  ) -> [(name: String, level: MediaTime)] {
    let startup = policy.listedStartupThreshold
    let resume = policy.resumeThreshold
    var thresholds: [(name: String, level: MediaTime)] = []
    if startup == resume {
      thresholds.append(("starts and resumes at", resume))
    } else {
      if let startup { thresholds.append(("starts at", startup)) }
      if resume > .resolution { thresholds.append(("resumes at", resume)) }
    }
    if let goal {
      thresholds.append(("loads up to", goal))
    } else if let high = policy.highWatermark {
      thresholds.append(("stops loading at", high))
      thresholds.append(("loads again at", policy.lowWatermark))
    }
    return thresholds
  }
}

extension PicturedSession {
  /// The session of `report`.
  init(_ report: SessionReport) {
    title = "\(report.name.printable) over \(report.link.profile.name.printable)"
    session = report.session
    link = report.link
    thresholds = Self.thresholds(
      of: report.policy,
      goal: report.adaptation?.subject.scenario.player.loading.goal.level)
    (requests, need) = ([], [])
    if let file = report.file { take(file) }
    if let adaptation = report.adaptation { take(adaptation) }
  }

  /// What a file has.
  private mutating func take(_ file: MediaDescription) {
    requests = session.requests.map { Request(request: $0, subject: $0.rangeText) }
    need = file.presentation.rates(parts: Self.needParts)
    let tracks = file.index.tracks
    if let track = file.presentation.tracks.first(where: { tracks[$0].kind == .video }) {
      video = (track, file.presentation.keyframes)
    }
  }

  /// What a ladder has.
  private mutating func take(_ report: AdaptationReport) {
    let ladder = report.ladder
    if let latency = report.latency, let record = report.played.live { live = (latency, record) }
    var decided: [RequestKey: WallTime] = [:]
    for decision in report.played.decisions {
      let key = RequestKey(
        lane: decision.lane, level: decision.decision.level, segment: decision.segment)
      decided[key] = decision.wallTime
    }
    var asked: [RequestKey: WallTime] = [:]
    requests = report.played.requests.map { request in
      let key = RequestKey(request.subject)
      if let key { asked[key] = request.request.sent }
      let start = key.flatMap { decided[$0] }
      return Request(
        request: request.request, subject: request.subject.words(in: ladder),
        decided: start.flatMap { $0 < request.request.sent ? $0 : nil },
        failure: request.subject.fault?.words)
    }
    lanes = ladder.lanes.enumerated().map { number, lane in
      let segments = report.played.segments.filter { $0.lane == number }
      return Lane(
        prefix: lane.prefix(ladder), hasVideo: lane.kind != .audio, levels: lane.levels,
        segments: segments,
        asked: segments.map {
          asked[RequestKey(lane: number, level: $0.level, segment: $0.segment)]
        },
        decisions: report.played.decisions.filter { $0.lane == number })
    }
    need = Self.need(of: lanes)
  }

  /// In how many parts the rate of a file is drawn.
  private static let needParts = 600

  /// Which segment a request is for.
  private struct RequestKey: Hashable {
    let lane: Int
    let level: Int
    let segment: Int

    init(lane: Int, level: Int, segment: Int) {
      (self.lane, self.level, self.segment) = (lane, level, segment)
    }

    init?(_ subject: RequestSubject) {
      guard let segment = subject.segment else { return nil }
      self.init(lane: subject.lane, level: subject.level, segment: segment)
    }
  }

  /// The rates of the segments that were loaded last at each time, all lanes together.
  private static func need(of lanes: [Lane]) -> [(time: MediaTime, rate: BitRate)] {
    var changes: [MediaTime: Int64] = [:]
    for lane in lanes {
      var latest: [MediaTime: LoadedSegment] = [:]
      for segment in lane.segments { latest[segment.shown.start] = segment }
      for segment in latest.values {
        let length = segment.shown.end - segment.shown.start
        guard let rate = BitRate(bytes: segment.bytes, over: length) else { continue }
        changes[segment.shown.start, default: 0] += rate.bitsPerSecond
        changes[segment.shown.end, default: 0] -= rate.bitsPerSecond
      }
    }
    var rate: Int64 = 0
    return changes.sorted { $0.key < $1.key }.map { time, change in
      rate += change
      return (time, BitRate(bitsPerSecond: max(0, rate)))
    }
  }
}

extension Presentation {
  /// The mean rates of the bytes that playback needs, in at most `count` equal parts of at least a
  /// second.
  fileprivate func rates(parts count: Int) -> [(time: MediaTime, rate: BitRate)] {
    guard duration > .zero else { return [] }
    let length = max(.seconds(1), MediaTime(nanoseconds: duration.nanoseconds / Int64(count) + 1))
    let parts = Int((duration.nanoseconds + length.nanoseconds - 1) / length.nanoseconds)
    var bytes = [Int64](repeating: 0, count: parts)
    var position: Int64?
    for step in rendition.loading.steps {
      let place = min(parts - 1, Int(max(0, step.end.nanoseconds - 1) / length.nanoseconds))
      // What comes before the first frame is not of the media at its place.
      if let position { bytes[place] += max(0, step.position.bytes - position) }
      position = step.position.bytes
    }
    return bytes.enumerated().compactMap { part, bytes in
      let start = MediaTime(nanoseconds: Int64(part) * length.nanoseconds)
      return BitRate(bytes: bytes, over: min(length, duration - start)).map { (start, $0) }
    }
  }
}
