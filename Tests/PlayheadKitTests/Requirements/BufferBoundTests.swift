import Expectations
import PlayheadKit
import Testing

@Suite struct `The minimum buffer` {
  @Test(arguments: Seeds.blocks(15_300_000..<15_300_900, of: 300, few: 300))
  func `is what every player needs, to the byte`(block: Range<UInt64>) throws {
    var (bounds, tight, exact) = (0, 0, 0)
    for seed in block {
      let session = try RandomSession(seed: seed)
      let presentation = try session.presentation
      let link = NetworkLink(following: session.profile)
      let needed = try #require(
        NeededBytes(presentation, readingThrough: session.policy.readThrough))
      var random = SplitMix64(seed: ~seed)
      guard let least = StartupBound(needed, over: link).delay else { continue }
      let delay = least + .milliseconds(Int64(random.pick(0, 0, 1, 500)))
      let bound = try #require(BufferBound(needed, over: link, startup: delay), "seed \(seed)")
      bounds += 1
      var playback = DelayedPlayback(
        presentation: presentation, readThrough: session.policy.readThrough)
      // Where the player's count leaps over bytes that it does not want, or has from opening the
      // file, it is more than it has loaded.
      let isWhole = presentation.wantedRanges.count == 1 && session.media.index.openingReads.isEmpty
      // A player that stops before it has this much stalls.
      let longest =
        zip(
          [.zero] + presentation.rendition.loading.steps.map(\.end),
          presentation.rendition.loading.steps.map(\.end)
        ).map { $1 - $0 }.max() ?? .zero
      if isWhole {
        var capped = playback
        capped.room = bound.bytes
        try expect(capped.isInTime(after: delay, over: link), "seed \(seed)")
        // Of what comes within a nanosecond, no player stops anything.
        let isCountable = session.profile.intervals.allSatisfy {
          $0.rate.bitsPerSecond <= 8_000_000_000
        }
        if bound.bytes > 1, isCountable {
          exact += 1
          capped.room = bound.bytes - 1
          try expect(!capped.isInTime(after: delay, over: link), "seed \(seed)")
        }
      }
      let level = bound.level - longest
      if isWhole, level > .zero {
        tight += 1
        playback.level = level
        try expect(!playback.isInTime(after: delay, over: link), "seed \(seed)")
      }
    }
    expect(bounds > 10 && tight > 0 && exact > 0)
  }

  /// One frame a second of 1000 bytes over 1000 bytes a second: each arrives just as it is due.
  @Test func `is one frame where each arrives just in time`() throws {
    let clip = Clip.frames(10, lasting: .seconds(1), of: 1000)
    let needed = try #require(NeededBytes(clip.presentation))
    let link = NetworkLink(following: try .byteAMillisecond())
    let bound = try #require(BufferBound(needed, over: link, startup: .seconds(1)))
    expect(bound.level == .seconds(1) && bound.levelTime == .seconds(1))
    // As the first second is over, the next frame has to be in beside it.
    expect(bound.bytes == 2000 && bound.bytesTime == .seconds(2))
    expect(BufferBound(needed, over: link, startup: .seconds(1) - .resolution) == nil)
  }

  /// The last of ten frames, of 5000 bytes, has to be under way for five seconds.
  @Test func `grows before a peak, just in time`() throws {
    var clip = Clip.frames(9, lasting: .seconds(1), of: 100)
    clip.samples.append(Sample(at: .seconds(9), lasting: .seconds(1), bytes: 900..<5900))
    let needed = try #require(NeededBytes(clip.presentation))
    let link = NetworkLink(following: try .byteAMillisecond())
    let bound = try #require(BufferBound(needed, over: link, startup: .seconds(1)))
    // The last one is due at 10 s, so its first byte comes from 5 s on, when the playhead is at 4 s
    // and the frames before, up to 9 s, have to be in.
    expect(bound.level == .seconds(5) && bound.levelTime == .seconds(5))
    // As the ninth frame is over, it and the last.
    expect(bound.bytes == 100 + 5000 && bound.bytesTime == .seconds(10))
  }

  @Test func `comes before an outage`() throws {
    let clip = Clip.frames(10, lasting: .seconds(1), of: 100)
    let needed = try #require(NeededBytes(clip.presentation))
    let link = NetworkLink(following: try .steps([(5000, 1), (4000, 0), (1000, 1)]))
    let bound = try #require(BufferBound(needed, over: link, startup: .seconds(1)))
    // The link is dead from 5 s to 9 s: the frames due then, at media times 4 s to 8 s, are in at
    // 5 s, when the first of them is due.
    expect(bound.level == .seconds(5) && bound.levelTime == .seconds(5))
    expect(bound.bytes >= 500)
  }
}
