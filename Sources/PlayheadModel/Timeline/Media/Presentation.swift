/// What is played: lanes of media that are loaded side by side, with time counted from the origin.
///
/// The origin is the smallest presentation time of the samples shown; the end is the largest
/// presentation time plus duration. A file is one lane with one rendition of one segment.
public struct Presentation: Hashable, Sendable {
  /// The sizes of the resources that the media lies in, in bytes.
  public let resourceSizes: [Int64]
  /// The origin of media time, in the container's time.
  public let origin: MediaTime
  /// The duration from the origin to the end of the last sample shown.
  public let duration: MediaTime
  /// The presentation times of the sync samples that keyframe seeks land on, in order.
  ///
  /// They are those of the first video track or, without one, of the first track.
  public let keyframes: [MediaTime]
  /// The media that is loaded side by side, at least one lane.
  public let lanes: [Lane]

  /// The presentation of the tracks numbered `tracks`, or of the preferred ones.
  ///
  /// - Throws: ``PresentationError`` if one of them is missing or cannot be played, or if none of
  ///   their samples is shown.
  public init(_ index: MediaIndex, tracks chosen: [Int]? = nil) throws(PresentationError) {
    try self.init(of: [(kind: .muxed, index: index, tracks: index.playedTracks(chosen))])
  }

  /// The presentation of video and audio that lie in resources of their own and are loaded side by
  /// side, on one clock.
  ///
  /// It has the preferred video track of `video` and the preferred audio track of `audio`.
  ///
  /// - Throws: ``PresentationError`` if one of them is missing, or none of its samples is shown.
  public init(video: MediaIndex, audio: MediaIndex) throws(PresentationError) {
    try self.init(of: [
      (kind: .video, index: video, tracks: video.playedTracks(.video)),
      (kind: .audio, index: audio, tracks: audio.playedTracks(.audio)),
    ])
  }

  /// The presentation of lanes, each of which shows something.
  private init(
    of parts: [(kind: Lane.Kind, index: MediaIndex, tracks: [Int])]
  ) throws(PresentationError) {
    let indexes = parts.map(\.index.inReadingOrder)
    var needs = zip(indexes, parts).map { index, part in
      TrackTimeline.shown(of: index, tracks: part.tracks, .needs)
    }
    guard let origin = needs.joined().map(\.start).min(),
      let end = needs.joined().map(\.end).max(), needs.allSatisfy({ !$0.isEmpty })
    else { throw .nothingShown }
    var resourceSizes: [Int64] = []
    var lanes: [Lane] = []
    for (number, part) in parts.enumerated() {
      let sizes = part.index.resources.map(\.bytes)
      let rendition = Rendition(
        indexes[number], tracks: part.tracks, needs: &needs[number],
        order: ReadingOrder(wholeResources: sizes, from: resourceSizes.count), origin: origin,
        end: end)
      let demuxed = DemuxedIndex(
        part.index, tracks: part.tracks, resource: resourceSizes.count
      ).map { demuxed in
        var needs = TrackTimeline.shown(of: demuxed.index, tracks: part.tracks, .needs)
        return Rendition(
          demuxed.index, tracks: part.tracks, needs: &needs, order: demuxed.order,
          sampleDistance: demuxed.sampleDistance, origin: origin, end: end)
      }
      lanes.append(
        Lane(kind: part.kind, tracks: part.tracks, renditions: [rendition], demuxed: demuxed))
      resourceSizes += sizes
    }
    self.init(
      resourceSizes: resourceSizes, origin: origin, duration: end - origin,
      keyframes: parts[0].index.keyframes(tracks: parts[0].tracks, origin: origin), lanes: lanes)
  }

  init(
    resourceSizes: [Int64], origin: MediaTime, duration: MediaTime, keyframes: [MediaTime],
    lanes: [Lane]
  ) {
    self.resourceSizes = resourceSizes
    self.origin = origin
    self.duration = duration
    self.keyframes = keyframes
    self.lanes = lanes
  }

  /// The size of all resources, in bytes.
  public var resourceBytes: Int64 { resourceSizes.reduce(0, +) }

  /// The numbers of the tracks that are played, in order, lane by lane.
  public var tracks: [Int] { lanes.flatMap(\.tracks) }
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

  /// The number of the preferred track of this kind.
  ///
  /// - Throws: ``PresentationError`` if there is none.
  fileprivate func playedTracks(_ kind: Track.Kind) throws(PresentationError) -> [Int] {
    let track = tracks.first { $0.kind == kind && $0.isPreferred }
    return try playedTracks([track?.id].compactMap(\.self))
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
