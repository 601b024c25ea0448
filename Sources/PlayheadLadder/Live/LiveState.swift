import PlayheadModel

/// What a player knows of a live event while it plays.
struct LiveState: Sendable {
  let event: LiveEvent
  let rules: LiveRules
  let publication: LivePublication
  /// Whether its segments are published in parts.
  let isInParts: Bool
  /// How the player loads the listed parts of a segment as one run; `nil` if it loads them as whole
  /// segments, or there are none.
  let partRuns: LiveRules.PartRuns?
  /// The number of the first connection for manifests that are loaded again, one for each lane.
  let firstChannel: Int
  /// Where it joined; `nil` until it knows what there is.
  var start: MediaTime?
  /// Where it would have started, had it not abandoned what is there; `nil` if it has not.
  var abandonedStart: MediaTime?
  /// How far from the edge it joined.
  var holdBack = MediaTime.zero
  /// The segments that are listed of each lane and level, as far as the player has loaded it.
  var listed: [[Range<Int>]]
  /// How long after the initialization sections of all lanes manifests are first loaded again;
  /// `nil` if nothing waits for these.
  var firstReloadWait: WallTime?
  /// What of each lane is loaded again.
  var reloads: [Reload]
  /// Whether a run of parts is in, from which playback can start.
  var hasLoadedRun = false
  /// How often playback has stalled.
  var stallCount: Int64 = 0
  /// The end of what was listed first of the first lane, and when that came; `nil` before.
  var anchor: LiveRecord.Place?
  /// How the player catches up; `nil` if it does not.
  var catchUp: CatchUpState?
  /// The latency at which it joined, as the player reckons it by its clock.
  var joiningLatency = MediaTime.zero
  /// Since when the player waits without anything more loaded; `nil` while it plays.
  var waitStart: WallTime?
  /// What is recorded.
  var record: LiveRecord

  /// A manifest that is loaded again and again.
  struct Reload: Sendable {
    /// The level whose playlist it is; `nil` until one is loaded.
    var level: Int?
    /// When its response began.
    var firstByte = WallTime.zero
    /// As of when its server answered.
    var asked = WallTime.zero
    /// When one came last that listed something new.
    var changed = WallTime.zero
    /// Why nothing more of it is played, in words; `nil` as long as there may be.
    var problem: String?
    /// When the playlist of each level was last due.
    var scheduled: [Int: WallTime] = [:]
    /// When it is loaded again; `nil` while it is, and for good once the event is over.
    var due: WallTime?
  }

  init(_ event: LiveEvent, of ladder: Ladder, by rules: LiveRules, firstChannel: Int) {
    self.event = event
    self.rules = rules
    self.firstChannel = firstChannel
    isInParts = ladder.lanes[0].levels[0].partTarget != nil
    partRuns = isInParts && event.addressing.isListed ? rules.partRuns : nil
    publication = LivePublication(of: ladder, in: event)
    listed = ladder.lanes.map { $0.levels.map { _ in 0..<0 } }
    reloads = ladder.lanes.map { _ in Reload() }
    record = LiveRecord(event)
    catchUp = rules.catchUp.map { CatchUpState($0) }
  }

  /// The segments of a level that the player takes to be there at `wallTime`.
  ///
  /// A call would copy all of the state.
  @inline(__always)
  func known(lane: Int, level: Int, at wallTime: WallTime) -> Range<Int> {
    event.addressing.isListed
      ? listed[lane][level] : publication.due(lane: lane, level: level, at: wallTime)
  }

  /// Whether the server of a playlist holds it back until it lists more: that of parts does.
  func blocksReload(of level: Level, _ number: Int, lane: Int) -> Bool {
    level.partTarget != nil || publication.blocksReload(lane: lane, level: number)
  }

  /// Whether `count` segments of a level are all that manifests are going to list, as far as is
  /// known at `wallTime`.
  func isAll(_ count: Int, lane: Int, level: Int, at wallTime: WallTime) -> Bool {
    publication.isAll(count, lane: lane, level: level)
      && publication.knownUntil.map { $0 <= wallTime } ?? true
  }

  /// Whether a level's playlist has to be loaded before its segments are known.
  @inline(__always)
  func lacksPlaylist(of level: Int, lane: Int) -> Bool {
    event.addressing == .playlists && reloads[lane].level != level
  }
}
