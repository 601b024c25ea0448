import Expectations
import PlayheadModel
import Testing

@testable import PlayheadLadder

/// How audio of hls.js notices the first video, of a player that looks every 100 ms since 63 ms.
@Suite("Audio that waits for video")
struct VideoWaitTests {
  /// When a wait since 200 ms is over, with playlists at `playlists` and video at `video`.
  private func end(playlists: [Int64], video: Int64) -> Int64? {
    var wait = VideoWait(since: .milliseconds(200), lookingSince: .milliseconds(63))
    for now in 200...1000 as ClosedRange<Int64> {
      let time = WallTime.milliseconds(now)
      if playlists.contains(now) { wait.look(at: time) }
      if now == video { wait.noteVideo(at: time) }
      wait.advance(to: time)
      if wait.isOver { return now }
    }
    return nil
  }

  @Test(
    "Video is noticed at once between two waits, else two looks later",
    arguments: [
      // Looks at 263, 363, 463 … end a wait and begin one by turns.
      ([], 250, 363), ([], 264, 264), ([], 362, 362), ([], 364, 563), ([], 462, 563),
      // That of a playlist has them change turns.
      ([221], 303, 463), ([221], 250, 250), ([221, 400], 303, 400), ([221, 380], 303, 380),
    ] as [([Int64], Int64, Int64)])
  func notice(_ playlists: [Int64], _ video: Int64, _ end: Int64) {
    expect(self.end(playlists: playlists, video: video), equals: end)
  }
}
