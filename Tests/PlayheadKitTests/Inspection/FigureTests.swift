import Expectations
import PlayheadKit
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadModel

/// Each figure against a search that looks at everything.
@Suite struct `The figures of an inspection` {
  private static let seeds = Seeds.blocks(90_100_000..<90_102_000, of: 100, few: 400)

  /// Media of each seed that shows anything.
  private func forEachMedia(
    of block: Range<UInt64>, _ body: (MediaIndex, Presentation, UInt64) -> Void
  ) {
    for seed in block {
      var random = SplitMix64(seed: seed)
      let media = RandomMedia(isCoarse: random.chance(50), readThrough: 64, using: &random)
      guard let presentation = try? Presentation(media.index, tracks: media.tracks) else {
        continue
      }
      body(media.index, presentation, seed)
    }
  }

  @Test(arguments: seeds)
  func `have the gap of the pair of samples that lie most out of order`(block: Range<UInt64>) {
    forEachMedia(of: block) { index, presentation, seed in
      guard index.timestampRestarts(of: presentation.tracks).isEmpty else { return }
      let samples = index.samples.filter {
        presentation.tracks.contains(Int($0.track)) && $0.isShown
      }
      func time(_ sample: Sample) -> MediaTime {
        sample.decodeTime ?? sample.presentationTime ?? .zero
      }
      var most = MediaTime.zero
      for (number, late) in samples.enumerated() {
        for ahead in samples[..<number] where ahead.track != late.track {
          most = max(most, time(ahead) - time(late))
        }
      }
      let gap = TrackGap(index, presentation)
      expect(gap?.time ?? .zero, equals: most, "seed \(seed)")
      guard let gap else { return }
      // Empty samples may lie at one place and be shown at one time.
      let places = samples.indices.filter { place in
        let late = samples[place]
        return Int(late.track) == gap.track && late.offset == gap.offset
          && late.presentationTime.map { $0 - presentation.origin } == gap.mediaTime
      }
      let found = places.contains { place in
        let ahead = samples[..<place].filter {
          Int($0.track) == gap.trackAhead && time($0) > time(samples[place])
        }
        return ahead.map { time($0) - time(samples[place]) }.max() == gap.time
          && ahead.first.map { max(0, samples[place].needs - $0.offset) } == gap.bytes
      }
      expect(found, "seed \(seed)")
    }
  }

  @Test(arguments: seeds)
  func `have the cost of the seek to each frame`(block: Range<UInt64>) {
    forEachMedia(of: block) { index, presentation, seed in
      guard let track = index.seekTrack(of: presentation) else { return }
      let samples = index.samples.filter { Int($0.track) == track }
      let costs = samples.indices.filter { samples[$0].isShown }.map { target in
        let start = samples[...target].lastIndex(where: \.isSync) ?? 0
        return (samples[start...target].map(\.needs).max() ?? 0)
          - min(samples[start].offset, samples[start].needs)
      }
      let cost = SeekCost(index, presentation)
      expect(cost?.worstBytes, equals: costs.max(), "seed \(seed)")
      let mean = (Double(costs.reduce(0, +)) / Double(costs.count) + 0.5).rounded(.down)
      expect(cost?.meanBytes, equals: Int64(mean), "seed \(seed)")
    }
  }

  @Test(arguments: seeds)
  func `have the reordering that each frame comes to among those of its group`(
    block: Range<UInt64>
  ) {
    forEachMedia(of: block) { index, presentation, seed in
      for track in presentation.tracks {
        var (frames, delay) = (0, MediaTime.zero)
        var group: [MediaTime] = []
        func close() {
          for (number, time) in group.enumerated() {
            let earlier = group.indices.count { (group[$0], $0) < (time, number) }
            frames = max(frames, earlier - number)
            for before in group[..<number] { delay = max(delay, before - time) }
          }
          group = []
        }
        for sample in index.samples where Int(sample.track) == track {
          if sample.isSync { close() }
          if let time = sample.presentationTime { group.append(time) }
        }
        close()
        let reordering = Reordering(index, track: track)
        expect(reordering.frames == frames && reordering.delay == delay, "seed \(seed)")
      }
    }
  }

  @Test(arguments: seeds)
  func `have the longest stretch without a sync sample`(block: Range<UInt64>) {
    forEachMedia(of: block) { index, presentation, seed in
      guard let track = index.seekTrack(of: presentation), index.tracks[track].kind == .video,
        index.timestampRestarts(of: [track]).isEmpty
      else { return }
      let samples = index.samples.filter { Int($0.track) == track }
      let syncs = samples.filter(\.isSync).compactMap(\.presentationTime)
      let ends = samples.filter(\.isShown).compactMap { sample in
        sample.presentationTime.map { $0 + sample.duration }
      }
      let longest = syncs.compactMap { start -> MediaTime? in
        (syncs.filter { $0 > start }.min() ?? ends.max()).map { $0 - start }
      }.max()
      let group = LongestGroup(index, presentation)
      expect(group?.duration ?? .zero, equals: max(longest ?? .zero, .zero), "seed \(seed)")
    }
  }

  @Test(arguments: seeds)
  func `have every byte of what is shown in their course`(block: Range<UInt64>) {
    forEachMedia(of: block) { index, presentation, seed in
      guard presentation.duration > .zero else { return }
      let course = RateCourse(index, presentation)
      let extents = index.extents(in: presentation)
      expect(
        course.bytes.reduce(0, +), equals: extents.reduce(0) { $0 + $1.bytes }, "seed \(seed)")
      expect(course.rates(columns: 40).count, equals: 40)
      expect(
        course.rates(columns: 1).first ?? .zero <= BitRate(
          bytes: course.bytes.reduce(0, +), over: presentation.duration) ?? .bound)
    }
  }

  @Test(arguments: seeds)
  func `have peaks that begin where the window of most bytes does`(block: Range<UInt64>) {
    forEachMedia(of: block) { index, presentation, seed in
      let shown = index.samples.filter {
        presentation.tracks.contains(Int($0.track)) && $0.isShown
      }
      func bytes(from start: MediaTime, for window: MediaTime) -> Int64 {
        shown.reduce(0) { sum, sample in
          let time = (sample.presentationTime ?? .zero) - presentation.origin
          return time >= start && time < start + window ? sum + Int64(sample.size) : sum
        }
      }
      let windows: [MediaTime] = [.seconds(1), .seconds(2), .seconds(10)]
      for (window, peak) in zip(windows, PeakRate.peaks(of: index, presentation, over: windows)) {
        expect((peak == nil), equals: (presentation.duration < window))
        guard let peak else { continue }
        let starts = shown.compactMap(\.presentationTime).map { $0 - presentation.origin }
        let most = starts.map { bytes(from: $0, for: window) }.max() ?? 0
        expect(bytes(from: peak.start, for: window), equals: most, "seed \(seed)")
        expect(!starts.contains { $0 < peak.start && bytes(from: $0, for: window) == most })
        expect(peak.rate, equals: BitRate(bytes: most, over: window))
      }
    }
  }
}
