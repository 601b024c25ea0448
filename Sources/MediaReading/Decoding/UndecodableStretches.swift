import PlayheadKit

/// Finds where a track has no frames, or only concealed ones.
struct UndecodableStretches {
  /// The stretches in the container's time, in order, adjoining ones merged.
  private(set) var ranges: [TimeRange] = []
  /// When the decoder crashed, in the container's time; `nil` if it did not.
  private(set) var crash: MediaTime?

  /// The undecodable stretches of `track`, from the result of decoding it.
  ///
  /// They cover the samples on which the decoder failed and the missing pictures of their groups: a
  /// decoder does not report the pictures it drops because their references are missing.
  init(_ count: FrameCount, _ track: Track, _ index: MediaIndex) {
    guard count.undecoded == nil,
      count.isUndecodable || !count.damaged.isEmpty || count.crash != nil
    else { return }
    func times(_ timestamps: some Sequence<Int64>) -> Set<MediaTime> {
      Set(timestamps.compactMap { MediaTime(value: $0, timeBase: track.timeBase) })
    }
    let samples = index.samples.filter { Int($0.track) == track.id }
    var bad = times(count.damaged)
    if count.isUndecodable {
      bad.formUnion(samples.compactMap(\.presentationTime))
    } else if let shown = count.shown, track.kind == .video {
      bad.formUnion(Self.missing(samples, bad: bad, shown: times(shown)))
    }
    if let crash = count.crash {
      let time = crash.time.flatMap { MediaTime(value: $0, timeBase: track.timeBase) }
      let first =
        time.flatMap { time in
          samples.firstIndex { ($0.presentationTime ?? $0.decodeTime) == time }
        } ?? samples.count
      bad.formUnion(samples[first...].compactMap(\.presentationTime))
      // The decoder held these when it crashed.
      if let shown = count.shown.map(times) {
        let before = samples[..<first].compactMap(\.presentationTime)
        bad.formUnion(before.filter { !shown.contains($0) })
      }
      self.crash = time ?? samples.compactMap(\.presentationTime).max()
    }
    join(samples, bad: bad)
  }

  /// The times of missing pictures in groups with damage.
  private static func missing(
    _ samples: [Sample], bad: Set<MediaTime>, shown: Set<MediaTime>
  ) -> [MediaTime] {
    var missing: [MediaTime] = []
    for group in samples.chunked(before: \.isSync) {
      let times = group.filter(\.isShown).compactMap(\.presentationTime)
      guard times.contains(where: bad.contains) else { continue }
      missing += times.filter { !shown.contains($0) }
    }
    return missing
  }

  /// A bad picture lasts until the next one is shown, the last for its own duration.
  private mutating func join(_ samples: [Sample], bad: Set<MediaTime>) {
    let shown = samples.filter(\.isShown)
      .compactMap { sample in sample.presentationTime.map { ($0, $0 + sample.duration) } }
      .sorted { $0.0 < $1.0 }
    for (number, (time, itsEnd)) in shown.enumerated() where bad.contains(time) {
      let end = max(time, number + 1 < shown.count ? shown[number + 1].0 : itsEnd)
      if let last = ranges.last, last.end >= time {
        ranges[ranges.count - 1].end = max(last.end, end)
      } else {
        ranges.append(TimeRange(start: time, end: end))
      }
    }
  }
}

extension Array {
  /// The array split before each element that `begins` a run.
  fileprivate func chunked(before begins: (Element) -> Bool) -> [ArraySlice<Element>] {
    var chunks: [ArraySlice<Element>] = []
    var start = startIndex
    for number in indices.dropFirst() where begins(self[number]) {
      chunks.append(self[start..<number])
      start = number
    }
    if start < endIndex { chunks.append(self[start...]) }
    return chunks
  }
}
