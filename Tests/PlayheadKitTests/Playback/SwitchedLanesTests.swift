import Testing

@testable import PlayheadModel

@Suite struct `Random sessions that change to another link` {
  /// Of one lane and of two, read in all ways; stepped, forked, acted upon, and played on over
  /// another link.
  @Test(arguments: Seeds.blocks(0..<6_000, of: 5, few: 15))
  func `agree with an oracle over a link spliced of both`(block: Range<UInt64>) throws {
    for seed in block {
      guard let switched = try SwitchedSession(seed: seed) else { continue }
      let differences = try switched.differences()
      #expect(differences == [], "seed \(seed)")
    }
  }

  /// So that agreement means something.
  @Test(.enabled(if: Seeds.choice == .all)) func `change in all kinds of sessions`() throws {
    var counts: [SwitchedSession.Kind: Int] = [:]
    for seed in 0..<200 as Range<UInt64> {
      guard let switched = try SwitchedSession(seed: seed) else { continue }
      counts[switched.kind, default: 0] += 1
    }
    #expect(SwitchedSession.Kind.allCases.allSatisfy { counts[$0] ?? 0 >= 20 })
  }
}

/// Sessions of two lanes that change to another link, worked out by hand.
@Suite struct `A session of video and audio apart that changes to another link` {
  /// Frames of a second, of so many bytes each.
  private static func simulation(
    _ count: Int, video: Int64, audio: Int64, over profile: BandwidthProfile,
    high: MediaTime? = nil, low: MediaTime? = nil
  ) throws -> Simulation {
    var sound = Clip.frames(count, lasting: .seconds(1), of: audio)
    sound.tracks = [.audio]
    var parameters = BufferingPolicy.Parameters()
    parameters.startupThreshold = .seconds(1)
    parameters.resumeThreshold = .seconds(1)
    parameters.highWatermark = high
    parameters.lowWatermark = low
    parameters.readThrough = 0
    return Simulation(
      FileScenario(
        try Presentation(
          video: Clip.frames(count, lasting: .seconds(1), of: video).index, audio: sound.index),
        over: NetworkLink(following: profile), policy: try BufferingPolicy(parameters),
        options: SessionOptions(tickInterval: nil)))
  }

  private static func link(_ bytesAMillisecond: Int64, latency: WallTime = .zero) throws
    -> NetworkLink
  {
    NetworkLink(
      following: try BandwidthProfile(
        name: "steady", rate: BitRate(bitsPerSecond: 8000 * bytesAMillisecond), latency: latency))
  }

  @Test func `waits as long as before for first bytes that are under way`() throws {
    var simulation = try Self.simulation(
      2, video: 100, audio: 100, over: .byteAMillisecond(latency: .milliseconds(500)))
    simulation.run(until: .milliseconds(200))
    simulation.switchLink(to: try Self.link(2, latency: .seconds(3)))
    #expect(simulation.loader.brokenInvariants(at: .milliseconds(200)) == [])
    // A byte a millisecond for each of them from 0.5 s on.
    let requests = simulation.run().requests
    #expect(requests.map(\.firstByte) == [501, 501].map { .milliseconds($0) })
    #expect(requests.map(\.lastByte) == [700, 700].map { .milliseconds($0) })
  }

  @Test func `follows the last of those that it changes to in one instant`() throws {
    var simulation = try Self.simulation(2, video: 100, audio: 100, over: .byteAMillisecond())
    simulation.run(until: .milliseconds(100))
    for rate in [0, 7, 2] as [Int64] { simulation.switchLink(to: try Self.link(rate)) }
    // 50 bytes of each by then, and the other 150 at one a millisecond.
    #expect(simulation.run().requests.map(\.lastByte) == [250, 250].map { .milliseconds($0) })
  }

  @Test func `gives all of it to one lane while the other is full`() throws {
    // At 4 bytes a millisecond, three seconds of audio and 300 bytes of video come by 0.15 s, and
    // 200 bytes more of video by 0.2 s.
    var simulation = try Self.simulation(
      10, video: 1000, audio: 100, over: .steps([(1000, 4)]), high: .seconds(3),
      low: .seconds(2))
    simulation.run(until: .milliseconds(200))
    simulation.switchLink(to: try Self.link(2))
    #expect(simulation.run().startup == .milliseconds(450))
  }

