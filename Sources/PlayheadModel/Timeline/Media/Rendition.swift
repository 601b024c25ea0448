/// The media of a file as read in one order, and what is known of it by read position.
package struct Rendition: Hashable, Sendable {
  /// The order in which its bytes are read.
  package let order: ReadingOrder
  /// The reads that opening it takes, in order.
  package let openingReads: [ByteRange]
  /// The largest number of bytes from a sample of one track back to the first of another that is
  /// due a second later or more; zero in byte order.
  package let sampleDistance: Int64
  /// Whether it is an MPEG transport stream, whose length only its last packets tell.
  package let isTransportStream: Bool
  /// The loaded media time of all tracks by the number of loaded bytes.
  package let loading: LoadingCurve
  /// The same of each track that shows anything, in the order of their numbers.
  package let trackLoading: [TrackLoading]
  /// The position, of a sync sample, from which everything at a media time or later can be decoded.
  package let decoding: PositionCurve
  /// The first byte of any sample that is shown at a media time or later.
  package let firstByteToShow: PositionCurve
  /// The bytes that the samples played need.
  package let wantedBytes: WantedBytes
  /// The size of the file that it was read from, in bytes.
  package let resourceBytes: Int64
  /// What sessions look up of it.
  let tables = RenditionTables()
}

extension Rendition {
  /// The loaded media time by the number of loaded bytes, for a player that counts media as loaded
  /// over `tracks`.
  package func loading(over tracks: TrackCombination) -> LoadingCurve {
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
  ///   - order: the order in which the file is read.
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
    resourceBytes = index.bytes
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
}
