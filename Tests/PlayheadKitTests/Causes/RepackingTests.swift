import Expectations
import Testing

@testable import PlayheadModel

@Suite("Media packed in another way")
struct RepackingTests {
  /// What sessions look up of a file, so that two presentations play alike.
  private func expectSame(
    _ one: Presentation, _ other: Presentation, _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (left, right) = (one.rendition, other.rendition)
    expect(left.loading, equals: right.loading, comment, sourceLocation: sourceLocation)
    expect(left.trackLoading, equals: right.trackLoading, comment, sourceLocation: sourceLocation)
    expect(left.decoding, equals: right.decoding, comment, sourceLocation: sourceLocation)
    expect(
      left.firstByteToShow, equals: right.firstByteToShow, comment, sourceLocation: sourceLocation)
    expect(left.wantedBytes, equals: right.wantedBytes, comment, sourceLocation: sourceLocation)
    expect(left.openingReads, equals: right.openingReads, comment, sourceLocation: sourceLocation)
    expect(one.duration, equals: other.duration, comment, sourceLocation: sourceLocation)
    expect(one.keyframes, equals: other.keyframes, comment, sourceLocation: sourceLocation)
    expect(one.resourceBytes, equals: other.resourceBytes, comment, sourceLocation: sourceLocation)
  }

