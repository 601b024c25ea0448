import PlayheadModel

/// How far a lane of a ladder is loaded, and what it does next.
struct LaneState: Sendable {
  let number: Int
  /// What it loads from: each level as the server in use has it.
  private(set) var lane: LadderLane
  var copies = Copies()
  /// Whether the rule chooses its levels; else they follow those of video.
  let isAdaptive: Bool
  /// Whether any level has a playlist or an index.
  let hasOpenings: Bool
  /// What a rule may decide by: of the lane itself as it is, of the player as it was seen last.
  private(set) var observation: Observation
  /// The lane as it is in each period, if there are several, and where that begins and ends.
  private let periods: [(lane: LadderLane, end: MediaTime)]
  /// Which of them the next segment is in.
  private var period = 0
  /// Whether any level has a key.
  let hasKeys: Bool
  var work = Work()
  var course = Course()
  var media = Media()
  var documents = Documents()
  var keys = Keys()
  var failures = Failures()
  var timing = Timing()
  var probe = Probe()

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
    guard copies.inUse[number] ?? 0 != copy else { return }
    copies.isForAttempt = isForAttempt
    copies.inUse[number] = copy == 0 ? nil : copy
    var levels = lane.levels
    levels[number] = level
    lane = lane.with(levels)
    if !isForAttempt { work.attempts = work.attempts.filter { $0.key.level != number } }
    guard !isForAttempt, level.playlist != nil else { return }
    close(number)
    media.initializations = media.initializations.filter { $0.level != number }
    keys.kept = []
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
  func documentCount(of level: Int) -> Int {
    documents.counts.isEmpty ? 0 : documents.counts[level] ?? 0
  }

  /// The next document of `level` is in.
  mutating func noteDocument(of level: Int) {
    let all = (lane.levels[level].playlist == nil ? 0 : 1) + lane.levels[level].indexes.count
    let count = documentCount(of: level) + 1
    guard count >= all else {
      documents.counts[level] = count
      return
    }
    if !documents.counts.isEmpty { documents.counts[level] = nil }
    openedLevels.insert(level)
    documents.hasOpened = true
  }

  /// Has the documents of `level` loaded anew before its next segment.
  mutating func close(_ level: Int) {
    openedLevels.remove(level)
    if !documents.counts.isEmpty { documents.counts[level] = nil }
  }

  var lastPlaylistTime: WallTime? {
    get { observation.lastPlaylistTime }
    set { observation.lastPlaylistTime = newValue }
  }

  /// How far it is loaded from `playhead` on, or `playhead` if nothing is.
  func loadedEnd(from playhead: MediaTime) -> MediaTime {
    media.loaded.range(containing: playhead)?.end ?? playhead
  }

  /// How much media is loaded ahead of `playhead`, without holes.
  func loadedLength(from playhead: MediaTime) -> MediaTime {
    media.loaded.ranges.reduce(.zero) { sum, range in
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
    if course.nextPlace < lane.levels[level].segments.count,
      lane.levels[level].segments[course.nextPlace].declared.start == position,
      lane.levels[level].segments[course.nextPlace].declared.end == position
    {
      return course.nextPlace
    }
    return lane.segment(at: position, level: level, near: course.nextPlace)
  }

  /// Passes over segments that are loaded already, as there may be after a jump.
  mutating func skipLoaded() {
    guard position >= course.replacedEnd, let level else { return }
    while let place = lane.segment(at: position, level: level) {
      let segment = lane.levels[level].segments[place]
      guard let range = media.loaded.range(containing: segment.shown.start),
        segment.shown.end <= range.end
      else { return }
      position = segment.declared.end
    }
  }
}
