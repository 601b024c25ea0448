import Expectations
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel

/// Several things that happen in one nanosecond.
@Suite struct `What comes in one nanosecond` {
  /// Nothing for a second, then 125,000 bytes a nanosecond.
  private static func burst(latency: WallTime = .zero) throws -> BandwidthProfile {
    try BandwidthProfile(
      name: "burst",
      intervals: [
        .init(duration: .seconds(1), rate: .zero, latency: latency),
        .init(duration: .seconds(1), rate: .bound, latency: latency),
      ], afterwards: .holdsLast)
  }

  @Test func `is in when the player looks whether its buffer is full`() throws {
    // After a round trip of 100 ms for the connection and one for the request, 50 bytes come at
    // once, 100 more after another, then 200 and 400. Of the first 350 the player looks at 300, and
    // the 7 s of media in it are above the high watermark.
    var parameters = BufferingPolicy.Parameters()
    parameters.startupThreshold = .seconds(30)
    parameters.highWatermark = .milliseconds(6500)
    parameters.loadGranularity = 300
    let fast = try BandwidthProfile(name: "fast", rate: .bound, latency: .milliseconds(100))
    var simulation = Simulation(
      try Clip.frames(20, lasting: .seconds(1), of: 50).scenario(
        over: fast, BufferingPolicy(parameters)))
    simulation.loader.channel.connection = Connection(
      over: simulation.link, by: .slowStart(setUpRoundTrips: 1), initialWindow: 50)
    let session = simulation.run()
    let filled = session.times { $0 == .isPlaybackBufferFull(true) }
    expect(filled.first, equals: .milliseconds(400) + .resolution)
    expect(session.startup, equals: .milliseconds(400) + .resolution)
  }

  /// The header of a file and a frame in 150 bytes, then nine larger frames.
  private static func clip(of bytes: Int64, last: Int64) -> Clip {
    let ends = (1...9).map { $0 < 9 ? 150 + bytes * $0 : 150 + bytes * 8 + last }
    let starts = [150] + ends.dropLast()
    let frames = zip(starts, ends).enumerated().map { number, range in
      Sample(
        at: .seconds(Int64(number) + 1), lasting: .seconds(1), bytes: range.0..<range.1)
    }
    return Clip(
      openingReads: [ByteRange(0, 150)],
      samples: [Sample(at: .zero, lasting: .seconds(1), bytes: 100..<150)] + frames)
  }

  @Test func `is measured for the place to which a loop has led`() throws {
    // The seek to the end finishes as the headers are read, at 0.15 s, and playback begins again.
    // Of the 18,500 bytes missing there, 1000 come in a second and are measured. In the 10 s that
    // are left 10,000 come: 9500 are missing at 9.15 s.
    var parameters = BufferingPolicy.Parameters()
    parameters.startupThreshold = .zero
    parameters.resumeThreshold = .zero
    parameters.highWatermark = nil
    parameters.keepUp = .predictedRate(
      ThroughputEstimation(
        fastHalfLife: .seconds(1), slowHalfLife: .seconds(1), sampleBytes: 1000))
    let session = try Self.clip(of: 2000, last: 2500).play(
      over: .byteAMillisecond(), BufferingPolicy(parameters),
      do: [UserAction(at: .zero, .seek(to: .seconds(10), .exact))], repeats: 1)
    expect(session.startup, equals: .milliseconds(150))
    expect(session.stalls.first?.start, equals: .milliseconds(150))
    expect(session.stalls.first?.mediaTime, equals: .zero)
    expect(session.stalls.first?.duration, equals: .seconds(9))
  }

  @Test func `is loaded though nobody wanted it before a loop`() throws {
    // All of the file comes as soon as any does, when only its headers are asked for.
    let session = try Self.clip(of: 100, last: 100).play(
      over: Self.burst(), BufferingPolicy(startupThreshold: .zero, resumeThreshold: .seconds(5)),
      do: [UserAction(at: .zero, .seek(to: .seconds(10), .exact))], repeats: 1)
    let start = WallTime.seconds(1) + .resolution
    expect(session.startup == start && session.phases.stalled == .zero)
    expect(session.elapsed, equals: start + .seconds(10))
    expect(session.requests.map(\.bytesReceived), equals: [1050])
    expect(session.requests.map(\.end), equals: [start])
  }
}
