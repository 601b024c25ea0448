import Expectations
import PlayheadKit
import Testing

@testable import PlayheadLadder

/// Sessions with requests that fail, over 8 kbit/s with a latency of 100 ms: a segment of 2 s has
/// 1000 bytes, a playlist 100, an initialization section 100.
///
/// Copies of levels have a letter before their names.
@Suite("Requests that fail")
struct FaultTests {
  static func session(
    _ faults: [String], levels: Int = 1, lanes: Int = 1, copies: [String] = [], plays: Int = 0,
    limit: WallTime? = nil, rule: (any AdaptationRule)? = nil,
    change: (inout LadderPlayer) -> Void = { _ in },
    with alter: (inout Level) -> Void = { _ in }
  ) throws -> LadderSession {
    let all = (0..<levels).map { level in
      var own = Self.level(level)
      own.copies = copies.map { Self.level(level, on: $0) }
      alter(&own)
      return own
    }
    var player = LadderPlayer.basic
    change(&player)
    let profile = try BandwidthProfile(
      name: "link",
      intervals: [
        .init(duration: .zero, rate: BitRate(bitsPerSecond: 8000), latency: .milliseconds(100))
      ], afterwards: .holdsLast)
    var scenario = LadderScenario(
      Ladder(
        format: .hls, manifests: [LadderResource("m", bytes: 100)],
        lanes: (0..<lanes).map {
          LadderLane(lanes == 1 ? .muxed : $0 == 0 ? .video : .audio, levels: all)
        }),
      over: NetworkLink(following: profile), player: player,
      rule: rule ?? FixedRule(level: plays),
      options: SessionOptions(tickInterval: nil, limit: limit))
    scenario.faults = try faults.map { text throws(GrammarError) in try RequestFault(parsing: text)
    }
    var simulation = LadderSimulation(scenario)
    return simulation.run()
  }

  private static func level(_ level: Int, on server: String = "") -> Level {
    Level(
      name: "\(level)", bitRate: BitRate(bitsPerSecond: Int64(4000 + level)),
      playlist: LadderResource("\(server)p\(level)", bytes: 100),
      initializations: [LadderResource("\(server)i\(level)", bytes: 100)],
      segments: (0..<5).map { number in
        LadderSegment(
          LadderResource("\(server)\(level)/\(number)", bytes: 1000), initialization: 0,
          declared: TimeRange(start: .seconds(2 * number), end: .seconds(2 * number + 2)))
      })
  }

  private static func retrying(_ attempts: Int) -> (inout LadderPlayer) -> Void {
    { player in
      player.loading.failures.missing = SegmentFailureRule(.leavesHole) {
        ($0.attempts, $0.lastAttempts) = (attempts, attempts)
        $0.retryDelay = .constant(.seconds(1))
      }
    }
  }

  @Test(
    "A fault says what fails, when, and how",
    arguments: [
      ("segment 7 404", RequestFault(.content(.segment, number: 7, level: nil), .status(404))),
      ("segment 7 of level 1 503", .init(.content(.segment, number: 7, level: 1), .status(503))),
      ("playlist of level 2 timeout", .init(.content(.playlist, number: nil, level: 2), .timeout)),
      ("10s..25s 503", .init(.wallTimes(.seconds(10)..<(.seconds(25))), .status(503))),
      ("key 500", .init(.content(.key, number: nil, level: nil), .status(500))),
      ("index of level 1 reset", .init(.content(.index, number: nil, level: 1), .reset)),
      (
        "init of level 0 unreadable",
        .init(.content(.initialization, number: nil, level: 0), .unreadable)
      ),
      (
        "segment 7 of level 1 of copy 2 503",
        .init(.content(.segment, number: 7, level: 1), .status(503), of: .copy(2))
      ),
      (
        "2s..4s of all copies timeout",
        .init(.wallTimes(.seconds(2)..<(.seconds(4))), .timeout, of: .all)
      ),
    ])
  func grammar(text: String, fault: RequestFault) throws {
    try expect(RequestFault(parsing: text), equals: fault)
    let again = try RequestFault(parsing: fault.text)
    expect(again, equals: fault)
  }

