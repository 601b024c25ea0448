package import PlayheadModel

/// Everything that a rule may decide by, at one instant.
package struct Observation: Sendable {
  /// The lane whose next segment is to be chosen; of several periods, as it is in that segment's.
  package internal(set) var lane: LadderLane
  /// The wall time since the play command.
  package var wallTime: WallTime
  /// The declared time at which the segment to be chosen starts.
  package var position: MediaTime
  /// The number of segments loaded since the start or the latest seek.
  package var segmentsSinceJump: Int
  /// The level of the segment loaded last; `nil` before the first one.
  package var lastLevel: Int?
  /// The media of this lane loaded ahead of the playhead, without gaps.
  package var bufferLevel: MediaTime
  /// The same of the other lane; `nil` if there is none.
  package var otherBufferLevel: MediaTime?
  /// The playhead.
  package var playhead: MediaTime
  /// The length of the presentation.
  package var duration: MediaTime
  /// The rate at which the player plays or is to play.
  package var rate: PlaybackRate
  /// Whether the player plays at this instant.
  package var isPlaying: Bool
  /// Whether the player has played at all.
  package var hasStarted: Bool
  /// The most media that the player loads ahead of the playhead.
  package var bufferGoal: MediaTime
  /// The levels whose playlists are loaded, or that have none.
  package var levelsWithPlaylist: Set<Int>
  /// How long the last byte of the latest playlist took after its first; `nil` without one.
  package var lastPlaylistTime: WallTime?

  /// The bit rate of the level of the other lane where levels declare only their own, as in DASH;
  /// `nil` where they declare the sum, as HLS variants do.
  package var otherBitRate: BitRate?
  /// The downloads that are running, of all lanes, in the order of their requests.
  package var openDownloads: [OpenDownload]
  /// The end of what the player knows to be there of a live event; `nil` on demand.
  package var liveEdge: MediaTime?
  /// How far from the edge of a live event the player joined; `nil` on demand.
  package var holdBack: MediaTime?
  /// Whether segments of a live event come in chunks as these are captured.
  package var comesInChunks = false

  /// Whether a live event is played.
  package var isLive: Bool { liveEdge != nil }

  /// The levels of the lane.
  package var levels: [Level] { lane.levels }

  /// The segment of `level` to be loaded next; `nil` after the last one.
  package func segment(of level: Int) -> LadderSegment? {
    lane.segment(at: position, level: level).map { lane.levels[level].segments[$0] }
  }

  /// An observation of a lane at its start, with nothing loaded.
  package init(
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
