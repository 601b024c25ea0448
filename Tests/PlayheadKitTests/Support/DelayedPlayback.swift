import PlayheadKit

/// Playback that begins a given time after the first request, and loads all the while.
struct DelayedPlayback {
  let presentation: Presentation
  var readThrough = BufferingPolicy.basic.readThrough
  var transport = Transport.fluid
  /// The level at which it stops loading; `nil` if it never does.
  var level: MediaTime?
  /// The bytes that its buffer has room for; `nil` for any number.
  var room: Int64?

  func play(after delay: WallTime, over link: NetworkLink) throws -> Session {
    var parameters = BufferingPolicy.Parameters()
    (parameters.startupThreshold, parameters.resumeThreshold) = (.zero, .zero)
    (parameters.highWatermark, parameters.lowWatermark) = (level, level)
    parameters.byteCap = room
    parameters.readThrough = readThrough
    var simulation = Simulation(
      FileScenario(
        presentation, over: link, by: transport, policy: try BufferingPolicy(parameters),
        actions: [UserAction(at: .zero, .pause), UserAction(at: delay, .play)],
        options: SessionOptions(tickInterval: nil, limit: .seconds(100_000_000))))
    return simulation.run()
  }

  /// Whether it starts after `delay` and plays on to the end without a stall.
  func isInTime(after delay: WallTime, over link: NetworkLink) throws -> Bool {
    let session = try play(after: delay, over: link)
    return session.stalls.isEmpty && session.endReason == .ended
      && session.elapsed == delay + .playing(presentation.duration)
  }

  /// Whether the same is true over a link of constant rate.
  func isInTime(
    after delay: WallTime, at rate: Int64, latency: WallTime
  ) throws -> Bool {
    guard rate <= BitRate.bound.bitsPerSecond else { return true }
    let profile = try BandwidthProfile(
      name: "constant", rate: BitRate(bitsPerSecond: rate), latency: latency)
    return try isInTime(after: delay, over: NetworkLink(following: profile))
  }
}
