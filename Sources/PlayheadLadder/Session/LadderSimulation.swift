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
  let tickInterval: WallTime?
  /// The player as its latest input left it; one that is steady is told of what came since with the
  /// next.
  var model: PlaybackModel
  /// What of the player is looked at between inputs, which is up to date.
  var glance: PlayerGlance
  /// The range at the playhead of which the player is yet to be told.
  var untold: TimeRange?
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
  let isRepeated: Bool
  /// The indexes that are fetched before anything else.
  var indexes: IndexLoading
  /// The numbers of the manifests not yet fetched, in order.
  var manifests: Range<Int>
  /// When the first of them is asked for, as it failed before; `nil` for at once.
  var manifestDue: WallTime?
  /// The remaining user actions, the next one last.
  var actions: [UserAction]
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
  var awaited: [SegmentReference?] = []
  var played: [PlayedMedia] = []
  /// The lane whose turn it is, for a player that loads one after the other.
  var turn = 0
  var ticks: Int64 = 0
  var steps = 0
  private var isBegun = false
  var nextPathChange: WallTime?
  /// When playback may start; `nil` until enough is loaded.
  var startDeadline: WallTime?
  /// Since when its media element has told where the playhead is; `nil` before.
  var reportsSince: WallTime?
  var hasToldStart = false
  /// By how much of a nanosecond the playhead is ahead of where the model has it, as wall time:
  /// playback started or resumed in the middle of one.
  var clockCredit: SendingCredit?
  var metBound: SessionBound?
  /// How the session ended; `nil` while it runs.
  package private(set) var endReason: Session.EndReason?

  /// The session of `scenario`, which has not begun.
  ///
  /// Everything is made before the simulation is: what a closure captures of a value that cannot be
  /// copied and is not whole yet, the optimizer of Swift 6.3.1 releases once too often.
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
        lanes[number].jump(to: start)
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
    let start = glance.wallTime
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
    // Tests look after each; all sessions of debug builds would take a twentieth longer for that.
    assert(
      steps % 8 > 0 || brokenInvariant(since: start) == nil, brokenInvariant(since: start) ?? "")
    return endReason == nil
  }

  // MARK: The end

  mutating func endIfOver() {
    guard endReason == nil, case .ended = glance.timeControlStatus,
      !(actions.last.map { $0.wallTime <= limit } ?? false)
    else { return }
    // Sound may go on to the end without the rest of the pictures.
    end(hasError ? .error : .ended)
  }

  mutating func end(_ reason: Session.EndReason) {
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

  mutating func recordTick() {
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
