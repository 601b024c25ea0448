/// What a driver of a player, and whoever records it, look at between two inputs.
///
/// A whole player takes longer to copy than most inputs take. As long as one is steady, a driver
/// may move a glance on by itself, and tell the player later of all that came meanwhile.
package struct PlayerGlance: Sendable {
  /// The wall time of the latest input, or up to which it was moved.
  package private(set) var wallTime: WallTime
  /// The playhead, in media time.
  package private(set) var currentTime: MediaTime
  /// The end of the loaded range at the playhead, or the playhead if none contains it.
  package private(set) var loadedEnd: MediaTime
  /// The length of the media.
  let duration: MediaTime
  /// When the player next changes on its own, unless media loads before; `nil` also of a short
  /// glance.
  package private(set) var nextDeadline: WallTime?
  /// Whether it plays, waits, is paused or has ended.
  package let timeControlStatus: TimeControlStatus
  /// Its phase.
  package let phase: PlaybackModel.Phase
  /// The rate that the user requested.
  package let rate: PlaybackRate
  /// The flags of the network path.
  package let path: PathFlags
  /// Whether it knows what it plays.
  package let isOpened: Bool
  /// Whether the first frame has been played.
  package let hasStarted: Bool
  /// Whether all media loaded ahead of the playhead is consumed.
  let isBufferEmpty: Bool
  /// Whether everything from the playhead to the end is loaded.
  private(set) var isLoadedToEnd: Bool
  package let isPictureFrozen: Bool
  let isSoundMissing: Bool
  /// Whether it has rules for tracks.
  let watchesTracks: Bool
  /// The motion of the playhead; `nil` unless it plays.
  let line: PlaybackState.Line?
  /// Whether it may be moved on by itself: each nanosecond moves the playhead, up to the next
  /// deadline.
  private let isMovable: Bool
  /// Whether media that loads at the playhead changes nothing, as long as that moves.
  private var isUndisturbed: Bool
  /// The wall time of the latest input, and where the playhead was.
  package private(set) var inputTime: WallTime
  package private(set) var inputPlayhead: MediaTime
  /// Since when media is loaded as far as it is; at the latest input at the earliest.
  private(set) var loadedSince: WallTime

  /// The glance at `player`.
  init(_ player: PlaybackModel) {
    var player = player
    self = player.glance
  }

  fileprivate init(looking player: inout PlaybackModel, isShort: Bool) {
    wallTime = player.wallTime
    currentTime = player.currentTime
    loadedEnd = player.loadedEnd
    duration = player.duration
    nextDeadline = isShort ? nil : player.nextDeadline
    timeControlStatus = player.timeControlStatus
    phase = player.phase
    rate = player.rate
    path = player.path
    isOpened = player.isOpened
    hasStarted = player.hasStarted
    isBufferEmpty = player.isPlaybackBufferEmpty
    isLoadedToEnd = player.isLoadedToEnd
    isPictureFrozen = player.isPictureFrozen
    isSoundMissing = player.isSoundMissing
    watchesTracks = player.trackPlan != nil
    line = player.state.line
    isMovable = !watchesTracks && rate.thousandths >= PlaybackRate.normal.thousandths
    isUndisturbed = !isShort && player.isUndisturbed
    (inputTime, inputPlayhead, loadedSince) = (wallTime, currentTime, wallTime)
  }

  /// Follows `player` past an input of time or media that caused no changes, since this glance at
  /// it.
  fileprivate mutating func follow(_ player: inout PlaybackModel) {
    guard !watchesTracks, isOpened else {
      self = PlayerGlance(looking: &player, isShort: false)
      return
    }
    wallTime = player.wallTime
    currentTime = player.currentTime
    loadedEnd = player.loadedEnd
    nextDeadline = player.plainDeadline
    isLoadedToEnd = player.isLoadedToEnd
    isUndisturbed = player.isUndisturbed
    (inputTime, inputPlayhead, loadedSince) = (wallTime, currentTime, wallTime)
  }

  /// Moves on to `wallTime` if nothing but the playhead of the player changes until then; returns
  /// whether that is so.
  package mutating func move(to wallTime: WallTime) -> Bool {
    guard isMovable, let nextDeadline, wallTime < nextDeadline else { return false }
    currentTime = playhead(at: wallTime)
    self.wallTime = wallTime
    return true
  }

  /// Whether it may be moved on with `loaded`, media at the playhead that is there now.
  package func isMovable(with loaded: TimeRange) -> Bool {
    guard isMovable, isUndisturbed, let nextDeadline, wallTime < nextDeadline else { return false }
    return loaded.end >= loadedEnd
  }

  /// Moves on with `loaded`, which may be.
  package mutating func move(with loaded: TimeRange) {
    loadedEnd = min(loaded.end, duration)
    isLoadedToEnd = loadedEnd >= duration
    nextDeadline = wallTime(reaching: loadedEnd)
    loadedSince = wallTime
  }

  /// The media loaded ahead of the playhead.
  package var bufferLevel: MediaTime { loadedEnd - currentTime }

  /// The playhead at `wallTime` if it moves without interruption.
  func mediaTime(at wallTime: WallTime) -> MediaTime {
    line?.mediaTime(at: wallTime) ?? currentTime
  }

  /// The playhead at `wallTime` with nothing more loaded.
  package func playhead(at wallTime: WallTime) -> MediaTime {
    playhead(at: wallTime, loadedUpTo: loadedEnd)
  }

  /// The playhead at `wallTime` if it is loaded up to `loadedEnd`, a media time.
  func playhead(at wallTime: WallTime, loadedUpTo loadedEnd: MediaTime) -> MediaTime {
    guard wallTime > self.wallTime, line != nil else { return currentTime }
    return max(currentTime, min(mediaTime(at: wallTime), watchesTracks ? duration : loadedEnd))
  }

  /// The wall time at which the playhead reaches `mediaTime` without interruption, or that of the
  /// latest input if it is already there; `nil` unless playing.
  package func wallTime(reaching mediaTime: MediaTime) -> WallTime? {
    guard let line else { return nil }
    guard mediaTime > currentTime else { return wallTime }
    return max(wallTime, line.wallTime(reaching: mediaTime))
  }
}

extension PlaybackModel {
  /// Whether media that loads changes nothing but how far its only range goes on.
  fileprivate var isUndisturbed: Bool {
    // Only what may change is not copied for that.
    mutating get { isUndisturbed(by: .arrival) && buffer.ranges.ranges.count == 1 }
  }

  /// Follows `glance`, which was moved on since the latest input, with media in `loaded` if any
  /// came.
  package mutating func follow(_ glance: PlayerGlance, with loaded: TimeRange?) {
    if let loaded {
      _ = bufferChanged(to: BufferContents(loaded: loaded), at: glance.wallTime)
    } else if wallTime < glance.wallTime {
      _ = timeAdvanced(to: glance.wallTime)
    }
  }

  /// What a driver looks at.
  package var glance: PlayerGlance {
    // Only what may change is not copied for that.
    mutating get { PlayerGlance(looking: &self, isShort: false) }
  }

  /// The same without a deadline, which takes as long to find as all else.
  var shortGlance: PlayerGlance {
    mutating get { PlayerGlance(looking: &self, isShort: true) }
  }

  /// Brings the latest `glance` up to date after an input of time or media, which caused
  /// `transitions`.
  package mutating func update(_ glance: inout PlayerGlance, after transitions: Transitions) {
    if transitions.isEmpty {
      glance.follow(&self)
    } else {
      glance = PlayerGlance(looking: &self, isShort: false)
    }
  }
}
