import Expectations
import PlayheadKit
import Testing

/// AVPlayer's states, one rule of its documentation at a time.
@Suite struct `The state of a player` {
  private static func player(
    waits: Bool = true, duration: MediaTime = .seconds(100), repeats: Int = 0
  ) throws -> PlaybackModel {
    var parameters = BufferingPolicy.Parameters()
    parameters.highWatermark = nil
    parameters.afterSeekThreshold = .seconds(3)
    parameters.resumeThreshold = .seconds(4)
    parameters.automaticallyWaitsToMinimizeStalling = waits
    return PlaybackModel(
      duration: duration, policy: try BufferingPolicy(parameters), repeats: repeats)
  }

  @Test func `is ready to play with the first media, and failed for good`() throws {
    var player = try Self.player()
    expect(player.status, equals: .unknown)
    _ = player.mediaLoaded(upTo: .resolution, at: .zero)
    expect(player.status, equals: .readyToPlay)
    _ = player.play(at: .zero)
    expect(Array(player.fail(at: .seconds(1))), equals: [.failed, .paused])
    expect(player.rate, equals: .zero)
    expect(player.play(at: .seconds(2)).isEmpty)
    expect(player.seek(to: .zero, at: .seconds(2)).isEmpty)
    expect(player.mediaLoaded(upTo: .seconds(50), at: .seconds(2)).isEmpty)
    expect(player.fail(at: .seconds(3)).isEmpty)
    expect(player.status == .failed && player.timeControlStatus == .paused)
  }

  @Test func `is waiting for its threshold, but not if asked to play immediately`() throws {
    var player = try Self.player()
    _ = player.mediaLoaded(upTo: .seconds(1), at: .zero)
    expect(Array(player.play(at: .zero)), equals: [.waiting])
    expect(player.timeControlStatus, equals: .waiting(.toMinimizeStalls))
    expect(Array(player.playImmediately(at: .seconds(1))), equals: [.started])
    expect(!player.isPlaybackLikelyToKeepUp)
    // What runs empty then is a stall like any other.
    expect(
      Array(player.timeAdvanced(to: .seconds(2))), equals: [.bufferEmptied, .waiting, .stalled])
  }

  @Test func `is waiting if asked to play immediately with nothing there, and that is no stall`()
    throws
  {
    var player = try Self.player()
    expect(Array(player.playImmediately(at: .zero)), equals: [.waiting])
    _ = player.mediaLoaded(upTo: .seconds(2), at: .zero)
    _ = player.seek(to: .seconds(50), at: .seconds(1))
    expect(player.playImmediately(at: .seconds(1)).isEmpty)
    expect(player.timeControlStatus, equals: .waiting(.toMinimizeStalls))
    expect(player.stallCount, equals: 0)
  }

  @Test func `is playing at once without automatic waiting, and paused by a stall`() throws {
    var player = try Self.player(waits: false)
    expect(Array(player.play(at: .zero)), equals: [.waiting])
    expect(
      Array(player.mediaLoaded(upTo: .resolution, at: .zero)),
      equals: [.readyToPlay, .bufferNoLongerEmpty, .started])
    expect(
      Array(player.timeAdvanced(to: .resolution)), equals: [.bufferEmptied, .paused, .stalled])
    expect(player.rate, equals: .zero)
    // It does not resume by itself, and with nothing there it stays paused.
    expect(player.play(at: .seconds(1)).isEmpty)
    expect(player.timeControlStatus == .paused && player.rate == .zero)
    expect(
      Array(player.mediaLoaded(upTo: .seconds(9), at: .seconds(2))),
      equals: [.bufferNoLongerEmpty, .likelyToKeepUp])
    expect(player.phase, equals: .waiting(.stall))
    expect(Array(player.play(at: .seconds(3))), equals: [.resumed])
    expect(player.phase == .playing && player.stallCount == 1)
  }

  @Test func `keeps the rate asked for while it waits, and loses it at the end`() throws {
    var player = try Self.player(duration: .seconds(4))
    let double = try #require(PlaybackRate(thousandths: 2000))
    _ = player.setRate(double, at: .zero)
    expect(player.rate == double && player.timeControlStatus == .waiting(.evaluatingBufferingRate))
    _ = player.mediaLoaded(upTo: .seconds(4), at: .zero)
    expect(player.nextDeadline, equals: .seconds(2))
    expect(Array(player.setRate(.normal, at: .seconds(1))), equals: [.rateChanged])
    expect(player.currentTime == .seconds(2) && player.nextDeadline == .seconds(3))
    expect(Array(player.timeAdvanced(to: .seconds(3))), equals: [.bufferEmptied, .playedToEnd])
    expect(player.rate == .zero && player.timeControlStatus == .ended)
    // Only a seek leads away from the end, and then it is paused.
    expect(player.play(at: .seconds(4)).isEmpty)
    expect(
      Array(player.seek(to: .seconds(1), at: .seconds(5))),
      equals: [.timeJumped, .bufferNoLongerEmpty, .seekFinished, .paused])
  }

