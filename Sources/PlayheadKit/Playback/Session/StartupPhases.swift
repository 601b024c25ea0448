/// Where the startup of a session went: three wall times that add up to it, and what opening the file
/// took.
///
/// Like the startup itself they count only the time spent waiting to start, not time paused before.
public struct StartupPhases: Hashable, Sendable {
  /// The wall time spent connecting and reading what opening the file takes, its index above all.
  public var opening: MediaTime = .zero
  /// The wall time from there until media at the playhead was loaded.
  public var firstFrame: MediaTime = .zero
  /// The wall time from there until the player started: until the startup threshold was reached, in
  /// the basic policy.
  public var threshold: MediaTime = .zero
  /// How far the session came.
  public var milestone = Milestone.requested
  /// The bytes fetched to open the file; if that was never complete, up to the end of the session or
  /// all that a link brings that dies.
  public var openingBytes: Int64 = 0
  /// The requests sent to open the file, up to the end of the session if that was never complete.
  public var openingRequests = 0

  /// No time at all.
  public init() {}

  /// The startup so far.
  public var total: MediaTime { opening + firstFrame + threshold }

  /// A step on the way to the first frame.
  public enum Milestone: Int, Comparable, Hashable, Sendable {
    /// The file was asked for.
    case requested
    /// All that opening the file takes was in.
    case opened
    /// Media at the playhead was loaded.
    case firstFrame
    /// Playback started.
    case started

    /// Whether `left` comes before `right`.
    public static func < (left: Milestone, right: Milestone) -> Bool {
      left.rawValue < right.rawValue
    }
  }
}

extension StartupPhases {
  /// `length` was spent waiting to start by `model`, for what `loader` brings.
  mutating func elapse(_ length: MediaTime, _ model: PlaybackModel, _ loader: Loader) {
    if !loader.isOpened {
      opening += length
    } else if model.isPlaybackBufferEmpty, !model.isLoadedToEnd {
      firstFrame += length
    } else {
      threshold += length
    }
  }

  mutating func reach(_ milestone: Milestone) {
    self.milestone = max(self.milestone, milestone)
  }
}
