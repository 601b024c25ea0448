/// The state of a session at one wall time: a row of its timeline.
///
/// All times are exact, in nanoseconds.
public struct Tick: Hashable, Sendable {
  /// When, in wall time counted from the first play command.
  public package(set) var wallTime: WallTime
  /// Where the playhead is, in media time counted from the origin.
  public package(set) var mediaTime: MediaTime
  /// The playhead as a share of the duration, in 0…1.
  public package(set) var progress: Ratio
  /// The end of the range of ``loadedTimeRanges`` that holds the playhead as a share of the
  /// duration, in 0…1.
  public package(set) var buffered: Ratio
  /// The media loaded ahead of the playhead, in media time, by samples.
  public package(set) var bufferLevel: MediaTime
  /// Everything loaded, in media time, as the player reports it:
  /// ``BufferingPolicy/Parameters/buffered``.
  public package(set) var loadedTimeRanges: TimeRangeSet
  /// Whether the player plays, waits or has ended.
  public package(set) var status: TimeControlStatus
  /// The rate at which the player plays, or would if it did not wait; zero if it is paused.
  public package(set) var rate: PlaybackRate
  /// The phase to which the wall time counts.
  public package(set) var phase: PlaybackModel.Phase
  /// `AVPlayerItem`'s flag of that name.
  public package(set) var isPlaybackBufferEmpty: Bool
  /// `AVPlayerItem`'s flag of that name.
  public package(set) var isPlaybackBufferFull: Bool
  /// `AVPlayerItem`'s flag of that name.
  public package(set) var isPlaybackLikelyToKeepUp: Bool
  /// All bytes that have come over the link, wasted ones included.
  public package(set) var bytesDownloaded: Int64
  /// Bytes that have come for requests already dropped.
  public package(set) var bytesWasted: Int64
  /// The wall time until then with a request open and not blocked.
  public package(set) var requestTime: WallTime
  /// The number of stalls until then.
  public package(set) var stallCount: Int
  /// The wall time stalled until then.
  public package(set) var stalled: WallTime

  /// Whether a stall is open.
  public var isInStall: Bool { phase.isStall }
}