  /// The video is loaded, though after the seek nobody has looked whether it is full; the audio
  /// checks every 150 bytes, at 2.59 s next, for nothing: its third second takes a byte that never
  /// comes.
  @Test func `ends with the last change though a lane would check whether it is full`() throws {
    var sound = Clip.frames(4, lasting: .seconds(1), of: 1000)
    sound.tracks = [.audio]
    var parameters = BufferingPolicy.Parameters()
    parameters.startupThreshold = .seconds(1)
    parameters.resumeThreshold = .seconds(5)
    parameters.highWatermark = .seconds(3)
    parameters.loadGranularity = 150
    parameters.readThrough = 0
    var simulation = Simulation(
      FileScenario(
        try Presentation(
          video: Clip.frames(4, lasting: .seconds(1), of: 10).index, audio: sound.index),
        over: NetworkLink(following: try .byteAMillisecond()),
        policy: try BufferingPolicy(parameters),
        actions: [UserAction(at: .milliseconds(2500), .seek(to: .milliseconds(500), .exact))],
        options: SessionOptions(tickInterval: nil)))
    simulation.run(until: .milliseconds(2200))
    simulation.switchLink(to: NetworkLink(following: try .steps([(3000, 1), (1000, 0)])))
    let session = simulation.run()
    // Half of the link each up to 0.08 s, when the video is loaded.
    #expect(session.startup == .milliseconds(1040))
    #expect(session.endReason == .starved && session.elapsed == .milliseconds(2500))
    #expect(session.requests.map(\.bytesReceived) == [40, 2460])
  }

  @Test func `ends where both lanes have nothing left to come`() throws {
    var simulation = try Self.simulation(2, video: 100, audio: 100, over: .byteAMillisecond())
    simulation.run(until: .milliseconds(150))
    simulation.switchLink(to: try Self.link(0))
    let session = simulation.run()
    #expect(session.endReason == .starved && session.elapsed == .milliseconds(150))
    #expect(session.requests.map(\.bytesReceived) == [75, 75])
  }

  /// A seek at 0.2 s, before or after the change in that instant.
  @Test(arguments: [(true, 100), (false, 700)] as [(Bool, Int64)])
  func `has the latency of before for what is sent before in its instant`(
    isBefore: Bool, latency: Int64
  ) throws {
    var simulation = try Self.simulation(
      10, video: 100, audio: 100, over: .byteAMillisecond(latency: .milliseconds(100)))
    simulation.run(until: .milliseconds(200))
    if isBefore { simulation.perform(.seek(to: .seconds(9), .exact)) }
    simulation.switchLink(to: try Self.link(2, latency: .milliseconds(700)))
    if !isBefore { simulation.perform(.seek(to: .seconds(9), .exact)) }
    let requests = simulation.run().requests
    #expect(requests.map(\.offset) == [0, 0, 900, 900])
    let last: WallTime? = .milliseconds(300 + latency)
    #expect(requests[2...].map(\.lastByte) == [last, last])
    // What the sender is not told of in time, at two bytes a millisecond.
    #expect(requests[..<2].map(\.bytesWasted) == [latency, latency])
  }

  @Test(arguments: [.pause, .setRate(.normal), .play] as [UserAction.Kind])
  func `is the same whether the user acts before or after in its instant`(
    action: UserAction.Kind
  ) throws {
    func session(_ isBefore: Bool) throws -> Session {
      var simulation = try Self.simulation(4, video: 400, audio: 100, over: .byteAMillisecond())
      simulation.run(until: .milliseconds(900))
      if isBefore { simulation.perform(action) }
      simulation.switchLink(to: try Self.link(2))
      if !isBefore { simulation.perform(action) }
      simulation.perform(.play, at: .seconds(2))
      return simulation.run()
    }
    #expect(try session(true) == session(false))
  }
}
