import Expectations
import PlayheadKit
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadLadder

/// Sessions of encrypted segments over 8 kbit/s, which are 1000 bytes a second, with a latency of
/// 100 ms: a segment of 2 s has 1000 bytes, a key 20.
@Suite("Keys of encrypted segments")
struct KeyTests {
  private static func ladder(
    keys: [Int?] = [0, 0, 1, nil], hasSection: Bool = false, hasAudio: Bool = false,
    licence: WallTime? = nil
  ) -> Ladder {
    let level = Level(
      name: "1", bitRate: BitRate(bitsPerSecond: 4000),
      initializations: hasSection ? [LadderResource("section", bytes: 100)] : [],
      keys: (0..<((keys.compactMap(\.self).max() ?? -1) + 1)).map {
        LevelKey(
          LadderResource("key \($0)", bytes: 20), isLicence: licence != nil,
          serverTime: licence ?? .zero)
      },
      segments: keys.enumerated().map { number, key in
        LadderSegment(
          LadderResource("\(number)", bytes: 1000), initialization: hasSection ? 0 : nil,
          declared: TimeRange(
            start: .seconds(2 * Int64(number)), end: .seconds(2 * Int64(number) + 2)), key: key)
      })
    return Ladder(
      format: .sizes,
      lanes: [LadderLane(hasAudio ? .video : .muxed, levels: [level])]
        + (hasAudio ? [LadderLane(.audio, levels: [level])] : []))
  }

  private static func scenario(
    _ ladder: Ladder, _ moment: KeyMoment, _ sharing: KeySharing = .none,
    change: (inout LadderLoading) -> Void = { _ in }
  ) throws -> LadderScenario {
    var player = LadderPlayer.basic
    player.loading.keyMoment = moment
    player.loading.keySharing = sharing
    change(&player.loading)
    let profile = try BandwidthProfile(
      name: "link",
      intervals: [
        .init(
          duration: .zero, rate: BitRate(bitsPerSecond: 8000), latency: .milliseconds(100))
      ], afterwards: .holdsLast)
    return LadderScenario(
      ladder, over: NetworkLink(following: profile), player: player, rule: FixedRule(level: 0),
      options: SessionOptions(tickInterval: nil))
  }

  private static func play(
    _ ladder: Ladder, _ moment: KeyMoment, _ sharing: KeySharing = .none,
    change: (inout LadderLoading) -> Void = { _ in }
  ) throws -> LadderSession {
    var simulation = LadderSimulation(
      try scenario(ladder, moment, sharing, change: change))
    return simulation.run()
  }

  /// What is asked for, and when in milliseconds.
  private static func asked(_ session: LadderSession) -> [String] {
    session.requests.map {
      "\($0.subject.resource.name) \($0.request.sent.nanoseconds / 1_000_000)"
    }
  }

  @Test("A key that comes before its segment delays it by a round trip, once for each key")
  func before() throws {
    let session = try Self.play(Self.ladder(), .before)
    expect(
      Self.asked(session),
      equals: [
        "key 0 0", "0 120", "1 1220", "key 1 2320", "2 2440", "3 3540",
      ])
    expect(session.requests.filter { $0.subject.content == .key }.count, equals: 2)
  }

  @Test("A key beside its segment shares the link with it, and the next waits for both")
  func beside() throws {
    let session = try Self.play(Self.ladder(), .beside)
    // 20 bytes of each take 40 ms, and the other 980 take 980 ms.
    expect(
      Self.asked(session),
      equals: [
        "key 0 0", "0 0", "1 1120", "key 1 2220", "2 2220", "3 3340",
      ])
    // An initialization section comes first, and the segment after both.
    let section = try Self.play(Self.ladder(hasSection: true), .beside)
    expect(Array(Self.asked(section).prefix(3)), equals: ["key 0 0", "section 0", "0 220"])
  }

  @Test("A key behind its segment keeps that from being played, and the next from being asked for")
  func after() throws {
    let session = try Self.play(Self.ladder(), .after)
    expect(
      Self.asked(session),
      equals: [
        "0 0", "key 0 1100", "1 1220", "2 2320", "key 1 3420", "3 3540",
      ])
    expect(session.segments[0].wallTime, equals: .milliseconds(1220))
  }

