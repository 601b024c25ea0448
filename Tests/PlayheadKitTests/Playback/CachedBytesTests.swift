import Expectations
import PlayheadKit
import Testing

@Suite struct `Bytes that are in already` {
  @Test func `are loaded where an open request only runs through them again`() throws {
    // Frames of 1 s and 1000 bytes each. Opening reads 100 bytes at the head and all of frame 2;
    // 1900 bytes between are more than is read through, but frame 2 itself is not.
    var clip = Clip.frames(5, lasting: .seconds(1), of: 1000)
    clip.openingReads = [ByteRange(0, 100), ByteRange(2000, 3000)]
    let policy = try BufferingPolicy(
      startupThreshold: .seconds(5), highWatermark: nil, readThrough: 1000)
    let session = try clip.play(over: .byteAMillisecond(), policy, ticks: .milliseconds(500))
    // 100 bytes until 0.1 s, 1000 until 1.1 s, then those from 100 on: frame 0 is in at 2 s,
    // frame 1 at 3 s and frame 2 with it; 1000 bytes are run through until 4 s.
    expect(
      session.timeline,
      equals: [
        "0 @0 play",
        "0 @0 waiting, evaluatingBufferingRate",
        "0 @0 request from 0",
        "0.1 @0 drop, 0 wasted",
        "0.1 @0 request from 2000",
        "1.1 @0 opened",
        "1.1 @0 drop, 0 wasted",
        "1.1 @0 request from 100",
        "2 @0 not empty",
        "2 @0 waiting, toMinimizeStalls",
        "6 @0 likely",
        "6 @0 start",
        "6 @0 all loaded",
        "11 @5 empty",
        "11 @5 end",
      ])
    let levels = session.ticks.filter { $0.wallTime <= .milliseconds(6000) }.map(\.bufferLevel)
    expect(
      levels.map(\.secondsText),
      equals: ["0", "0", "0", "0", "1", "1", "3", "3", "3", "3", "4", "4", "5"])
    expect(session.bytesDownloaded, equals: 100 + 1000 + 4900)
  }

  @Test func `are loaded at once when opening the file has brought all`() throws {
    var clip = Clip.frames(2, lasting: .seconds(1), of: 1000)
    clip.openingReads = [ByteRange(0, 2000)]
    let session = try clip.play(over: .byteAMillisecond(), BufferingPolicy())
    expect(session.startup, equals: .seconds(2))
    expect(session.requestCount, equals: 1)
    expect(session.timeline.contains("2 @0 all loaded"))
  }

  @Test func `may be none at all for a first sample without bytes`() throws {
    var clip = Clip.frames(2, lasting: .seconds(1), of: 1000)
    clip.samples.insert(
      Sample(at: .seconds(-1), lasting: .seconds(1), bytes: 0..<0), at: 0)
    let policy = try BufferingPolicy(startupThreshold: .zero)
    // It takes nothing to be there.
    let profile = try BandwidthProfile.byteAMillisecond(latency: .milliseconds(300))
    try expect(clip.play(over: profile, policy).startup, equals: .zero)
  }
}
