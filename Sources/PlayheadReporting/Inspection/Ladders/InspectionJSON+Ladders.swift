import PlayheadAnalysis
import PlayheadFiles
import PlayheadLadder
import PlayheadModel

extension InspectionJSON {
  /// What was found in `ladder`.
  static func found(_ ladder: InspectedLadder) -> [JSONValue.Member] {
    let (figures, findings) = (ladder.inspection.figures, ladder.inspection.findings)
    return JSONValue.list([
      "figures": .array(
        figures.levels.enumerated().flatMap { lane, levels in
          levels.enumerated().map { self.figures($1, lane: lane, level: $0) }
        }),
      "correctedVariants": .array(
        figures.correctedVariants.map {
          .members(["level": .whole($0.level), "tag": .string($0.tag)])
        }),
      "findings": .array(findings.map { finding($0, ladder.ladder) }),
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
    return .object(
      head(finding, words.sentence)
        + JSONValue.list([
          "lane": .whole(finding.fault.lane),
          "faults": .array(finding.fault.faults.map(fault)),
          "limit": .text(finding.rule.row.limit),
          "source": .text(finding.rule.row.source),
          "cost": cost(finding.price),
          "price": .string(words.price),
        ]))
  }

  private static func fault(_ fault: LevelFault) -> JSONValue {
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

  private static func cost(_ price: FindingPrice) -> JSONValue {
    guard price.cost != nil || price == .endsOnlyWithout else { return .null }
    return .members([
      "endsOnlyWithout": .bool(price == .endsOnlyWithout),
      "totalSeconds": .seconds(price.cost?.waits),
      "startupSeconds": .seconds(price.cost?.startup),
      "stalledSeconds": .seconds(price.cost?.stalled),
    ])
  }
}
