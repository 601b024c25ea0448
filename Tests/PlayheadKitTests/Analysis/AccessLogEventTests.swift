import Expectations
import PlayheadKit
import Testing

@Suite struct `An access log event` {
  /// A frame of a second each 1.5 s over a byte a millisecond, behind 100 ms of latency.
  private func session(
    _ actions: [UserAction] = [], repeats: Int = 0, options: SessionOptions = SessionOptions(),
    over profile: BandwidthProfile? = nil, backBuffer: MediaTime? = nil
  ) throws -> Session {
    let clip = Clip.frames(3, lasting: .seconds(1), of: 1500)
    var parameters = BufferingPolicy.Parameters()
    parameters.highWatermark = nil
    parameters.backBuffer = backBuffer
    let link = NetworkLink(
      following: try profile ?? .byteAMillisecond(latency: .milliseconds(100)))
    let scenario = FileScenario(
      try clip.presentation, over: link, policy: try BufferingPolicy(parameters),
      actions: actions, repeats: repeats, options: options)
    var simulation = Simulation(scenario)
    return simulation.run()
  }

  @Test func `has the figures of a straight session`() throws {
    // In at 1.6, 3.1 and 4.6 s: starts at 3.1 with two seconds, and plays to 6.1 s.
    let event = AccessLogEvent(try session())
    expect(event.numberOfStalls, equals: 0)
    expect(event.startupTime, equals: .milliseconds(1600))
    expect(event.numberOfBytesTransferred, equals: 4500)
    expect(event.transferDuration, equals: .milliseconds(4600))
    // 36,000 bits ÷ 4.6 s = 7826.09.
    expect(event.observedBitrate, equals: BitRate(bitsPerSecond: 7826))
    expect(event.segmentsDownloadedDuration, equals: .seconds(3))
    expect(event.durationWatched, equals: .seconds(3))
    expect(event.numberOfMediaRequests, equals: 1)
    expect(event.indicatedBitrate.bitsPerSecond < 0)
    expect(event.downloadOverdue < 0)
  }

  @Test func `counts media watched along the media, again when it is played again`() throws {
    // From 3.1 s on, half a second of wall time at twice the rate is a second of media; back then
    // by half a second, and on to the end.
    let rate = try #require(PlaybackRate(thousandths: 2000))
    let event = AccessLogEvent(
      try session([
        UserAction(at: .zero, .setRate(rate)),
        UserAction(at: .milliseconds(3600), .seek(to: .milliseconds(500), .exact)),
      ]))
    expect(event.durationWatched, equals: .milliseconds(3500))
    expect(AccessLogEvent(try session(repeats: 2)).durationWatched, equals: .seconds(9))
  }

  @Test func `counts what was played until the session was given up`() throws {
    let limit = WallTime.milliseconds(4250)
    let event = AccessLogEvent(try session(options: SessionOptions(limit: limit)))
    expect(event.durationWatched, equals: .milliseconds(1150))
    expect(event.segmentsDownloadedDuration, equals: .seconds(2))
    let untold = AccessLogEvent(
      try session(options: SessionOptions(tickInterval: nil, limit: limit)))
    expect(untold.durationWatched < .zero)
  }

  @Test func `is negative where nothing is known`() throws {
    let event = AccessLogEvent(
      try session(options: SessionOptions(tickInterval: nil, recordsEvents: false)))
    expect(event.startupTime, equals: .seconds(-1))
    expect(event.segmentsDownloadedDuration, equals: .seconds(-1))
    expect(event.durationWatched, equals: .seconds(-1))
    expect(event.downloadOverdue, equals: -1)
    expect(event.indicatedBitrate, equals: BitRate(bitsPerSecond: -1))
    expect(event.numberOfStalls, equals: 0)
    let never = AccessLogEvent(try session(options: SessionOptions(limit: .zero), over: .dead))
    expect(never.startupTime, equals: .seconds(-1))
    expect(never.observedBitrate, equals: BitRate(bitsPerSecond: -1))
    expect(never.durationWatched, equals: .zero)
  }

  @Test func `does not know how much was downloaded if some was dropped again`() throws {
    let event = AccessLogEvent(try session(backBuffer: .zero))
    expect(event.segmentsDownloadedDuration, equals: .seconds(-1))
  }
}
