import PlayheadKit

/// Finds where a track shows nothing, or only what a decoder made up.
struct UndecodableStretches {
  /// The stretches by the container's clock, in order, those that adjoin joined.
  private(set) var ranges: [TimeRange] = []

  /// The stretches of `track`, going by what decoding it gave.
  ///
  /// Besides the samples on which the decoder failed, these are the pictures of the same group that
  /// never came out: a decoder says nothing of those it drops for want of what they refer to.
  init(_ count: FrameCount, _ track: Track, _ index: MediaIndex) {
    guard count.isUndecodable || !count.damaged.isEmpty else { return }
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
    join(samples, bad: bad)
  }

  /// The times of pictures that never came out of a group in which something is bad.
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

  /// A bad picture is bad until the next one is shown, the last for as long as it lasts.
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
  /// The runs into which the array falls when it is cut before each element that `begins` one.
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
