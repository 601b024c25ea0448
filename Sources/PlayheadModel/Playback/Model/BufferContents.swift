/// What is loaded for a playhead, as the driver of a ``PlaybackModel`` knows it.
public struct BufferContents: Hashable, Sendable {
  /// The loaded range of media times that contains the playhead; `nil` if none does.
  public var loaded: TimeRange?
  /// How far each track is loaded from there on, in media time.
  package var trackEnds: TrackTimes
  /// How far each track is decoded from there on, in media time, for a policy with ``TrackRules``.
  package var decodedEnds: TrackTimes
  /// How far the demuxer may take each track without leaving a low input queue, for a policy that
  /// has one; nothing if the driver does not say.
  package var lowInputEnds = TrackTimes()
  /// How far it may take each with a high input queue left.
  package var highInputEnds = TrackTimes()
  /// The bytes loaded ahead of those already shown, for a policy that counts bytes.
  public var bytesAhead: Int64

  /// The given contents; by default none.
  package init(
    loaded: TimeRange? = nil, trackEnds: TrackTimes = TrackTimes(),
    decodedEnds: TrackTimes = TrackTimes(), bytesAhead: Int64 = 0
  ) {
    self.loaded = loaded
    self.trackEnds = trackEnds
    self.decodedEnds = decodedEnds
    self.bytesAhead = bytesAhead
  }
}

/// The buffer as a player knows it.
struct PlaybackBuffer: Hashable, Sendable {
  /// The loaded ranges of media time.
  private(set) var ranges = TimeRangeSet()
  /// The end of the loaded range at the playhead, or the playhead if none contains it.
  private(set) var end: MediaTime = .zero
  /// How far each track is loaded, as last reported.
  private(set) var trackEnds = TrackTimes()
  /// How far each track is decoded, as last reported.
  private(set) var decodedEnds = TrackTimes()
  /// How far each track may be demuxed that leaves a low input queue, as last reported.
  private(set) var lowInputEnds = TrackTimes()
  /// The same of a high one.
  private(set) var highInputEnds = TrackTimes()
  /// The bytes loaded ahead of those already shown, as last reported.
  private(set) var bytesAhead: Int64 = 0

  /// Adds `contents` for a playhead at `mediaTime`, in media that ends at `duration`.
  mutating func add(_ contents: BufferContents, at mediaTime: MediaTime, duration: MediaTime) {
    if let loaded = contents.loaded {
      let start = min(max(loaded.start, .zero), duration)
      ranges.insert(TimeRange(start: start, end: max(start, min(loaded.end, duration))))
    }
    trackEnds = contents.trackEnds
    decodedEnds = contents.decodedEnds
    lowInputEnds = contents.lowInputEnds
    highInputEnds = contents.highInputEnds
    bytesAhead = contents.bytesAhead
    end = ranges.range(containing: mediaTime)?.end ?? mediaTime
  }

  /// The playhead is at `mediaTime`, past the end of the range in which it was.
  mutating func follow(_ mediaTime: MediaTime) {
    end = ranges.range(containing: mediaTime)?.end ?? mediaTime
  }

  mutating func remove(before mediaTime: MediaTime) {
    ranges.remove(before: mediaTime)
  }

  mutating func remove(from mediaTime: MediaTime) {
    ranges.remove(from: mediaTime)
  }

  /// The start of the first loaded range beyond that of the playhead; `nil` if none follows.
  var nextStart: MediaTime? {
    guard ranges.ranges.count > 1 else { return nil }
    return ranges.ranges.first { $0.start > end }?.start
  }
}
