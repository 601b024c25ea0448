import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// Sessions over a link that carries a byte a millisecond, worked out by hand.
@Suite struct `A session` {
  @Test func `starts once enough is loaded and plays to the end`() throws {
    // The first byte at 100 ms, then a frame of a second each 500 ms: 0.6, 1.1, 1.6, 2.1 s.
    let clip = Clip.frames(4, lasting: .seconds(1), of: 500)
    let policy = try BufferingPolicy(startupThreshold: .seconds(2), highWatermark: nil)
    let session = try clip.play(
      over: .byteAMillisecond(latency: .milliseconds(100)), policy, ticks: .milliseconds(500))
    expect(
      session.timeline,
      equals: [
        "0 @0 play",
        "0 @0 waiting, evaluatingBufferingRate",
        "0 @0 request from 0",
        "0.6 @0 not empty",
        "0.6 @0 waiting, toMinimizeStalls",
        "1.1 @0 likely",
        "1.1 @0 start",
        "2.1 @1 all loaded",
        "5.1 @4 empty",
        "5.1 @4 end",
      ])
    // 2 s at 1.1 s fall to 1.5, rise to 2.5, fall to 2, rise to 3 at 2.1 s, and fall to nothing:
    // 0.5 · 1.75 + 0.5 · 2.25 + 3 · 1.5 = 6.5 s² over 4 s.
    expect(session.bufferLevels.mean(over: session.phases.playing), equals: .milliseconds(1625))
    expect(session.bufferLevels.minimum, equals: .milliseconds(1500))
    expect(session.requestTime, equals: .milliseconds(2100))
    let rows = session.ticks.map { "\($0.wallTime.secondsText) \($0.progress.text)" }
    expect(
      rows,
      equals: [
        "0 0", "0.5 0", "1 0", "1.5 0.1", "2 0.225", "2.5 0.35", "3 0.475", "3.5 0.6", "4 0.725",
        "4.5 0.85", "5 0.975", "5.1 1",
      ])
    expect(session.ticks.map(\.bytesDownloaded).prefix(5), equals: [0, 400, 900, 1400, 1900])
  }

  @Test func `stalls when the buffer runs out and resumes once enough is loaded`() throws {
    // A frame of a second comes each 1.5 s. With two to resume by, the second stall never comes.
    let clip = Clip.frames(3, lasting: .seconds(1), of: 1500)
    let policy = try BufferingPolicy(
      startupThreshold: .seconds(1), resumeThreshold: .seconds(2), highWatermark: nil)
    let session = try clip.play(over: .byteAMillisecond(), policy)
    expect(
      session.timeline,
      equals: [
        "0 @0 play",
        "0 @0 waiting, evaluatingBufferingRate",
        "0 @0 request from 0",
        "1.5 @0 not empty",
        "1.5 @0 likely",
        "1.5 @0 start",
        "2.5 @1 empty",
        "2.5 @1 unlikely",
        "2.5 @1 waiting, toMinimizeStalls",
        "2.5 @1 stall 1",
        "3 @1 not empty",
        "4.5 @1 likely",
        "4.5 @1 resume 1 after 2",
        "4.5 @1 all loaded",
        "6.5 @3 empty",
        "6.5 @3 end",
      ])
    expect(
      session.stalls,
      equals: [
        Stall(
          number: 1, start: .milliseconds(2500), mediaTime: .seconds(1), elapsed: .seconds(2))
      ])
  }

  @Test func `stops loading when full and goes on when low, in the same request`() throws {
    // The first byte at 300 ms, then a frame each 100 ms. At 0.7 s four are in and 0.3 s played:
    // 3.7 s are full. They are down to 1 s at 3.4 s, and the next frame comes 100 ms later.
    let clip = Clip.frames(6, lasting: .seconds(1), of: 100)
    let policy = try BufferingPolicy(
      startupThreshold: .seconds(1), highWatermark: .seconds(3), lowWatermark: .seconds(1))
    let session = try clip.play(
      over: .byteAMillisecond(latency: .milliseconds(300)), policy, ticks: .seconds(1))
    expect(
      session.timeline,
      equals: [
        "0 @0 play",
        "0 @0 waiting, evaluatingBufferingRate",
        "0 @0 request from 0",
        "0.4 @0 not empty",
        "0.4 @0 likely",
        "0.4 @0 start",
        "0.7 @0.3 full",
        "3.4 @3 not full",
        "3.6 @3.2 all loaded",
        "6.4 @6 empty",
        "6.4 @6 end",
      ])
    expect(session.requestCount, equals: 1)
    expect(session.ticks.map(\.bytesDownloaded), equals: [0, 400, 400, 400, 600, 600, 600, 600])
    // Until full 0.7 s, and 0.2 s more.
    expect(session.requestTime, equals: .milliseconds(900))
  }

  @Test func `asks three times for a file whose index is at its end`() throws {
    // 48 bytes of header, four frames of 500 bytes, 1000 bytes of index; the player reads 100 bytes
    // at the head. 1948 bytes to the index are too many to read through.
    var clip = Clip.frames(4, lasting: .seconds(1), of: 500, from: 48)
    clip.openingReads = [ByteRange(0, 100), ByteRange(2048, 3048), ByteRange(48, 100)]
    clip.bytes = 3048
    let policy = try BufferingPolicy(
      startupThreshold: .seconds(2), highWatermark: nil, readThrough: 1947)
    let session = try clip.play(
      over: .byteAMillisecond(latency: .milliseconds(200)), policy, ticks: .milliseconds(100))
    expect(
      session.timeline == [
        "0 @0 play",
        "0 @0 waiting, evaluatingBufferingRate",
        "0 @0 request from 0",
        "0.3 @0 drop, 200 wasted",
        "0.3 @0 request from 2048",
        "1.5 @0 opened",  // nothing to drop at the end of the file
        "1.5 @0 request from 100",
        "2.148 @0 not empty",  // 200 ms and 448 bytes
        "2.148 @0 waiting, toMinimizeStalls",
        "2.648 @0 likely",
        "2.648 @0 start",
        "3.648 @1 drop, 200 wasted",  // the index comes once more until the sender hears of it
        "3.648 @1 all loaded",
        "6.648 @4 empty",
        "6.648 @4 end",
      ])
    // The head's last byte comes at 0.3 s; then 200 that are wasted, then the index.
    let early = session.ticks.map(\.bytesDownloaded).prefix(8)
    expect(early, equals: [0, 0, 0, 100, 200, 300, 400, 500])
    expect(session.bytesWasted, equals: 400)
    expect(session.bytesDownloaded, equals: 100 + 1000 + 1948 + 400)
  }

  @Test func `reads through one byte fewer in the request that is open`() throws {
    var clip = Clip.frames(4, lasting: .seconds(1), of: 500, from: 48)
    clip.openingReads = [ByteRange(0, 100), ByteRange(2048, 3048)]
    let policy = try BufferingPolicy(
      startupThreshold: .seconds(2), highWatermark: nil, readThrough: 1948)
    let session = try clip.play(
      over: .byteAMillisecond(latency: .milliseconds(200)), policy)
    // All 3048 bytes in one go after 200 ms, and with them all of the media.
    expect(session.requestCount, equals: 1)
    expect(session.startup, equals: .milliseconds(3248))
    expect(session.bytesDownloaded, equals: 3048)
  }
}
