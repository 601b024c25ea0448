package import PlayheadFiles
package import PlayheadLadder
import PlayheadModel

/// What only the JSON report of a session of a ladder has.
package enum AdaptationJSON {
  /// The figures of merit of adaptation.
  package static func summary(_ adaptation: LadderSummary) -> JSONValue {
    .members([
      "meanBitRateBitsPerSecond": .rate(adaptation.meanBitRate),
      "meanPlayedBitRateBitsPerSecond": .rate(adaptation.meanPlayedBitRate),
      "secondsAtLevel": .array(adaptation.timeAtLevel.map { .seconds($0) }),
      "switchCount": .whole(adaptation.switches.count),
      "switchUpCount": .whole(adaptation.switches.up),
      "switchDownCount": .whole(adaptation.switches.down),
      "switchReversalCount": .whole(adaptation.switches.reversals),
      "switchTotalBitsPerSecond": .rate(adaptation.switches.total),
      "decidedSwitchCount": .whole(adaptation.decidedSwitchCount),
      "switchMeanBitsPerSecond": .rate(adaptation.switches.meanAmplitude),
      "abandonmentCount": .whole(adaptation.abandonmentCount),
      "bytesPlayed": .integer(adaptation.bytes.played),
      "bytesReplaced": .integer(adaptation.bytes.replaced),
      "bytesDropped": .integer(adaptation.bytes.dropped),
      "bytesLeftOver": .integer(adaptation.bytes.leftOver),
      "bytesWasted": .integer(adaptation.bytes.wasted),
      "startupRequests": .whole(adaptation.startupRequests.count),
      "linearScore": .score(adaptation.scores.linear),
      "linearScorePerSegment": .score(adaptation.scores.linearPerSegment),
      "bolaScore": .score(adaptation.scores.bola),
      "meanUtility": .score(adaptation.scores.meanUtility),
    ])
  }

  /// The figures of merit, and how far from the best possible the session was.
  static func figures(_ report: AdaptationReport) -> [JSONValue.Member] {
    JSONValue.list(["adaptation": summary(report.summary), "optimum": optimum(report)])
  }

  /// What came of a live event; null on demand.
  static func live(_ report: AdaptationReport) -> [JSONValue.Member] {
    JSONValue.list(["live": report.played.live.map { LiveJSON.value($0, report.latency) } ?? .null])
  }

  /// How the ladder was read, and the event as which it is published.
  static func reading(_ subject: LadderSubject) -> [JSONValue.Member] {
    let options = subject.reading.sorted { $0.key < $1.key }.map { name, values in
      JSONValue.Member(key: name, value: .array(values.map { .string($0) }))
    }
    let live = Scenario.Definition.Live(subject.scenario)
    return JSONValue.list([
      "reading": .object(options), "live": live.map(LiveEventJSON.value) ?? .null,
    ])
  }

  /// What there are many of in a session, in order, each with what one is called.
  static func lists(
    _ played: LadderSession
  ) -> [(type: String, elements: [[JSONValue.Member]])] {
    [
      ("request", played.requests.map(request)), ("decision", played.decisions.map(decision)),
      ("segment", played.segments.map(segment)), ("failure", played.failures.map(failure)),
    ]
  }

  private static func optimum(_ report: AdaptationReport) -> JSONValue {
    guard let optimum = report.optimum else { return .null }
    return .members([
      "objective": .string(optimum.objective.rawValue),
      "score": .score(optimum.score),
      "sessionScore": .score(report.sessionScore),
      "bound": .score(optimum.bound),
      "startupSeconds": .seconds(optimum.startup),
      "stallSeconds": .seconds(optimum.stalled),
      "levels": .array(optimum.levels.map { .whole($0) }),
    ])
  }

  /// The segment that the stall at a place in the list of all waited for.
  static func awaited(stall place: Int, in played: LadderSession) -> [JSONValue.Member] {
    let segment = place < played.awaited.count ? played.awaited[place] : nil
    let place = segment.map {
      JSONValue.members([
        "lane": .whole($0.lane), "level": .whole($0.level), "segment": .whole($0.segment),
      ])
    }
    return JSONValue.list(["awaited": place ?? .null])
  }

  private static func request(_ request: LadderRequest) -> [JSONValue.Member] {
    let subject = request.subject
    let parts = JSONValue.list([
      "content": .string(subject.content.rawValue),
      "lane": .whole(subject.lane),
      "level": .whole(subject.level),
      "segment": .whole(subject.segment),
      "name": .string(subject.resource.name),
    ])
    // Written only where there is one, as reports had none before.
    let copy =
      subject.copy == 0 ? [] : [JSONValue.Member(key: "copy", value: .whole(subject.copy))]
    return SessionJSON.request(request.request) + parts + copy
  }

  private static func decision(_ decision: LadderDecision) -> [JSONValue.Member] {
    JSONValue.list([
      "wallSeconds": .seconds(decision.wallTime),
      "mediaSeconds": .seconds(decision.playhead),
      "lane": .whole(decision.lane),
      "segment": .whole(decision.segment),
      "level": .whole(decision.decision.level),
      "previousLevel": .whole(decision.previousLevel),
      "bufferSeconds": .seconds(decision.bufferLevel),
      "estimateBitsPerSecond": .rate(DecisionText.whole(decision.decision.estimate)),
      "nextLevelNeedsBitsPerSecond": .rate(DecisionText.needed(decision.decision)),
      "delaySeconds": .seconds(decision.decision.delay),
      "isAbandonment": .bool(decision.isAbandonment),
      "reason": .string(decision.decision.reason),
    ])
  }

  private static func segment(_ segment: LoadedSegment) -> [JSONValue.Member] {
    JSONValue.list([
      "wallSeconds": .seconds(segment.wallTime),
      "playableSeconds": .seconds(segment.begun),
      "lane": .whole(segment.lane),
      "level": .whole(segment.level),
      "segment": .whole(segment.segment),
      "startSeconds": .seconds(segment.shown.start),
      "endSeconds": .seconds(segment.shown.end),
      "bytes": .integer(segment.bytes),
      "isReplacement": .bool(segment.isReplacement),
      "damage": .text(segment.damage),
    ])
  }

  private static func failure(_ failure: SegmentFailure) -> [JSONValue.Member] {
    let (response, delay, level): (String, WallTime, Int?) =
      switch failure.response {
      case .retry(let delay): ("retry", delay, failure.level)
      case .copy: ("copy", .zero, failure.level)
      case .fallback(let level): ("fallback", .zero, level)
      case .outcome(let outcome, let delay): (outcome.rawValue, delay, nil)
      }
    return JSONValue.list([
      "wallSeconds": .seconds(failure.wallTime),
      "mediaSeconds": .seconds(failure.playhead),
      "lane": .whole(failure.lane),
      "level": .whole(failure.level),
      "segment": .whole(failure.segment),
      "content": .string(failure.content.rawValue),
      "startSeconds": .seconds(failure.shown.start),
      "endSeconds": .seconds(failure.shown.end),
      "kind": .string(failure.kind.rawValue),
      "reason": .string(failure.reason),
      "attempt": .whole(failure.attempt),
      "response": .string(response),
      "delaySeconds": .seconds(delay),
      "nextLevel": .whole(level),
    ])
  }
}

extension JSONValue {
  /// A score, to a millionth, as its metric has it.
  fileprivate static func score(_ value: Double?) -> JSONValue {
    value.flatMap { Ratio(nearest: $0) }.map(JSONValue.ratio) ?? .null
  }
}
