public import PlayheadModel

/// Everything that a rule may decide by, at one instant.
public struct Observation: Sendable {
  /// The lane whose next segment is to be chosen; of several periods, as it is in that segment's.
  public internal(set) var lane: LadderLane
  /// The wall time since the play command.
  public var wallTime: WallTime
  /// The declared time at which the segment to be chosen starts.
  public var position: MediaTime
  /// The number of segments loaded since the start or the latest seek.
  public var segmentsSinceJump: Int
  /// The level of the segment loaded last; `nil` before the first one.
  public var lastLevel: Int?
  /// The media of this lane loaded ahead of the playhead, without gaps.
  public var bufferLevel: MediaTime
  /// The same of the other lane; `nil` if there is none.
  public var otherBufferLevel: MediaTime?
  /// The playhead.
  public var playhead: MediaTime
  /// The length of the presentation.
  public var duration: MediaTime
  /// The rate at which the player plays or is to play.
  public var rate: PlaybackRate
  /// Whether the player plays at this instant.
  public var isPlaying: Bool
  /// Whether the player has played at all.
  public var hasStarted: Bool
  /// The most media that the player loads ahead of the playhead.
  public var bufferGoal: MediaTime
  /// The levels whose playlists are loaded, or that have none.
  public var levelsWithPlaylist: Set<Int>
  /// How long the last byte of the latest playlist took after its first; `nil` without one.
  public var lastPlaylistTime: WallTime?

  /// The bit rate of the level of the other lane where levels declare only their own, as in DASH;
  /// `nil` where they declare the sum, as HLS variants do.
  public var otherBitRate: BitRate?
  /// The downloads that are running, of all lanes, in the order of their requests.
  public var openDownloads: [OpenDownload]
  /// The end of what the player knows to be there of a live event; `nil` on demand.
  public var liveEdge: MediaTime?

  /// The levels of the lane.
  public var levels: [Level] { lane.levels }

  /// The segment of `level` to be loaded next; `nil` after the last one.
  public func segment(of level: Int) -> LadderSegment? {
    lane.segment(at: position, level: level).map { lane.levels[level].segments[$0] }
  }

  /// An observation of a lane at its start, with nothing loaded.
  public init(
    of lane: LadderLane, wallTime: WallTime = .zero, position: MediaTime = .zero,
    segmentsSinceJump: Int = 0, lastLevel: Int? = nil, bufferLevel: MediaTime = .zero,
    otherBufferLevel: MediaTime? = nil, playhead: MediaTime = .zero, duration: MediaTime? = nil,
    rate: PlaybackRate = .normal, isPlaying: Bool = false, hasStarted: Bool = false,
    bufferGoal: MediaTime = .seconds(30), levelsWithPlaylist: Set<Int> = [],
    lastPlaylistTime: WallTime? = nil, otherBitRate: BitRate? = nil,
    openDownloads: [OpenDownload] = [], liveEdge: MediaTime? = nil
  ) {
    self.lane = lane
    self.wallTime = wallTime
    self.position = position
    self.segmentsSinceJump = segmentsSinceJump
    self.lastLevel = lastLevel
    self.bufferLevel = bufferLevel
    self.otherBufferLevel = otherBufferLevel
    self.playhead = playhead
    self.duration = duration ?? lane.duration
    self.rate = rate
    self.isPlaying = isPlaying
    self.hasStarted = hasStarted
    self.bufferGoal = bufferGoal
    self.levelsWithPlaylist = levelsWithPlaylist
    self.lastPlaylistTime = lastPlaylistTime
    self.otherBitRate = otherBitRate
    self.openDownloads = openDownloads
    self.liveEdge = liveEdge
  }
}
