/// The tracks of a media index that are played, with time counted from the origin.
///
/// The origin is the least presentation time of the samples shown, the end the largest one plus its
/// sample's duration.
public struct Presentation: Hashable, Sendable {
  /// The numbers of the tracks that are played, in order.
  public let tracks: [Int]
  /// The container's time of the first thing shown.
  public let origin: MediaTime
  /// The time from the first thing shown to the end of the last.
  public let duration: MediaTime
  /// How far the media is loaded once so many of its bytes are in.
  public let loading: LoadingCurve
  /// What opening the file reads, in order.
  public let openingReads: [ByteRange]
  /// The bytes that the samples played need, in byte order, none of them adjoining.
  public let mediaBytes: [ByteRange]

  /// The presentation of the tracks numbered `tracks`, or of the preferred ones.
  ///
  /// Fails if one of them is not there or cannot be played, or if none of their samples is shown.
  public init(_ index: MediaIndex, tracks chosen: [Int]? = nil) throws(PresentationError) {
    let tracks = try index.playedTracks(chosen)
    let timelines = TrackTimeline.timelines(of: index, tracks: tracks)
    let shown = timelines.filter { !$0.shown.isEmpty }
    guard let origin = shown.map(\.start).min(), let end = shown.map(\.end).max() else {
      throw .nothingShown
    }
    self.tracks = tracks
    self.origin = origin
    duration = end - origin
    loading = LoadingCurve(shown, origin: origin, end: end)
    openingReads = index.openingReads
    mediaBytes = Self.bytes(of: index, tracks: tracks)
  }

  private static func bytes(of index: MediaIndex, tracks: [Int]) -> [ByteRange] {
    let played = Set(tracks.map(UInt16.init))
    // Containers with headers between their samples have a range for each, so they are counted
    // first: an array that grows would be twice as large for a while.
    var count = 0
    var upper = Int64.min
    for sample in index.samples where played.contains(sample.track) {
      if min(sample.offset, sample.needs) > upper { count += 1 }
      upper = max(upper, sample.needs)
    }
    var ranges: [ByteRange] = []
    ranges.reserveCapacity(count)
    for sample in index.samples where played.contains(sample.track) {
      var range = ByteRange(min(sample.offset, sample.needs), sample.needs)
      // In order of what they need, a sample may begin before those that are whole before it.
      while let last = ranges.last, range.lowerBound <= last.upperBound {
        range.lowerBound = min(range.lowerBound, last.lowerBound)
        range.upperBound = max(range.upperBound, last.upperBound)
        ranges.removeLast()
      }
      ranges.append(range)
    }
    return ranges
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
