import Expectations
import PlayheadKit
import Testing

@Suite struct `A periodic time observer` {
  /// Ten seconds of media, all loaded, watched each second.
  private func watched(
    every interval: MediaTime = .seconds(1), _ duration: MediaTime = .seconds(10),
    loaded: MediaTime? = nil, repeats: Int = 0
  ) throws -> WatchedPlayer {
    var watched = WatchedPlayer(
      player: PlaybackModel(duration: duration, policy: try BufferingPolicy(), repeats: repeats),
      observer: PeriodicTimeObserver(interval: interval))
    watched.input { $0.mediaLoaded(upTo: loaded ?? duration, at: .zero) }
    return watched
  }

  @Test func `tells of the start, of each interval, of a pause and of the end`() throws {
    var watched = try watched()
    expect(watched.input { $0.play(at: .zero) }, equals: ["0 @0"])
    expect(
      watched.input { $0.timeAdvanced(to: .milliseconds(3200)) }, equals: ["1 @1", "2 @2", "3 @3"])
    expect(watched.input { $0.pause(at: .milliseconds(3500)) }, equals: ["3.5 @3.5"])
    expect(watched.input { $0.timeAdvanced(to: .seconds(5)) }, equals: [])
    expect(watched.input { $0.play(at: .seconds(5)) }, equals: ["5 @3.5"])
    // 6.5 s are left; the last interval ends with the media, which is told once.
    expect(
      watched.input { $0.timeAdvanced(to: .milliseconds(11_500)) },
      equals: [
        "5.5 @4", "6.5 @5", "7.5 @6", "8.5 @7", "9.5 @8", "10.5 @9", "11.5 @10",
      ])
  }

  @Test(
    arguments: [
      (250, ["4 @1"]),
      (500, ["2 @1", "4 @2"]),
      (2000, ["0.5 @1", "1 @2", "1.5 @3", "2 @4", "2.5 @5", "3 @6", "3.5 @7", "4 @8"]),
      // A third of a second is no whole number of nanoseconds: the first at which it is over.
      (3000, ["0.333333334 @1", "0.666666667 @2", "1 @3", "1.333333334 @4"]),
    ] as [(Int64, [String])])
  func `counts along the media at any rate`(thousandths: Int64, expected: [String]) throws {
    var watched = try watched()
    let rate = try #require(PlaybackRate(thousandths: thousandths))
    _ = watched.input { $0.setRate(rate, at: .zero) }
    let end = thousandths == 3000 ? WallTime.milliseconds(1600) : .seconds(4)
    expect(watched.input { $0.timeAdvanced(to: end) }, equals: expected)
  }

  @Test func `tells where a jump ends, also without playing`() throws {
    var watched = try watched()
    expect(watched.input { $0.seek(to: .milliseconds(2500), at: .zero) }, equals: ["0 @2.5"])
    expect(watched.input { $0.play(at: .zero) }, equals: [])
    expect(
      watched.input { $0.seek(to: .milliseconds(7250), at: .milliseconds(1500)) },
      equals: ["0.5 @3", "1.5 @4", "1.5 @7.25"])
    expect(watched.input { $0.timeAdvanced(to: .seconds(3)) }, equals: ["2.25 @8"])
  }

  @Test func `tells where playback stalls and where it goes on`() throws {
    var watched = try watched(loaded: .milliseconds(2500))
    _ = watched.input { $0.play(at: .zero) }
    expect(
      watched.input { $0.timeAdvanced(to: .milliseconds(2500)) },
      equals: ["1 @1", "2 @2", "2.5 @2.5"])
    expect(watched.input { $0.mediaLoaded(upTo: .seconds(4), at: .seconds(5)) }, equals: [])
    expect(
      watched.input { $0.mediaLoaded(upTo: .seconds(10), at: .seconds(6)) }, equals: ["6 @2.5"])
    expect(watched.input { $0.timeAdvanced(to: .seconds(7)) }, equals: ["6.5 @3"])
  }

  @Test func `tells of both ends of a loop`() throws {
    var watched = try watched(every: .seconds(1), .milliseconds(2500), repeats: 1)
    _ = watched.input { $0.play(at: .zero) }
    expect(
      watched.input { $0.timeAdvanced(to: .milliseconds(2500)) },
      equals: ["1 @1", "2 @2", "2.5 @0"])
    expect(watched.input { $0.timeAdvanced(to: .milliseconds(3600)) }, equals: ["3.5 @1"])
  }

  @Test func `tells one time once at one instant`() throws {
    var watched = try watched()
    _ = watched.input { $0.play(at: .zero) }
    expect(watched.input { $0.timeAdvanced(to: .seconds(2)) }, equals: ["1 @1", "2 @2"])
    expect(watched.input { $0.pause(at: .seconds(2)) }, equals: [])
    expect(watched.input { $0.play(at: .seconds(3)) }, equals: ["3 @2"])
    expect(watched.input { $0.seek(to: .seconds(2), at: .seconds(3)) }, equals: [])
  }

  @Test func `leaves nothing out of an interval of a nanosecond`() throws {
    var watched = try watched(every: .resolution)
    _ = watched.input { $0.play(at: .zero) }
    expect(
      watched.input { $0.timeAdvanced(to: WallTime(nanoseconds: 3)) },
      equals: ["0.000000001 @0.000000001", "0.000000002 @0.000000002", "0.000000003 @0.000000003"])
  }

  @Test func `says when it tells next`() throws {
    var watched = try watched(every: .seconds(4))
    expect(watched.observer.nextDeadline(of: watched.player) == nil)
    _ = watched.input { $0.setRate(PlaybackRate(thousandths: 2000) ?? .zero, at: .seconds(1)) }
    expect(watched.observer.nextDeadline(of: watched.player), equals: .seconds(3))
    _ = watched.input { $0.timeAdvanced(to: .seconds(3) - .resolution) }
    expect(watched.observer.nextDeadline(of: watched.player), equals: .seconds(3))
    expect(watched.input { $0.timeAdvanced(to: .seconds(3)) }, equals: ["3 @4"])
    expect(watched.observer.nextDeadline(of: watched.player), equals: .seconds(5))
    // Eight seconds are played, and the next interval would end past the media.
    expect(watched.input { $0.timeAdvanced(to: .seconds(5)) }, equals: ["5 @8"])
    expect(watched.observer.nextDeadline(of: watched.player) == nil)
  }
}
