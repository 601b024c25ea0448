import Expectations
import PlayheadKit
import Testing

private func player(
  startup: MediaTime = .seconds(60), resume: MediaTime = .seconds(2), high: MediaTime,
  low: MediaTime? = nil
) throws -> PlaybackModel {
  PlaybackModel(
    duration: .seconds(600),
    policy: try BufferingPolicy(
      startupThreshold: startup, resumeThreshold: resume, highWatermark: high,
      lowWatermark: low))
}

@Suite struct `A full buffer` {
  @Test func `that starts playback leaves the resume threshold to be reached`() throws {
    // 5 s are fewer than the 60 s to start with, but more than the 2 s that count once started.
    var player = try player(high: .seconds(5))
    _ = player.play(at: .zero)
    expect(
      Array(player.mediaLoaded(upTo: .seconds(5), at: .seconds(1))),
      equals: [.readyToPlay, .bufferNoLongerEmpty, .bufferFilled, .likelyToKeepUp, .started])
    expect(Array(player.timeAdvanced(to: .milliseconds(1500))), equals: [])
    expect(player.isPlaybackLikelyToKeepUp)
  }

  @Test func `that starts playback below the resume threshold too is not likely to keep up`() throws
  {
    var player = try player(resume: .seconds(6), high: .seconds(5))
    _ = player.play(at: .zero)
    expect(
      Array(player.mediaLoaded(upTo: .seconds(5), at: .seconds(1))),
      equals: [.readyToPlay, .bufferNoLongerEmpty, .bufferFilled, .started])
    expect(!player.isPlaybackLikelyToKeepUp)
    expect(!player.isBuffering)
  }

  @Test func `with one watermark is full above it, and not for no time at it`() throws {
    var player = try player(high: .seconds(5), low: .seconds(5))
    _ = player.play(at: .zero)
    let loaded = player.mediaLoaded(upTo: .seconds(5), at: .seconds(1))
    expect(!loaded.contains(.bufferFilled) && !loaded.contains(.started))
    expect(player.nextDeadline == nil)
    let more = player.mediaLoaded(upTo: .seconds(5) + .resolution, at: .seconds(1))
    expect(more.contains(.bufferFilled) && more.contains(.started))
    expect(player.nextDeadline, equals: .seconds(1) + .resolution)
    expect(
      Array(player.timeAdvanced(to: .seconds(1) + .resolution)), equals: [.bufferNoLongerFull])
    // Nothing has changed, so looking again must change nothing.
    expect(Array(player.timeAdvanced(to: .seconds(1) + .resolution)), equals: [])
    // 1 s played and 2 s come make 6 s, which are down to 5 s a second later.
    expect(Array(player.mediaLoaded(upTo: .seconds(7), at: .seconds(2))), equals: [.bufferFilled])
    expect(player.nextDeadline, equals: .seconds(3))
    expect(Array(player.timeAdvanced(to: .seconds(3))), equals: [.bufferNoLongerFull])
  }

  @Test func `with one watermark is filled as often with ticks as without`() throws {
    // A frame of 1 s comes in 250 ms, so its arrivals meet the ticks.
    let clip = Clip.frames(20, lasting: .seconds(1), of: 250)
    let policy = try BufferingPolicy(
      startupThreshold: .zero, highWatermark: .seconds(2), lowWatermark: .seconds(2))
    let quiet = try clip.play(over: .byteAMillisecond(), policy)
    let ticking = try clip.play(over: .byteAMillisecond(), policy, ticks: .milliseconds(250))
    expect(ticking.events, equals: quiet.events)
  }
}
