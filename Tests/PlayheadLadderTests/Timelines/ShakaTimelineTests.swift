import Expectations
import PlayheadKit
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadLadder

/// What Shaka Player does as its lanes load, over 1000 bytes a second without latency: a segment of
/// 2 s of video has 1000 bytes, one of audio 100.
@Suite("Lanes of Shaka Player")
struct ShakaTimelineTests {
  private static func session(
    captions: Bool = false, told: Bool = false, begins: Int64 = 0, section: Int64? = nil,
    change: (inout LadderLoading) -> Void = { _ in }
  ) throws -> LadderSession {
    func lane(_ kind: LadderLane.Kind, _ bytes: Int64, _ name: String) -> LadderLane {
      LadderLane(
        kind,
        levels: [
          Level(
            name: name, bitRate: BitRate(bitsPerSecond: 4000),
            playlist: LadderResource("p\(name)", bytes: 0),
            initializations: section.map { [LadderResource("i\(name)", bytes: $0)] } ?? [],
            segments: (0..<4).map { (number: Int64) in
              let declared = TimeRange(start: .seconds(2 * number), end: .seconds(2 * number + 2))
              return LadderSegment(
                LadderResource("\(name)\(number)", bytes: bytes),
                initialization: section == nil ? nil : 0, declared: declared,
                measured: kind == .video
                  ? TimeRange(
                    start: declared.start + .milliseconds(begins),
                    end: declared.end + .milliseconds(begins)) : nil)
            })
        ])
    }
    let listing = MultivariantListing(
      variants: told ? [[.init("CLOSED-CAPTIONS", "NONE")]] : [[.init("BANDWIDTH", "4000")]])
    var player = LadderPlayer.basic
    player.loading.looksForCaptions = captions
    change(&player.loading)
    let profile = try BandwidthProfile(
      name: "link",
      intervals: [.init(duration: .zero, rate: BitRate(bitsPerSecond: 8000), latency: .zero)],
      afterwards: .holdsLast)
    var simulation = LadderSimulation(
      LadderScenario(
        Ladder(
          format: .hls, manifests: [LadderResource("m", bytes: 0)],
          lanes: [lane(.video, 1000, "v"), lane(.audio, 100, "a")], listing: listing),
        over: NetworkLink(following: profile), player: player, rule: FixedRule(level: 0),
        options: SessionOptions(tickInterval: nil)))
    return simulation.run()
  }

  private static func asked(_ session: LadderSession) -> [String] {
    session.requests.filter { $0.segment != nil }.map {
      "\($0.subject.resource.name) \($0.request.sent.nanoseconds / 1_000_000)"
    }
  }

  @Test("A lane that is a segment ahead looks again after a second")
  func runAhead() throws {
    let session = try Self.session { $0.runAheadWait = .seconds(1) }
    // Audio is in at 200 ms, video at 1100 ms; audio has looked at 200 and 1200 ms.
    let list = Self.asked(session)
    expect(list.prefix(4), equals: ["v0 0", "a0 0", "v1 1100", "a1 1200"])
    expect(Self.asked(try Self.session()).prefix(4), equals: ["v0 0", "a0 0", "a1 200", "a2 400"])
  }

  @Test("Audio waits for the first segment of video where nothing is said of captions")
  func captions() throws {
    expect(
      Self.asked(try Self.session(captions: true)).prefix(3),
      equals: ["v0 0", "v1 1000", "a0 1000"])
    expect(
      Self.asked(try Self.session(captions: true, told: true)).prefix(2), equals: ["v0 0", "a0 0"])
  }

  @Test(
    "Where video begins later, audio is asked for again once its initialization section is in",
    arguments: [(0, []), (1, []), (2, ["a0 1053"])] as [(Int64, [String])])
  func firstAudio(begins: Int64, again: [String]) throws {
    let session = try Self.session(captions: true, begins: begins, section: 10) {
      $0.fetchesInitializationInParallel = true
    }
    // From 1010 ms on, three share the link: the section is in after 30 ms, and 13 ms later audio
    // is asked for again.
    let list = Self.asked(session).filter { $0.hasPrefix("a0") }
    expect(list.dropFirst(), equals: again[...])
  }

  @Test("The rule begins with the estimate of the browser, or with the one that is given")
  func estimate() throws {
    try expect(NamedRule(parsing: "shaka").text, equals: "shaka")
    try expect(NamedRule(parsing: "shaka:1M").text, equals: "shaka:1000000bit/s")
    #expect(throws: GrammarError.self) { try NamedRule(parsing: "shaka:fast") }
  }
}
