package import PlayheadModel

/// What an inspection measures of a file that matters for buffering.
package struct MediaFigures: Hashable, Sendable {
  /// The mean rate of what is played over its duration, without the container's framing; `nil` if
  /// it has none.
  package let meanRate: BitRate?
  /// The peak rates over 1, 2 and 10 s, of those windows that the media is long enough for.
  package let peaks: [PeakRate]
  /// The bytes of what is played over its duration.
  package let course: RateCourse
  /// The bytes and requests before the first frame can be shown; `nil` unless the media is one
  /// file.
  package let firstFrame: NeededFrame?
  /// The requests that opening takes.
  package let opening: OpeningTraffic
  /// The worst interleaving of the tracks played; `nil` if no track comes late.
  package let interleavingGap: TrackGap?
  /// The intervals between sync samples of the video tracks.
  package let keyframeIntervals: [KeyframeInterval]
  /// The longest stretch without a sync sample; `nil` without video.
  package let longestGroup: LongestGroup?
  /// What a seek costs; `nil` if nothing is shown.
  package let seekCost: SeekCost?
  /// The reordering of the video tracks played, by number.
  package let reordering: [Reordering]
  /// When the tracks played begin and end, by number.
  package let extents: [TrackExtent]
  /// Where timestamps begin again, for the tracks played where they do.
  package let restarts: [TimestampRestarts]
  /// Where timestamps jump ahead.
  package let jumps: [TimestampJump]
  /// Headers that state other times than the samples have.
  package let misstatements: [MisstatedTimes]
  /// What is hidden of the tracks played, as by edit lists.
  package let hidden: [UnshownMedia]
  /// The tracks that are not played.
  package let unplayed: [UnshownMedia]
  /// The attached pictures.
  package let pictures: [UnshownMedia]
  /// What is missing or undecodable.
  package let damage: MediaDamage
  /// The bytes before the media that are neither an index nor media.
  package let padding: ByteRange?

  /// The windows of the peaks.
  static let windows: [MediaTime] = [.seconds(1), .seconds(2), .seconds(10)]

  /// The figures of `presentation`, which is of `index`, with `damage`.
  package init(_ index: MediaIndex, _ presentation: Presentation, damage: MediaDamage) {
    extents = index.extents(in: presentation)
    meanRate = BitRate(
      bytes: extents.reduce(0) { $0 + $1.bytes }, over: presentation.duration)
    peaks = PeakRate.peaks(of: index, presentation, over: Self.windows).compactMap(\.self)
    course = RateCourse(index, presentation)
    firstFrame = NeededBytes(presentation)?.firstFrame
    opening = presentation.openingTraffic(
      readingThrough: BufferingPolicy.basic.readThrough)
    interleavingGap = TrackGap(index, presentation)
    keyframeIntervals = index.keyframeIntervals()
    longestGroup = LongestGroup(index, presentation)
    seekCost = SeekCost(index, presentation)
    reordering = presentation.tracks.filter { index.tracks[$0].kind == .video }
      .map { Reordering(index, track: $0) }
    restarts = index.timestampRestarts(of: presentation.tracks)
    jumps = TimestampJump.jumps(
      in: index, presentation, longerThan: InspectionLimit.timestampJump)
    misstatements = MisstatedTimes.all(
      in: index, presentation, limit: InspectionLimit.misstatedTime)
    hidden = UnshownMedia.hidden(in: index, presentation)
    unplayed = UnshownMedia.unplayed(in: index, presentation)
    pictures = UnshownMedia.pictures(in: index)
    self.damage = damage
    padding = index.padding
  }
}

extension MediaIndex {
  /// The longest run of bytes before the first sample that is no part of an index.
  fileprivate var padding: ByteRange? {
    // Only these containers are known to hold what no player needs there.
    guard let indexes = containerIndexes,
      container.contains("mov") || container.contains("matroska")
    else { return nil }
    let pictures = Set(tracks.filter { !$0.isPlayable }.map { UInt16($0.id) })
    let media = samples.lazy.filter {
      !pictures.contains($0.track) && !$0.flags.contains(.positionUnknown)
    }.map(\.offset).min()
    guard let media else { return nil }
    var start: Int64 = 0
    var longest: ByteRange?
    let before = indexes.map(\.range).filter { $0.upperBound <= media }
      .sorted { $0.lowerBound < $1.lowerBound }
    for range in before + [ByteRange(media, media)] {
      if range.lowerBound - start > longest?.count ?? 0 {
        longest = ByteRange(start, range.lowerBound)
      }
      start = max(start, range.upperBound)
    }
    return longest
  }
}
