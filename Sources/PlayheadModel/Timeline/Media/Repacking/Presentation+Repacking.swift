/// The same media packed or encoded in another way, to learn what that would change.
extension Presentation {
  /// The most that one track of well interleaved media is ahead of another in the file: what
  /// FFmpeg's demuxers read through.
  package static let longestSkew: MediaTime = .seconds(1)

  /// The presentation with its index before the media, read in one request; `nil` if opening reads
  /// nothing but samples beyond the start of the media.
  package func withIndexAtFront() -> Presentation? {
    guard let (rendition, place) = rendition.withIndexAtFront() else { return nil }
    return replacing(
      rendition, demuxed: demuxed?.shifted(by: place, opening: rendition.openingReads))
  }

  /// The bytes of what opening reads behind the media's first byte, and where that is; `nil` if it
  /// reads nothing but samples there.
  package var indexBehindMedia: (bytes: Int64, media: Int64)? {
    rendition.openingParts.map { ($0.lateBytes, $0.media) }
  }

  /// The presentation as a player reads it that never leaves byte order.
  package var inByteOrder: Presentation { replacing(rendition, demuxed: nil) }

  /// Whether its samples can be packed in another way for every player.
  package var isPacked: Bool { demuxed == nil && rendition.order.isStraight }

  /// The presentation with the samples of its tracks in the order in which they are due; `nil` if
  /// no track is more than ``longestSkew`` ahead of another.
  package func interleaved() -> Presentation? {
    guard rendition.trackLoading.count > 1 else { return nil }
    return repacked { pieces in
      pieces.skew > Self.longestSkew ? pieces.byDueTime : nil
    }
  }

  /// The presentation with the bytes of the track numbered `track`, or of each, spread evenly over
  /// its time; `nil` if it has no such track, or if the media is not in byte order for every
  /// player.
  ///
  /// A track has as many bytes as before.
  package func atMeanRate(ofTrack track: Int? = nil) -> Presentation? {
    guard demuxed == nil else { return nil }
    let numbers = track.map { [$0] } ?? tracks
    var changed: Presentation?
    for number in numbers {
      changed = (changed ?? self).repacked(number) { $0.resized(at: $1) } ?? changed
    }
    return changed
  }

  /// The presentation with its ``leadingTrack`` at a mean rate of `rate`, and each access unit in
  /// proportion; `nil` if the media is not in byte order for every player.
  ///
  /// The track's bytes are counted with the container's framing.
  package func encoded(at rate: BitRate) -> Presentation? {
    encoded { $0.scaled(at: $1, to: rate) }
  }

  /// The presentation with a ``leadingTrack`` that needs the most of all that fit into a leaky
  /// bucket of `size` bytes, full at the start, which fills at `rate`; `nil` if the media is not in
  /// byte order for every player.
  package func fillingBucket(of size: Int64, at rate: BitRate) -> Presentation? {
    encoded { $0.filling(at: $1, size: size, rate: rate) }
  }

  private func encoded(
    _ change: (RenditionPieces, Int) -> [RenditionPieces.Piece]
  ) -> Presentation? {
    guard demuxed == nil, let track = leadingTrack else { return nil }
    return repacked(track, change)
  }

  /// The number of the track that an encoder's rate is set for: the video, or the sound of media
  /// without video.
  package var leadingTrack: Int? {
    let tracks = rendition.trackLoading
    return (tracks.first { $0.kind == .video } ?? tracks.first)?.track
  }

  /// The presentation with the pieces of the track numbered `number` as `change` has them, which
  /// gets the place of the track; `nil` if it has no such track.
  private func repacked(
    _ number: Int, _ change: (RenditionPieces, Int) -> [RenditionPieces.Piece]
  ) -> Presentation? {
    repacked { pieces in
      pieces.rendition.trackLoading.firstIndex { $0.track == number }.map { change(pieces, $0) }
    }
  }

  /// The presentation with a sync sample at `time`; `nil` if decoding can begin there already.
  package func withKeyframe(at time: MediaTime) -> Presentation? {
    guard keyframes.contains(where: { $0 < time }), !keyframes.contains(time) else { return nil }
    var isChanged = false
    func decoding(_ rendition: Rendition) -> Rendition {
      guard
        let curve = rendition.decoding.beginning(
          at: time, from: rendition.firstByteToShow.position(at: time))
      else { return rendition }
      isChanged = true
      return rendition.replacing(decoding: curve)
    }
    let (straight, demuxed) = (decoding(rendition), demuxed.map(decoding))
    guard isChanged else { return nil }
    let following = keyframes.partitionPoint { $0 > time }
    return Presentation(
      resourceBytes: resourceBytes, origin: origin, duration: duration,
      keyframes: keyframes[..<following] + [time] + keyframes[following...], tracks: tracks,
      rendition: straight, demuxed: demuxed)
  }

  private func replacing(
    _ rendition: Rendition, demuxed: Rendition?, growingBy growth: Int64 = 0
  ) -> Presentation {
    Presentation(
      resourceBytes: resourceBytes + growth, origin: origin, duration: duration,
      keyframes: keyframes, tracks: tracks, rendition: rendition, demuxed: demuxed)
  }

