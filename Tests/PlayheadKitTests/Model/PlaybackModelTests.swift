import Expectations
import PlayheadKit
import Testing

@Suite struct `A player` {
  private func player(
    _ duration: MediaTime = .seconds(100), high: MediaTime? = nil, low: MediaTime? = nil
  ) throws -> PlaybackModel {
    PlaybackModel(
      duration: duration,
      policy: try BufferingPolicy(
        startupThreshold: .seconds(2), resumeThreshold: .seconds(4), highWatermark: high,
        lowWatermark: low))
  }

  @Test func `starts at its threshold and not a nanosecond of media before`() throws {
    var player = try player()
    expect(Array(player.play(at: .zero)), equals: [.waiting])
    expect(
      Array(player.mediaLoaded(upTo: .seconds(2) - .resolution, at: .seconds(1))),
      equals: [.readyToPlay, .bufferNoLongerEmpty, .waiting])
    expect(player.timeControlStatus, equals: .waiting(.toMinimizeStalls))
    expect(
      Array(player.mediaLoaded(upTo: .seconds(2), at: .seconds(1))),
      equals: [.likelyToKeepUp, .started])
  }

  @Test func `resumes at its threshold and not a nanosecond of media before`() throws {
    var player = try player()
    _ = player.mediaLoaded(upTo: .seconds(2), at: .zero)
    _ = player.play(at: .zero)
    expect(player.nextDeadline, equals: .seconds(2))
    expect(
      Array(player.timeAdvanced(to: .seconds(2))),
      equals: [.bufferEmptied, .unlikelyToKeepUp, .waiting, .stalled])
    expect(player.isBuffering)
    expect(player.nextDeadline == nil)
    expect(
      Array(player.mediaLoaded(upTo: .seconds(6) - .resolution, at: .seconds(9))),
      equals: [.bufferNoLongerEmpty])
    expect(player.isBuffering)
    expect(
      Array(player.mediaLoaded(upTo: .seconds(6), at: .seconds(9))),
      equals: [.likelyToKeepUp, .resumed])
    expect(!player.isBuffering)
    expect(player.stallCount, equals: 1)
  }

  @Test func `is full at its high watermark until it is at its low one`() throws {
    var player = try player(high: .seconds(10), low: .seconds(3))
    _ = player.play(at: .zero)
    _ = player.mediaLoaded(upTo: .seconds(2), at: .zero)
    expect(Array(player.mediaLoaded(upTo: .seconds(10) - .resolution, at: .zero)), equals: [])
    expect(Array(player.mediaLoaded(upTo: .seconds(10), at: .zero)), equals: [.bufferFilled])
    expect(player.nextDeadline, equals: .seconds(7))
    expect(Array(player.timeAdvanced(to: .seconds(7) - .resolution)), equals: [])
    expect(Array(player.timeAdvanced(to: .seconds(7))), equals: [.bufferNoLongerFull])
    expect(player.nextDeadline, equals: .seconds(10))
  }

  @Test func `keeps what it has loaded and never more than there is`() throws {
    var player = try player(.seconds(5))
    _ = player.mediaLoaded(upTo: .seconds(3), at: .zero)
    _ = player.mediaLoaded(upTo: .seconds(1), at: .zero)
    expect(player.bufferLevel, equals: .seconds(3))
    expect(!player.isLoadedToEnd)
    _ = player.mediaLoaded(upTo: .seconds(9), at: .zero)
    expect(player.bufferLevel, equals: .seconds(5))
    expect(player.isLoadedToEnd)
    expect(player.buffered.text, equals: "1")
    expect(player.loadedTimeRanges.ranges, equals: [TimeRange(start: .zero, end: .seconds(5))])
  }

  @Test func `is told to play before anything moves, and once is enough`() throws {
    var player = try player()
    _ = player.mediaLoaded(upTo: .seconds(3), at: .seconds(5))
    expect(player.timeControlStatus, equals: .paused)
    expect(player.isPlaybackLikelyToKeepUp)
    expect(player.nextDeadline == nil)
    _ = player.timeAdvanced(to: .seconds(6))
    expect(player.currentTime, equals: .zero)
    expect(player.play(at: .seconds(6)).contains(.started))
    expect(player.play(at: .seconds(7)).isEmpty)
    expect(player.currentTime, equals: .seconds(1))
  }

  @Test func `shows activity before its start, and not after its end`() throws {
    var player = try player(.seconds(1))
    expect(player.isBuffering)
    _ = player.play(at: .zero)
    expect(player.isBuffering)
    _ = player.mediaLoaded(upTo: .seconds(1), at: .zero)
    expect(!player.isBuffering)
    expect(Array(player.timeAdvanced(to: .seconds(1))), equals: [.bufferEmptied, .playedToEnd])
    expect(player.timeControlStatus, equals: .ended)
    expect(player.isPlaybackLikelyToKeepUp)
    expect(!player.isBuffering)
    expect(player.stallCount, equals: 0)
  }
}