  @Test(
    "Two lanes share a key, while it comes, once it is in, or not at all",
    arguments: [(.none, 2), (.onceIn, 2), (.inFlight, 1)] as [(KeySharing, Int)])
  func sharing(sharing: KeySharing, count: Int) throws {
    let ladder = Self.ladder(keys: [0, 0], hasAudio: true)
    for moment in KeyMoment.allCases {
      let session = try Self.play(ladder, moment, sharing)
      expect(session.requests.count { $0.subject.content == .key }, equals: count, "\(moment)")
      expect(session.session.endReason, equals: .ended)
    }
    // In turn, the second lane comes when the key is in.
    let turns = try Self.play(ladder, .before, sharing) { $0.loadsLanesInParallel = false }
    expect(turns.requests.count { $0.subject.content == .key }, equals: (sharing == .none ? 2 : 1))
  }

  @Test("A licence is asked for beside the first segment, and its server takes its time")
  func licence() throws {
    for moment in KeyMoment.allCases {
      let session = try Self.play(Self.ladder(keys: [0, 0], licence: .milliseconds(1500)), moment)
      expect(
        Array(Self.asked(session).prefix(3)), equals: ["key 0 0", "0 0", "1 1620"], "\(moment)")
      expect(session.segments[0].wallTime, equals: .milliseconds(1620))
    }
  }

  @Test("Only hls.js waits for a licence before it asks for the segment behind its section")
  func licenceAndSection() throws {
    let ladder = Self.ladder(keys: [0, 0], hasSection: true, licence: .milliseconds(1500))
    for (moment, asked, loaded) in [
      (.before, 200, 1620), (.after, 200, 1620), (.beside, 1620, 2720),
    ] as [(KeyMoment, Int, Int64)] {
      let session = try Self.play(ladder, moment)
      let requests = Self.asked(session)
      expect(
        Array(requests.prefix(3)), equals: ["key 0 0", "section 0", "0 \(asked)"], "\(moment)")
      expect(session.segments[0].wallTime, equals: .milliseconds(loaded), "\(moment)")
    }
  }

  @Test("Lanes with the same licence share one", arguments: KeySharing.allCases)
  func sharedLicence(sharing: KeySharing) throws {
    for moment in KeyMoment.allCases {
      let session = try Self.play(
        Self.ladder(keys: [0, 0], hasAudio: true, licence: .milliseconds(1500)), moment, sharing)
      expect(session.requests.count { $0.subject.content == .key }, equals: 1, "\(moment)")
      expect(session.session.endReason, equals: .ended)
      // Both first segments share the link, and are in before the licence is at 1620 ms.
      expect(session.segments.prefix(2).allSatisfy { $0.wallTime >= .milliseconds(1620) })
    }
  }

  @Test("Keys that cost a startup are its cause, with what they take")
  func cause() throws {
    let scenario = try Self.scenario(Self.ladder(licence: .seconds(3)), .before)
    let change = try #require(LadderChange.keysAtHand.applied(to: scenario))
    expect(change.ladder.lanes[0].levels[0].keys.isEmpty)
    expect(LadderChange.keysAtHand.applied(to: change) == nil)
    var simulation = LadderSimulation(scenario)
    let causes = SessionCauses(of: simulation.run(), in: scenario)
    expect(causes.startup?.kind, equals: .key)
    expect(causes.startup?.parts.map(\.facts), equals: [.keys(keys: 0, licences: 1)])
    // 3.12 s for the licence, 1.1 s for the segment beside it.
    expect(causes.startup?.saves, equals: .finite(.milliseconds(2020)))
  }

  @Test("A key for each segment is found, and a licence that the first segment takes")
  func findings() {
    func rules(_ ladder: Ladder) -> [InspectionRule] {
      LadderInspector(ladder: ladder, figures: ladder.figures(), linkRate: .zero).keyFindings
        .map(\.rule)
    }
    expect(rules(Self.ladder(keys: [0, 1, 2, nil])), equals: [.keyRotation])
    expect(rules(Self.ladder(keys: [0, 1])).isEmpty)
    expect(rules(Self.ladder(keys: [0, 0, 1, 2])).isEmpty)
    expect(rules(Self.ladder(keys: [0, 0], licence: .zero)), equals: [.criticalLicence])
    expect(rules(Self.ladder(keys: [nil, 0], licence: .zero)).isEmpty)
  }

  @Test("Players fetch keys as their sources say")
  func players() {
    let moments = LadderPlayer.all.filter { $0.loading.keyMoment != .before }
      .map { "\($0.product) \($0.loading.keyMoment) \($0.loading.keySharing)" }
    expect(moments, equals: ["hls.js beside onceIn", "shaka after inFlight"])
  }
}
