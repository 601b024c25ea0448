import PlayheadModel

/// Files with one fault put right, to learn what it costs.
extension MediaIndex {
  /// The file with a sync sample at the beginning of the tracks numbered `tracks`.
  func beginningWithSyncSamples(on tracks: Set<Int>) -> MediaIndex {
    var index = self
    for track in tracks {
      guard let first = samples.firstIndex(where: { Int($0.track) == track }) else { continue }
      index.samples[first].flags.insert(.sync)
    }
    return index
  }

  /// The file in which no timestamps of the tracks numbered `tracks` begin again: what was joined
  /// plays one after the other.
  ///
  /// A part begins at the restart of any track; all tracks of a part move together.
  func continuingTimestamps(of tracks: [Int]) -> MediaIndex {
    let places = tracks.map { restartPlaces(ofTrack: $0) }
    var parts: [TimeRange?] = Array(
      repeating: nil, count: (places.map(\.count).max() ?? 0) + 1)
    var partOfSample = [Int?](repeating: nil, count: samples.count)
    for (track, places) in zip(tracks, places) {
      var part = 0
      for (number, sample) in samples.enumerated() where Int(sample.track) == track {
        while part < places.count, number >= places[part] { part += 1 }
        partOfSample[number] = part
        guard sample.isShown, let start = sample.presentationTime else { continue }
        let range = parts[part] ?? TimeRange(start: start, end: start)
        parts[part] = TimeRange(
          start: min(range.start, start), end: max(range.end, start + sample.duration))
      }
    }
    var end: MediaTime?
    let shifts = parts.map { range -> MediaTime in
      guard let range else { return .zero }
      let shift = end.map { $0 - range.start } ?? .zero
      end = range.end + shift
      return shift
    }
    var index = self
    for (number, part) in partOfSample.enumerated() {
      guard let part else { continue }
      index.samples[number].presentationTime = samples[number].presentationTime.map {
        $0 + shifts[part]
      }
      index.samples[number].decodeTime = samples[number].decodeTime.map { $0 + shifts[part] }
    }
    return index
  }

  /// The file in which the frames of the track numbered `track` are decoded in the order in which
  /// they are shown, each group of pictures with the same bytes and times.
  func withoutReordering(track: Int) -> MediaIndex {
    var index = self
    var group: [Int] = []
    func close() {
      let times = group.map { (samples[$0].presentationTime, samples[$0].duration) }
        .sorted { $0.0 ?? .zero < $1.0 ?? .zero }
      for (number, time) in zip(group, times) {
        (index.samples[number].presentationTime, index.samples[number].duration) = time
      }
      group.removeAll(keepingCapacity: true)
    }
    for (number, sample) in samples.enumerated() where Int(sample.track) == track {
      if sample.isSync { close() }
      if sample.isShown, sample.presentationTime != nil { group.append(number) }
    }
    close()
    return index
  }

  /// What lies between samples behind `listedEnd`: the headers of fragments, but for the first one.
  func unlistedHeaders(after listedEnd: Int64) -> [ByteRange] {
    var headers: [ByteRange] = []
    var end: Int64?
    for sample in samples where sample.size > 0 {
      if let end, sample.offset > end, sample.offset > listedEnd {
        headers.append(ByteRange(end, sample.offset))
      }
      end = max(end ?? 0, sample.offset + Int64(sample.size))
    }
    return headers
  }
}
