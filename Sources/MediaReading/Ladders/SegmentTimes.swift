import PlayheadKit
import PlayheadManifests

/// What the samples of a segment cover, by the container's clock.
struct SegmentTimes: Hashable {
  /// From the first thing shown of each track to the end of the last: what all tracks have.
  var range: TimeRange?
  /// What a player takes for its start: without edit lists the decode time of its first sample, which
  /// `tfdt` has; else when that is shown.
  var origin: MediaTime?
  /// Whether its first video sample is a sync sample; `nil` without video.
  var startsWithSync: Bool?
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
  /// Whether times are those of edit lists, which players built on Media Source Extensions ignore.
  let appliesEditLists: Bool

  /// The times of each segment that could be read; `nil` for one that has nothing to show.
  func read(
    by reader: MediaReader, named name: String
  ) throws(MediaReadingError) -> (times: [SegmentTimes], interruption: ReadingInterruption?) {
    let index = try reader.readIndex(of: InputFile(source, name: name))
    let skipped = hasInitialization ? 1 : 0
    var covered = [[UInt16: TimeRange]](repeating: [:], count: count - skipped)
    var firstVideo = [Bool?](repeating: nil, count: count - skipped)
    var firstDecode = [MediaTime?](repeating: nil, count: count - skipped)
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
    }
    let times = covered.indices.map { number in
      let range = Self.common(Array(covered[number].values))
      return SegmentTimes(
        range: range, origin: firstDecode[number] ?? range?.start,
        startsWithSync: firstVideo[number])
    }
    return (times, index.interruption)
  }

  /// What all of `ranges` have; `nil` if there are none, or nothing common.
  private static func common(_ ranges: [TimeRange]) -> TimeRange? {
    guard let start = ranges.map(\.start).max(), let end = ranges.map(\.end).min(), start < end
    else { return nil }
    return TimeRange(start: start, end: end)
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