  @Test func `is exact at any rate to the nanosecond`() throws {
    // A third of a nanosecond is lost for good only where the rate changes.
    var player = try Self.player()
    _ = player.mediaLoaded(upTo: .seconds(100), at: .zero)
    let rate = try #require(PlaybackRate(thousandths: 333))
    _ = player.setRate(rate, at: .zero)
    for step in 1...1000 as ClosedRange<Int64> {
      _ = player.timeAdvanced(to: WallTime(nanoseconds: step))
      expect(player.currentTime, equals: MediaTime(nanoseconds: step * 333 / 1000))
    }
    // 100 s take 300.3003… s.
    expect(player.nextDeadline, equals: WallTime(nanoseconds: 300_300_300_301))
  }

  @Test(arguments: [0, 249, 250, 1000, 4000, 4001, -1])
  func `has no rate but zero and those of a quarter to four`(thousandths: Int64) {
    let isLegal = thousandths == 0 || (250...4000).contains(thousandths)
    expect((PlaybackRate(thousandths: thousandths) != nil), equals: isLegal)
  }

  @Test func `is seeking until media is there, whoever else waits`() throws {
    var player = try Self.player()
    _ = player.play(at: .zero)
    _ = player.mediaLoaded(upTo: .seconds(10), at: .zero)
    expect(
      Array(player.seek(to: .seconds(50), at: .seconds(1))),
      equals: [.timeJumped, .bufferEmptied, .unlikelyToKeepUp, .waiting])
    expect(player.isSeeking && player.currentTime == .seconds(50))
    expect(player.phase, equals: .waiting(.seek))
    // A newer seek finishes the older one.
    expect(
      Array(player.seek(to: .seconds(20), at: .seconds(2))),
      equals: [.seekInterrupted, .timeJumped])
    let first = TimeRange(start: .seconds(19), end: .seconds(23) - .resolution)
    expect(
      Array(player.mediaLoaded(first, at: .seconds(3))),
      equals: [.bufferNoLongerEmpty, .seekFinished])
    // The threshold after a seek is 3 s, that after a stall 4 s.
    let rest = TimeRange(start: .seconds(20), end: .seconds(23))
    expect(Array(player.mediaLoaded(rest, at: .seconds(4))), equals: [.likelyToKeepUp, .continued])
    expect(player.loadedTimeRanges.ranges.count, equals: 2)
  }

  @Test func `is the same after a seek in a stall as after any seek`() throws {
    var player = try Self.player()
    _ = player.play(at: .zero)
    _ = player.mediaLoaded(upTo: .seconds(2), at: .zero)
    _ = player.timeAdvanced(to: .seconds(2))
    expect(player.phase, equals: .waiting(.stall))
    expect(
      Array(player.seek(to: .zero, at: .seconds(3))),
      equals: [.timeJumped, .bufferNoLongerEmpty, .stallEnded, .seekFinished])
    // Two seconds are there, but three are asked for.
    expect(player.phase, equals: .waiting(.seek))
  }

  @Test func `is as patient after a seek as before any stall`() throws {
    var parameters = BufferingPolicy.Parameters()
    (parameters.startupThreshold, parameters.resumeThreshold) = (.seconds(1), .seconds(1))
    parameters.resumeGrowth = ResumeGrowth(factor: Ratio(millionths: 2_000_000), limit: .seconds(8))
    parameters.highWatermark = nil
    var player = PlaybackModel(duration: .seconds(100), policy: try BufferingPolicy(parameters))
    _ = player.play(at: .zero)
    _ = player.mediaLoaded(upTo: .seconds(1), at: .zero)
    // The first stall takes 1 s, the second one 2 s.
    expect(player.timeAdvanced(to: .seconds(1)).contains(.stalled))
    expect(player.mediaLoaded(upTo: .seconds(2), at: .seconds(1)).contains(.resumed))
    expect(player.timeAdvanced(to: .seconds(2)).contains(.stalled))
    expect(
      player.mediaLoaded(upTo: .seconds(4) - .resolution, at: .seconds(2)).isEmpty, equals: false)
    expect(player.phase, equals: .waiting(.stall))
    expect(player.mediaLoaded(upTo: .seconds(4), at: .seconds(2)).contains(.resumed))
    // The third would take 4 s, but after a seek it is the first again.
    _ = player.seek(to: .seconds(3), at: .seconds(2))
    expect(player.timeAdvanced(to: .seconds(3)).contains(.stalled))
    expect(player.mediaLoaded(upTo: .seconds(5), at: .seconds(3)).contains(.resumed))
  }

