import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// Video and audio in files of their own, each of `count` frames of a second.
private struct Apart {
  var video: Clip
  var audio: Clip

  init(_ count: Int, video: Int64, audio: Int64) {
    self.video = .frames(count, lasting: .seconds(1), of: video)
    self.audio = .frames(count, lasting: .seconds(1), of: audio)
    self.audio.tracks = [.audio]
  }

  func play(
    bytesAMillisecond: Int64 = 1, latency: WallTime = .zero, _ policy: BufferingPolicy,
    do actions: [UserAction] = [], repeats: Int = 0, ticks: WallTime? = nil
  ) throws -> Session {
    try play(
      over: BandwidthProfile(
        name: "steady", rate: BitRate(bitsPerSecond: 8000 * bytesAMillisecond), latency: latency),
      policy, do: actions, repeats: repeats, ticks: ticks)
  }

  func play(
    over profile: BandwidthProfile, _ policy: BufferingPolicy, do actions: [UserAction] = [],
    repeats: Int = 0, ticks: WallTime? = nil
  ) throws -> Session {
    var simulation = Simulation(
      FileScenario(
        try Presentation(video: video.index, audio: audio.index),
        over: NetworkLink(following: profile),
        policy: policy, actions: actions, repeats: repeats,
        options: SessionOptions(tickInterval: ticks)))
    return try simulation.checked()
  }
}

/// Sessions of two lanes over one link, worked out by hand.
@Suite struct `A session of video and audio apart` {
  private static func policy(
    startup: MediaTime = .seconds(1), high: MediaTime? = nil, low: MediaTime? = nil,
    backBuffer: MediaTime? = nil
  ) throws -> BufferingPolicy {
    var parameters = BufferingPolicy.Parameters()
    parameters.startupThreshold = startup
    parameters.resumeThreshold = .seconds(1)
    parameters.highWatermark = high
    parameters.lowWatermark = low
    parameters.backBuffer = backBuffer
    parameters.readThrough = 0
    return try BufferingPolicy(parameters)
  }

  @Test func `starts and stalls as if both halves of the link were links`() throws {
    // Half a byte a millisecond for each: a frame of both each 1.02 s.
    let session = try Apart(4, video: 510, audio: 510).play(Self.policy())
    #expect(session.startup == .milliseconds(1020))
    #expect(session.stalls.map(\.start) == [2020, 3040, 4060].map { .milliseconds($0) })
    #expect(session.stalls.allSatisfy { $0.duration == .milliseconds(20) })
    #expect(session.elapsed == .milliseconds(5080))
    #expect(session.bytesDownloaded == 4080)
    #expect(session.requestCount == 2)
  }

  @Test func `gives all of the link to one lane once the other is loaded`() throws {
    // From 0.1 s on half of the link each. The audio is loaded at 1.7 s; by then there are 800
    // bytes of video, and from then on a byte each millisecond.
    let session = try Apart(4, video: 1000, audio: 200).play(
      latency: .milliseconds(100), Self.policy(startup: .seconds(2)))
    #expect(session.startup == .milliseconds(2900))
    #expect(session.stalls.isEmpty && session.elapsed == .milliseconds(6900))
    let requests = session.requests
    #expect(requests.map(\.resource) == [0, 1])
    #expect(requests.map(\.sent) == [.zero, .zero])
    #expect(requests.map(\.firstByte) == [.milliseconds(102), .milliseconds(102)])
    #expect(requests.map(\.lastByte) == [.milliseconds(4900), .milliseconds(1700)])
    #expect(requests.map(\.bytesReceived) == [4000, 800])
    #expect(requests.map(\.endReason) == [.complete, .complete])
    #expect(session.requestTime == .milliseconds(4900))
    #expect(session.times { $0 == .loadingFinished } == [.milliseconds(4900)])
    // While playing from 2.9 s on, 2 s are loaded, 3 s from 3.9 s and 4 s from 4.9 s on:
    // 2 + 3 + 4 · 2 − 4² ÷ 2 = 5 s² over 4 s.
    #expect(session.bufferLevels.mean(over: session.phases.playing) == .milliseconds(1250))
  }

