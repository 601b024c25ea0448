import PlayheadModel

/// How far a lane of a ladder is loaded, and what it does next.
struct LaneState: Sendable {
  let number: Int
  /// What it loads from: each level as the server in use has it.
  private(set) var lane: LadderLane
  /// Which copy of each level is in use; nothing of levels that are so themselves.
  private(set) var copies: [Int: Int] = [:]
  /// Which copy all levels are loaded from once the segment that it fetches is in or fails, as
  /// another lane has turned to it; `nil` if none has.
  var nextCopy: Int?
  /// Whether only an attempt is made at them.
  private(set) var isCopyForAttempt = false
  /// Whether the rule chooses its levels; else they follow those of video.
  let isAdaptive: Bool
  /// Whether any level has a playlist or an index.
  let hasOpenings: Bool
  /// What it does.
  var activity = Activity.idle
  /// What is left of the nanosecond at which it waits no more.
  var waitCredit: SendingCredit?
  /// What it fetches next for the segment that is chosen, the first one last.
  var queue: [Errand] = []
  /// What a rule may decide by: of the lane itself as it is, of the player as it was seen last.
  private(set) var observation: Observation
  /// The lane as it is in each period, if there are several, and where that begins and ends.
  private let periods: [(lane: LadderLane, end: MediaTime)]
  /// Which of them the next segment is in.
  private var period = 0
  /// The number of the segment after the one loaded last, which mostly comes next.
  var nextPlace = 0
  /// Whether there may be media ahead of where it loads.
  var hasJumped = false
  /// Whether its first segment has been looked into, by players that do so.
  var probe = Probe.none
  /// When so much of the first segment was in that what is left of it counts as its download; `nil`
  /// for any other segment.
  var countedFrom: WallTime?
  /// The media time that is loaded.
  var loaded = TimeRangeSet()
  /// Where the segment ends that was taken in last.
  var latestEnd: MediaTime = .zero
  /// Which segment that is.
  var latest: (level: Int, place: Int)?
  /// Whether a playlist was fetched for the level of the next segment, ahead of it.
  var isOpenedAhead = false
  /// The initialization sections that are kept.
  var initializations: Set<Initialization> = []
  /// The keys that are in.
  var keys: Set<LadderResource> = []
  /// The key that is fetched beside the lane, and that its segment waits for; `nil` for none.
  var awaitedKey: LadderResource?
  /// Whether any level has a key.
  let hasKeys: Bool
  /// Whether it was loaded far enough and has not drained yet to where it loads again.
  var isDraining = false
  /// The segments that are loaded ahead, in order, for a rule that discards some.
  var ahead: [QueuedSegment] = []
  /// The declared time up to which what is or was loaded is being loaded again; zero if nothing is.
  var replacedEnd: MediaTime = .zero
  /// When it last went back to the playhead, to load anew what follows.
  var wentBack: WallTime?
  /// The delay that was decided on with the next segment, which waits for room in the buffer; `nil`
  /// unless one does.
  var chosenDelay: WallTime?
  /// When it could load on after its last segment.
  var lastCompletion: WallTime = .zero
  /// Until when the player is busy with what was loaded for the lane.
  var busyUntil: WallTime = .zero
  /// The segment whose bytes are in while it waits for those of its initialization section, or for
  /// video.
  var waitingSegment: Int?
  /// Of the segment in flight: how often the rule has looked at it, and what it saw last.
  var look = Look()
  /// What is used of the segment in flight, by players that take samples as they come.
  var begun = Begun()
  /// Whether a segment was taken in that shows something.
  var hasMedia = false
  /// How often the segment that it loads could not be played, and what it needs not be had.
  var attempts: [Attempted: Int] = [:]
  /// The levels of which no segment is known, as their index cannot be had.
  var closedLevels: Set<Int> = []
  /// Whether a playlist or an index of it was there.
  var hasOpened = false
  /// What is in of a segment that comes in chunks.
  var chunks = LoadedChunks()
  /// The run of listed parts that it loads.
  var run = PartRun()
  /// How it waits for the first video; `nil` if it does not.
  var videoWait: VideoWait?
  /// When its first playlist was asked for.
  var opening: WallTime?
  /// Of levels of which some of the playlist and indexes are in, but not all: how many.
  private var documents: [Int: Int] = [:]
  /// The number of the latest request that was sent before one of the lane failed; what is in of
  /// those up to it is for nothing.
  var obsoleteRequest = 0
  /// The levels that are left out after failures, and until when.
  var exclusions: [Int: WallTime] = [:]
  /// Whether the player takes what comes next for the rest of a segment that ends early.
  var awaitsRest = false
  /// A segment that is passed over, or given up on, once a delay is over.
  var failed: Failed?
  /// A decision whose segment is found once the playlist of its level is loaded, of a live event.
  var pending: Pending?
  /// Whether the playlist of the level of that is loaded while the segment that is left for it is.
  var isOpeningBeside = false
  /// Whether the segment that it fetches is not there, of a live event.
  var isRefused = false

