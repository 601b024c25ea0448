import Expectations
import PlayheadKit
import Testing

@Suite struct `How far media is loaded` {
  @Test(arguments: Seeds.blocks(3_000_000..<3_000_200, of: 10, few: 20))
  func `is its least presentation time whose bytes are not in`(block: Range<UInt64>) throws {
    for seed in block {
      let random = try RandomSession(seed: seed)
      let presentation = try random.presentation
      let loading = presentation.rendition.loading
      let index = random.media.index
      let played = presentation.tracks
      let ends = wantedEnds(index, played)
      for position in stride(from: 0, through: index.bytes, by: 7) {
        let expected = Self.loadedEnd(
          index, played, position, presentation.duration, ends)
        expect(
          loading.end(at: ReadPosition(position)).nanoseconds, equals: expected,
          "seed \(seed), \(position)")
      }
      expect(
        loading.end(at: ReadPosition(index.bytes)), equals: presentation.duration, "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.blocks(3_000_000..<3_000_200, of: 10, few: 20))
  func `is known of each track, and of any that has begun`(block: Range<UInt64>) throws {
    for seed in block {
      let random = try RandomSession(seed: seed)
      let presentation = try random.presentation
      let index = random.media.index
      let ends = wantedEnds(index, presentation.tracks)
      let rendition = presentation.rendition
      let tracks = rendition.trackLoading
      expect(tracks.map(\.kind), equals: tracks.map { index.tracks[$0.track].kind })
      let any = rendition.loading(over: .anyTrack)
      expect(rendition.loading(over: .allTracks), equals: rendition.loading)
      for position in stride(from: 0, through: index.bytes, by: 7) {
        var begun: [Int64] = []
        for own in tracks {
          let found = own.curve.end(at: ReadPosition(position)).nanoseconds
          let expected = Self.loadedEnd(
            index, [own.track], position, presentation.duration, ends,
            origin: presentation.origin)
          expect(found, equals: expected, "seed \(seed), track \(own.track), \(position)")
          if expected > own.curve.beginning.nanoseconds { begun.append(expected) }
        }
        let least = tracks.map(\.curve.beginning.nanoseconds).min()
        expect(
          any.end(at: ReadPosition(position)).nanoseconds, equals: begun.max() ?? least,
          "seed \(seed), \(position)")
      }
    }
  }

  /// By definition: a sample is loaded if it and all before it back to its sync sample are in.
  private static func loadedEnd(
    _ index: MediaIndex, _ tracks: [Int], _ position: Int64, _ duration: MediaTime,
    _ ends: [Int64], origin: MediaTime? = nil
  ) -> Int64 {
    let shown = index.samples.filter { tracks.contains(Int($0.track)) && $0.isShown }
    let origin = origin ?? shown.compactMap(\.presentationTime).min() ?? .zero
    var end = duration.nanoseconds
    for track in tracks {
      var isGroupIn = true
      for sample in index.samples where sample.track == track {
        if sample.isSync { isGroupIn = true }
        if ends[Int(sample.needs)] > position { isGroupIn = false }
        guard !isGroupIn, sample.isShown, let time = sample.presentationTime else { continue }
        end = min(end, (time - origin).nanoseconds)
      }
    }
    return end
  }

  @Test func `is decided by the track that has come least far`() throws {
    // One second each: pictures at 0…100 and 300…400, sound at 200…300 and 400…500.
    let clip = Clip(
      samples: [
        Sample(at: .seconds(0), lasting: .seconds(1), bytes: 0..<100),
        Sample(at: .seconds(0), lasting: .seconds(1), bytes: 200..<300, track: 1),
        Sample(at: .seconds(1), lasting: .seconds(1), bytes: 300..<400),
        Sample(at: .seconds(1), lasting: .seconds(1), bytes: 400..<500, track: 1),
      ],
      tracks: [.video, .audio])
    let loading = try clip.presentation.rendition.loading
    let ends = [0, 100, 299, 300, 400, 499, 500].map {
      loading.end(at: ReadPosition($0)).secondsText
    }
    expect(ends, equals: ["0", "0", "0", "1", "1", "1", "2"])
    let tracks = try clip.presentation.rendition.trackLoading
    expect(tracks.map(\.kind) == [.video, .audio] && tracks.map(\.track) == [0, 1])
    func each(_ curve: LoadingCurve) -> [String] {
      [0, 100, 299, 300, 400, 499, 500].map { curve.end(at: ReadPosition($0)).secondsText }
    }
    expect(each(tracks[0].curve), equals: ["0", "1", "1", "1", "2", "2", "2"])
    expect(each(tracks[1].curve), equals: ["0", "0", "0", "1", "1", "1", "2"])
    let any = try clip.presentation.rendition.loading(over: .anyTrack)
    expect(each(any), equals: ["0", "1", "1", "1", "2", "2", "2"])
  }

  @Test func `waits for a frame that is decoded later and shown sooner`() throws {
    // Decoded I0 P3 B1 B2: P3 comes second, but only with B1 is more than the first second loaded.
    let clip = Clip(
      samples: [
        Sample(at: .seconds(0), lasting: .seconds(1), bytes: 0..<100),
        Sample(at: .seconds(3), lasting: .seconds(1), bytes: 100..<200, flags: []),
        Sample(at: .seconds(1), lasting: .seconds(1), bytes: 200..<300, flags: []),
        Sample(at: .seconds(2), lasting: .seconds(1), bytes: 300..<400, flags: []),
      ])
    let loading = try clip.presentation.rendition.loading
    let ends = [100, 200, 300, 400].map { loading.end(at: ReadPosition($0)).secondsText }
    expect(ends, equals: ["1", "1", "2", "4"])
  }

  @Test func `takes tracks that start later or end sooner as loaded where they are not`() throws {
    // Pictures from 0 to 4 s, sound only from 1 s to 2 s.
    let clip = Clip(
      samples: [
        Sample(at: .seconds(0), lasting: .seconds(2), bytes: 0..<100),
        Sample(at: .seconds(1), lasting: .seconds(1), bytes: 100..<200, track: 1),
        Sample(at: .seconds(2), lasting: .seconds(2), bytes: 200..<300),
      ],
      tracks: [.video, .audio])
    let presentation = try clip.presentation
    expect(presentation.duration, equals: .seconds(4))
    let loading = presentation.rendition.loading
    let ends = [0, 100, 200, 300].map { loading.end(at: ReadPosition($0)).secondsText }
    expect(ends, equals: ["0", "1", "2", "4"])
    // The sound needs nothing before it starts, but does not count for that.
    let any = presentation.rendition.loading(over: .anyTrack)
    expect(
      [0, 99, 100, 199, 200].map { any.end(at: ReadPosition($0)).secondsText },
      equals: [
        "0", "0", "2", "2", "4",
      ])
  }

  @Test func `counts from the first thing shown, not from what is only decoded`() throws {
    // Encoder priming at −21 ms is decoded and not shown, but its bytes are wanted and waited for.
    let clip = Clip(
      samples: [
        Sample(
          at: .milliseconds(-21), lasting: .milliseconds(21), bytes: 0..<100,
          flags: [.sync, .discarded]),
        Sample(at: .zero, lasting: .seconds(1), bytes: 100..<200, flags: []),
      ])
    let presentation = try clip.presentation
    expect(presentation.origin, equals: .zero)
    expect(presentation.duration, equals: .seconds(1))
    expect(presentation.wantedRanges, equals: [ByteRange(0, 200)])
    let loading = presentation.rendition.loading
    let ends = [100, 199, 200].map { loading.end(at: ReadPosition($0)).secondsText }
    expect(ends, equals: ["0", "0", "1"])
  }
}