  @Test(
    "is what the same samples are in the order in which they are due",
    arguments: Seeds.blocks(0..<1000, of: 100, few: 200))
  func interleaving(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let media = PackedMedia(seed: seed)
      guard media.tracks.count > 1 else { continue }
      let presentation = try Presentation(
        media.index(media.mixed(longestRun: seed % 2 == 0 ? 3 : 200, seed: seed)))
      let pieces = try #require(RenditionPieces(presentation.rendition))
      let packed = pieces.packed(
        pieces.byDueTime, keyframes: presentation.keyframes, duration: presentation.duration)
      let ideal = try Presentation(media.index(media.byDueTime))
      expectSame(
        Presentation(
          resourceBytes: presentation.resourceBytes, origin: presentation.origin,
          duration: presentation.duration, keyframes: presentation.keyframes, tracks: [0, 1],
          rendition: packed, demuxed: nil),
        ideal, "seed \(seed)")
    }
  }

  @Test(
    "with the index at the front is what the same samples are behind it",
    arguments: Seeds.blocks(0..<1000, of: 100, few: 200))
  func index(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let media = PackedMedia(seed: seed)
      let units = media.mixed(longestRun: 20, seed: seed)
      let presentation = try Presentation(media.index(units))
      let moved = presentation.withIndexAtFront()
      expect((moved == nil), equals: (media.tail == 0), "seed \(seed)")
      guard let moved else { continue }
      expectSame(moved, try Presentation(media.index(units, isFastStart: true)), "seed \(seed)")
    }
  }

  @Test(
    "at its mean rate has as many bytes as before, in frames of one size",
    arguments: Seeds.blocks(0..<1000, of: 100, few: 200))
  func meanRate(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let media = PackedMedia(seed: seed)
      let units = media.mixed(longestRun: 20, seed: seed)
      let presentation = try Presentation(media.index(units))
      let even = try #require(presentation.atMeanRate(ofTrack: 0))
      // Frames last equally long, so each has its share of the bytes, cut where it ends.
      let total = media.tracks[0].reduce(Int64(0)) { $0 + Int64($1.sample.size) }
      let count = Int64(media.tracks[0].count)
      let resized = media.index(units, resizing: 0) { number, _ in
        Int128(total * Int64(number) / count)
      }
      expectSame(even, try Presentation(resized), "seed \(seed)")
    }
  }

  @Test(
    "at another rate, or as its bucket is filled, is what samples of these sizes are",
    arguments: Seeds.blocks(0..<1000, of: 100, few: 200))
  func sizes(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let media = PackedMedia(seed: seed)
      let units = media.mixed(longestRun: 20, seed: seed)
      let presentation = try Presentation(media.index(units))
      var random = SplitMix64(seed: seed)
      let rate = BitRate(bitsPerSecond: Int64.random(in: 1...3_000_000, using: &random))
      let size = Int64.random(in: 0...200_000, using: &random)
      let track = presentation.leadingTrack ?? 0
      let own = media.tracks[track]
      let total = own.reduce(Int64(0)) { $0 + Int64($1.sample.size) }
      let slots = presentation.rendition.trackLoading[track].slots
      let length = Int128((slots[slots.count - 1] - slots[0]).nanoseconds)
      let bits = Int128(rate.bitsPerSecond)
      let scaled = try Presentation(
        media.index(units, resizing: track) {
          length * bits / 8_000_000_000 * Int128($1) / Int128(total)
        })
      expectSame(try #require(presentation.encoded(at: rate)), scaled, "seed \(seed)")
      let filled = media.index(units, resizing: track) { number, _ in
        let time = Int128((slots[number - 1] - slots[0]).nanoseconds)
        return Int128(size) + time * bits / 8_000_000_000
      }
      expectSame(
        try #require(presentation.fillingBucket(of: size, at: rate)), try Presentation(filled),
        "seed \(seed)")
    }
  }

  @Test("is interleaved anew only beyond a second")
  func skew() throws {
    func presentation(_ seconds: Int64) throws -> Presentation {
      // So many seconds of video come before each second of audio.
      let video = (0..<10 as Range<Int64>).map {
        Sample(at: .seconds($0), lasting: .seconds(1), bytes: 0..<10)
      }
      let audio = (0..<10 as Range<Int64>).map {
        Sample(at: .seconds($0), lasting: .seconds(1), bytes: 0..<10, track: 1)
      }
      var samples = Array(video.prefix(Int(seconds)))
      for number in 0..<10 {
        samples.append(audio[number])
        if number + Int(seconds) < 10 { samples.append(video[number + Int(seconds)]) }
      }
      for place in samples.indices {
        samples[place].offset = Int64(place) * 10
        samples[place].needs = Int64(place) * 10 + 10
      }
      return try Clip(samples: samples, tracks: [.video, .audio]).presentation
    }
    // The first second of audio lies behind the frame that is due a second later.
    try expect(presentation(2).interleaved() == nil)
    try expect(presentation(3).interleaved() != nil)
  }

  @Test("with a keyframe begins to decode there, and only there")
  func keyframe() throws {
    let samples = (0..<8 as Range<Int64>).map {
      Sample(
        at: .seconds($0), lasting: .seconds(1), bytes: $0 * 10..<$0 * 10 + 10,
        flags: $0 % 4 == 0 ? .sync : [])
    }
    let presentation = try Clip(samples: samples).presentation
    let changed = try #require(presentation.withKeyframe(at: .seconds(6)))
    let curve = changed.rendition.decoding
    let former = presentation.rendition.decoding
    expect(changed.keyframes, equals: [.zero, .seconds(4), .seconds(6)])
    for second in 0..<8 as Range<Int64> {
      let expected = second >= 6 ? ReadPosition(60) : former.position(at: .seconds(second))
      expect(curve.position(at: .seconds(second)), equals: expected, "at \(second) s")
    }
    expect(presentation.withKeyframe(at: .seconds(4)) == nil)
    expect(presentation.withKeyframe(at: .zero) == nil)
  }
}

extension PackedMedia {
  /// The index of `units` where so many bytes of a track end with each of its samples as `ends`
  /// says of the sample's number, from 1, and of how many they were.
  fileprivate func index(
    _ units: [Unit], resizing track: Int, _ ends: (Int, Int64) -> Int128
  ) -> MediaIndex {
    var media = self
    var (number, old, new) = (0, Int64(0), Int64(0))
    let resized = units.map { unit in
      guard Int(unit.sample.track) == track else { return unit }
      var unit = unit
      number += 1
      old += Int64(unit.sample.size)
      let end = Int64(ends(number, old))
      unit.sample.size = UInt32(end - new)
      new = end
      return unit
    }
    media.tracks[track] = resized.filter { Int($0.sample.track) == track }
    return media.index(resized)
  }
}
