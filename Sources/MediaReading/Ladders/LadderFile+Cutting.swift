import PlayheadKit
package import PlayheadManifests

extension MediaReader {
  /// Reads the files of a ladder file, and cuts them into segments at their sync samples.
  ///
  /// A segment begins at the first sync sample at or after each multiple of the segment length, so
  /// segments are as long as their key frames allow. Their sizes are those of their samples: what a
  /// container adds is not counted.
  ///
  /// - Parameters:
  ///   - file: the ladder file.
  ///   - readsParts: whether it is read how far segments can be played before all of them is in.
  /// - Returns: the ladder.
  /// - Throws: ``MediaReadingError`` if a file cannot be read or shows nothing.
  package func readLadder(
    of file: LadderFile, readsParts: Bool = false
  ) throws(MediaReadingError) -> LadderReading {
    var lanes: [LadderLane] = []
    var cacheProblem: String?
    var sources: [LadderSources.Lane] = []
    for (levels, isAudio) in [(file.levels, false), (file.audio, true)] where !levels.isEmpty {
      var cut: [Level] = []
      var kind = LadderLane.Kind.muxed
      for (number, level) in levels.enumerated() {
        let (found, problem) = try self.cut(
          level.reference, every: file.segmentDuration, isAudio: isAudio,
          withoutAudio: !isAudio && !file.audio.isEmpty, readsParts: readsParts)
        cacheProblem = cacheProblem ?? problem
        let segments = found.segments(of: level.reference.name)
        kind = found.laneKind
        let bytes = segments.reduce(Int64(0)) { $0 + $1.resource.bytes }
        let length = segments.last?.declared.end ?? .zero
        cut.append(
          Level(
            name: level.name,
            bitRate: level.bitRate ?? BitRate(bytes: bytes, over: length) ?? .zero,
            resolution: found.resolution, segments: segments, manifestIndex: number))
      }
      cut.sort { $0.bitRate < $1.bitRate }
      sources.append(.files(cut.map { levels[$0.manifestIndex].reference }))
      lanes.append(LadderLane(kind, levels: cut))
    }
    var reading = LadderReading(
      ladder: Ladder(format: .files, lanes: lanes),
      notes: ["segments are sized by their samples; a container adds some bytes"])
    reading.cacheProblem = cacheProblem
    reading.sources = LadderSources(lanes: sources)
    return reading
  }

  /// How the file that `reference` names is cut, and why that could not be cached; it is taken from
  /// the cache if the file is as it was.
  private func cut(
    _ reference: ManifestReference, every length: MediaTime, isAudio: Bool, withoutAudio: Bool,
    readsParts: Bool
  ) throws(MediaReadingError) -> (cut: FileCut, cacheProblem: String?) {
    let path = reference.location.text
    func key() -> SegmentTimesKey? {
      guard case .file = reference.location, let state = FileState(ofRegularFileAt: path) else {
        return nil
      }
      var facts = SegmentTimesKey.Facts(
        SegmentTimeOptions(appliesEditLists: true, readsParts: readsParts), limits: limits)
      facts.add(reference, .file(state))
      facts.add(cutEvery: length, isAudio: isAudio, withoutAudio: withoutAudio)
      return facts.key
    }
    let known = cache == nil ? nil : key()
    if let known, let kept = cache?.cut(for: known) { return (kept, nil) }
    let index = try read(path, decode: .none).index
    let cutter = SegmentCutter(
      index, every: length, playing: isAudio ? [.audio] : nil, withoutAudio: withoutAudio)
    guard let segments = cutter.segments(readsParts: readsParts) else {
      throw .nothingShown(name: reference.name)
    }
    let picture = index.tracks.first { $0.kind == .video && $0.isPreferred }?.dimensions
    let cut = FileCut(
      kind: (isAudio ? .audio : cutter.kind).rawValue, width: picture?.width,
      height: picture?.height, segments: segments)
    // What was written meanwhile may have been read in part.
    guard let known, known == key() else { return (cut, nil) }
    return (cut, keep(cut, of: index, for: known))
  }

  /// Keeps how the file of `index` was cut; returns why it cannot.
  func keep(_ cut: FileCut, of index: MediaIndex, for key: SegmentTimesKey) -> String? {
    // Where a reading is cut off may depend on this machine, as it may be a crash.
    guard index.interruption == nil else { return nil }
    return cache?.keep(cut, for: key)
  }
}

/// Cuts a file into segments at sync samples.
struct SegmentCutter {
  private let samples: [Sample]
  private let leading: UInt16?
  private let length: MediaTime
  /// What the segments carry.
  let kind: LadderLane.Kind

  /// Cuts the preferred tracks of `index`, of these kinds only if any are given.
  init(
    _ index: MediaIndex, every length: MediaTime, playing kinds: [Track.Kind]?, withoutAudio: Bool
  ) {
    let tracks = index.tracks.filter { track in
      track.isPreferred && kinds?.contains(track.kind) ?? true
        && !(withoutAudio && track.kind == .audio)
    }
    let numbers = Set(tracks.map { UInt16($0.id) })
    let isVideo = tracks.contains { $0.kind == .video }
    let isAudio = tracks.contains { $0.kind == .audio }
    kind = isVideo ? (isAudio ? .muxed : .video) : .audio
    samples = index.samples.filter { numbers.contains($0.track) && $0.presentationTime != nil }
    leading = (tracks.first { $0.kind == .video } ?? tracks.first).map { UInt16($0.id) }
    self.length = length
  }

  /// The segments, with how far they can be played before all of them is in if `readsParts`; `nil`
  /// if nothing is shown.
  func segments(readsParts: Bool = false) -> [FileCut.Segment]? {
    let shown = samples.filter(\.isShown)
    guard let origin = shown.compactMap(\.presentationTime).min(),
      let end = shown.compactMap({ sample in sample.presentationTime.map { $0 + sample.duration } })
        .max(), origin < end
    else { return nil }
    let syncs = samples.filter { $0.track == leading && $0.isSync }
      .compactMap(\.presentationTime).map { max(.zero, $0 - origin) }.sorted()
    var cuts: [MediaTime] = [.zero]
    for time in syncs where time > .zero {
      let (next, rest) = (cuts[cuts.count - 1].nanoseconds / length.nanoseconds + 1, end - origin)
      if time.nanoseconds >= next * length.nanoseconds, time < rest { cuts.append(time) }
    }
    var bytes = [Int64](repeating: 0, count: cuts.count)
    var progress = [TrackProgress](repeating: TrackProgress(), count: readsParts ? cuts.count : 0)
    var ends = [[UInt16: MediaTime]](repeating: [:], count: progress.count)
    for sample in samples {
      guard let time = sample.presentationTime else { continue }
      let cut = max(0, cuts.partitionPoint { $0 > time - origin } - 1)
      bytes[cut] += Int64(sample.size)
      guard readsParts, sample.isShown else { continue }
      progress[cut].add(time - origin, of: sample.track, at: bytes[cut])
      let end = time - origin + sample.duration
      ends[cut][sample.track] = max(ends[cut][sample.track] ?? end, end)
    }
    return cuts.indices.map { number in
      let next = number + 1 < cuts.count ? cuts[number + 1] : end - origin
      return FileCut.Segment(
        bytes: bytes[number], start: cuts[number].nanoseconds, end: next.nanoseconds,
        parts: readsParts
          ? progress[number].parts(from: 0, tracks: ends[number]).filter {
            $0.bytes < bytes[number] && $0.end > cuts[number] && $0.end < next
          }.flatMap { [$0.bytes, $0.end.nanoseconds] } : nil)
    }
  }
}