  /// The presentation with its pieces as `change` has them; `nil` if it changes none.
  private func repacked(
    _ change: (RenditionPieces) -> [RenditionPieces.Piece]?
  ) -> Presentation? {
    guard let pieces = RenditionPieces(rendition), let changed = change(pieces) else { return nil }
    let packed = pieces.packed(changed, keyframes: keyframes, duration: duration)
    return replacing(packed, demuxed: nil, growingBy: packed.order.end - rendition.order.end)
  }
}

extension Rendition {
  /// The rendition with the parts of the file that opening reads, and that are not media, before
  /// the media, and where each position lies then; `nil` if they are there.
  fileprivate func withIndexAtFront()
    -> (value: Rendition, place: (ReadPosition) -> ReadPosition)?
  {
    guard let opening = openingParts else { return nil }
    let (start, moved, parts) = (opening.media, opening.lateBytes, opening.late.ranges)
    func place(_ position: ReadPosition) -> ReadPosition {
      guard position.bytes >= start else { return position }
      let before = parts.prefix { $0.upperBound <= position.bytes }.reduce(0) { $0 + $1.count }
      return position + (moved - before)
    }
    var reads = opening.front
    reads.insert(ByteRange(start, start + moved))
    return (shifted(by: place, opening: reads.ranges), place)
  }

  /// The parts of a file that opening reads, without media.
  fileprivate struct OpeningParts {
    /// Where media begins.
    let media: Int64
    /// What lies before it.
    var front = ByteRangeSet()
    /// What lies behind that.
    var late = ByteRangeSet()

    var lateBytes: Int64 { late.ranges.reduce(0) { $0 + $1.count } }
  }

  /// The parts that opening reads; `nil` if all of them are before the media.
  fileprivate var openingParts: OpeningParts? {
    guard order.isStraight, !isTransportStream,
      let start = wantedBytes.ranges.first?.lowerBound.bytes,
      openingReads.contains(where: { $0.upperBound > start })
    else { return nil }
    var parts = OpeningParts(media: start)
    var media = ByteRangeSet()
    for range in wantedBytes.ranges {
      media.insert(ByteRange(range.lowerBound.bytes, range.upperBound.bytes))
    }
    for read in openingReads {
      for range in media.missing(from: read) {
        parts.front.insert(ByteRange(min(range.lowerBound, start), min(range.upperBound, start)))
        parts.late.insert(ByteRange(max(range.lowerBound, start), max(range.upperBound, start)))
      }
    }
    return parts.late.ranges.isEmpty ? nil : parts
  }

  /// The rendition with each byte at the read position, or offset, that `place` makes of its own;
  /// opening it takes `reads`.
  fileprivate func shifted(
    by place: (ReadPosition) -> ReadPosition, opening reads: [ByteRange]
  ) -> Rendition {
    // Positions of a reading order of its own count the bytes read, wherever they lie.
    guard order.isStraight else {
      let runs = order.runs.map { run in
        let start = place(ReadPosition(run.bytes.lowerBound)).bytes
        return ByteRange(start, start + run.bytes.count)
      }
      return replacing(order: ReadingOrder(runs), openingReads: reads)
    }
    let tracks = trackLoading.map { track in
      TrackLoading(
        track: track.track, kind: track.kind, curve: track.curve.moved(place),
        firstSampleEnd: place(track.firstSampleEnd), hasDecodeTimes: track.hasDecodeTimes,
        hasLength: track.hasLength, syncNeeds: track.syncNeeds?.map(place),
        frames: track.frames.map { frames in
          FrameOrder(
            reorderDepth: frames.reorderDepth, decodeLead: frames.decodeLead, times: frames.times,
            needs: frames.needs.map(place), ends: frames.ends, outputs: frames.outputs)
        })
    }
    func moved(_ curve: PositionCurve) -> PositionCurve {
      PositionCurve(
        growing: curve.steps.map { .init(time: $0.time, position: place($0.position)) })
    }
    return Rendition(
      order: order, openingReads: reads, sampleDistance: sampleDistance,
      isTransportStream: isTransportStream, loading: loading.moved(place), trackLoading: tracks,
      decoding: moved(decoding), firstByteToShow: moved(firstByteToShow),
      wantedBytes: WantedBytes(
        wantedBytes.ranges.map { range in
          let start = place(range.lowerBound)
          return ReadRange(start, start + range.count)
        }, end: place(wantedBytes.end)),
      resourceBytes: resourceBytes)
  }

  fileprivate func replacing(
    order: ReadingOrder? = nil, openingReads: [ByteRange]? = nil, decoding: PositionCurve? = nil
  ) -> Rendition {
    Rendition(
      order: order ?? self.order, openingReads: openingReads ?? self.openingReads,
      sampleDistance: sampleDistance, isTransportStream: isTransportStream, loading: loading,
      trackLoading: trackLoading, decoding: decoding ?? self.decoding,
      firstByteToShow: firstByteToShow, wantedBytes: wantedBytes, resourceBytes: resourceBytes)
  }
}

extension PositionCurve {
  /// The curve with nothing before `position` wanted from `time` on; `nil` if that changes nothing.
  fileprivate func beginning(at time: MediaTime, from position: ReadPosition) -> PositionCurve? {
    guard position > self.position(at: time) else { return nil }
    let before = steps.prefix { $0.time < time }
    let after = steps.drop { $0.time <= time || $0.position <= position }
    return PositionCurve(growing: before + [Step(time: time, position: position)] + after)
  }
}
