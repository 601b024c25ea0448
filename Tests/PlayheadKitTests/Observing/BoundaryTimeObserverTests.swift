import Expectations
import PlayheadKit
import Testing

@Suite struct `A boundary time observer` {
  private func watched(
    _ times: [MediaTime], loaded: MediaTime = .seconds(10), repeats: Int = 0
  ) throws -> WatchedPlayer {
    var watched = WatchedPlayer(
      player: PlaybackModel(
        duration: .seconds(10), policy: try BufferingPolicy(), repeats: repeats),
      observer: BoundaryTimeObserver(times: times))
    watched.input { $0.mediaLoaded(upTo: loaded, at: .zero) }
    watched.input { $0.play(at: .zero) }
    return watched
  }

  @Test func `takes its times in any order and each once`() {
    let observer = BoundaryTimeObserver(times: [.seconds(3), .seconds(1), .seconds(3)])
    expect(observer.times, equals: [.seconds(1), .seconds(3)])
  }

  /// Played from the start for three seconds.
  @Test(
    arguments: [
      (MediaTime.zero - .resolution, []),
      (.zero, []),
      (.resolution, ["0.000000001 @0.000000001"]),
      (.seconds(3) - .resolution, ["2.999999999 @2.999999999"]),
      (.seconds(3), ["3 @3"]),
      (.seconds(3) + .resolution, []),
    ] as [(MediaTime, [String])])
  func `tells of a time that the playhead comes to`(time: MediaTime, expected: [String]) throws {
    var watched = try watched([time])
    expect(watched.input { $0.timeAdvanced(to: .seconds(3)) }, equals: expected)
  }

  @Test func `does not tell of what a jump passes over or ends at`() throws {
    var watched = try watched([.seconds(1), .seconds(2), .seconds(5), .seconds(6)])
    expect(
      watched.input { $0.seek(to: .seconds(5), at: .milliseconds(1500)) }, equals: ["1 @1"])
    expect(watched.input { $0.timeAdvanced(to: .milliseconds(2500)) }, equals: ["2.5 @6"])
    // Back again, and through what was passed over.
    expect(watched.input { $0.seek(to: .zero, at: .milliseconds(2500)) }, equals: [])
    expect(
      watched.input { $0.timeAdvanced(to: .milliseconds(4500)) }, equals: ["3.5 @1", "4.5 @2"])
  }

  @Test func `tells once of a time at which playback stalls`() throws {
    var watched = try watched([.seconds(4)], loaded: .seconds(4))
    expect(watched.input { $0.timeAdvanced(to: .seconds(4)) }, equals: ["4 @4"])
    expect(watched.player.stallCount, equals: 1)
    expect(watched.input { $0.mediaLoaded(upTo: .seconds(10), at: .seconds(7)) }, equals: [])
    expect(watched.input { $0.timeAdvanced(to: .seconds(8)) }, equals: [])
  }

  @Test func `tells of the end of the media in each round of a loop`() throws {
    var watched = try watched([.zero, .seconds(10), .seconds(11)], repeats: 1)
    expect(watched.input { $0.timeAdvanced(to: .seconds(10)) }, equals: ["10 @10"])
    expect(watched.player.currentTime, equals: .zero)
    expect(watched.input { $0.timeAdvanced(to: .seconds(20)) }, equals: ["20 @10"])
  }

  @Test func `says when it tells next`() throws {
    var watched = try watched([.seconds(2), .seconds(6), .seconds(11)])
    expect(watched.observer.nextDeadline(of: watched.player), equals: .seconds(2))
    expect(watched.input { $0.timeAdvanced(to: .seconds(2)) }, equals: ["2 @2"])
    let rate = try #require(PlaybackRate(thousandths: 500))
    _ = watched.input { $0.setRate(rate, at: .seconds(2)) }
    expect(watched.observer.nextDeadline(of: watched.player), equals: .seconds(10))
    _ = watched.input { $0.pause(at: .seconds(3)) }
    expect(watched.observer.nextDeadline(of: watched.player) == nil)
    _ = watched.input { $0.seek(to: .seconds(6), at: .seconds(3)) }
    _ = watched.input { $0.play(at: .seconds(3)) }
    expect(watched.observer.nextDeadline(of: watched.player) == nil)
  }
}
