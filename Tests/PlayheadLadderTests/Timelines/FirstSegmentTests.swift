import Expectations
import PlayheadKit
import PlayheadLadder
import Testing

/// Sessions of a player that looks into the first 400 bytes of the first segment, and takes 10 ms
/// with what it has loaded.
///
/// Over 8 kbit/s, which are 1000 bytes a second, each of the three segments takes 1 s, and a
/// request has its first byte after 100 ms.
@Suite("Looking into first segments")
struct FirstSegmentTests {
  /// Tells by its reasons from when to when the segment before was measured, in milliseconds.
  private struct Witness: AdaptationRule {
    var text = "nothing"

    mutating func downloaded(_ download: Download, _ observation: Observation) {
      guard download.content == .segment else { return }
      let times = [download.sent, download.firstByte, download.end, download.processed]
      text = times.map { String($0.nanoseconds / 1_000_000) }.joined(separator: " ")
    }

    mutating func decide(_ observation: Observation) -> Decision {
      Decision(level: 0, reason: text)
    }
  }

  private static func play(
    bytes: Int64 = 1000, hasSection: Bool, hasAudio: Bool = false
  ) throws -> LadderSession {
    let levels = [1000, 2000].map { bitRate in
      Level(
        name: "\(bitRate)", bitRate: BitRate(bitsPerSecond: bitRate),
        initializations: hasSection ? [LadderResource("section", bytes: 100)] : [],
        segments: (0..<3).map {
          LadderSegment(
            LadderResource("\($0)", bytes: bytes), initialization: hasSection ? 0 : nil,
            declared: TimeRange(start: .seconds(2 * $0), end: .seconds(2 * $0 + 2)))
        })
    }
    var player = LadderPlayer.basic
    player.loading.probedBytes = 400
    player.loading.loadsLanesInParallel = false
    player.loading.processing = ProcessingTimes(segment: .milliseconds(10))
    let profile = try BandwidthProfile(
      name: "link",
      intervals: [
        .init(
          duration: .zero, rate: BitRate(bitsPerSecond: 8000), latency: .milliseconds(100))
      ], afterwards: .holdsLast)
    var simulation = LadderSimulation(
      LadderScenario(
        Ladder(
          format: .sizes,
          lanes: [LadderLane(hasAudio ? .video : .muxed, levels: levels)]
            + (hasAudio ? [LadderLane(.audio, levels: [levels[0]])] : [])),
        over: NetworkLink(following: profile), player: player, rule: Witness(),
        options: SessionOptions(tickInterval: nil)))
    return simulation.run()
  }

  @Test("Without an initialization section its request goes on, and counts from there")
  func goesOn() throws {
    let session = try Self.play(hasSection: false)
    expect(session.requests.map(\.request.bytesReceived), equals: [1000, 1000, 1000])
    // Its first 400 bytes are in at 0.5 s, all at 1.1 s.
    expect(
      session.decisions.map(\.decision.reason),
      equals: ["nothing", "500 500 1100 1110", "1110 1210 2210 2220"])
  }

  @Test("A segment that is no longer than what is looked into counts for no time but the player's")
  func short() throws {
    for bytes in [399, 400] as [Int64] {
      let session = try Self.play(bytes: bytes, hasSection: false)
      let end = 100 + bytes
      expect(session.decisions[1].decision.reason, equals: "\(end) \(end) \(end) \(end + 10)")
    }
    try expect(
      Self.play(bytes: 401, hasSection: false).decisions[1].decision.reason,
      equals: "500 500 501 511")
  }

  @Test("With an initialization section and audio apart it is dropped, and fetched again")
  func dropped() throws {
    let session = try Self.play(hasSection: true, hasAudio: true)
    let requests = session.requests.map { "\($0.subject.lane) \($0.subject.segment ?? -1)" }
    expect(
      requests,
      equals: [
        "0 -1", "0 0", "1 -1", "1 0", "0 -1", "0 0", "1 -1", "1 0", "0 1", "1 1", "0 2", "1 2",
      ])
    expect(
      session.requests.map { $0.request.endReason == .droppedBySkip },
      equals: requests.indices.map { $0 == 1 || $0 == 3 })
    expect(session.decisions.map(\.segment), equals: [0, 1, 2])
    expect(session.decisions[0].decision.reason, equals: "nothing")
  }

  /// As Chromium 156 did with segments of fMP4 that were muxed, or had no audio.
  @Test("With an initialization section and nothing else to look into its request goes on")
  func alone() throws {
    let session = try Self.play(hasSection: true)
    expect(session.requests.map(\.subject.segment), equals: [nil, 0, 1, 2])
    expect(session.requests.map(\.request.endReason), equals: Array(repeating: .complete, count: 4))
  }
}
