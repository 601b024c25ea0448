/// A file as it is played, with time counted from the origin.
///
/// The origin is the smallest presentation time of the samples shown; the end is the largest
/// presentation time plus duration.
public struct Presentation: Hashable, Sendable {
  /// The size of the file, in bytes.
  public let resourceBytes: Int64
  /// The origin of media time, in the container's time.
  public let origin: MediaTime
  /// The duration from the origin to the end of the last sample shown.
  public let duration: MediaTime
  /// The presentation times of the sync samples that keyframe seeks land on, in order.
  ///
  /// They are those of the first video track or, without one, of the first track.
  public let keyframes: [MediaTime]
  /// The numbers of the tracks that are played, in order, as the index counts them.
  public let tracks: [Int]
  /// The media in byte order.
  package let rendition: Rendition
  /// The media as a demuxer that may seek reads it; `nil` if that is in byte order.
  package let demuxed: Rendition?

  /// The presentation of the tracks numbered `tracks`, or of the preferred ones.
  ///
  /// - Throws: ``PresentationError`` if one of them is missing or cannot be played, or if none of
  ///   their samples is shown.
  public init(_ index: MediaIndex, tracks chosen: [Int]? = nil) throws(PresentationError) {
    let tracks = try index.playedTracks(chosen)
    var needs = TrackTimeline.shown(of: index, tracks: tracks, .needs)
    guard let origin = needs.map(\.start).min(), let end = needs.map(\.end).max()
    else { throw .nothingShown }
    let rendition = Rendition(
      index, tracks: tracks, needs: &needs, order: ReadingOrder(bytes: index.bytes),
      origin: origin, end: end)
    let demuxed = DemuxedIndex(index, tracks: tracks).map { demuxed in
      var needs = TrackTimeline.shown(of: demuxed.index, tracks: tracks, .needs)
      return Rendition(
        demuxed.index, tracks: tracks, needs: &needs, order: demuxed.order,
        sampleDistance: demuxed.sampleDistance, origin: origin, end: end)
    }
    self.init(
      resourceBytes: index.bytes, origin: origin, duration: end - origin,
      keyframes: index.keyframes(tracks: tracks, origin: origin), tracks: tracks,
      rendition: rendition, demuxed: demuxed)
  }

  init(
    resourceBytes: Int64, origin: MediaTime, duration: MediaTime, keyframes: [MediaTime],
    tracks: [Int], rendition: Rendition, demuxed: Rendition?
  ) {
    self.resourceBytes = resourceBytes
    self.origin = origin
    self.duration = duration
    self.keyframes = keyframes
    self.tracks = tracks
    self.rendition = rendition
    self.demuxed = demuxed
  }

  /// The media for a player that reads it in this order, of video without a table of sync samples
  /// `byGroups`: a group of pictures at a time.
  package func rendition(in order: ReadOrder, byGroups: Bool = false) -> Rendition {
    let own = order == .demuxer ? demuxed ?? rendition : rendition
    return byGroups ? own.byGroups : own
  }
}

/// Why tracks of a media index cannot be played.
public enum PresentationError: Error, Equatable, Sendable {
  /// The track number is not among the `count` tracks.
  case noSuchTrack(Int, count: Int)
  /// The track's kind cannot be played.
  case notPlayable(Int, Track.Kind)
  /// The tracks of these numbers are of one kind, of which a player plays one at a time.
  case severalOfOneKind(Int, Int, Track.Kind)
  /// No sample of the tracks is ever shown.
  case nothingShown
}

extension MediaIndex {
  /// The presentation times of the sync samples that keyframe seeks land on, from `origin` on.
  fileprivate func keyframes(tracks numbers: [Int], origin: MediaTime) -> [MediaTime] {
    let shown = numbers.filter { track in
      samples.contains { $0.track == track && $0.isShown }
    }
    guard let leading = shown.first(where: { tracks[$0].kind == .video }) ?? shown.first
    else { return [] }
    return samples.lazy.filter { $0.track == leading && $0.isShown && $0.isSync }
      .compactMap(\.presentationTime).map { $0 - origin }.sorted()
  }

  /// The media time from the first thing shown of the tracks numbered `chosen`, or of the preferred
  /// ones, to the end of the last; zero if nothing is shown.
  package func duration(of chosen: [Int]?) -> MediaTime {
    let isPlayed = tracks.map { chosen?.contains($0.id) ?? $0.isPreferred }
    var start = MediaTime.bound
    var end = MediaTime(nanoseconds: .min)
    for sample in samples where isPlayed[Int(sample.track)] && sample.isShown {
      guard let time = sample.presentationTime else { continue }
      start = min(start, time)
      end = max(end, time + sample.duration)
    }
    return start < end ? end - start : .zero
  }

  /// The numbers of the tracks that play when `chosen` are asked for, or the preferred ones.
  ///
  /// - Throws: ``PresentationError`` if one of them is missing or cannot be played, or if none is
  ///   left.
  public func playedTracks(_ chosen: [Int]?) throws(PresentationError) -> [Int] {
    let numbers = Set(chosen ?? tracks.filter(\.isPreferred).map(\.id)).sorted()
    for number in numbers {
      guard tracks.indices.contains(number) else {
        throw .noSuchTrack(number, count: tracks.count)
      }
      guard tracks[number].isPlayable else { throw .notPlayable(number, tracks[number].kind) }
    }
    for kind in chosen == nil ? [] : [Track.Kind.video, .audio] {
      let same = numbers.filter { tracks[$0].kind == kind }
      if same.count > 1 { throw .severalOfOneKind(same[0], same[1], kind) }
    }
    guard !numbers.isEmpty else { throw .nothingShown }
    return numbers
  }
}
