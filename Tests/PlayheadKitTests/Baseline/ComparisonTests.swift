import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite("A case compared with its record")
struct ComparisonTests {
  static let session = CheckResults.session
  static let media = CheckResults.media
  static let baseline = CheckResults.baseline

  private func compare(
    _ tolerances: [String] = [], _ change: (inout Session) -> Void
  ) throws -> CaseComparison {
    var session = Self.session
    change(&session)
    var allowed = Tolerances()
    for tolerance in tolerances { try allowed.add(parsing: tolerance) }
    return Self.baseline.compare(
      caseNamed: "x", media: Self.media, summary: SessionSummary(session), stalls: session.stalls,
      tolerances: allowed)
  }

  @Test("is the same if nothing changed")
  func same() throws {
    let comparison = try compare { (_: inout Session) in }
    expect(comparison.finding, equals: .compared([], haveStallsMoved: false))
    expect(!comparison.hasFailed)
    expect(!comparison.isBetter)
  }

  @Test("fails by a nanosecond, and not if that is allowed")
  func exactness() throws {
    let later: (inout Session) -> Void = { $0.startup = WallTime(nanoseconds: 1_000_000_001) }
    let exact = try compare([], later)
    expect(exact.hasFailed)
    expect(
      exact.changes.map(\.text),
      equals: ["startup: was 1s, is 1.000000001s (+0.000000001s, <0.01%)"])
    expect(exact.changes.map(\.verdict), equals: [.worse])
    let tolerant = try compare(["startup=+1ns"], later)
    expect(!tolerant.hasFailed)
    expect(tolerant.changes.isEmpty)
    // The other side is of no use.
    try expect(compare(["startup=-1s"], later).hasFailed)
  }

  @Test("is told to be better, and passes, where less is better and there is less")
  func better() throws {
    let comparison = try compare { (session: inout Session) in session.startup = .milliseconds(500)
    }
    expect(comparison.isBetter)
    expect(!comparison.hasFailed)
    expect(comparison.changes.map(\.text), equals: ["startup: was 1s, is 0.5s (-0.5s, -50%)"])
  }

  @Test("fails either way in a metric that is neither better high nor low")
  func undirected() throws {
    for bytes: Int64 in [999_999, 1_000_001] {
      let change: (inout Session) -> Void = { $0.bytesDownloaded = bytes }
      let comparison = try compare(["observed=1%"], change)
      expect(comparison.hasFailed)
      expect(comparison.changes.map(\.verdict), equals: [.changed])
      expect(!(try compare(["observed=1%", "bytesDownloaded=1B"], change).hasFailed))
    }
  }

  @Test("passes with what is neither, if that goes along with what is better and nothing is worse")
  func alongWithBetter() throws {
    let better: (inout Session) -> Void = {
      $0.bytesDownloaded = 999_999
      $0.startup = .milliseconds(500)
    }
    let comparison = try compare(["observed=1%"], better)
    expect(comparison.changes.map(\.verdict), equals: [.better, .changed])
    expect(!comparison.hasFailed)
    let worse = try compare(["observed=1%"]) { (session: inout Session) in
      better(&session)
      session.bytesWasted = 1
    }
    expect(worse.hasFailed)
  }

  @Test("is never better where the session ends otherwise")
  func otherEnd() throws {
    let comparison = try compare { (session: inout Session) in
      session.stalls = []
      session.phases.stalled = .zero
      session.elapsed = .seconds(1)
      session.endReason = .starved
    }
    expect(comparison.hasFailed && !comparison.isBetter)
    expect(comparison.changes.map(\.metric).contains(.stallCount))
    expect(comparison.changes.allSatisfy { $0.verdict == .changed })
  }

  @Test("fails if a value is there on one side only")
  func missingValues() throws {
    let comparison = try compare(["startup=1000%"]) { (session: inout Session) in
      session.startup = nil
    }
    expect(comparison.hasFailed)
    expect(comparison.changes.map(\.text), equals: ["startup: was 1s, is none"])
    expect(comparison.changes.map(\.verdict), equals: [.changed])
  }

  /// The session, its stall still open when it was given up.
  private static func open(_ session: inout Session) {
    session.stalls[0].isOpen = true
    session.endReason = .limit
  }

  @Test("is worse with an open stall, whatever is tolerated")
  func openStall() throws {
    let comparison = try compare(["stallSeconds=1000%", "longestStall=24h"], Self.open)
    expect(comparison.hasFailed)
    let texts = comparison.changes.filter { $0.verdict == .worse }.map(\.text)
    expect(texts.contains("stallSeconds: was 2s, is at least 2s"))
    expect(texts.contains("longestStall: was 2s, is at least 2s"))
    expect(texts.contains { $0 == "rebufferRatio: was 16.6667%, is at least 16.6667%" })
    expect(texts.contains { $0.hasPrefix("rebufferRatioWatch: ") })
  }

  @Test("takes one open stall for as long as another, and longer than one that ends")
  func openStalls() throws {
    var recorded = Self.session
    Self.open(&recorded)
    let baseline = Baseline(
      toolVersion: "1", readerVersions: [],
      cases: [
        RecordedCase(
          name: "x", media: Self.media, session: recorded, tickInterval: .milliseconds(500))
      ])
    func changes(_ session: Session) -> [MetricChange] {
      baseline.compare(
        caseNamed: "x", media: Self.media, summary: SessionSummary(session),
        stalls: session.stalls, tolerances: Tolerances()
      ).changes
    }
    expect(changes(recorded).isEmpty)
    var ended = recorded
    ended.stalls[0].isOpen = false
    expect(
      changes(ended).map { "\($0.metric) \($0.verdict)" },
      equals: [
        "stallSeconds better", "longestStallSeconds better", "rebufferRatio better",
        "rebufferRatioWatch better",
      ])
  }

