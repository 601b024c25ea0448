import PlayheadModel
import Testing

/// What a screen says of a player.
func statusText(of player: PlaybackModel) -> String {
  switch player.timeControlStatus {
  case .paused: "paused"
  case .waiting(.evaluatingBufferingRate): "opening"
  case .waiting(.toMinimizeStalls): "buffering"
  case .playing: "playing"
  case .ended: "ended"
  }
}

@Suite struct `A model with the names of AVPlayer` {
  @Test func `waits, plays, stalls and seeks`() {
    var player = PlaybackModel(duration: .seconds(60), policy: .basic)
    player.drive(to: .zero) { $0.play(at: $1) }
    #expect(statusText(of: player) == "opening")
    #expect(player.status == .unknown)

    // One second is too little for the basic player, which starts with two.
    player.drive(to: .seconds(1)) { $0.mediaLoaded(upTo: .seconds(1), at: $1) }
    #expect(statusText(of: player) == "buffering")
    #expect(player.status == .readyToPlay)

    player.drive(to: .seconds(2)) { $0.mediaLoaded(upTo: .seconds(6), at: $1) }
    #expect(statusText(of: player) == "playing")
    #expect(player.isPlaybackLikelyToKeepUp)

    // Six seconds later the buffer is empty; the call may come as late as it likes.
    let steps = player.drive(to: .seconds(30))
    #expect(steps.first?.wallTime == .seconds(8))
    #expect(statusText(of: player) == "buffering")
    #expect(player.isPlaybackBufferEmpty && player.stallCount == 1)
    #expect(player.rate == .normal)
    #expect(player.loadedTimeRanges.ranges == [TimeRange(start: .zero, end: .seconds(6))])

    player.drive(to: .seconds(31)) { $0.seek(to: .seconds(3), at: $1) }
    #expect(statusText(of: player) == "playing")
    #expect(player.currentTime == .seconds(3))
    player.drive(to: .seconds(32)) { $0.pause(at: $1) }
    #expect(statusText(of: player) == "paused")
    #expect(player.currentTime == .seconds(4))
  }
}
