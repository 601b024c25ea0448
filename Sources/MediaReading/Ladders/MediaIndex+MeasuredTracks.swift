import PlayheadKit

extension MediaIndex {
  /// What the tracks that are played are, by what the container says and by their samples.
  var measuredTracks: [MeasuredTrack] {
    tracks.filter { $0.isPreferred && $0.isPlayable }.map { track in
      var measured = MeasuredTrack(
        kind: track.kind, codec: track.codecText, dimensions: track.dimensions)
      guard track.kind == .video else { return measured }
      let own = samples.filter { Int($0.track) == track.id }
      let times = own.compactMap(\.presentationTime).sorted()
      guard let first = times.first, let last = times.last, first < last else { return measured }
      measured.frameRateThousandths = Self.thousandths(times.count - 1, in: last - first)
      // Some few may be close to each other where a stream was cut.
      let distances = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > .zero }.sorted()
      measured.peakFrameRateThousandths = Self.thousandths(1, in: distances[distances.count / 20])
      let syncs = own.filter(\.isSync).compactMap(\.presentationTime).sorted()
      measured.longestSyncInterval = zip(syncs, syncs.dropFirst() + [last]).map { $1 - $0 }.max()
      return measured
    }
  }

  /// So many pictures in a time as thousandths of a picture per second.
  private static func thousandths(_ count: Int, in time: MediaTime) -> Int64 {
    let nanoseconds = Int128(time.nanoseconds)
    return Int64(clamping: (Int128(count) * 1_000_000_000_000 + nanoseconds / 2) / nanoseconds)
  }
}

extension [MeasuredTrack] {
  /// Adds `others`, as far as they are of another codec or size; of the same, the extremes are
  /// kept.
  mutating func merge(_ others: [MeasuredTrack]) {
    for other in others {
      let place = firstIndex {
        $0.kind == other.kind && $0.codec == other.codec && $0.dimensions == other.dimensions
      }
      guard let place else {
        append(other)
        continue
      }
      func extreme<Value: Comparable>(
        _ one: Value?, _ two: Value?, _ choose: (Value, Value) -> Value
      ) -> Value? {
        guard let one, let two else { return one ?? two }
        return choose(one, two)
      }
      let own = self[place]
      self[place].frameRateThousandths = extreme(
        own.frameRateThousandths, other.frameRateThousandths, Swift.min)
      self[place].peakFrameRateThousandths = extreme(
        own.peakFrameRateThousandths, other.peakFrameRateThousandths, Swift.max)
      self[place].longestSyncInterval = extreme(
        own.longestSyncInterval, other.longestSyncInterval, Swift.max)
      if let count = other.untimedSegments {
        self[place].untimedSegments = (own.untimedSegments ?? 0) + count
      }
    }
  }

  /// The same with the segments that lack a kind of track which others have, by the `times` of all.
  func missing(in times: [SegmentTimes?]) -> [MeasuredTrack] {
    var tracks = self
    for kind in Set(map(\.kind)) {
      guard let place = tracks.firstIndex(where: { $0.kind == kind }),
        times.contains(where: { $0?.tracks[kind] != nil })
      else { continue }
      let numbers = times.indices.filter { number in
        times[number].map { !$0.tracks.isEmpty && $0.tracks[kind] == nil } ?? false
      }
      if !numbers.isEmpty { tracks[place].missingSegments = numbers }
    }
    return tracks
  }
}
