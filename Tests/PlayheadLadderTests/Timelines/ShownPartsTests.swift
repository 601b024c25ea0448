import Expectations
import PlayheadKit
import Testing

@testable import PlayheadLadder
@testable import PlayheadReporting

@Suite("What is shown of replaced media")
struct ShownPartsTests {
  /// A segment, and what of it is shown.
  private typealias Shown = (segment: LoadedSegment, range: TimeRange)

  /// What is shown of segments by the definition: each that replaces others cuts all that there
  /// are.
  private static func shown(
    _ session: LadderSession, lane: Int, during times: Range<WallTime>?
  ) -> [Shown] {
    var shown: [Shown] = []
    for segment in session.segments where segment.lane == lane {
      if let times, segment.begun >= times.upperBound { break }
      var range = segment.shown
      if segment.isReplacement {
        guard segment.damage == nil else { continue }
        let isBefore = times.map { segment.begun <= $0.lowerBound } ?? false
        if !isBefore { range.start = max(range.start, segment.playhead) }
        guard range.start < range.end else { continue }
        shown = shown.flatMap { one in
          guard one.range.start < range.end, range.start < one.range.end else { return [one] }
          let (before, after) = (
            TimeRange(start: one.range.start, end: max(one.range.start, range.start)),
            TimeRange(start: min(one.range.end, range.end), end: one.range.end)
          )
          return [before, after].filter { $0.start < $0.end }.map { (one.segment, $0) }
        }
      }
      shown.append((segment, range))
    }
    return shown.enumerated()
      .sorted { ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset) }
      .map(\.element)
  }

  private static func check(_ session: LadderSession, of ladder: Ladder, _ context: String) {
    for lane in ladder.lanes.indices {
      for times in [nil] + session.played.map({ Optional($0.wallTimes) }) {
        let expected = shown(session, lane: lane, during: times)
        let parts = session.shownSegments(lane: lane, during: times)
        expect(parts.map(\.segment), equals: expected.map(\.segment), "\(context)")
        expect(parts.map(\.range), equals: expected.map(\.range), "\(context)")
      }
      session.forEachPlayed(lane: lane) { played, parts in
        let expected = shown(session, lane: lane, during: played.wallTimes)
        expect(
          parts.parts.map { session.segments[$0.segment] }, equals: expected.map(\.segment),
          "\(context)")
        expect(parts.parts.map(\.range), equals: expected.map(\.range), "\(context)")
      }
      checkCourse(of: session, lane: lane, duration: ladder.duration, context)
    }
  }

  /// Between two replacements, the levels are those of all that comes before the second.
  private static func checkCourse(
    of session: LadderSession, lane: Int, duration: MediaTime, _ context: String
  ) {
    let course = LevelCourse(session, lane: lane, duration: duration)
    let replacements = session.segments.filter { $0.lane == lane && $0.isReplacement }
    let starts = [.zero] + replacements.map(\.begun)
    for (number, start) in starts.enumerated() {
      let end = number + 1 < starts.count ? starts[number + 1] : nil
      if start == end { continue }
      let shown = shown(session, lane: lane, during: end.map { .zero..<$0 })
      for time in shown.flatMap({ [$0.range.start, $0.range.end] }) + [duration] {
        let expected = shown.last { $0.range.start <= time }?.segment.level
        guard let expected else { continue }
        expect(course.level(at: time, by: start), equals: expected, "\(context), \(time), \(start)")
      }
      expect((course.level(at: .zero, by: start) == nil), equals: shown.isEmpty, "\(context)")
    }
  }

  @Test(
    "Kept up segment by segment, it is what cutting each by each gives",
    arguments: Seeds.blocks(0..<1000, of: 50, few: 50))
  func equal(seeds: Range<UInt64>) throws {
    for seed in seeds {
      let random = try RandomLadderSession(seed: seed)
      var scenario = random.scenario
      scenario.player.loading.replacement = .fromPlayhead
      var numbers = SeededNumbers(seed: seed)
      scenario.actions = (0..<3).map { _ in
        UserAction(
          at: .milliseconds(Int64(numbers.int(0...80) * 250)),
          .seek(to: .milliseconds(Int64(numbers.int(0...60) * 250)), .exact))
      }
      var simulation = LadderSimulation(scenario)
      Self.check(simulation.run(), of: scenario.ladder, "seed \(seed)")
    }
  }

  /// A session of segments of 2 s, of which each but the last is replaced by level 1 when the
  /// playhead is in its middle.
  private static func long(count: Int) throws -> (LadderSession, Ladder) {
    let ladder = Ladder(
      format: .sizes,
      lanes: [
        LadderLane(
          .muxed,
          levels: [1000, 3000].enumerated().map { number, rate in
            Level(
              name: "\(number)", bitRate: BitRate(bitsPerSecond: rate),
              segments: (0..<count).map { place -> LadderSegment in
                let start = 2 * Int64(place)
                return LadderSegment(
                  LadderResource("\(place)", bytes: 100),
                  declared: TimeRange(start: .seconds(start), end: .seconds(start + 2)))
              })
          })
      ])
    let session = try LadderTimelineTests.play()
    let segments = (0..<count).flatMap { place -> [LoadedSegment] in
      (place > 0 ? [0, 1] : [0]).map { level -> LoadedSegment in
        let number = place - level
        let start = 2 * Int64(place)
        let time = WallTime.seconds(start + Int64(level))
        return LoadedSegment(
          lane: 0, level: level, segment: number, begun: time, wallTime: time,
          playhead: .seconds(start - 2 + Int64(level)),
          shown: ladder.lanes[0].levels[level].segments[number].declared, bytes: 100,
          isReplacement: level == 1, damage: nil)
      }
    }
    let end = 2 * Int64(count)
    return (
      LadderSession(
        session: session.session, requests: [], decisions: [], segments: segments, failures: [],
        awaited: [],
        played: [
          PlayedMedia(
            range: TimeRange(start: .zero, end: .seconds(end)),
            wallTimes: .seconds(2)..<WallTime.seconds(end + 2))
        ]), ladder
    )
  }

  /// By the definition, which cuts each by each, and anew for each replacement, it would take
  /// hours.
  ///
  /// The limit counts the time that a test waits for its turn.
  @Test(
    "Of twenty thousand segments, half of them replaced, it takes a moment",
    .timeLimit(.minutes(60)))
  func long() throws {
    let count = 10_000
    let (session, ladder) = try Self.long(count: count)
    let course = LevelCourse(session, lane: 0, duration: ladder.duration)
    for place in stride(from: Int64(0), to: Int64(count) - 1, by: 7) {
      let level = { course.level(at: .milliseconds(2000 * place + $0), by: .seconds($1)) }
      // The replacement is complete two seconds after the segment begins to play.
      expect(level(0, 2 * place + 3) == 0 && level(999, 2 * place + 3) == 0)
      expect(level(1000, 2 * place + 2) == 0 && level(1000, 2 * place + 3) == 1)
    }
    let summary = LadderSummary(session, of: ladder)
    expect(
      summary.timeAtLevel, equals: [.seconds(Int64(count) + 1), .seconds(Int64(count) - 1)])
    expect(summary.bytes.wasted, equals: 0)
    expect(session.shownSegments(lane: 0).count, equals: 2 * count - 1)
  }
}
