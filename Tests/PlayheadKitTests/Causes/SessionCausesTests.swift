import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadModel

/// Media and links by hand, where a byte takes a millisecond unless it says otherwise.
@Suite("The causes of waits")
struct SessionCausesTests {
  private func causes(_ scenario: FileScenario) -> (session: Session, causes: SessionCauses) {
    var simulation = Simulation(scenario)
    let session = simulation.run()
    return (session, SessionCauses(of: session, in: scenario))
  }

  /// Frames of a second and of these sizes, each for itself.
  private func clip(_ sizes: [Int64]) -> Clip {
    var offset: Int64 = 0
    let samples = sizes.enumerated().map { number, size in
      defer { offset += size }
      return Sample(
        at: .seconds(Int64(number)), lasting: .seconds(1), bytes: offset..<offset + size)
    }
    return Clip(samples: samples)
  }

  @Test("are none where nothing waits longer than it has to")
  func none() throws {
    let scenario = try clip([Int64](repeating: 500, count: 10))
      .scenario(over: .byteAMillisecond(), .basic)
    let (session, causes) = causes(scenario)
    expect(session.stalls.isEmpty)
    expect(causes.isEmpty)
  }

  @Test("are the link's rate where it is below that of the media throughout, to a hundredth")
  func bandwidth() throws {
    // Of frames of 1000 bytes, k + 1 are due 2000/r + k seconds after the first request: the
    // seventh is in time from 5000/6 bytes a second on, or 6666.7 bit/s.
    let scenario = try clip([Int64](repeating: 1000, count: 7)).scenario(
      over: BandwidthProfile(name: "slow", rate: BitRate(bitsPerSecond: 6400)), .basic)
    let (session, causes) = causes(scenario)
    expect(session.stalls.map(\.mediaTime), equals: [.seconds(6)])
    let cause = try #require(causes.stalls[1])
    expect(
      cause.parts.map(\.facts),
      equals: [
        .bandwidth(mean: BitRate(bitsPerSecond: 6400), needed: BitRate(bitsPerSecond: 6670))
      ])
    // It stalls for a quarter of a second, and starts after 2.5 s, or 2000/833.75.
    expect(cause.saves, equals: .finite(.milliseconds(250)))
    let startup = WallTime(nanoseconds: (2000 * 8 * 1_000_000_000 + 6669) / 6670)
    expect(cause.sessionSaves, equals: .finite(.milliseconds(2750) - startup))
  }

  @Test("are a peak of the video where it would play at its mean rate")
  func peak() throws {
    // The fifth frame is due after 5 s, and there after 5.5; it plays on with the sixth, at 6 s.
    let scenario = try clip([500, 500, 500, 500, 3500, 500, 500, 500, 500, 500])
      .scenario(over: .byteAMillisecond(), .basic)
    let (session, causes) = causes(scenario)
    expect(session.stalls.map(\.duration), equals: [.seconds(1)])
    let cause = try #require(causes.stalls[1])
    expect(
      cause.parts.map(\.facts),
      equals: [
        .peak(
          track: 0, kind: .video, range: TimeRange(start: .seconds(4), end: .seconds(5)),
          rate: BitRate(bitsPerSecond: 28000), mean: BitRate(bitsPerSecond: 6400))
      ])
    // At 800 bytes a frame it starts 0.6 s later and does not stall.
    expect(cause.saves, equals: .finite(.seconds(1)))
    expect(cause.sessionSaves, equals: .finite(.milliseconds(400)))
  }

  @Test("are a dip of the link where it would play at the link's mean rate")
  func dip() throws {
    let profile = try BandwidthProfile(
      name: "outage",
      intervals: [
        .init(duration: .seconds(10), rate: BitRate(bitsPerSecond: 4800)),
        .init(duration: .seconds(6), rate: .zero),
        .init(duration: .zero, rate: BitRate(bitsPerSecond: 4800)),
      ], afterwards: .holdsLast)
    let scenario = try clip([Int64](repeating: 500, count: 20)).scenario(over: profile, .basic)
    let (session, causes) = causes(scenario)
    // Twelve frames are there after 10 s, and the playhead is 1.667 s behind; then it waits for
    // two.
    expect(session.stalls.map(\.mediaTime), equals: [.seconds(12)])
    let cause = try #require(causes.stalls[1])
    guard case .dip(let start, let end, let rate, let mean) = cause.parts[0].facts else {
      Issue.record("\(cause)")
      return
    }
    expect((start, end) == (.seconds(10), .seconds(16)))
    // Over the sixteen seconds of the profile it is 3000 bit/s, with which a frame takes 4/3 s.
    expect(rate, equals: .zero)
    expect(mean, equals: BitRate(bitsPerSecond: 3000))
  }