  @Test func `has no byte of a request that was blocked sooner than without`() throws {
    // As of one lane in `PathTests`, at half the rate: requests sent at 1.9 s, blocked from 2 s to
    // 2.2 s, are due at 2.4 s, and what was dropped comes until then.
    var parameters = BufferingPolicy.Parameters()
    parameters.startupThreshold = .seconds(1)
    parameters.highWatermark = nil
    parameters.expensive.forwardBuffer = .seconds(1)
    parameters.readThrough = 0
    let session = try Apart(40, video: 50, audio: 50).play(
      over: .expensive(from: 2000, until: 2200, latency: .milliseconds(500)),
      BufferingPolicy(parameters),
      do: [
        UserAction(at: .seconds(1), .seek(to: .seconds(20), .exact)),
        UserAction(at: .milliseconds(1900), .seek(to: .zero, .exact)),
      ])
    let requests = session.requests
    #expect(requests.prefix(6).map(\.offset) == [0, 0, 1000, 1000, 250, 250])
    #expect(requests.prefix(6).map(\.bytesReceived) == [250, 250, 200, 200, 750, 750])
    // The last two are dropped where media follows that is loaded.
    #expect(requests.prefix(6).allSatisfy { $0.bytesWasted == 250 })
    #expect(requests[4...5].map(\.firstByte) == [2402, 2402].map { .milliseconds($0) })
    #expect(requests[4...5].map(\.lastByte) == [3900, 3900].map { .milliseconds($0) })
  }

  @Test func `plays on where dropping its back buffer drops all that was missing`() throws {
    // A video frame of no length at 2 s takes 20 s to load. What follows it is loaded from 0 s on,
    // in 80 ms, but not the audio: 600 of 1000 bytes by 0.1 s. From there on the first frames of
    // both come by 0.3 s, and the audio of 2 s and more from 0.58 s on. At 2.3 s the playhead is at
    // 2 s, where nothing of the missing frame is kept.
    var apart = Apart(6, video: 100, audio: 1000)
    for number in 2..<6 { apart.video.samples[number].offset += 100_000 }
    for number in 2..<6 { apart.video.samples[number].needs += 100_000 }
    apart.video.samples.insert(
      Sample(at: .seconds(2), lasting: .zero, bytes: 200..<100_200), at: 2)
    let session = try apart.play(
      bytesAMillisecond: 10, Self.policy(backBuffer: .zero),
      do: [
        UserAction(at: .zero, .seek(to: .seconds(2), .exact)),
        UserAction(at: .milliseconds(100), .seek(to: .zero, .exact)),
      ])
    #expect(session.startup == .milliseconds(300))
    #expect(session.stalls.map(\.start) == [.milliseconds(2300)])
    #expect(session.phases.stalled == .zero)
    #expect(session.elapsed == .milliseconds(6300))
    #expect(session.requests.last { $0.resource == 0 }?.end == .milliseconds(2300))
  }

