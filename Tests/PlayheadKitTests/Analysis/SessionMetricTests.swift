import Expectations
import PlayheadKit
import Testing

@Suite struct `A metric` {
  @Test(arguments: [
    ("startup", SessionMetric.startupSeconds), ("startupSeconds", .startupSeconds),
    ("observed", .observedBitsPerSecond), ("observedBitsPerSecond", .observedBitsPerSecond),
    ("missingSeconds", .missingSeconds), ("undecodableSeconds", .undecodableSeconds),
    ("stallCount", .stallCount), ("damaged", .damaged), ("endReason", .endReason),
    ("bytesWasted", .bytesWasted),
  ])
  func `is found with and without its unit`(name: String, metric: SessionMetric) throws {
    try expect(SessionMetric(named: name), equals: metric)
  }

  @Test(arguments: [
    ("stalCount", "did you mean stallCount?"), ("startUp", "did you mean startup?"),
    ("observedBitPerSecond", "did you mean observedBitsPerSecond?"),
  ])
  func `that is misspelt brings the nearest name`(name: String, hint: String) {
    #expect(throws: GrammarError(text: name, problem: "unknown metric", hint: hint)) {
      try SessionMetric(named: name)
    }
  }

  @Test func `has a plain name of its own`() {
    let names = SessionMetric.allCases.flatMap { Set([$0.rawValue, $0.plainName]) }
    expect(Set(names).count, equals: names.count)
  }

  @Test func `has values of its kind wherever a session has them`() throws {
    let clip = Clip.frames(60, lasting: .seconds(1), of: 100)
    let profile = try BandwidthProfile.steps([(3000, 1), (40_000, 0), (0, 1)])
    let policy = try BufferingPolicy(
      startupThreshold: .seconds(1), resumeThreshold: .seconds(1), highWatermark: nil)
    let summary = SessionSummary(try clip.play(over: profile, policy))
    for metric in SessionMetric.allCases {
      let isSeek = [.meanSeekLatencySeconds, .longestSeekLatencySeconds].contains(metric)
      // Media made by hand is not decoded.
      let isMissing = isSeek || [.undecodableSeconds, .damaged].contains(metric)
      expect((summary[metric] == nil), equals: isMissing, "\(metric)")
      switch (summary[metric], metric.kind) {
      case (nil, _), (.wallTime, .wallTime), (.mediaTime, .mediaTime), (.count, .count),
        (.ratio, .share), (.ratio, .frequency),
        (.bytes, .bytes), (.rate, .rate), (.word, .word), (.flag, .flag):
        break
      case (let value?, let kind): Issue.record("\(metric) of \(kind) is \(value)")
      }
    }
    expect(summary[.stallCount]?.plainText, equals: "1")
    expect(summary[.endReason]?.plainText, equals: "ended")
  }
}