  @Test("are the player's buffer where a larger one would outlast an outage, to half a second")
  func buffer() throws {
    let profile = try BandwidthProfile(
      name: "outage",
      intervals: [
        .init(duration: .seconds(10), rate: BitRate(bitsPerSecond: 8000)),
        .init(duration: .seconds(5), rate: .zero),
        .init(duration: .zero, rate: BitRate(bitsPerSecond: 8000)),
      ], afterwards: .holdsLast)
    let policy = try BufferingPolicy(highWatermark: .seconds(3), lowWatermark: .seconds(3))
    let scenario = try clip([Int64](repeating: 500, count: 20)).scenario(over: profile, policy)
    let (session, causes) = causes(scenario)
    expect(session.stalls.count, equals: 1)
    let cause = try #require(causes.stalls[1])
    expect(cause.kind, equals: .policy)
    guard case .file(.highWatermark(let level?)) = cause.parts[0].change else {
      Issue.record("\(cause)")
      return
    }
    func stalls(_ level: MediaTime) throws -> Int {
      var simulation = Simulation(
        try #require(ScenarioChange.highWatermark(level).applied(to: scenario)))
      return simulation.run().stalls.count
    }
    try expect(stalls(level), equals: 0)
    try expect(stalls(level - .milliseconds(500)), equals: 1)
  }

  @Test("are a pair where a link dies under a peak, and not the link's rate before")
  func pair() throws {
    let profile = try BandwidthProfile(
      name: "dies",
      intervals: [
        .init(duration: .seconds(3), rate: BitRate(bitsPerSecond: 8000)),
        .init(duration: .zero, rate: .zero),
      ], afterwards: .holdsLast)
    // At 1000 bytes a second the fifth frame is late, and at 800 a frame none is.
    let scenario = try clip([500, 500, 500, 500, 3500, 500, 500, 500, 500, 500])
      .scenario(over: profile, .basic)
    let (session, causes) = causes(scenario)
    expect(session.stalls.map(\.length.isOpen), equals: [true])
    expect(causes.stalls[1]?.parts.map(\.kind), equals: [.peak, .dip])
    expect(causes.stalls[1]?.saves, equals: session.stalls[0].length)
    expect(causes.stalls[1]?.sessionSaves?.isOpen, equals: true)
  }

  @Test("are the index where opening reads it behind the media")
  func index() throws {
    // With a second of latency: 0.1 s and 0.4 s of headers, and 1 s of frames, in three requests or
    // one.
    var clip = Clip.frames(10, lasting: .seconds(1), of: 500, from: 100)
    clip.openingReads = [ByteRange(0, 100), ByteRange(5100, 5500)]
    clip.bytes = 5500
    let scenario = try clip.scenario(
      over: .byteAMillisecond(latency: .seconds(1)), try BufferingPolicy(readThrough: 0))
    let (session, causes) = causes(scenario)
    expect(session.startup, equals: .milliseconds(4500))
    let cause = try #require(causes.startup)
    expect(cause.parts.map(\.facts), equals: [.index(bytes: 400, media: 100, requests: 2)])
    expect(cause.saves, equals: .finite(.seconds(2)))
  }

  @Test("are the interleaving where a track lies behind what is due with it")
  func interleave() throws {
    // Three seconds of 400 and 100 bytes by turns, then seven of video before those of audio.
    var samples: [Sample] = []
    func add(_ second: Int64, _ bytes: Int64, track: UInt16) {
      let offset = samples.last?.needs ?? 0
      samples.append(
        Sample(
          at: .seconds(second), lasting: .seconds(1), bytes: offset..<offset + bytes, track: track))
    }
    for second in 0..<3 as Range<Int64> {
      add(second, 400, track: 0)
      add(second, 100, track: 1)
    }
    for second in 3..<10 as Range<Int64> { add(second, 400, track: 0) }
    for second in 3..<10 as Range<Int64> { add(second, 100, track: 1) }
    let scenario = try Clip(samples: samples, tracks: [.video, .audio])
      .scenario(over: .byteAMillisecond(), .basic)
    let (session, causes) = causes(scenario)
    // The fourth second of audio is due after 4 s and there after 4.4.
    expect(session.stalls.map(\.start), equals: [.seconds(4)])
    let cause = try #require(causes.stalls[1])
    expect(
      cause.parts.map(\.facts),
      equals: [
        .interleave(track: 1, kind: .audio, bytes: ByteRange(1900, 4400))
      ])
    expect(cause.sessionSaves, equals: .finite(.milliseconds(500)))
  }

  @Test("are slow start or latency where they are half of a long startup")
  func protocols() throws {
    let clip = Clip.frames(10, lasting: .seconds(1), of: 500)
    var scenario = try clip.scenario(over: .byteAMillisecond(latency: .seconds(2)), .basic)
    expect(
      causes(scenario).causes.startup?.parts.map(\.facts),
      equals: [
        .latency(longest: .seconds(2), requests: 1)
      ])
    // Set-up takes two round trips more: 7 s instead of 3.
    scenario.transport = .slowStart(setUpRoundTrips: 2)
    let cause = try #require(causes(scenario).causes.startup)
    expect(cause.parts.map(\.facts), equals: [.slowStart(setUpRoundTrips: 2)])
    expect(cause.saves, equals: .finite(.seconds(4)))
  }

  @Test("are slow start where playback outruns the windows of a connection")
  func slowStartStall() throws {
    // Ten segments of 1460 bytes after 2 s, and twenty after 4 s, in which is the first frame; the
    // second is due at 5 s, and comes with the next window at 6 s. The link itself takes
    // milliseconds.
    var scenario = try clip([Int64](repeating: 25_000, count: 6)).scenario(
      over: BandwidthProfile(
        name: "fast and far", rate: BitRate(bitsPerSecond: 80_000_000), latency: .seconds(2)),
      BufferingPolicy(startupThreshold: .seconds(1), resumeThreshold: .seconds(1)))
    scenario.transport = .slowStart(setUpRoundTrips: 0)
    let (session, causes) = causes(scenario)
    expect(session.stalls.map(\.mediaTime), equals: [.seconds(1)])
    let cause = try #require(causes.stalls[1])
    expect(cause.parts.map(\.facts), equals: [.slowStart(setUpRoundTrips: 0)])
    let length = try #require(cause.saves.time)
    expect(length, equals: session.stalls[0].duration)
    expect(length > .milliseconds(990) && length < .milliseconds(1010))
  }

  @Test("are latency where every frame takes a request")
  func latencyStall() throws {
    // Between frames lies more than any player reads through; each takes 1.1 s, and is due each
    // second.
    let samples = (0..<40 as Range<Int64>).map {
      Sample(
        at: .seconds($0), lasting: .seconds(1), bytes: $0 * 70_500..<$0 * 70_500 + 500)
    }
    let scenario = try Clip(samples: samples).scenario(
      over: .byteAMillisecond(latency: .milliseconds(600)), .basic)
    let (session, causes) = causes(scenario)
    // Frame k is there after 1.1 (k + 1) s, and due at 2.2 + k s: the twelfth is the last in time.
    expect(session.stalls.first?.mediaTime, equals: .seconds(12))
    expect(!causes.stalls.isEmpty && causes.stalls.count == session.stalls.count)
    for (number, cause) in causes.stalls {
      expect(cause.kind == .latency && cause.parts.count == 1)
      expect(cause.saves, equals: .finite(try #require(session.stalls[number - 1].duration)))
    }
  }

  @Test("are slow start where that is most of a seek")
  func slowStartSeek() throws {
    let frames = Clip.frames(40, lasting: .seconds(1), of: 500)
    let seek = UserAction(at: .seconds(5), .seek(to: .seconds(30), .exact))
    var scenario = try frames.scenario(
      over: .byteAMillisecond(latency: .milliseconds(800)),
      try BufferingPolicy(
        readThrough: 0), do: [seek])
    scenario.transport = .slowStart(setUpRoundTrips: 2)
    let (session, causes) = causes(scenario)
    let latency = try #require(session.seeks[0].latency)
    // Set-up of a connection for the new request, if the old one is given up, is two of three
    // latencies.
    let cause = try #require(causes.seeks[1])
    expect(cause.parts.map(\.facts), equals: [.slowStart(setUpRoundTrips: 2)])
    let direct = WallTime.milliseconds(800 + 500)
    expect(cause.saves, equals: .finite(latency - direct))
  }

  @Test("are the keyframe or what is loaded where a seek is long")
  func seek() throws {
    // Each frame takes half a second to load, and eight are a group.
    let samples = (0..<40 as Range<Int64>).map {
      Sample(
        at: .seconds($0), lasting: .seconds(1), bytes: $0 * 500..<$0 * 500 + 500,
        flags: $0 % 8 == 0 ? .sync : [])
    }
    func cause(_ target: Int64) throws -> WaitCause? {
      let seek = UserAction(at: .seconds(2), .seek(to: .seconds(target), .exact))
      let scenario = try Clip(samples: samples).scenario(
        over: .byteAMillisecond(latency: .milliseconds(600)),
        try BufferingPolicy(readThrough: 0), do: [seek])
      return causes(scenario).causes.seeks[1]
    }
    try expect(
      cause(31)?.parts.map(\.facts),
      equals: [
        .seek(number: 1, decodesFrom: .seconds(24), target: .seconds(31))
      ])
    // A request and a frame take 1.1 s, of which latency is more than half.
    try expect(cause(32)?.kind, equals: .latency)
  }

  @Test("are cut short by a budget, and say so")
  func budget() throws {
    let scenario = try clip([Int64](repeating: 1000, count: 30)).scenario(
      over: BandwidthProfile(name: "slow", rate: BitRate(bitsPerSecond: 5000)), .basic)
    var simulation = Simulation(scenario)
    let session = simulation.run()
    expect(SessionCauses(of: session, in: scenario).isCutShort, equals: false)
    let short = SessionCauses(
      of: session, in: scenario, budget: CauseBudget(stepsPerStep: 1, leastSteps: 0))
    expect(short.isCutShort)
    expect(SessionCauses(of: session, in: scenario, isCancelled: { true }).isEmpty)
  }
}
