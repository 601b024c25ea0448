import PlayheadAnalysis
import PlayheadFiles
import PlayheadLadder
import PlayheadModel

/// What JSON says of an inspected ladder.
enum LadderInspectionJSON {
  static func value(_ report: LadderInspectionReport) -> JSONValue {
    let profile = report.subject.scenario.link.profile
    return .members([
      "media": MediaJSON.value(report.subject.media),
      "network": SessionJSON.network(
        profile, by: report.subject.scenario.transport,
        asked: report.network ?? GivenNetwork(profile: profile)),
      "player": SessionJSON.player(.ladder(report.subject)),
      "figures": .array(
        report.inspection.figures.enumerated().flatMap { lane, levels in
          levels.enumerated().map { figures($1, lane: lane, level: $0) }
        }),
      "correctedVariants": .array(
        report.inspection.correctedVariants.map {
          .members(["level": .whole($0.level), "tag": .string($0.tag)])
        }),
      "findings": .array(
        report.inspection.findings.map { finding($0, report.subject.media.ladder) }),
    ])
  }

  private static func figures(_ figures: LevelFigures, lane: Int, level: Int) -> JSONValue {
    .members([
      "lane": .whole(lane),
      "level": .whole(level),
      "declaredPeakBitsPerSecond": .rate(figures.declaredPeak),
      "peakBitsPerSecond": .rate(figures.peak),
      "declaredAverageBitsPerSecond": .rate(figures.declaredAverage),
      "averageBitsPerSecond": .rate(figures.average),
      "includesAudio": .bool(figures.includesAudio),
      "peakRun": figures.peakRun.map { run in
        .members([
          "rateBitsPerSecond": .rate(run.rate),
          "segment": .whole(run.segments.lowerBound),
          "segments": .whole(run.segments.count),
        ])
      } ?? .null,
      "segments": .whole(figures.segmentCount),
      "bytes": .integer(figures.bytes),
      "shortestSegmentSeconds": .seconds(figures.shortest),
      "meanSegmentSeconds": .seconds(figures.mean),
      "longestSegmentSeconds": .seconds(figures.longest),
    ])
  }

  private static func finding(_ finding: LadderFinding, _ ladder: Ladder) -> JSONValue {
    let words = LadderFindingWords(finding: finding, ladder: ladder)
    return .members([
      "rule": .string(finding.rule.rawValue),
      "severity": .string(finding.severity.rawValue),
      "message": .string(words.sentence),
      "lane": .whole(finding.lane),
      "faults": .array(finding.faults.map(fault)),
      "limit": .text(finding.rule.row.limit),
      "source": .text(finding.rule.row.source),
      "cost": cost(finding.cost),
      "price": .string(words.price),
    ])
  }

  private static func fault(_ fault: LadderFault) -> JSONValue {
    var (rates, times): ((BitRate, BitRate)?, (MediaTime, MediaTime)?)
    var counts: (Int, Int)?
    var texts: (String, String)?
    var damage: String?
    switch fault.evidence {
    case .rates(let rate, let other): rates = (rate, other)
    case .times(let time, let other): times = (time, other)
    case .counts(let count, let other): counts = (count, other)
    case .texts(let text, let other): texts = (text, other)
    case .damage(let why): damage = why
    case .presence: break
    }
    return .members([
      "level": .whole(fault.level),
      "segment": .whole(fault.segment),
      "segments": .whole(fault.count),
      "bitsPerSecond": .rate(rates?.0),
      "expectedBitsPerSecond": .rate(rates?.1),
      "seconds": .seconds(times?.0),
      "expectedSeconds": .seconds(times?.1),
      "count": .whole(counts?.0),
      "expectedCount": .whole(counts?.1),
      "text": .text(texts?.0),
      "expectedText": .text(texts?.1),
      "damage": .text(damage),
    ])
  }

  private static func cost(_ cost: LadderCost?) -> JSONValue {
    switch cost {
    case .waits(let startup, let stalled)?:
      .members([
        "endsOnlyWithout": .bool(false),
        "totalSeconds": .seconds(startup + stalled),
        "startupSeconds": .seconds(startup),
        "stalledSeconds": .seconds(stalled),
      ])
    case .neverEnds?:
      .members([
        "endsOnlyWithout": .bool(true), "totalSeconds": .null, "startupSeconds": .null,
        "stalledSeconds": .null,
      ])
    case nil: .null
    }
  }
}
