package import PlayheadModel

/// Plays a ladder over a link, from event to event.
///
/// A segment counts as loaded when its last byte is in, as players built on Media Source Extensions
/// append whole segments, or as far as its samples are, for players that take them as they come. At
/// one instant the order is: arrivals, flags and state changes, decisions and requests, user
/// actions, the tick.
///
/// It cannot be copied, as whatever asked it something would do so.
package struct LadderSimulation: ~Copyable, Sendable {
  let ladder: Ladder
  let player: LadderPlayer
  let limit: WallTime
  let faults: [RequestFault]
  let link: NetworkLink
  /// What is drawn for this run, of what varies so; `nil` if nothing is.
  let drawn: (draw: RunDraw, of: RunVariation)?
  private let tickInterval: WallTime?
  /// The player as its latest input left it; one that is steady is told of what came since with the
  /// next.
  private var model: PlaybackModel
  /// What of the player is looked at between inputs, which is up to date.
  private(set) var glance: PlayerGlance
  /// The range at the playhead of which the player is yet to be told.
  private var untold: TimeRange?
  var recorder: SessionRecorder
  var traffic: LadderTraffic
  var lanes: [LaneState]
  var rule: any AdaptationRule
  /// When the rule looks at running downloads; `nil` for never.
  let progressInterval: ProgressInterval?
  /// Whether what the rule learns of one lane may have downloads of others abandoned.
  let reconsiders: Bool
  /// What decides what a segment takes besides itself.
  let fetching: FetchingRules
  /// Whether the player takes time with what it has loaded.
  let takesTime: Bool
  /// Whether it takes samples as they come.
  let takesSamples: Bool
  /// What each connection is for.
  let connections: LadderConnections
  /// Whether the first segment of video is loaded before any audio.
  let looksForCaptions: Bool
  /// How far a lane may be loaded beyond another; `nil` for any length.
  let longestRunAhead: MediaTime?
  /// Whether the rule discards segments.
  let discardsSegments: Bool
  /// How far ahead all lanes load; `nil` if that depends on their levels.
  let commonGoal: MediaTime?
  /// Whether the media plays more than once.
  private let isRepeated: Bool
  /// The indexes that are fetched before anything else.
  var indexes: IndexLoading
  /// The numbers of the manifests not yet fetched, in order.
  var manifests: Range<Int>
  /// When the first of them is asked for, as it failed before; `nil` for at once.
  var manifestDue: WallTime?
  /// The remaining user actions, the next one last.
  private var actions: [UserAction]
  var decisions: [LadderDecision] = []
  var segments: [LoadedSegment] = []
  var failures: [SegmentFailure] = []
  /// The number of failures since video was last loaded.
  var failureCount = 0
  /// Whether the player loads nothing more, as it has given up on a segment; and whether that is an
  /// error.
  var hasStopped = false
  var hasError = false
  /// When the player was first seen to wait at a hole with media behind it.
  var holeNoticed: WallTime?
  /// Whether a lane left its last segment out.
  var hasLeftEnd = false
  /// Where the media ends, if that is before its declared end; `nil` as long as nobody knows.
  var streamEnd: MediaTime?
  /// What is known of the live event that is played; `nil` on demand.
  var live: LiveState?
  /// Whether one is played, which takes longer to see of ``live``.
  let isLive: Bool
  /// Whether more may follow the last segment that is known, as the recording of an event has not
  /// come to its end.
  var isEventOpen: Bool
  /// Whether the player of an event gives up on manifests that tell nothing new.
  let hasPatience: Bool
  private var awaited: [SegmentReference?] = []
  private var played: [PlayedMedia] = []
  /// The lane whose turn it is, for a player that loads one after the other.
  var turn = 0
  private var ticks: Int64 = 0
  private var steps = 0
  private var isBegun = false
  private var nextPathChange: WallTime?
  /// When playback may start; `nil` until enough is loaded.
  var startDeadline: WallTime?
  var hasToldStart = false
  /// By how much of a nanosecond the playhead is ahead of where the model has it, as wall time:
  /// playback started or resumed in the middle of one.
  var clockCredit: SendingCredit?
  private var metBound: SessionBound?
  /// How the session ended; `nil` while it runs.
  package private(set) var endReason: Session.EndReason?

  /// The session of `scenario`, which has not begun.
  ///
  /// Everything is made before the simulation is: what a closure captures of a value that cannot be
  /// copied and is not whole yet, the optimizer of Swift 6.2 releases once too often.
  package init(_ scenario: LadderScenario) {
    let (ladder, player, start) = (scenario.ladder, scenario.livePlayer, scenario.start)
    let loading = player.loading
    let indexes = IndexLoading(of: ladder, by: player)
    let connections = LadderConnections(of: ladder, by: loading, indexes: indexes.connections)
    var live: LiveState?
    if let event = scenario.live, let rules = scenario.liveRules {
      live = LiveState(event, of: ladder, by: rules, firstChannel: connections.count)
    }
    let isLive = live != nil
    // What comes behind the last segment that is known is not the end.
    let isEventOpen = live?.publication.knownUntil.map { $0 > .zero } ?? false
    var model = PlaybackModel(
      duration: ladder.duration + (isEventOpen ? .resolution : .zero), policy: player.policy,
      repeats: scenario.repeats, start: start)
    let glance = model.glance
    let count = ladder.lanes.reduce(0) { $0 + $1.levels[0].segments.count }
    // Manifests that are loaded again take connections of their own.
    let traffic = LadderTraffic(
      over: scenario.link, by: scenario.transport,
      connections: connections.count + (isLive ? ladder.lanes.count : 0), expecting: count)
    let isAudioTied = ladder.lanes[0].levels.contains { $0.audioLevel != nil }
    var lanes = ladder.lanes.enumerated().map { number, lane in
      LaneState(
        lane, number: number,
        isAdaptive: lane.levels.count > 1 && (number == 0 || loading.adaptsAudio && !isAudioTied),
        duration: ladder.duration)
    }
    if start > .zero {
      for number in lanes.indices {
        (lanes[number].position, lanes[number].hasJumped) = (start, true)
      }
    }
    // The rule of a lane needs no choice among those of several.
    let lanewise = ladder.lanes.count == 1 ? scenario.rule as? LanewiseRule : nil
    var rule = lanewise?.rule(for: ladder.lanes[0].kind) ?? scenario.rule
    let variation = scenario.player.variation
    let draw = variation.evidence == .none ? nil : scenario.draw
    if let draw { rule.vary(by: draw) }
    let actions = scenario.actions.enumerated().sorted {
      ($0.element.wallTime, $0.offset) > ($1.element.wallTime, $1.offset)
    }.map(\.element)
    let looksForCaptions =
      loading.looksForCaptions && ladder.lanes[0].kind != .audio
      && !ladder.manifests.isEmpty && ladder.lanes[0].levels[0].playlist != nil
      && !ladder.tellsCaptions

    (self.ladder, self.player, self.model, self.glance) = (ladder, player, model, glance)
    (self.indexes, self.connections, self.traffic) = (indexes, connections, traffic)
    (self.live, self.isLive, self.isEventOpen) = (live, isLive, isEventOpen)
    hasPatience = live?.rules.patience != nil
    (self.lanes, self.rule) = (lanes, rule)
    (self.actions, self.looksForCaptions) = (actions, looksForCaptions)
    limit = scenario.limit
    faults = scenario.faults
    link = scenario.link
    tickInterval = scenario.options.tickInterval
    isRepeated = scenario.repeats > 0
    recorder = SessionRecorder(recordsEvents: scenario.options.recordsEvents)
    progressInterval = rule.progressInterval
    drawn = draw.map { ($0, variation) }
    reconsiders = rule.reconsiders
    fetching = FetchingRules(loading)
    takesTime = loading.processing.takeTime || draw != nil
    takesSamples = loading.appends == .samples
    discardsSegments = rule.discardsSegments
    longestRunAhead = loading.runAheadWait == nil ? nil : ladder.longestSegment
    commonGoal = loading.goal.dependsOnLevel ? nil : loading.goal.level
    manifests = ladder.manifests.indices
    decisions.reserveCapacity(count)
    segments.reserveCapacity(count)
  }

  /// Whether the playhead moves.
  var isPlaying: Bool { if case .playing = glance.timeControlStatus { true } else { false } }

  /// The player's current state.
  package var currentPlayer: PlaybackModel {
    var player = model
    player.follow(glance, with: untold)
    return player
  }

  /// The record of playback up to now.
  package var record: PlaybackRecord { record(of: traffic.requests(at: glance.wallTime)) }

  private func record(of requests: [MediaRequest]) -> PlaybackRecord {
    var recorder = recorder
    recorder.recordTime(of: glance, until: glance.wallTime)
    var record = recorder.record(of: currentPlayer, traffic.totals(at: glance.wallTime))
    record.requests = requests
    let opening = requests.prefix(traffic.manifestCount)
    record.startupPhases.openingRequests = opening.count
    record.startupPhases.openingBytes = opening.reduce(0) { $0 + $1.bytesReceived }
    record.unperformedActions = actions.reversed()
    record.metBound = metBound
    return record
  }

  /// Whether the buffer level is measured; its mean and its minimum mean nothing otherwise.
  package var recordsBufferLevels: Bool {
    get { recorder.recordsBufferLevels }
    set { recorder.recordsBufferLevels = newValue }
  }

  /// Runs the session to its end.
  @discardableResult
  package mutating func run() -> LadderSession {
    while true {
      if let endReason { return session(endReason) }
      step()
    }
  }

  /// Runs the session up to `wallTime`, with everything that happens by then.
  ///
  /// It is at `wallTime` afterwards, though nothing may happen then, unless it has ended before or
  /// is already later.
  package mutating func run(until wallTime: WallTime) {
    while endReason == nil, isDue(by: wallTime) { _ = step() }
    if endReason == nil, wallTime > glance.wallTime { advance(to: wallTime) }
  }

  /// Whether something happens by `wallTime`, or nothing ever more.
  private func isDue(by wallTime: WallTime) -> Bool {
    guard isBegun, wallTime <= limit else { return true }
    return next.map { $0.time <= wallTime } ?? true
  }

  /// The state at the instant up to which it has run, as a row of a timeline.
  package var tick: Tick {
    recorder.tick(of: currentPlayer, traffic.totals(at: glance.wallTime))
  }

  /// Advances to the next instant at which something may happen; `false` once the session has
  /// ended.
  @discardableResult
  package mutating func step() -> Bool {
    guard endReason == nil else { return false }
    if !isBegun {
      isBegun = true
      begin()
    } else if let next {
      if next.time > limit {
        advance(to: limit)
        end(.limit)
      } else {
        happen(next)
      }
    } else {
      end(
        glance.rate == .zero
          ? .paused : hasError ? .error : traffic.isWaiting ? .starved : .gap)
    }
    endIfOver()
    return endReason == nil
  }

  // MARK: What is next

  private enum Cause {
    case change
    case path
    case action
    case tick
  }

  /// Whether something may happen while a download runs.
  private var watchesDownloads: Bool {
    progressInterval != nil || player.loading.probedBytes != nil
  }

  /// When a document that is fetched before anything else is asked for once more.
  @inline(__always)
  private var nextRetry: WallTime? {
    manifestDue ?? (indexes.isUnderWay ? indexes.nextRetry : nil)
  }

  private var next: (time: WallTime, cause: Cause)? {
    let arrival = traffic.nextChange(after: glance.wallTime)
    // To a player that waits, what still comes changes nothing unless a request is complete some
    // time or the user acts.
    let parts = takesSamples ? lanes.indices.compactMap { nextPart(of: $0) } : []
    let isStarved =
      actions.isEmpty && !isPlaying && traffic.isStarved(after: glance.wallTime, parts: parts)
    var change = isStarved ? nil : arrival
    if let deadline = glance.nextDeadline { change = min(change ?? deadline, deadline) }
    if let startDeadline, startDeadline > glance.wallTime {
      change = min(change ?? startDeadline, startDeadline)
    }
    if glance.isPictureFrozen, let start = videoAhead { change = min(change ?? start, start) }
    if player.loading.gapJump != nil, let jump = nextJump, jump.time > glance.wallTime {
      change = min(change ?? jump.time, jump.time)
    }
    for part in isStarved ? [] : parts {
      guard let time = traffic.arrival(of: part.bytes, on: part.channel) else { continue }
      // What has waited for an initialization section is there already.
      change = min(change ?? .bound, max(time, glance.wallTime))
    }
    // In turn, no lane acts while another one's request is in flight.
    let canAct = player.loading.loadsLanesInParallel || !traffic.isWaiting
    // Nor does looking at buffers and downloads.
    let isStarving = actions.isEmpty && change == nil && traffic.isWaiting
    for number in lanes.indices {
      var time = canAct ? lanes[number].deadline : nil
      if takesTime, canAct, lanes[number].busyUntil > glance.wallTime {
        time = lanes[number].busyUntil
      }
      if watchesDownloads {
        if let look = nextLook(of: number) { time = min(time ?? look, look) }
        if let end = probeEnd(of: number) { time = min(time ?? end, end) }
      }
      guard let time, !isStarving || link.canDeliver(after: time) else { continue }
      change = min(change ?? time, time)
    }
    if isLive, isPlaying, let look = live?.catchUp?.due {
      change = min(change ?? look, max(look, glance.wallTime))
    }
    if let retry = nextRetry, retry > glance.wallTime,
      !isStarving || link.canDeliver(after: retry)
    {
      change = min(change ?? retry, retry)
    }
    if isLive, !isStarving, let end = standstillEnd {
      change = min(change ?? end, max(end, glance.wallTime))
    }
    if isLive, let reload = nextReload, !isStarving || link.canDeliver(after: reload) {
      change = min(change ?? reload, max(reload, glance.wallTime))
    }
    // Until then it is counted.
    if let found = change, let arrival { change = min(found, arrival) }
    var next: (time: WallTime, cause: Cause)?
    if let change { next = (change, .change) }
    if let path = nextPathChange, next != nil || !actions.isEmpty, path < next?.time ?? .bound {
      next = (path, .path)
    }
    if let action = actions.last {
      let time = max(action.wallTime, glance.wallTime)
      if time < next?.time ?? WallTime(nanoseconds: .max) { next = (time, .action) }
    }
    guard let found = next else { return nil }
    if let tickInterval, tickInterval * ticks < found.time {
      return (tickInterval * ticks, .tick)
    }
    return found
  }

  private mutating func happen(_ next: (time: WallTime, cause: Cause)) {
    switch next.cause {
    case .change:
      if player.loading.gapJump != nil { jumpIfDue(at: next.time) }
      arrive(at: next.time)
      if isLive, live?.catchUp != nil { catchUp(at: next.time) }
      if isLive { endStandstill(at: next.time) }
      goOn(at: next.time)
    case .path:
      advance(to: next.time)
      changePath(at: next.time)
    case .action:
      advance(to: next.time)
      if let action = actions.popLast() { perform(action.kind, at: next.time) }
      goOn(at: next.time)
    case .tick:
      advance(to: next.time)
      recordTick()
    }
    steps += 1
    if steps >= SessionOptions.maximumSteps, endReason == nil {
      metBound = .steps
      end(.limit)
    }
  }

  /// Loads what is to be loaded now, and jumps over what never is.
  private mutating func goOn(at wallTime: WallTime) {
    repeat {
      // The end comes before requests of the same instant.
      endIfOver()
      guard endReason == nil else { return }
      continueLoading(at: wallTime)
      if hasLeftEnd { endStream(at: wallTime) }
      // Behind one hole may be less than it takes to resume, and then another.
    } while endReason == nil && player.loading.gapJump != nil && jumpIfDue(at: wallTime)
  }

  private mutating func begin() {
    changePath(at: .zero)
    input(at: .zero) { $0.play(at: $1) }
    if manifests.isEmpty { open(at: .zero) }
    continueLoading(at: .zero)
  }

  // MARK: Inputs

  /// The player cannot play on.
  mutating func fail(at wallTime: WallTime) {
    tell(at: wallTime) { $0.fail(at: $1) }
    end(.error)
  }

  /// The player jumps over a hole to `target`.
  mutating func skipHole(to target: MediaTime, at wallTime: WallTime) {
    let start = playhead(at: wallTime)
    let contents = contents(around: target)
    pass(to: wallTime)
    live?.record.move(
      from: .init(wallTime: wallTime, playhead: start),
      to: .init(wallTime: wallTime, playhead: target))
    let transitions = model.skipHole(to: target, finding: contents, at: wallTime)
    glance = model.glance
    recorder.recordSkip(from: start, of: model)
    recorder.record(transitions, of: model, wasOpened: true)
    clockCredit = nil
    follow(transitions, at: wallTime)
    loopIfDue(after: transitions, at: wallTime)
  }

  /// Gives the player an input of the user's.
  mutating func input(
    at wallTime: WallTime, _ input: (inout PlaybackModel, WallTime) -> Transitions
  ) {
    // The step itself has the time since the latest one.
    recorder.recordTime(of: glance, until: glance.wallTime)
    notePlayed(to: wallTime)
    catchUp()
    let before = model
    let transitions = input(&model, wallTime)
    glance = model.glance
    recorder.record(PlaybackStep(from: before, to: model, transitions))
    follow(transitions, at: wallTime)
    loopIfDue(after: transitions, at: wallTime)
  }

  /// Tells the player of something that is not the user's doing.
  private mutating func tell(
    at wallTime: WallTime, _ input: (inout PlaybackModel, WallTime) -> Transitions
  ) {
    pass(to: wallTime)
    let wasOpened = glance.isOpened
    let transitions = input(&model, wallTime)
    model.update(&glance, after: transitions)
    guard !transitions.isEmpty || !wasOpened || isRepeated else { return }
    recorder.record(transitions, of: model, wasOpened: wasOpened)
    follow(transitions, at: wallTime)
    loopIfDue(after: transitions, at: wallTime)
  }

  /// Loads for the start again where the player restarted at the end, or is due to.
  ///
  /// An input that takes it to the end restarts it with what it knows to be loaded, of which some
  /// may be gone.
  private mutating func loopIfDue(after transitions: Transitions, at wallTime: WallTime) {
    guard isRepeated else { return }
    var hasLooped = transitions.contains(.looped)
    if model.isLoopDue {
      take(model.looped(finding: contents(around: .zero), at: wallTime), at: wallTime)
      hasLooped = true
    }
    guard hasLooped else { return }
    dropBackBuffer(before: ladder.duration)
    let contents = contents(around: .zero)
    take(model.mediaDropped(from: .zero, leaving: contents, at: wallTime), at: wallTime)
    aim(at: .zero, .droppedByLoop, wallTime)
  }

  /// Records what a restart caused.
  private mutating func take(_ transitions: Transitions, at wallTime: WallTime) {
    glance = model.glance
    recorder.record(transitions, of: model, wasOpened: true)
    clockCredit = nil
    follow(transitions, at: wallTime)
  }

  /// Does what changes of the player cause.
  private mutating func follow(_ transitions: Transitions, at wallTime: WallTime) {
    if transitions.contains(.started) || transitions.contains(.resumed)
      || transitions.contains(.continued)
    {
      clockCredit = glance.rate == .normal ? traffic.credit(at: wallTime) : nil
    }
    if isLive { followLive(transitions, at: wallTime) }
    guard transitions.contains(.stalled) else { return }
    awaited.append(awaitedSegment)
    if case .polling = player.loading.goal.resumption { return }
    // No buffer drains any more.
    for number in lanes.indices {
      if case .waiting(let end) = lanes[number].activity, end != wallTime {
        lanes[number].activity = .idle
      }
    }
  }

  /// Moves the player on to `wallTime`, with nothing new.
  mutating func advance(to wallTime: WallTime) {
    if !move(to: wallTime) { tell(at: wallTime) { $0.timeAdvanced(to: $1) } }
  }

  /// Moves on to `wallTime` if only the playhead of the player changes until then; returns whether
  /// it does.
  mutating func move(to wallTime: WallTime) -> Bool { glance.move(to: wallTime) }

  /// Records what the player does until `wallTime`, when its next input is, and tells it of what
  /// came since its latest one.
  private mutating func pass(to wallTime: WallTime) {
    recorder.recordTime(of: glance, until: wallTime)
    notePlayed(to: wallTime)
    if untold != nil { catchUp() }
  }

  /// Brings the player up to date.
  private mutating func catchUp() {
    model.follow(glance, with: untold)
    untold = nil
  }

  /// Tells the player what is loaded, unless it is yet to start.
  mutating func noticeLoaded(at wallTime: WallTime) {
    if isLive { noteProgress(at: wallTime) }
    // A playhead past the end of video may be where new video begins.
    let playhead = glance.isPictureFrozen ? playhead(at: wallTime) : glance.currentTime
    if glance.wallTime == wallTime, let loaded = loadedRange(around: playhead),
      glance.isMovable(with: loaded)
    {
      // As only how far it is loaded changes, it is told later.
      recorder.recordTime(of: glance, until: wallTime)
      glance.move(with: loaded)
      untold = loaded
      return
    }
    let contents = contents(around: playhead)
    guard mayStart(with: contents, at: wallTime) else {
      advance(to: wallTime)
      return
    }
    tell(at: wallTime) { $0.bufferChanged(to: contents, at: $1) }
  }

  /// Tells the player that a lane has nothing from `time` on any more but what it has.
  mutating func dropMedia(from time: MediaTime, at wallTime: WallTime) {
    let contents = contents(around: playhead(at: wallTime))
    guard hasMediaToStart else {
      advance(to: wallTime)
      return
    }
    tell(at: wallTime) { $0.mediaDropped(from: time, leaving: contents, at: $1) }
  }

  /// The manifests are read: the player knows what it plays.
  mutating func open(at wallTime: WallTime) {
    let contents = contents(around: glance.currentTime)
    tell(at: wallTime) { $0.bufferChanged(to: contents, at: $1) }
  }

  /// The player changes its rate by itself.
  mutating func changeRate(to rate: PlaybackRate, at wallTime: WallTime) {
    tell(at: wallTime) { $0.setRate(rate, at: $1) }
    clockCredit = nil
    for number in lanes.indices where lanes[number].isWaiting { lanes[number].activity = .idle }
  }

  /// The player begins at `mediaTime`, rather than at the start.
  mutating func place(at mediaTime: MediaTime) {
    model.place(at: mediaTime)
    glance = model.glance
  }

  /// The player has read a document that it does not play.
  mutating func refuse(at wallTime: WallTime) {
    for lane in lanes.indices { lanes[lane].activity = .finished }
    (hasStopped, hasError) = (true, true)
    fail(at: wallTime)
  }

  private mutating func changePath(at wallTime: WallTime) {
    nextPathChange = link.nextPathChange(after: wallTime)
    let path = link.path(at: wallTime)
    guard path != glance.path else { return }
    tell(at: wallTime) { $0.pathChanged(to: path, at: $1) }
    glance = model.glance
  }

  private mutating func notePlayed(to wallTime: WallTime) {
    guard isPlaying else { return }
    let start = glance.inputPlayhead
    // To ask the simulation would copy it.
    let end = glance.playhead(at: wallTime)
    guard end > start else { return }
    if isLive {
      live?.record.move(
        from: .init(wallTime: glance.inputTime, playhead: start),
        to: .init(wallTime: wallTime, playhead: end))
    }
    if let last = played.indices.last, played[last].range.end == start {
      played[last].range.end = end
      played[last].wallTimes = played[last].wallTimes.lowerBound..<wallTime
    } else {
      played.append(
        PlayedMedia(
          range: TimeRange(start: start, end: end), wallTimes: glance.inputTime..<wallTime))
    }
  }

  // MARK: The end

  private mutating func endIfOver() {
    guard endReason == nil, case .ended = glance.timeControlStatus,
      !(actions.last.map { $0.wallTime <= limit } ?? false)
    else { return }
    // Sound may go on to the end without the rest of the pictures.
    end(hasError ? .error : .ended)
  }

  private mutating func end(_ reason: Session.EndReason) {
    notePlayed(to: glance.wallTime)
    recordTick()
    endReason = reason
  }

  /// The recording of an event ends while the player waits for more.
  mutating func endWithRecording(at wallTime: WallTime) {
    advance(to: wallTime)
    metBound = .recording
    end(.limit)
  }

  private mutating func recordTick() {
    guard let tickInterval else { return }
    catchUp()
    recorder.recordTick(of: model, traffic.totals(at: glance.wallTime))
    if tickInterval * ticks <= glance.wallTime { ticks += 1 }
  }

  private mutating func session(_ reason: Session.EndReason) -> LadderSession {
    for number in lanes.indices { endParts(of: number) }
    let requests = traffic.requests(at: glance.wallTime)
    let session = Session(record(of: requests), endReason: reason)
    return LadderSession(
      session: session,
      requests: traffic.requests(requests, in: ladder), decisions: decisions, segments: segments,
      failures: failures, awaited: segments.ending(session.record.stalls, whichNeeded: awaited),
      played: played, live: live?.record)
  }
}
