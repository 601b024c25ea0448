/// The tracks of a media index that are played, with time counted from the origin.
///
/// The origin is the least presentation time of the samples shown, the end the largest one plus its
/// sample's duration.
public struct Presentation: Hashable, Sendable {
  /// The size of the resource that the media lies in, in bytes.
  public let resourceBytes: Int64
  /// The numbers of the tracks that are played, in order.
  public let tracks: [Int]
  /// The container's time of the first thing shown, from which media time counts.
  public let origin: MediaTime
  /// The media time from the first thing shown to the end of the last.
  public let duration: MediaTime
  /// How far the media is loaded once so many of its bytes are in.
  public let loading: LoadingCurve
  /// Where reading has to begin for all that is shown at a media time or later: with a sync sample.
  public let decoding: OffsetCurve
  /// The first byte of anything that is still to be shown at a media time or later.
  public let showing: OffsetCurve
  /// The presentation times of the sync samples that seeks to keyframes go to, in order.
  ///
  /// They are those of the first video track, or of the first track at all without one.
  public let keyframes: [MediaTime]
  /// What opening the file reads, in order.
  public let openingReads: [ByteRange]
  /// The bytes that the samples played need.
  public let mediaBytes: WantedBytes

  /// The presentation of the tracks numbered `tracks`, or of the preferred ones.
  ///
  /// - Throws: ``PresentationError`` if one of them is not there or cannot be played, or if none of
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
    // Of a long file each of these is large, so each is made when the one before it is let go. Where
    // bytes lie is of interest before the end only if there are samples without any.
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
    // Containers with headers between their samples have a range for each, so they are counted
    // first: an array that grows would be twice as large for a while.
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
  /// There is no track of that number among `count`.
  case noSuchTrack(Int, count: Int)
  /// The track of that number carries what is not played.
  case notPlayable(Int, Track.Kind)
  /// No sample of the tracks is ever shown.
  case nothingShown
}

extension MediaIndex {
  /// The numbers of the tracks that play when `chosen` are asked for, or the preferred ones.
  ///
  /// - Throws: ``PresentationError`` if one of them is not there or cannot be played, or if there are
  ///   none.
  public func playedTracks(_ chosen: [Int]?) throws(PresentationError) -> [Int] {
    let numbers = Set(chosen ?? tracks.filter(\.isPreferred).map(\.id)).sorted()
    for number in numbers {
      guard tracks.indices.contains(number) else {
        throw .noSuchTrack(number, count: tracks.count)
      }
      guard tracks[number].isPlayable else { throw .notPlayable(number, tracks[number].kind) }
    }
    guard !numbers.isEmpty else { throw .nothingShown }
    return numbers
  }
}
