import Expectations
import PlayheadKit
import Testing

@testable import PlayheadLadder

/// Ten segments of 2 s, each of which takes half a second.
@Suite("Invariants of a ladder's simulation")
struct BrokenInvariantTests {
  private static func scenario() throws -> LadderScenario {
    let segments = (0..<10).map { number in
      LadderSegment(
        LadderResource("s\(number)", bytes: 25_000),
        declared: TimeRange(start: .seconds(2 * number), end: .seconds(2 * number + 2)))
    }
    let level = Level(name: "only", bitRate: BitRate(bitsPerSecond: 100_000), segments: segments)
    return LadderScenario(
      Ladder(format: .hls, lanes: [LadderLane(.muxed, levels: [level])]),
      over: NetworkLink(
        following: try BandwidthProfile(name: "n", rate: BitRate(bitsPerSecond: 400_000))),
      player: .basic, rule: FixedRule(level: 0))
  }

  /// What is wrong with the session at `time` after `damage` to its lane.
  private static func problem(
    at time: WallTime, since start: WallTime = .zero, _ damage: (inout LaneState) -> Void
  ) throws -> String? {
    var simulation = LadderSimulation(try scenario())
    simulation.run(until: time)
    damage(&simulation.lanes[0])
    return simulation.brokenInvariant(since: start)
  }

  @Test("What is as it should be breaks none", arguments: [0, 250, 1700, 6000, 19_000])
  func whole(milliseconds: Int64) throws {
    try expect(Self.problem(at: .milliseconds(milliseconds)) { _ in } == nil)
  }

  @Test(
    "None breaks in random sessions", arguments: Seeds.blocks(0..<2000, of: 50, few: 50))
  func randomSessions(seeds: Range<UInt64>) throws {
    for seed in seeds {
      var simulation = LadderSimulation(try RandomLadderSession(seed: seed).scenario)
      var (start, goesOn) = (WallTime.zero, true)
      while goesOn {
        goesOn = simulation.step()
        expect(simulation.brokenInvariant(since: start), equals: nil, "seed \(seed)")
        start = simulation.wallTime
      }
    }
  }

  private static let failed = LaneState.Failed(
    place: 0, kind: .missing, reason: "", outcome: .leavesHole)

  @Test(
    "Each notices what breaks it while a segment is in flight",
    arguments: [
      Damage("loads without its job") { $0.work.phase = .idle },
      Damage("loads without its job") { $0.work.phase = .waiting(until: .seconds(1)) },
      Damage("loads while it delays that") { $0.work.phase = .delaying(until: .seconds(1)) },
      Damage("loads what has failed") { $0.work.phase = .failing(failed, until: .seconds(1)) },
      Damage("has finished with something to load") { $0.work.phase = .finished },
      Damage("asks for several segments") { lane in
        let resource = lane.lane.levels[0].segments[1].resource
        let errand = Errand(.segment, lane: 0, number: 1, for: resource)
        lane.work.job.queue = [errand, errand]
      },
      Damage("asks for another lane") { lane in
        let resource = lane.lane.levels[0].segments[1].resource
        lane.work.job.queue = [Errand(.segment, lane: 1, number: 1, for: resource)]
      },
      Damage("delays what it fetches") { $0.work.chosenDelay = .zero },
      Damage("opens a level for no decision") { $0.work.isOpeningBeside = true },
      Damage("awaits a key without any") { $0.keys.awaited = LadderResource("k", bytes: 1) },
      Damage("1 of 0 documents are some") { $0.documents.counts = [0: 1] },
      Damage("begins without a part") { $0.media.begun.parts = 1 },
      Damage("loads from before the start") { $0.position = .zero - .resolution },
      Damage("is at a level that is none") { $0.level = 1 },
      Damage("loads again what is in") { $0.course.nextPlace = 1 },
    ])
  func inFlight(damage: Damage) throws {
    try expect(
      Self.problem(at: .milliseconds(250), damage.change),
      equals: "lane 0: \(damage.words)")
  }

  @Test(
    "Each notices what breaks it once all is loaded",
    arguments: [
      Damage("fetches nothing") { $0.work.phase = .fetching },
      Damage("delays nothing") { $0.work.phase = .delaying(until: .seconds(7)) },
      Damage("a segment has failed that is none") { lane in
        var none = failed
        none.place = 10
        lane.work.phase = .failing(none, until: .seconds(7))
      },
      Damage("has a queue without a job") { lane in
        let resource = lane.lane.levels[0].segments[9].resource
        lane.work.phase = .idle
        lane.work.job.queue = [Errand(.segment, lane: 0, number: 9, for: resource)]
      },
    ])
  func loaded(damage: Damage) throws {
    try expect(
      Self.problem(at: .seconds(6), damage.change),
      equals: "lane 0: \(damage.words)")
  }

  @Test("The playhead moves over what is loaded, and time on")
  func playback() throws {
    try expect(
      Self.problem(at: .seconds(6)) { $0.media.loaded = TimeRangeSet() },
      equals: "plays what is not loaded")
    try expect(
      Self.problem(at: .seconds(6), since: .seconds(7)) { _ in }, equals: "wall time goes back")
  }
}

/// What breaks a lane, and what is said of that.
struct Damage: Sendable, CustomTestStringConvertible {
  let words: String
  let change: @Sendable (inout LaneState) -> Void

  init(_ words: String, _ change: @escaping @Sendable (inout LaneState) -> Void) {
    self.words = words
    self.change = change
  }

  var testDescription: String { words }
}