  @Test("without its one stall is better in all that stalls count for")
  func noStalls() throws {
    let comparison = try compare { (session: inout Session) in
      session.stalls = []
      session.phases.stalled = .zero
      session.elapsed = .seconds(11)
    }
    expect(!comparison.hasFailed)
    expect(
      comparison.changes.map(\.metric),
      equals: [
        .stallCount, .stallSeconds, .longestStallSeconds, .rebufferRatio, .rebufferRatioWatch,
        .stallsPerMinute, .elapsedSeconds,
      ])
    expect(comparison.changes.allSatisfy { $0.verdict == .better })
  }

  @Test("fails if only its stalls have moved, unless metrics changed within their tolerance")
  func movedStalls() throws {
    let moved: (inout Session) -> Void = { $0.stalls[0].start = .seconds(5) }
    let comparison = try compare([], moved)
    expect(comparison.finding, equals: .compared([], haveStallsMoved: true))
    expect(comparison.hasFailed)
    let tolerant = try compare(["startup=+1s"]) { (session: inout Session) in
      moved(&session)
      session.startup = .seconds(2)
    }
    expect(!tolerant.hasFailed)
  }

  private static func otherMedia(_ bytes: Int64 = 1_000_000, _ digit: String = "1") -> RecordedMedia
  {
    RecordedMedia(name: "a.mp4", bytes: bytes, digest: String(repeating: digit, count: 64))
  }

  @Test("fails if other media is played, whatever comes of it, unless it is only to be compared")
  func changedMedia() {
    for (bytes, digit) in [(1_000_001, "0"), (1_000_000, "1")] as [(Int64, String)] {
      for rule in MediaChange.Rule.allCases {
        let other = Self.otherMedia(bytes, digit)
        let comparison = Self.baseline.compare(
          caseNamed: "x", media: other, summary: SessionSummary(Self.session), stalls: [],
          tolerances: Tolerances(), mediaChanges: rule)
        let change = MediaChange(recorded: Self.media, found: other, judgedBy: rule)
        expect(comparison.finding, equals: .mediaChanged(change, []))
        expect(comparison.hasFailed, equals: (rule == .fail))
        expect(comparison.changes.isEmpty)
      }
    }
  }

  /// What may come of other media.
  enum Outcome: CaseIterable {
    /// What is neither better nor worse is bound to change.
    case bytes
    /// And so is where stalls are.
    case movedStall
    case better, worse, neverStarts
    /// It ends for another reason, with less of everything.
    case cut

    var isWorse: Bool { [.worse, .neverStarts, .cut].contains(self) }

    func apply(to session: inout Session) {
      switch self {
      case .bytes: session.bytesDownloaded = 1
      case .movedStall: session.stalls[0].start = .seconds(5)
      case .better: session.startup = .milliseconds(999)
      case .worse: session.startup = WallTime(nanoseconds: 1_000_000_001)
      case .neverStarts: session.startup = nil
      case .cut: (session.endReason, session.elapsed) = (.limit, .seconds(1))
      }
    }
  }

  @Test(
    "with other media fails only by what is worse, if it is only to be compared",
    arguments: Outcome.allCases)
  func judgedMedia(outcome: Outcome) {
    var session = Self.session
    outcome.apply(to: &session)
    func compare(_ rule: MediaChange.Rule) -> CaseComparison {
      Self.baseline.compare(
        caseNamed: "x", media: Self.otherMedia(), summary: SessionSummary(session),
        stalls: session.stalls, tolerances: Tolerances(), mediaChanges: rule)
    }
    expect(compare(.compare).hasFailed, equals: outcome.isWorse)
    expect(compare(.fail).hasFailed)
    expect(compare(.fail).changes, equals: compare(.compare).changes)
  }

  @Test("is the same under another name of its media")
  func renamedMedia() {
    var other = Self.media
    other.name = "b.mp4"
    let comparison = Self.baseline.compare(
      caseNamed: "x", media: other, summary: SessionSummary(Self.session),
      stalls: Self.session.stalls, tolerances: Tolerances())
    expect(comparison.finding, equals: .compared([], haveStallsMoved: false))
  }

  @Test("passes if it was never recorded, and says so")
  func newCase() {
    let comparison = Self.baseline.compare(
      caseNamed: "y", media: Self.media, summary: SessionSummary(Self.session), stalls: [],
      tolerances: Tolerances())
    expect(comparison.finding, equals: .notRecorded(leftOver: []))
    expect(!comparison.hasFailed)
  }

  @Test(
    "tells by how much a value changed, in its unit and in percent",
    arguments: [
      (
        SessionMetric.stallCount, MetricValue.count(0), MetricValue.count(2),
        "stallCount: was 0, is 2 (+2)"
      ),
      (.stallCount, .count(3), .count(1), "stallCount: was 3, is 1 (-2, -66.67%)"),
      (
        .rebufferRatio, .ratio(Ratio(millionths: 20_000)), .ratio(Ratio(millionths: 25_000)),
        "rebufferRatio: was 2%, is 2.5% (+0.5% points)"
      ),
      (.bytesWasted, .bytes(64 << 10), .bytes(0), "bytesWasted: was 64KiB, is 0B (-64KiB, -100%)"),
      (.endReason, .word("ended"), .word("starved"), "endReason: was ended, is starved"),
    ] as [(SessionMetric, MetricValue, MetricValue, String)])
  func words(_ metric: SessionMetric, _ old: MetricValue, _ new: MetricValue, _ text: String) throws
  {
    let change = try #require(
      MetricChange(metric, reference: old, found: new, tolerance: .exact))
    expect(change.text, equals: text)
  }
}