  @Test(
    "What is none says what to write",
    arguments: [
      "", "404", "segment 7", "segment 7 200", "segment x 404", "segment 1 2 404", "part 1 404",
      "segment of level x 404", "segment 1 of copy 0 404", "segment 1 of copies 404", "5s..2s 503",
      "5..9 503", "segment -1 404",
    ])
  func mistakes(text: String) {
    #expect(throws: GrammarError.self) { try RequestFault(parsing: text) }
  }

  @Test("A segment that is answered with 404 is asked for as often as one that is missing")
  func segment() throws {
    let session = try Self.session(["segment 1 404"], change: Self.retrying(3))
    expect(session.failures.map(\.kind), equals: [.missing, .missing, .missing])
    expect(session.failures.map(\.reason).first, equals: "its request is answered with 404")
    // Manifest 0.2 s, playlist 0.2 s, section 0.2 s, segment 0 1.1 s; then 0.1 s and a delay of 1 s
    // each.
    expect(
      session.failures.map { $0.wallTime.nanoseconds / 1_000_000 }, equals: [1800, 2900, 4000])
    expect(session.requests.filter { $0.subject.segment == 1 }.count, equals: 3)
    expect(session.segments.map(\.segment), equals: [0, 2, 3, 4])
  }

  @Test("Errors of a while are over with the attempts behind it")
  func window() throws {
    let session = try Self.session(["1s..3s 503"], change: Self.retrying(9))
    // Segment 1 is asked for at 1.7 s, 2.8 s and 3.9 s.
    expect(session.failures.map(\.kind), equals: [.serverError, .serverError])
    expect(session.segments.map(\.segment), equals: [0, 1, 2, 3, 4])
    expect(session.session.endReason, equals: .ended)
  }

  @Test("What a segment needs fails as the segment does, and is asked for again")
  func needed() throws {
    for fault in ["playlist 404", "initialization 404"] {
      let session = try Self.session([fault]) {
        $0.loading.failures.documents = [:]
        Self.retrying(2)(&$0)
      }
      // Five segments, two attempts each.
      expect(session.failures.count, equals: 10)
      expect(session.failures.allSatisfy { $0.kind == .missing })
      expect(session.segments.isEmpty)
      expect(!session.requests.contains { $0.subject.content == .segment })
    }
  }

  @Test("A level whose playlist fails is left for another")
  func levels() throws {
    let session = try Self.session(["playlist of level 0 404"], levels: 2) {
      $0.loading.failures.documents = [:]
      $0.loading.failures.missing = SegmentFailureRule(.stopsWithError) {
        $0.fallback = LevelFallback(.downwards)
      }
    }
    expect(session.failures.map(\.response), equals: [.fallback(level: 1)])
    expect(session.segments.map(\.level), equals: [1, 1, 1, 1, 1])
    expect(session.session.endReason, equals: .ended)
  }

  @Test("A request that is not answered takes as long as the player has patience")
  func timeout() throws {
    let session = try Self.session(["segment 0 timeout"]) {
      $0.loading.failures.patience = .seconds(4)
      $0.loading.failures.timeout = SegmentFailureRule(.stopsWithError)
    }
    expect(session.failures.map(\.kind), equals: [.timeout])
    expect(session.failures.map(\.wallTime), equals: [.milliseconds(4700)])
    expect(session.session.endReason == .error && session.session.startup == nil)
  }

  @Test("A manifest that fails ends the session with an error")
  func manifest() throws {
    let session = try Self.session(["manifest 500"])
    expect(session.session.endReason == .error && session.requests.count == 1)
  }

  @Test("Two lanes, and initialization sections beside segments, fail and end by themselves")
  func lanes() throws {
    for fault in ["initialization 404", "segment 2 503", "1s..4s 503", "playlist timeout"] {
      for player in LadderPlayer.all {
        let session = try Self.session([fault], levels: 2, lanes: 2) { $0.loading = player.loading }
        expect(!session.failures.isEmpty, "\(player.name) \(fault)")
        expect(session.session.endReason != .limit, "\(player.name) \(fault)")
      }
    }
  }
}