  @Test func `is startup before the first frame, whatever is sought`() throws {
    var player = try Self.player()
    _ = player.play(at: .zero)
    _ = player.seek(to: .seconds(-5), at: .zero)
    expect(player.currentTime == .zero && player.phase == .waiting(.startup))
    _ = player.seek(to: .seconds(500), at: .zero)
    expect(player.currentTime, equals: .seconds(100))
    _ = player.seek(to: .seconds(10), at: .zero)
    // The startup threshold is 2 s.
    let range = TimeRange(start: .seconds(10), end: .seconds(12))
    expect(player.mediaLoaded(range, at: .seconds(1)).contains(.started))
  }

  @Test func `begins again at the end as often as told`() throws {
    var player = try Self.player(duration: .seconds(4), repeats: 1)
    _ = player.play(at: .zero)
    _ = player.mediaLoaded(upTo: .seconds(4), at: .zero)
    expect(Array(player.timeAdvanced(to: .seconds(4))), equals: [.looped, .timeJumped])
    expect(player.currentTime == .zero && player.timeControlStatus == .playing)
    expect(player.timeAdvanced(to: .seconds(8)).contains(.playedToEnd))
  }

  @Test func `is stalled where its loop finds nothing loaded any more`() throws {
    var player = try Self.player(duration: .seconds(4), repeats: 1)
    _ = player.play(at: .zero)
    _ = player.mediaLoaded(upTo: .seconds(4), at: .zero)
    _ = player.timeAdvanced(to: .seconds(3))
    _ = player.mediaDropped(before: .seconds(3), at: .seconds(3))
    expect(
      Array(player.timeAdvanced(to: .seconds(4))),
      equals: [.looped, .timeJumped, .bufferEmptied, .unlikelyToKeepUp, .waiting, .stalled])
    expect(player.phase == .waiting(.loop) && player.stallCount == 1)
    // The threshold is that after a seek, 3 s.
    let almost = TimeRange(start: .zero, end: .seconds(3) - .resolution)
    expect(Array(player.mediaLoaded(almost, at: .seconds(5))), equals: [.bufferNoLongerEmpty])
    let enough = TimeRange(start: .zero, end: .seconds(3))
    expect(Array(player.mediaLoaded(enough, at: .seconds(5))), equals: [.likelyToKeepUp, .resumed])
  }

  @Test func `is no startup twice, but starts at the startup threshold until it has played`()
    throws
  {
    var player = try Self.player()
    _ = player.play(at: .zero)
    expect(Array(player.pause(at: .zero)), equals: [.paused])
    expect(player.phase, equals: .waiting(.startup))
    let almost = MediaTime.seconds(2) - .resolution
    expect(
      Array(player.mediaLoaded(upTo: almost, at: .seconds(1))),
      equals: [.readyToPlay, .bufferNoLongerEmpty])
    expect(player.phase, equals: .waiting(.startup))
    let loaded = player.mediaLoaded(upTo: .seconds(2), at: .seconds(2))
    expect(loaded.contains(.likelyToKeepUp) && loaded.contains(.waitEnded))
    expect(player.phase == .paused && !player.hasStarted)
    _ = player.seek(to: .seconds(50), at: .seconds(3))
    expect(player.phase, equals: .paused)
    _ = player.play(at: .seconds(4))
    expect(player.phase, equals: .waiting(.seek))
    _ = player.pause(at: .seconds(5))
    expect(player.phase, equals: .waiting(.seek))
    _ = player.play(at: .seconds(6))
    // The threshold of the startup is 2 s, that after a seek 3 s.
    let early = TimeRange(start: .seconds(50), end: .seconds(52) - .resolution)
    expect(!player.mediaLoaded(early, at: .seconds(7)).contains(.started))
    let enough = TimeRange(start: .seconds(50), end: .seconds(52))
    expect(player.mediaLoaded(enough, at: .seconds(8)).contains(.started))
    expect(player.hasStarted)
  }

  @Test func `is still in its wait if it fails there, and in none otherwise`() throws {
    var waiting = try Self.player()
    _ = waiting.play(at: .zero)
    _ = waiting.fail(at: .seconds(1))
    expect(waiting.phase, equals: .waiting(.startup))
    var stalled = try Self.player()
    _ = stalled.play(at: .zero)
    _ = stalled.mediaLoaded(upTo: .seconds(2), at: .zero)
    _ = stalled.timeAdvanced(to: .seconds(2))
    _ = stalled.pause(at: .seconds(3))
    _ = stalled.fail(at: .seconds(4))
    expect(stalled.phase == .waiting(.stall) && stalled.isInStall)
    var idle = try Self.player()
    _ = idle.fail(at: .zero)
    expect(idle.phase, equals: .paused)
  }
}
