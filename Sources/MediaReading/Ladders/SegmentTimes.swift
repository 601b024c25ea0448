package import PlayheadKit
import PlayheadManifests

/// What the samples of a segment cover, by the container's clock.
struct SegmentTimes: Hashable {
  /// What all tracks have.
  ///
  /// A track that goes on from the segment before has what lies between their ends there, too:
  /// pictures that are shown out of order begin a segment later than its sound.
  var range: TimeRange?
  /// What a player takes for its start: without edit lists the decode time of its first sample,
  /// which `tfdt` has; else when that is shown.
  var origin: MediaTime?
  /// How many bytes are missing at its end; `nil` if none are.
  var missingBytes: Int64?
  /// How long the longest of its tracks is; `nil` if nothing is shown.
  var length: MediaTime?
  /// Whether its first video sample is a sync sample; `nil` without video.
  var startsWithSync: Bool?
  /// Up to when all tracks are read by how many of its bytes; empty if that was not asked for.
  var parts: [LadderSegment.Part] = []
  /// What each kind of track covers; empty if nothing is shown.
  var tracks: [Track.Kind: TimeRange] = [:]

  /// Makes them those of a segment that `tag` comes before.
  mutating func begin(by tag: PackedAudioTag) {
    for number in parts.indices { parts[number].bytes += tag.count }
    guard let time = tag.time, let origin else { return }
    let shift = time - origin
    self.origin = time
    tracks = tracks.mapValues { $0.moved(by: shift) }
    for number in parts.indices { parts[number].end = parts[number].end + shift }
  }

  /// Gives each of `segments` what all of its tracks have.
  ///
  /// A track goes on from the segment before if that `isContinued`: on one clock, whatever
  /// initialization section either has.
  static func join(_ segments: inout [SegmentTimes?], isContinued: (Int) -> Bool) {
    var before: (tracks: [Track.Kind: TimeRange], end: MediaTime)?
    for number in segments.indices {
      let tracks = segments[number]?.tracks ?? [:]
      let last = isContinued(number) ? before : nil
      before = nil
      let starts = tracks.map { kind, range in
        range.start(behind: last?.tracks[kind], joinedTo: last?.end)
      }
      guard let start = starts.max(), let end = tracks.values.map(\.end).min() else { continue }
      guard start < end else {
        segments[number]?.length = nil
        segments[number]?.parts = []
        continue
      }
      segments[number]?.range = TimeRange(start: start, end: end)
      before = (tracks, end)
    }
  }
}

