/// The tracks of a media index that are played, with time counted from the origin.
///
/// The origin is the smallest presentation time of the samples shown; the end is the largest
/// presentation time plus duration.
public struct Presentation: Hashable, Sendable {
  /// The size of the resource that the media lies in, in bytes.
  public let resourceBytes: Int64
  /// The numbers of the tracks that are played, in order.
  public let tracks: [Int]
  /// The origin of media time, in the container's time.
  public let origin: MediaTime
  /// The duration from the origin to the end of the last sample shown.
  public let duration: MediaTime
  /// The loaded media time by the number of loaded bytes.
  public let loading: LoadingCurve
  /// The offset, of a sync sample, from which everything at a media time or later can be decoded.
  public let decoding: OffsetCurve
  /// The first byte of any sample that is shown at a media time or later.
  public let showing: OffsetCurve
  /// The presentation times of the sync samples that keyframe seeks land on, in order.
  ///
  /// They are those of the first video track or, without one, of the first track.
  public let keyframes: [MediaTime]
  /// The reads that opening the file takes, in order.
  public let openingReads: [ByteRange]
  /// The bytes that the samples played need.
  public let mediaBytes: WantedBytes

  /// The presentation of the tracks numbered `tracks`, or of the preferred ones.
  ///
  /// - Throws: ``PresentationError`` if one of them is missing or cannot be played, or if none of
  ///   their samples is shown.
  public init(_ index: MediaIndex, tracks chosen: [Int]? = nil) throws(PresentationError) {
    let tracks = try index.playedTracks(chosen)
    func timelines(_ aspect: TrackTimeline.Aspect) -> [TrackTimeline] {
      TrackTimeline.timelines(of: index, tracks: tracks, aspect).filter { !$0.shown.isEmpty }
    }
    var shown = timelines(.needs)
    guard let origin = shown.map(\.start).min(), let end = shown.map(\.end).max() else {
      throw .nothingShown
    }
    resourceBytes = index.bytes
    self.tracks = tracks
    self.origin = origin
    duration = end - origin
    openingReads = index.openingReads
    // For a long file each of these is large, so each is made after the one before it is released.
    // Offsets matter before the end only if some samples have no bytes.
    let isPlayed = index.tracks.map { tracks.contains($0.id) }
    var endOffset: Int64 = 0
    var hasBareSamples = false
    for sample in index.samples where isPlayed[Int(sample.track)] {
      endOffset = max(endOffset, sample.needs)
      if sample.needs <= sample.offset { hasBareSamples = true }
    }
    let bytes = hasBareSamples ? Self.bytes(of: index, tracks: tracks) : nil
    loading = LoadingCurve(shown, origin: origin, end: end, bytes: bytes)
    shown = []
    shown = timelines(.groupOffset)
    decoding = OffsetCurve(shown, origin: origin, end: end, endOffset: endOffset)
    shown = []
    shown = timelines(.offset)
    showing = OffsetCurve(shown, origin: origin, end: end, endOffset: endOffset)
    shown = []
    mediaBytes = bytes ?? Self.bytes(of: index, tracks: tracks)
    keyframes = Self.keyframes(of: index, tracks: tracks, origin: origin)
  }

  init(
    resourceBytes: Int64, tracks: [Int], origin: MediaTime, duration: MediaTime,
    loading: LoadingCurve, decoding: OffsetCurve, showing: OffsetCurve, keyframes: [MediaTime],
    openingReads: [ByteRange], mediaBytes: WantedBytes
  ) {
    self.resourceBytes = resourceBytes
    self.tracks = tracks
    self.origin = origin
    self.duration = duration
    self.loading = loading
    self.decoding = decoding
    self.showing = showing
    self.keyframes = keyframes
    self.openingReads = openingReads
    self.mediaBytes = mediaBytes
  }

  private static func keyframes(
    of index: MediaIndex, tracks: [Int], origin: MediaTime
  ) -> [MediaTime] {
    let shown = tracks.filter { track in
      index.samples.contains { $0.track == track && $0.isShown }
    }
    guard let leading = shown.first(where: { index.tracks[$0].kind == .video }) ?? shown.first
    else { return [] }
    return index.samples.lazy.filter { $0.track == leading && $0.isShown && $0.isSync }
      .compactMap(\.presentationTime).map { $0 - origin }.sorted()
  }

  private static func bytes(of index: MediaIndex, tracks: [Int]) -> WantedBytes {
    let isPlayed = index.tracks.map { tracks.contains($0.id) }
    var end: Int64 = 0
    // Containers with headers between samples have a range for each, so ranges are counted first:
    // a growing array would temporarily take twice the memory.
    var count = 0
    var upper = Int64.min
    for sample in index.samples where isPlayed[Int(sample.track)] {
      if min(sample.offset, sample.needs) > upper { count += 1 }
      upper = max(upper, sample.needs)
    }
    var ranges: [ByteRange] = []
    ranges.reserveCapacity(count)
    for sample in index.samples where isPlayed[Int(sample.track)] {
      end = max(end, sample.needs)
      var range = ByteRange(min(sample.offset, sample.needs), sample.needs)
      guard range.count > 0 else { continue }
      // In order of what they need, a sample may begin before those that are whole before it.
      while let last = ranges.last, range.lowerBound <= last.upperBound {
        range.lowerBound = min(range.lowerBound, last.lowerBound)
        range.upperBound = max(range.upperBound, last.upperBound)
        ranges.removeLast()
      }
      ranges.append(range)
    }
    return WantedBytes(ranges, end: end)
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