  @Test func `drops both requests for a seek, and what is wasted shares the link`() throws {
    // 950 bytes of each by 2 s, then 50 of each in vain; from 2.1 s on half of the link each.
    let session = try Apart(10, video: 1000, audio: 1000).play(
      latency: .milliseconds(100), Self.policy(),
      do: [UserAction(at: .seconds(2), .seek(to: .seconds(8), .exact))])
    #expect(session.requests.map(\.offset) == [0, 0, 8000, 8000])
    #expect(session.requests.map(\.bytesReceived) == [950, 950, 2000, 2000])
    #expect(session.requests.map(\.bytesWasted) == [50, 50, 0, 0])
    #expect(session.requests.prefix(2).allSatisfy { $0.endReason == .droppedBySeek })
    let drops = session.events.map(\.kind).filter { $0.isDrop }
    #expect(
      drops == [
        .requestDropped(number: 1, wastedBytes: 50), .requestDropped(number: 2, wastedBytes: 50),
      ])
    #expect(session.startup == .milliseconds(4100))
    #expect(session.stalls.map(\.start) == [.milliseconds(5100)])
    #expect(session.stalls.map(\.duration) == [.milliseconds(1000)])
    #expect(session.elapsed == .milliseconds(7100))
    #expect(session.bytesDownloaded == 6000)
  }

  @Test func `keeps one lane that is loaded where a seek leads`() throws {
    // The audio is loaded at 2.1 s. At 3 s there are 1900 bytes of video; 100 more come in vain.
    let session = try Apart(10, video: 1000, audio: 100).play(
      latency: .milliseconds(100), Self.policy(),
      do: [UserAction(at: .seconds(3), .seek(to: .seconds(8), .exact))])
    #expect(session.startup == .milliseconds(2100))
    #expect(session.requests.map(\.resource) == [0, 1, 0])
    #expect(session.requests.map(\.bytesWasted) == [100, 0, 0])
    #expect(session.seeks.map(\.latency) == [.milliseconds(1100)])
    #expect(session.elapsed == .milliseconds(6100))
  }

  @Test func `blocks both senders while full`() throws {
    // A frame of both each 250 ms: 4 s at 1 s, of which 0.75 s are played. It drains to 2 s at
    // 2.25 s, and 6 s are loaded at 2.75 s.
    let session = try Apart(10, video: 125, audio: 125).play(
      Self.policy(high: .seconds(3), low: .seconds(2)))
    #expect(session.startup == .milliseconds(250))
    #expect(
      session.times { $0 == .isPlaybackBufferFull(true) }
        == [1000, 2750, 4750, 6750].map { .milliseconds($0) })
    #expect(
      Array(session.times { $0 == .isPlaybackBufferFull(false) }.prefix(3))
        == [2250, 4250, 6250].map { .milliseconds($0) })
    #expect(session.requestTime == .milliseconds(2500))
    #expect(session.requestCount == 2)
    #expect(session.stalls.isEmpty && session.elapsed == .milliseconds(10_250))
  }

  @Test func `holds back the lane that is ahead`() throws {
    // Half of 4 bytes a millisecond each: three seconds of audio at 0.15 s. All of the link brings
    // a second of video each 250 ms from then on: the first at 0.325 s, the fourth at 1.075 s, of
    // which 0.75 s are played. The audio is down to two seconds at 1.325 s, and then has a second
    // each 25 ms.
    let session = try Apart(10, video: 1000, audio: 100).play(
      bytesAMillisecond: 4, Self.policy(high: .seconds(3), low: .seconds(2)),
      ticks: .milliseconds(25))
    #expect(session.startup == .milliseconds(325))
    let bytes = [150, 325, 1075, 1325, 1375, 2325].map { time in
      session.ticks.first { $0.wallTime == .milliseconds(time) }?.bytesDownloaded
    }
    #expect(bytes == [600, 1300, 4300, 4300, 4500, 4500])
    #expect(session.requestCount == 2 && session.stalls.isEmpty)
  }

  @Test func `loads both again at a loop, as far as they are not kept`() throws {
    // A frame of both each 200 ms. At the end, 4.2 s, the last two are kept.
    let session = try Apart(4, video: 100, audio: 100).play(
      Self.policy(backBuffer: .seconds(1)), repeats: 1)
    #expect(session.startup == .milliseconds(200))
    let drops = session.events.map(\.kind).filter(\.isBackBufferDrop)
    #expect(
      drops.prefix(2) == [
        .backBufferDropped(before: .seconds(1)), .backBufferDropped(before: .seconds(2)),
      ])
    #expect(session.requests.map(\.offset) == [0, 0, 0, 0])
    #expect(session.requests.map(\.bytesReceived) == [400, 400, 200, 200])
    #expect(session.stalls.map(\.start) == [.milliseconds(4200)])
    #expect(session.stalls.map(\.duration) == [.milliseconds(200)])
    #expect(session.elapsed == .milliseconds(8400))
  }
}

@Suite struct `A presentation of video and audio apart` {
  @Test func `has a lane for each, on one clock`() throws {
    var apart = Apart(3, video: 100, audio: 10)
    apart.audio.samples = apart.audio.samples.map { sample in
      var sample = sample
      sample.presentationTime = sample.presentationTime.map { $0 - .milliseconds(500) }
      return sample
    }
    let presentation = try Presentation(video: apart.video.index, audio: apart.audio.index)
    #expect(presentation.lanes.map(\.kind) == [.video, .audio])
    #expect(presentation.resourceSizes == [300, 30] && presentation.resourceBytes == 330)
    #expect(presentation.origin == .milliseconds(-500))
    #expect(presentation.duration == .milliseconds(3500))
    #expect(presentation.keyframes == [500, 1500, 2500].map { .milliseconds($0) })
    let loading = presentation.lanes.map(\.rendition.loading)
    // The video counts as loaded before it begins, the audio to the end once it is over.
    #expect(loading.map { $0.end(at: .zero) } == [.milliseconds(500), .zero])
    #expect(loading[1].end(at: ReadPosition(30)) == .milliseconds(3500))
    #expect(presentation.lanes[1].rendition.order.runs.map(\.resource) == [1])
  }

  @Test func `is refused without one of them`() {
    let apart = Apart(3, video: 100, audio: 10)
    #expect(throws: PresentationError.nothingShown) {
      try Presentation(video: apart.audio.index, audio: apart.audio.index)
    }
    #expect(throws: PresentationError.nothingShown) {
      try Presentation(video: apart.video.index, audio: apart.video.index)
    }
    var silent = apart
    for number in silent.audio.samples.indices {
      silent.audio.samples[number].flags.insert(.discarded)
    }
    #expect(throws: PresentationError.nothingShown) {
      try Presentation(video: silent.video.index, audio: silent.audio.index)
    }
  }
}

extension Event.Kind {
  fileprivate var isDrop: Bool { if case .requestDropped = self { true } else { false } }

  fileprivate var isBackBufferDrop: Bool {
    if case .backBufferDropped = self { true } else { false }
  }
}
