import Expectations
import PlayheadKit
import Testing

/// A single picture that is shown for no time at all, 1000 bytes to open and 1000 of its own.
private let clip = Clip(
  openingReads: [ByteRange(0, 1000)],
  samples: [Sample(at: .seconds(5), lasting: .zero, bytes: 1000..<2000)])

@Suite struct `Media that lasts no time` {
  @Test func `is over as soon as it is opened`() throws {
    // 1000 bytes at a byte a millisecond; before them the player does not know what it plays.
    let session = try clip.play(over: .byteAMillisecond(), BufferingPolicy())
    expect(session.duration, equals: .zero)
    expect(
      session.timeline,
      equals: [
        "0 @0 play",
        "0 @0 waiting, evaluatingBufferingRate",
        "0 @0 request from 0",
        "1 @0 opened",
        "1 @0 likely",
        "1 @0 start",
        "1 @0 end",
      ])
    expect(session.endReason, equals: .ended)
    expect(session.startup, equals: .seconds(1))
    expect(session.elapsed, equals: .seconds(1))
    expect(session.bytesDownloaded, equals: 1000)
  }

  @Test func `never starts over a dead link`() throws {
    let session = try clip.play(over: .dead, BufferingPolicy(), ticks: .seconds(1))
    expect(session.endReason, equals: .starved)
    expect(session.startup == nil)
    expect(session.ticks.map(\.status), equals: [.waiting(.evaluatingBufferingRate)])
    expect(session.ticks.map(\.progress.text), equals: ["1"])
  }

  @Test func `waits in a player until that is told of it`() throws {
    var player = PlaybackModel(duration: .zero, policy: try BufferingPolicy())
    expect(Array(player.play(at: .zero)), equals: [.waiting])
    expect(Array(player.timeAdvanced(to: .seconds(1))), equals: [])
    expect(
      Array(player.mediaLoaded(upTo: .zero, at: .seconds(2))),
      equals: [.readyToPlay, .likelyToKeepUp, .started, .playedToEnd])
  }
}
