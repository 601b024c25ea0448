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
    #expect(
      Array(player.mediaLoaded(upTo: .seconds(5), at: .seconds(1)))
        == [.bufferNoLongerEmpty, .bufferFilled, .likelyToKeepUp, .started])
    #expect(Array(player.timeAdvanced(to: .milliseconds(1500))) == [])
    #expect(player.isPlaybackLikelyToKeepUp)
  }

  @Test func `that starts playback below the resume threshold too is not likely to keep up`() throws
  {
    var player = try player(resume: .seconds(6), high: .seconds(5))
    _ = player.play(at: .zero)
    #expect(
      Array(player.mediaLoaded(upTo: .seconds(5), at: .seconds(1)))
        == [.bufferNoLongerEmpty, .bufferFilled, .started])
    #expect(!player.isPlaybackLikelyToKeepUp)
    #expect(!player.isStalled)
  }
}
