public import PlayheadKit
import PlayheadManifests

/// What the samples of a segment cover, by the container's clock.
struct SegmentTimes: Hashable {
  /// What all tracks have.
  ///
  /// A track that goes on from the segment before has what lies between their ends there, too: pictures that
  /// are shown out of order begin a segment later than its sound.
  var range: TimeRange?
  /// What a player takes for its start: without edit lists the decode time of its first sample, which
  /// `tfdt` has; else when that is shown.
  var origin: MediaTime?
  /// How many bytes are missing at its end; `nil` if none are.
  var missingBytes: Int64?
  /// How long the longest of its tracks is; `nil` if nothing is shown.
  var length: MediaTime?
  /// Whether its first video sample is a sync sample; `nil` without video.
  var startsWithSync: Bool?
  /// Up to when all tracks are read by how many of its bytes; empty if that was not asked for.
  var parts: [LadderSegment.Part] = []

  /// Makes them those of a segment that `tag` comes before.
  mutating func begin(by tag: PackedAudioTag) {
    for number in parts.indices { parts[number].bytes += tag.count }
    guard let time = tag.time, let origin else { return }
    let shift = time - origin
    self.origin = time
    range = range.map { TimeRange(start: $0.start + shift, end: $0.end + shift) }
    for number in parts.indices { parts[number].end = parts[number].end + shift }
  }
}

/// How the times of segments are read, as it suits a player.
public struct SegmentTimeOptions: Hashable, Sendable {
  /// Whether times are those of edit lists, which players built on Media Source Extensions ignore.
  public var appliesEditLists: Bool
  /// Whether it is read how far segments can be played before all of them is in.
  public var readsParts: Bool

  /// The times of samples by edit lists, with parts of segments, as is said.
  public init(appliesEditLists: Bool = false, readsParts: Bool = false) {
    self.appliesEditLists = appliesEditLists
    self.readsParts = readsParts
  }

  /// What `player` sees of segments.
  public init(of player: LadderPlayer) {
    self.init(
      appliesEditLists: player.loading.appliesEditLists,
      readsParts: player.loading.appends == .samples)
  }
}

/// Reads when the samples of segments are shown: those of a level that share an initialization
/// section and a clock, as one file.
struct SegmentRun {
  /// The initialization section, if there is one, and the segments.
  let source: any JoinedSource
  /// The number of its parts.
  let count: Int
  /// Whether the first part is an initialization section.
  let hasInitialization: Bool
  let timing: SegmentTimeOptions
  /// Whether it is one segment that is truncated, of which nothing is shown without samples of all tracks.
  var isTruncated = false

  /// What was read of a run.
  struct Result {
    /// The times of each segment that could be read.
    var times: [SegmentTimes]
    var tracks: [MeasuredTrack]
    var interruption: ReadingInterruption?
  }

  /// The times of the segments, and what their tracks are.
  func read(
    by reader: MediaReader, named name: String
  ) throws(MediaReadingError) -> Result {
    let index = try reader.readIndex(of: InputFile(source, name: name))
    let skipped = hasInitialization ? 1 : 0
    var covered = [[UInt16: TimeRange]](repeating: [:], count: count - skipped)
    var firstVideo = [Bool?](repeating: nil, count: count - skipped)
    var firstDecode = [MediaTime?](repeating: nil, count: count - skipped)
    var progress = [TrackProgress](repeating: TrackProgress(), count: count - skipped)
    let appliesEditLists = timing.appliesEditLists
    let startsAtDecoding = !appliesEditLists && index.container.contains("mp4")
    let shifts = index.tracks.map { appliesEditLists ? MediaTime.zero : $0.editShift }
    let isVideo = index.tracks.map { $0.kind == .video }
    let isPlayed = index.tracks.map(\.isPreferred)
    for sample in index.samples where isPlayed[Int(sample.track)] {
      let segment = source.part(at: sample.offset) - skipped
      guard segment >= 0, let time = sample.presentationTime else { continue }
      if isVideo[Int(sample.track)], firstVideo[segment] == nil {
        firstVideo[segment] = sample.isSync
      }
      if startsAtDecoding, let decode = sample.decodeTime {
        let start = decode - shifts[Int(sample.track)]
        firstDecode[segment] = min(firstDecode[segment] ?? start, start)
      }
      guard sample.isShown || !appliesEditLists else { continue }
      let start = time - shifts[Int(sample.track)]
      let range = covered[segment][sample.track]
      covered[segment][sample.track] = TimeRange(
        start: min(range?.start ?? start, start),
        end: max(range?.end ?? start, start, start + sample.duration))
      if timing.readsParts {
        progress[segment].add(start, of: sample.track, at: sample.needs)
      }
    }
    let playedCount = isPlayed.count(where: \.self)
    if isTruncated, covered[0].count < playedCount { covered[0] = [:] }
    let ranges = Self.common(covered)
    let times = covered.indices.map { number in
      let range = ranges[number]
      let start = source.start(of: number + skipped)
      return SegmentTimes(
        range: range,
        origin: firstDecode[number] ?? covered[number].values.map(\.start).max(),
        length: range == nil ? nil : covered[number].values.map(\.duration).max(),
        startsWithSync: firstVideo[number],
        parts: range == nil
          ? [] : progress[number].parts(from: start, tracks: covered[number].mapValues(\.end)))
    }
    return Result(
      times: times, tracks: index.measuredTracks, interruption: index.interruption)
  }

  /// How much a track may begin after it ended and still go on: timestamps are rounded.
  private static let rounding = MediaTime.milliseconds(1)

  /// What all tracks have of each segment, by what each has; `nil` if a segment has none, or nothing in common.
  private static func common(_ covered: [[UInt16: TimeRange]]) -> [TimeRange?] {
    var before: (tracks: [UInt16: TimeRange], end: MediaTime)?
    return covered.map { tracks in
      let starts = tracks.map { track, range in
        guard let before, let former = before.tracks[track], former.start <= range.start,
          range.start <= former.end + rounding
        else { return range.start }
        return min(range.start, before.end)
      }
      guard let start = starts.max(), let end = tracks.values.map(\.end).min(), start < end else {
        before = nil
        return nil
      }
      before = (tracks, end)
      return TimeRange(start: start, end: end)
    }
  }
}

extension Track {
  /// By how much later than its own clock says the edit list shows it: its waits, less where the first
  /// part shown begins.
  fileprivate var editShift: MediaTime {
    guard let editList else { return .zero }
    var shift = MediaTime.zero
    for edit in editList.edits {
      guard let start = edit.mediaTime else {
        shift = shift + edit.duration
        continue
      }
      return shift - start
    }
    return shift
  }
}