/// How the times of segments are read, as it suits a player.
package struct SegmentTimeOptions: Hashable, Sendable {
  /// Whether times are those of edit lists, which players built on Media Source Extensions ignore.
  package var appliesEditLists: Bool
  /// Whether it is read how far segments can be played before all of them is in.
  package var readsParts: Bool

  /// The times of samples by edit lists, with parts of segments, as is said.
  package init(appliesEditLists: Bool = false, readsParts: Bool = false) {
    self.appliesEditLists = appliesEditLists
    self.readsParts = readsParts
  }

  /// What `player` sees of segments.
  package init(of player: LadderPlayer, readsParts: Bool = false) {
    self.init(
      appliesEditLists: player.reader.appliesEditLists,
      readsParts: player.reader.appendsParts || readsParts)
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
  /// What of it is taken; `nil` for all of it.
  var window: AppendWindow?
  /// Whether it is one segment that is truncated, of which nothing is shown without samples of all
  /// tracks.
  var isTruncated = false

  /// What was read of a run.
  struct Result {
    /// The times of each segment that could be read.
    var times: [SegmentTimes]
    var tracks: [MeasuredTrack]
    /// Whether it is audio that is packed without a container (RFC 8216bis, 3.4).
    var isPackedAudio: Bool
    var interruption: ReadingInterruption?
  }

  /// The times of the segments, and what their tracks are.
  func read(
    by reader: MediaReader, named name: String
  ) throws(MediaReadingError) -> Result {
    let index = try reader.readIndex(of: InputFile(source, name: name))
    let skipped = hasInitialization ? 1 : 0
    var covered = [[UInt16: TimeRange]](repeating: [:], count: count - skipped)
    // What the tracks have in the container, whatever of it is taken.
    var contents = [[UInt16: TimeRange]](repeating: [:], count: count - skipped)
    var firstVideo = [Bool?](repeating: nil, count: count - skipped)
    var firstDecode = [MediaTime?](repeating: nil, count: count - skipped)
    var progress = [TrackProgress](repeating: TrackProgress(), count: count - skipped)
    let appliesEditLists = timing.appliesEditLists
    let startsAtDecoding = !appliesEditLists && index.container.contains("mp4")
    let shifts = index.tracks.map { appliesEditLists ? MediaTime.zero : $0.editShift }
    let shownShifts = zip(index.tracks, shifts).map { $0.beginsWithWait ? $1 : .zero }
    var appended = index.tracks.map { AppendedTrack($0.kind, in: window) }
    let isVideo = index.tracks.map { $0.kind == .video }
    let isPlayed = index.tracks.map(\.isPreferred)
    for sample in index.samples where isPlayed[Int(sample.track)] {
      let segment = source.part(at: sample.offset) - skipped
      guard segment >= 0, let time = sample.presentationTime else { continue }
      if isVideo[Int(sample.track)], firstVideo[segment] == nil {
        firstVideo[segment] = sample.isSync
      }
      guard sample.isShown || !appliesEditLists else { continue }
      let start = time - shownShifts[Int(sample.track)]
      let own = TimeRange(start: start, end: max(start, start + sample.duration))
      contents[segment][sample.track] = own.joined(contents[segment][sample.track])
      guard let taken = appended[Int(sample.track)].taken(own, isSync: sample.isSync) else {
        continue
      }
      covered[segment][sample.track] = taken.joined(covered[segment][sample.track])
      if startsAtDecoding, let decode = sample.decodeTime {
        let start = decode - shifts[Int(sample.track)]
        firstDecode[segment] = min(firstDecode[segment] ?? start, start)
      }
      if timing.readsParts {
        progress[segment].add(taken.start, of: sample.track, at: sample.needs)
      }
    }
    let playedCount = isPlayed.count(where: \.self)
    if isTruncated, covered[0].count < playedCount {
      covered[0] = [:]
      contents[0] = [:]
    }
    let times = covered.indices.map { number in
      let tracks = covered[number]
      let start = source.start(of: number + skipped)
      let kinds = tracks.map { (index.tracks[Int($0)].kind, $1) }
      // Of what has all of one track dropped, nothing is shown: it is there all the same.
      let end = contents[number].values.map(\.end).min()
      let isDropped = tracks.count < contents[number].count
      return SegmentTimes(
        range: isDropped ? end.map { TimeRange(start: $0, end: $0) } : nil,
        origin: firstDecode[number] ?? tracks.values.map(\.start).max(),
        length: contents[number].values.map(\.duration).max(),
        startsWithSync: firstVideo[number],
        parts: isDropped || tracks.isEmpty
          ? [] : progress[number].parts(from: start, tracks: tracks.mapValues(\.end)),
        tracks: isDropped ? [:] : Dictionary(kinds) { $0.joined($1) })
    }
    return Result(
      times: times, tracks: index.measuredTracks,
      isPackedAudio: Self.packedAudio.contains(index.container), interruption: index.interruption)
  }
}

extension SegmentRun {
  /// FFmpeg's names of what packed audio is, which has no timestamps of its own.
  private static let packedAudio: Set = ["aac", "mp3", "ac3", "eac3"]
}

extension TimeRange {
  /// How much a track may begin after it ended and still go on: timestamps are rounded.
  private static let rounding = MediaTime.milliseconds(1)

  /// When a track that covers this has something behind what all tracks have up to `end`: from
  /// there on, if it goes on from `former`, which it covered before.
  func start(behind former: TimeRange?, joinedTo end: MediaTime?) -> MediaTime {
    guard let former, let end, former.start <= start, start <= former.end + Self.rounding else {
      return start
    }
    return min(start, end)
  }

  /// The range, so much later.
  func moved(by time: MediaTime) -> TimeRange {
    TimeRange(start: start + time, end: end + time)
  }

  /// The range from the first to the last time of both.
  fileprivate func joined(_ other: TimeRange?) -> TimeRange {
    guard let other else { return self }
    return TimeRange(start: min(start, other.start), end: max(end, other.end))
  }
}

extension Track {
  /// Whether its edit list shows it later.
  ///
  /// Chromium passes over such a list, while it shows samples
  /// earlier by where the first edit begins in any other (`TrackRunIterator::Init`,
  /// `media/formats/mp4/track_run_iterator.cc`); decode times have neither.
  fileprivate var beginsWithWait: Bool {
    editList.map { !$0.edits.isEmpty && $0.edits[0].mediaTime == nil } ?? false
  }

  /// By how much later than its own clock says the edit list shows it: its waits, less where the
  /// first part shown begins.
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
