import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite("A comparison with a baseline, in text")
struct ComparisonTextTests {
  private func text(_ comparison: CaseComparison, _ style: TextStyle) -> String {
    ComparisonText(comparison, style: style).lines.joined(separator: "\n")
  }

  private func tick(
    _ number: Int64, _ media: Int64, _ state: RecordedTick.State
  ) -> RecordedTick {
    RecordedTick(
      wallTime: .milliseconds(500) * number, mediaTime: MediaTime(nanoseconds: media),
      bufferLevel: .seconds(12), state: state)
  }

  private func diff(_ old: RecordedTick, _ new: RecordedTick) -> TickDiff? {
    let same = tick(1, 250_000_000, .waiting)
    return TickDiff(recorded: [same, old], found: [same, new], interval: .milliseconds(500))
  }

  @Test("has what is worse, what is different and what is better, then the ticks")
  func form() throws {
    var session = ComparisonTests.session
    session.startup = .milliseconds(800)
    session.requestCount = 3
    // Of 1 s of startup, 10 s of playing and the stall, the watch time is 13.5 s.
    session.phases.stalled = .milliseconds(2500)
    var tolerances = Tolerances()
    try tolerances.add(parsing: "requestCount=+10%")
    var comparison = ComparisonTests.baseline.compare(
      caseNamed: "x", media: ComparisonTests.media, summary: SessionSummary(session),
      stalls: session.stalls, tolerances: tolerances)
    comparison.tickDiff = diff(
      tick(2, 500_000_000, .playing), tick(2, 250_000_000, .stalled))
    expect(
      text(comparison, TextStyle(width: 72, usesUnicode: true, usesColor: false)),
      equals: """
        worse: stallSeconds: was 2s, is 2.5s (+0.5s, +25%)
        worse: rebufferRatio: was 16.6667%, is 20% (+3.3333% points)
        worse: rebufferRatioWatch: was 15.3846%, is 18.5185% (+3.1339% points)
        changed: requestCount: was 2, is 3 (+1, +50%), allowed +10%
        better: startup: was 1s, is 0.8s (-0.2s, -20%)
        better: stallsPerMinute: was 4.615385, is 4.444444 (-0.170941, -3.7%)
        first difference of the timelines, rows every 0.5 s: wall, media, buffer
           0.500  0.250  12.000  waiting
        -  1.000  0.500  12.000  playing
        +  1.000  0.250  12.000  stalled
        """)
    let narrow = text(comparison, TextStyle(width: 40, usesUnicode: false, usesColor: false))
    expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 40 && $0.allSatisfy(\.isASCII) })
    let colored = text(comparison, TextStyle(width: 72, usesUnicode: true, usesColor: true))
    expect(colored.contains("\u{1B}[31m-  1.000"))
    expect(colored.contains("\u{1B}[32m+  1.000"))
  }

  @Test("shows ticks to the nanosecond where they would look the same")
  func nanoseconds() throws {
    var comparison = CaseComparison(.compared([], haveStallsMoved: true))
    comparison.tickDiff = diff(tick(2, 500_000_000, .playing), tick(2, 500_000_001, .playing))
    let lines = ComparisonText(comparison, style: .report).lines
    expect(lines[0], equals: "changed: stalls moved, though no metric changed")
    expect(lines.contains("+  1.000000000  0.500000001  12.000000000  playing"))
  }

  @Test("has nothing to say of what is the same")
  func nothing() {
    expect(
      ComparisonText(CaseComparison(.compared([], haveStallsMoved: false)), style: .report).lines
        .isEmpty)
  }
}
