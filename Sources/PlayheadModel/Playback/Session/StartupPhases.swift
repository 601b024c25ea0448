/// What the startup of a session was spent on: three wall times that add up to it, and the traffic
/// of opening the file.
///
/// Like the startup itself, they include pauses until the buffer would have let playback start.
public struct StartupPhases: Hashable, Sendable {
  /// The wall time spent connecting and reading the headers, and the index where opening reads it.
  public package(set) var opening: WallTime = .zero
  /// The wall time from there until media at the playhead was loaded.
  public package(set) var firstFrame: WallTime = .zero
  /// The wall time from there until the player started, or could have had the user not paused: in
  /// the basic policy, until the startup threshold was reached.
  public package(set) var threshold: WallTime = .zero
  /// The last milestone that the session reached.
  package var milestone = Milestone.requested
  /// The bytes fetched to open the file; if that was never complete, up to the end of the session.
  public package(set) var openingBytes: Int64 = 0
  /// The requests sent to open the file; if that was never complete, up to the end of the session.
  public package(set) var openingRequests = 0

  /// No time.
  public init() {}

  /// The startup so far.
  public var total: WallTime { opening + firstFrame + threshold }

  /// A step on the way to the first frame.
  package enum Milestone: Int, Comparable, Hashable, Sendable {
    /// The first request was sent.
    case requested
    /// The headers were read.
    case opened
    /// Media at the playhead was loaded.
    case firstFrame
    /// Playback started, or would have had the user not paused.
    case started

    /// Whether `left` comes before `right`.
    package static func < (left: Milestone, right: Milestone) -> Bool {
      left.rawValue < right.rawValue
    }
  }
}

extension StartupPhases {
  /// `length` was spent waiting to start by `model`.
  mutating func elapse(_ length: WallTime, _ model: PlayerGlance) {
    if !model.isOpened {
      opening += length
    } else if model.isBufferEmpty, !model.isLoadedToEnd {
      firstFrame += length
    } else {
      threshold += length
    }
  }

  mutating func reach(_ milestone: Milestone) {
    self.milestone = max(self.milestone, milestone)
  }
}