  init(_ lane: LadderLane, number: Int, isAdaptive: Bool, duration: MediaTime) {
    self.number = number
    self.lane = lane
    self.isAdaptive = isAdaptive
    let isOpened = lane.levels.map { $0.playlist == nil && $0.indexes.isEmpty }
    observation = Observation(
      of: lane, duration: duration,
      levelsWithPlaylist: Set(isOpened.indices.filter { isOpened[$0] }))
    hasOpenings = isOpened.contains(false)
    hasKeys = lane.levels.contains { !$0.keys.isEmpty }
    periods = lane.byPeriod
    if let first = periods.first { observation.lane = first.lane }
  }

  /// Loads level `number` from its copy number `copy`, which is `level`; of zero from itself.
  ///
  /// A playlist of its own is fetched anew with all that it names, unless that is for an attempt;
  /// the servers of an MPD have the same.
  mutating func turn(to level: Level, number: Int, copy: Int, isForAttempt: Bool) {
    guard copies[number] ?? 0 != copy else { return }
    isCopyForAttempt = isForAttempt
    copies[number] = copy == 0 ? nil : copy
    var levels = lane.levels
    levels[number] = level
    lane = lane.with(levels)
    if !isForAttempt { attempts = attempts.filter { $0.key.level != number } }
    guard !isForAttempt, level.playlist != nil else { return }
    close(number)
    initializations = initializations.filter { $0.level != number }
    keys = []
  }

  /// When the period of the next segment begins, by declared times.
  var periodStart: MediaTime { period > 0 ? periods[period - 1].end : .zero }

  /// The number of levels in the period of the next segment.
  var levelCount: Int { observation.lane.levels.count }

  /// Has rules see the levels of the period of the next segment.
  @inline(__always)
  private mutating func enterPeriod() {
    guard !periods.isEmpty else { return }
    let next = periods.firstIndex { position < $0.end } ?? periods.count - 1
    guard next != period else { return }
    period = next
    observation.lane = periods[next].lane
    // One that stands in for a level that the period lacks is its highest one.
    observation.lastLevel = observation.lastLevel.map { min($0, levelCount - 1) }
  }

  /// The declared time from which the next segment is chosen.
  var position: MediaTime {
    get { observation.position }
    set { observation.position = newValue }
  }

  /// The level of the segment loaded or being loaded last.
  var level: Int? {
    get { observation.lastLevel }
    set { observation.lastLevel = newValue }
  }

  var segmentsSinceJump: Int {
    get { observation.segmentsSinceJump }
    set { observation.segmentsSinceJump = newValue }
  }

  /// The levels whose playlist and indexes are loaded.
  var openedLevels: Set<Int> {
    get { observation.levelsWithPlaylist }
    set { observation.levelsWithPlaylist = newValue }
  }

  /// How many of the documents of `level`, its playlist and then its indexes, are in.
  func documentCount(of level: Int) -> Int { documents.isEmpty ? 0 : documents[level] ?? 0 }

