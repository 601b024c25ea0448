/// Media that is loaded on its own: all of it, or video and audio apart.
public struct Lane: Hashable, Sendable {
  /// What it carries.
  public let kind: Kind
  /// The numbers of the tracks that are played, in order, as their index counts them.
  public let tracks: [Int]
  /// The same media in several qualities, at least one; the first one plays.
  public let renditions: [Rendition]
  /// The first rendition as a demuxer that may seek reads it; `nil` if that is in byte order.
  public let demuxed: Rendition?

  /// What a lane carries.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// Everything that is played.
    case muxed
    /// Moving pictures without sound.
    case video
    /// Sound alone.
    case audio
  }

  /// The rendition that plays, in byte order.
  public var rendition: Rendition { renditions[0] }

  /// The rendition that plays, for a player that reads it in this order, of video without a table
  /// of sync samples `byGroups`: a group of pictures at a time.
  public func rendition(in order: ReadOrder, byGroups: Bool = false) -> Rendition {
    let own = order == .demuxer ? demuxed ?? rendition : rendition
    return byGroups ? own.byGroups : own
  }
}

/// One encoding of the media of a lane, and what is known of it by read position.
public struct Rendition: Hashable, Sendable {
  /// The order in which its bytes are read.
  public let order: ReadingOrder
  /// The reads that opening it takes, in order, as bytes of the resource that is read first.
  public let openingReads: [ByteRange]
  /// The largest number of bytes from a sample of one track back to the first of another that is
  /// due a second later or more; zero in byte order.
  public let sampleDistance: Int64
  /// Whether it is an MPEG transport stream, whose length only its last packets tell.
  public let isTransportStream: Bool
  /// The loaded media time of all tracks by the number of loaded bytes.
  public let loading: LoadingCurve
  /// The same of each track that shows anything, in the order of their numbers.
  public let trackLoading: [TrackLoading]
  /// The position, of a sync sample, from which everything at a media time or later can be decoded.
  public let decoding: PositionCurve
  /// The first byte of any sample that is shown at a media time or later.
  public let firstByteToShow: PositionCurve
  /// The bytes that the samples played need.
  public let wantedBytes: WantedBytes
  /// The segments, in reading order; a file is one segment.
  public let segments: [Segment]
  /// What sessions look up of it.
  let tables = RenditionTables()
}

/// A part of a rendition that has a request of its own, where a player requests segments.
public struct Segment: Hashable, Sendable, BitwiseCopyable {
  /// The number of its resource in the presentation.
  public let resource: Int
  /// Its bytes, by offset in the resource.
  public let bytes: ByteRange
  /// The range of read positions of these bytes.
  package let positions: ReadRange
  /// The media time it shows, counted from the origin; `nil` for an initialization segment.
  public let mediaTime: TimeRange?
}

extension Rendition {
  /// The loaded media time by the number of loaded bytes, for a player that counts media as loaded
  /// over `tracks`.
  public func loading(over tracks: TrackCombination) -> LoadingCurve {
    tracks == .allTracks || trackLoading.count < 2
      ? loading : tables.loadingOverAnyTrack(of: self)
  }

