import Foundation
import PlayheadModel
import Testing

@testable import PlayerValidation

@Suite struct `A real player` {
  @Test func `is watched`() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let url = environment["PLAYHEAD_LIVE_URL"],
      let player = environment["PLAYHEAD_LIVE_PLAYER"].flatMap(RealPlayer.init)
    else { return }
    let folder = NSTemporaryDirectory() + "live-\(getpid())"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    let start = MonotonicClock.now
    let watch = try player.watch(
      PlayerTask(url: url, duration: .seconds(10), limit: .seconds(60), folder: folder),
      stoppingIf: { false })
    print(watch.version)
    for o in watch.observations { print((o.time - start).secondsText, o.mediaTime?.secondsText ?? "-", o.kind) }
    print(PlayerRecording(of: watch.observations, from: start, to: MonotonicClock.now, duration: .seconds(10)))
  }
}
