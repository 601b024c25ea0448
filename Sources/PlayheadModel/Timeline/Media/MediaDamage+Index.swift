extension MediaDamage {
  /// The damage that an index, and decoding, show.
  ///
  /// - Parameters:
  ///   - index: the file, with its samples.
  ///   - presentation: what of it is played; media times count from its origin.
  ///   - decoding: what decoding found; `nil` if nothing was decoded.
  package init(_ index: MediaIndex, _ presentation: Presentation, decoding: DecodingReport?) {
    let extents = Self.extents(of: index)
    var damaged: [Track] = []
    for (track, extent) in zip(index.tracks, extents) where track.isPlayable {
      var damage = Track(
        number: track.id, kind: track.kind, announcedSamples: track.announced?.count,
        missingSamples: 0, missingTime: .zero, isLastSampleCut: extent.isLastCorrupt,
        end: max(.zero, (extent.shownEnd ?? presentation.origin) - presentation.origin),
        undecodable: decoding?.report(on: track.id)?.undecodable.map(presentation.fromOrigin))
      if let announced = track.announced, announced.count > track.sampleCount {
        damage.missingSamples = announced.count - track.sampleCount
        let held = max(extent.decodedEnd ?? announced.range.start, announced.range.start)
        damage.missingTime = max(
          .zero, track.timeBase.time(from: held, to: announced.range.end))
      }
      let isUndecodable = damage.undecodable.map { !$0.isEmpty } ?? false
      if damage.missingSamples > 0 || damage.isLastSampleCut || isUndecodable {
        damaged.append(damage)
      }
    }
    let undecoded = index.tracks.compactMap { track -> UndecodedTrack? in
      guard let reason = decoding?.report(on: track.id)?.reason else { return nil }
      return UndecodedTrack(
        number: track.id, kind: track.kind, codec: track.codec, reason: reason)
    }
    self.init(
      // Some demuxers take the very end for an error.
      interruption: index.interruption.flatMap { $0.offset < index.bytes ? $0 : nil },
      bytes: index.bytes,
      announcedBytes: index.announcedBytes.flatMap { $0 > index.bytes ? $0 : nil },
      shortfall: Self.shortfall(index, extents), tracks: damaged,
      isDecoded: decoding != nil, undecodedTracks: undecoded.isEmpty ? nil : undecoded)
  }

  /// How far the samples of a track reach.
  private struct Extent {
    var start: MediaTime?
    var end: MediaTime?
    var shownEnd: MediaTime?
    var decodedEnd: MediaTime?
    var isLastCorrupt = false

    mutating func add(_ sample: Sample) {
      isLastCorrupt = sample.flags.contains(.corrupt)
      if let time = sample.decodeTime ?? sample.presentationTime {
        decodedEnd = max(decodedEnd ?? time, time + sample.duration)
      }
      guard let time = sample.presentationTime ?? sample.decodeTime else { return }
      start = min(start ?? time, time)
      end = max(end ?? time, time + sample.duration)
      if sample.isShown { shownEnd = max(shownEnd ?? time, time + sample.duration) }
    }
  }

  private static func extents(of index: MediaIndex) -> [Extent] {
    var extents = [Extent](repeating: Extent(), count: index.tracks.count)
    for sample in index.samples { extents[Int(sample.track)].add(sample) }
    return extents
  }

  /// What is missing from the duration that the container states, all tracks taken together.
  private static func shortfall(_ index: MediaIndex, _ extents: [Extent]) -> Shortfall? {
    let isListed = index.tracks.contains { $0.isPlayable && $0.announced?.isComplete == true }
    // All that an index of fragments lists is there, whatever times it has.
    let end = index.samples.map { $0.offset + Int64($0.size) }.max() ?? 0
    let isWhole = index.announcedBytes.map { $0 <= index.bytes } ?? true
    let listedEnd = isWhole ? index.fragmentation?.listedEnd : nil
    guard !isListed, listedEnd.map({ $0 > end || $0 >= index.bytes }) ?? true,
      let announced = index.announcedDuration,
      let start = extents.compactMap(\.start).min(), let end = extents.compactMap(\.end).max()
    else { return nil }
    // Some containers count from time zero, others from the first sample.
    let held = end - min(start, .zero)
    guard announced - held > roundedTime else { return nil }
    return Shortfall(announced: announced, held: held)
  }
}

extension Presentation {
  /// `range` of the container's clock, counted from the origin and held within the presentation.
  package func fromOrigin(_ range: TimeRange) -> TimeRange {
    func held(_ time: MediaTime) -> MediaTime { min(max(time - origin, .zero), duration) }
    return TimeRange(start: held(range.start), end: held(range.end))
  }
}
