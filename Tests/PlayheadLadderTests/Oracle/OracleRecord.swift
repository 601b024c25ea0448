import PlayheadKit
import PlayheadLadder

/// A session in lines, so that the first difference between two of them can be read.
struct OracleRecord {
  var requests: [String] = []
  var decisions: [String] = []
  var segments: [String] = []
  var failures: [String] = []
  var jumps: [String] = []
  var totals: [String] = []

  /// All lines: what was decided and loaded, what was asked for, what came of it.
  var lines: [String] { decisions + failures + jumps + segments + requests + totals }

  mutating func fail(
    _ oracle: LadderOracle, _ lane: Int, _ job: OracleLane.Job, _ kind: SegmentFailure.Kind,
    of content: Download.Content = .segment, _ attempt: Int, _ response: String
  ) {
    failures.append(
      Self.failure(
        oracle.now, oracle.playhead, lane, job.level, job.segment, content, kind, attempt,
        response))
  }

  private static func failure(
    _ time: Int64, _ playhead: Int64, _ lane: Int, _ level: Int, _ segment: Int,
    _ content: Download.Content, _ kind: SegmentFailure.Kind, _ attempt: Int, _ response: String
  ) -> String {
    "failure at \(time), \(playhead): lane \(lane) level \(level) \(content) \(segment) \(kind) "
      + "\(attempt): \(response)"
  }

  private static func text(_ response: SegmentFailure.Response) -> String {
    switch response {
    case .retry(let delay): "again after \(delay.nanoseconds)"
    case .copy(let number): "copy \(number)"
    case .fallback(let level): "level \(level)"
    case .outcome(let outcome, let delay): "\(outcome) after \(delay.nanoseconds)"
    }
  }

  mutating func decide(
    _ oracle: LadderOracle, _ lane: Int, _ segment: Int, _ level: Int, isAbandonment: Bool
  ) {
    decisions.append(
      Self.decision(
        oracle.now, lane, segment, level, oracle.laneLevel(lane), oracle.playhead, isAbandonment))
  }

  mutating func load(_ oracle: LadderOracle, _ lane: Int, _ job: OracleLane.Job) {
    segments.append(
      Self.segment(
        oracle.now, job.begun?.time ?? oracle.now, lane, job.level, job.segment,
        job.begun?.playhead ?? oracle.playhead))
  }

  mutating func finish(_ oracle: LadderOracle) {
    requests = oracle.requests.map { request in
      Self.request(
        "\(request.content.map(\.rawValue) ?? "-")", request.lane, request.level, request.segment,
        request.sent,
        request.firstByte, request.end, request.received, request.wasted, request.reason)
    }
    let downloaded = oracle.requests.reduce(0) { $0 + $1.received + $1.wasted }
    totals = Self.totals(
      oracle.startup, oracle.stalls.map { ($0.start, $0.media, $0.length) }, oracle.now,
      oracle.endReason, downloaded, oracle.requests.reduce(0) { $0 + $1.wasted })
  }

  private static func text(_ value: Int64?) -> String { value.map(String.init) ?? "-" }

  private static func decision(
    _ time: Int64, _ lane: Int, _ segment: Int, _ level: Int, _ buffer: Int64, _ playhead: Int64,
    _ isAbandonment: Bool
  ) -> String {
    "decision at \(time): lane \(lane) segment \(segment) level \(level) buffer \(buffer) "
      + "playhead \(playhead)\(isAbandonment ? " abandons" : "")"
  }

  private static func segment(
    _ time: Int64, _ begun: Int64, _ lane: Int, _ level: Int, _ segment: Int, _ playhead: Int64
  ) -> String {
    "segment from \(begun) to \(time): lane \(lane) level \(level) number \(segment) playhead \(playhead)"
  }

  private static func request(
    _ content: String, _ lane: Int, _ level: Int, _ segment: Int?, _ sent: Int64, _ first: Int64?,
    _ end: Int64?, _ bytes: Int64, _ wasted: Int64, _ reason: MediaRequest.EndReason
  ) -> String {
    "request \(content): lane \(lane) level \(level) number \(text(segment.map(Int64.init))) "
      + "sent \(sent) first \(text(first)) end \(text(end)) bytes \(bytes)+\(wasted) \(reason)"
  }

  private static func totals(
    _ startup: Int64?, _ stalls: [(Int64, Int64, Int64?)], _ elapsed: Int64,
    _ reason: Session.EndReason?, _ downloaded: Int64, _ wasted: Int64
  ) -> [String] {
    ["startup \(text(startup))"] + stalls.map { "stall \($0) at \($1) for \(text($2))" }
      + [
        "\(reason.map(\.rawValue) ?? "-") after \(elapsed)",
        "downloaded \(downloaded), wasted \(wasted)",
      ]
  }

  init() {}

  /// The lines of a session of the simulation.
  init(_ session: LadderSession) {
    decisions = session.decisions.map {
      Self.decision(
        $0.wallTime.nanoseconds, $0.lane, $0.segment, $0.decision.level,
        $0.bufferLevel.nanoseconds, $0.playhead.nanoseconds, $0.isAbandonment)
    }
    segments = session.segments.map {
      Self.segment(
        $0.wallTime.nanoseconds, $0.begun.nanoseconds, $0.lane, $0.level, $0.segment,
        $0.playhead.nanoseconds)
    }
    failures = session.failures.map {
      Self.failure(
        $0.wallTime.nanoseconds, $0.playhead.nanoseconds, $0.lane, $0.level, $0.segment,
        $0.content, $0.kind, $0.attempt, Self.text($0.response))
    }
    jumps = session.session.events.compactMap { event in
      guard case .gapJumped(let target) = event.kind else { return nil }
      return "jump at \(event.wallTime.nanoseconds) from \(event.mediaTime.nanoseconds) to "
        + "\(target.nanoseconds)"
    }
    requests = session.requests.map {
      Self.request(
        "\($0.subject.content)", $0.subject.lane, $0.subject.level, $0.subject.segment,
        $0.request.sent.nanoseconds, $0.request.firstByte?.nanoseconds,
        $0.request.end?.nanoseconds, $0.request.bytesReceived, $0.request.bytesWasted,
        $0.request.endReason)
    }
    totals = Self.totals(
      session.session.startup?.nanoseconds,
      session.session.stalls.map {
        ($0.start.nanoseconds, $0.mediaTime.nanoseconds, $0.duration?.nanoseconds)
      }, session.session.elapsed.nanoseconds, session.session.endReason,
      session.session.bytesDownloaded, session.session.bytesWasted)
  }
}
