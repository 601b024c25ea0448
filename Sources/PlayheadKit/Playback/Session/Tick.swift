/// The state of a session at one wall time: a row of its timeline.
public struct Tick: Hashable, Sendable {
  /// When.
  public var wallTime: MediaTime
  /// Where the playhead is.
  public var mediaTime: MediaTime
  /// The playhead as a share of the duration.
  public var progress: Ratio
  /// The end of the loaded range that holds the playhead as a share of the duration.
  public var buffered: Ratio
  /// The media loaded ahead of the playhead.
  public var bufferLevel: MediaTime
  /// Everything loaded.
  public var loadedTimeRanges: TimeRangeSet
  /// Whether the player plays, waits or has ended.
  public var status: TimeControlStatus
  /// Whether the player stands still after having played.
  public var isInStall: Bool
  /// `AVPlayerItem`'s flag of that name.
  public var isPlaybackBufferEmpty: Bool
  /// `AVPlayerItem`'s flag of that name.
  public var isPlaybackBufferFull: Bool
  /// `AVPlayerItem`'s flag of that name.
  public var isPlaybackLikelyToKeepUp: Bool
  /// All bytes that have come over the link.
  public var bytesDownloaded: Int64
}