  /// The next document of `level` is in.
  mutating func noteDocument(of level: Int) {
    let all = (lane.levels[level].playlist == nil ? 0 : 1) + lane.levels[level].indexes.count
    let count = documentCount(of: level) + 1
    guard count >= all else {
      documents[level] = count
      return
    }
    if !documents.isEmpty { documents[level] = nil }
    openedLevels.insert(level)
    hasOpened = true
  }

  /// Has the documents of `level` loaded anew before its next segment.
  mutating func close(_ level: Int) {
    openedLevels.remove(level)
    if !documents.isEmpty { documents[level] = nil }
  }

  var lastPlaylistTime: WallTime? {
    get { observation.lastPlaylistTime }
    set { observation.lastPlaylistTime = newValue }
  }

  /// When it next acts on its own; `nil` if never.
  var deadline: WallTime? {
    switch activity {
    case .waiting(let time), .delaying(let time): time
    case .idle, .fetching, .finished: nil
    }
  }

  /// Whether it waits for its buffer to drain.
  var isWaiting: Bool { if case .waiting = activity { true } else { false } }

  /// Whether its first segment is being looked into.
  var isProbing: Bool { probe == .running || probe == .goingOn }

  /// Whether it fetches what a segment takes.
  var isFetching: Bool { if case .fetching = activity { true } else { false } }

  /// How far it is loaded from `playhead` on, or `playhead` if nothing is.
  func loadedEnd(from playhead: MediaTime) -> MediaTime {
    loaded.range(containing: playhead)?.end ?? playhead
  }

  /// How much media is loaded ahead of `playhead`, without holes.
  func loadedLength(from playhead: MediaTime) -> MediaTime {
    loaded.ranges.reduce(.zero) { sum, range in
      range.end > playhead ? sum + (range.end - max(range.start, playhead)) : sum
    }
  }

  /// Asks `rule` something, by what it sees at `wallTime`.
  @inline(__always)
  mutating func ask<Answer>(
    _ rule: inout any AdaptationRule, at wallTime: WallTime, playhead: MediaTime,
    rate: PlaybackRate, isPlaying: Bool, hasStarted: Bool, bufferGoal: MediaTime,
    _ question: (inout any AdaptationRule, Observation) -> Answer
  ) -> Answer {
    enterPeriod()
    observation.wallTime = wallTime
    observation.playhead = playhead
    observation.bufferLevel = loadedEnd(from: playhead) - playhead
    observation.rate = rate
    observation.isPlaying = isPlaying
    observation.hasStarted = hasStarted
    observation.bufferGoal = bufferGoal
    return question(&rule, observation)
  }

  /// Notes what a rule sees of another lane, of which `bufferLevel` is loaded ahead at a level of
  /// `bitRate` where that counts, and of all downloads.
  mutating func observe(
    besides bufferLevel: MediaTime, bitRate: BitRate?, _ downloads: [OpenDownload]
  ) {
    observation.otherBufferLevel = bufferLevel
    observation.otherBitRate = bitRate
    observation.openDownloads = downloads
  }

  /// Notes what a rule sees of the edge of a live event.
  mutating func observe(liveEdge: MediaTime?, holdBack: MediaTime?, comesInChunks: Bool) {
    observation.liveEdge = liveEdge
    observation.holdBack = holdBack
    observation.comesInChunks = comesInChunks
  }

  /// The number of the segment of `level` to be loaded next; `nil` after the last one.
  ///
  /// A call would copy the whole lane.
  @inline(__always)
  func segment(of level: Int) -> Int? {
    // One without a length comes in its turn, though it takes no time.
    if nextPlace < lane.levels[level].segments.count,
      lane.levels[level].segments[nextPlace].declared.start == position,
      lane.levels[level].segments[nextPlace].declared.end == position
    {
      return nextPlace
    }
    return lane.segment(at: position, level: level, near: nextPlace)
  }

  /// Passes over segments that are loaded already, as there may be after a jump.
  mutating func skipLoaded() {
    guard position >= replacedEnd, let level else { return }
    while let place = lane.segment(at: position, level: level) {
      let segment = lane.levels[level].segments[place]
      guard let range = loaded.range(containing: segment.shown.start),
        segment.shown.end <= range.end
      else { return }
      position = segment.declared.end
    }
  }
}