  /// The rendition of the tracks numbered `tracks` of `index`, read in `order`.
  ///
  /// - Parameters:
  ///   - index: the index, with the read positions of its samples in place of their offsets.
  ///   - tracks: the numbers of the tracks.
  ///   - needs: their timelines by need, given up as soon as they are used: for a long file each is
  ///     large.
  ///   - order: the order in which the index's resources are read.
  ///   - sampleDistance: ``sampleDistance``.
  ///   - origin: the origin of media time, in the container's time.
  ///   - end: the end of the presentation, in the container's time.
  init(
    _ index: MediaIndex, tracks: [Int], needs: inout [TrackTimeline], order: ReadingOrder,
    sampleDistance: Int64 = 0, origin: MediaTime, end: MediaTime
  ) {
    self.order = order
    self.sampleDistance = sampleDistance
    isTransportStream = index.container == "mpegts" && order.isStraight
    openingReads = index.openingReads
    // Positions matter before the end only if some samples have no bytes.
    let isPlayed = index.tracks.map { tracks.contains($0.id) }
    var last: Int64 = 0
    var hasBareSamples = false
    var first = [(offset: Int64, end: Int64)?](repeating: nil, count: index.tracks.count)
    for sample in index.samples where isPlayed[Int(sample.track)] {
      last = max(last, sample.needs)
      if sample.needs <= sample.offset { hasBareSamples = true }
      if first[Int(sample.track)].map({ sample.offset < $0.offset }) ?? true {
        first[Int(sample.track)] = (sample.offset, sample.needs)
      }
    }
    let wantedEnd = ReadPosition(last)
    let wanted = hasBareSamples ? WantedBytes(of: index, tracks: tracks) : nil
    // Each of these is made after the one before it is released.
    trackLoading = needs.map { timeline in
      let kind = index.tracks[timeline.track].kind
      let frames =
        kind == .video
        ? FrameOrder(of: index, track: timeline.track, origin: origin, end: end, bytes: wanted)
        : nil
      return TrackLoading(
        track: timeline.track, kind: kind,
        curve: LoadingCurve(timeline, origin: origin, end: end, bytes: wanted),
        firstSampleEnd: ReadPosition(first[timeline.track]?.end ?? 0),
        hasDecodeTimes: frames?.reorderDepth ?? 0 == 0 || index.storesDecodeTimes,
        hasLength: index.hasSyncTable || index.tracks[timeline.track].codec != "aac",
        syncNeeds: kind == .video ? index.syncNeeds(of: timeline.track, bytes: wanted) : nil,
        frames: frames)
    }
    needs = []
    loading = LoadingCurve(combining: trackLoading.map(\.curve), over: .allTracks)
    func curve(_ aspect: TrackTimeline.Aspect) -> PositionCurve {
      PositionCurve(
        TrackTimeline.shown(of: index, tracks: tracks, aspect), origin: origin, end: end,
        endPosition: wantedEnd)
    }
    decoding = curve(.groupOffset)
    firstByteToShow = curve(.offset)
    wantedBytes = wanted ?? WantedBytes(of: index, tracks: tracks)
    segments = index.segments(
      in: order, tracks: tracks, origin: origin, end: end)
  }
}

extension MediaIndex {
  /// Whether the container stores when its access units are decoded.
  var storesDecodeTimes: Bool { !isMatroska }

  /// Whether a player knows of sync samples and of the length of a track before it reads samples;
  /// of containers without it, only Matroska is told apart.
  fileprivate var hasSyncTable: Bool { !isMatroska }

  private var isMatroska: Bool { container.contains("matroska") }

  /// Where each sync sample but the first of the track numbered `track` is read; `nil` in a
  /// container that has a table of them.
  fileprivate func syncNeeds(of track: Int, bytes: WantedBytes?) -> [ReadPosition]? {
    guard !hasSyncTable else { return nil }
    var needs: [ReadPosition] = []
    var position: ReadPosition?
    for sample in samples where Int(sample.track) == track {
      let isFirst = position == nil
      let end = max(position ?? .zero, ReadPosition(sample.needs))
      position = end
      guard sample.isSync, !isFirst else { continue }
      let need = bytes?.end(before: end) ?? end
      if needs.last.map({ $0 < need }) ?? true { needs.append(need) }
    }
    return needs
  }

  /// The index with the read positions of its samples in place of their offsets, for resources that
  /// are read one after the other.
  var inReadingOrder: MediaIndex {
    guard resources.count > 1 else { return self }
    var index = self
    var start: Int64 = 0
    for resource in resources {
      for number in resource.samples {
        index.samples[number].offset += start
        index.samples[number].needs += start
      }
      start += resource.bytes
    }
    return index
  }

  /// A segment for each resource, each of which is a run of `order`; one for a file.
  fileprivate func segments(
    in order: ReadingOrder, tracks: [Int], origin: MediaTime, end: MediaTime
  ) -> [Segment] {
    guard order.isStraight || resources.count > 1 else {
      return [
        Segment(
          resource: order.runs[0].resource, bytes: ByteRange(0, bytes),
          positions: ReadRange(.zero, order.end),
          mediaTime: TimeRange(start: .zero, end: max(.zero, end - origin)))
      ]
    }
    let isPlayed = self.tracks.map { tracks.contains($0.id) }
    return zip(order.runs, resources).map { run, resource in
      var mediaTime: TimeRange?
      if resources.count == 1 {
        mediaTime = TimeRange(start: .zero, end: max(.zero, end - origin))
      } else {
        for sample in samples[resource.samples]
        where isPlayed[Int(sample.track)] && sample.isShown {
          guard let start = sample.presentationTime.map({ $0 - origin }) else { continue }
          mediaTime = TimeRange(
            start: min(mediaTime?.start ?? start, start),
            end: max(mediaTime?.end ?? start, start, start + sample.duration))
        }
      }
      return Segment(
        resource: run.resource, bytes: run.bytes, positions: ReadRange(run.start, run.end),
        mediaTime: mediaTime)
    }
  }
}
