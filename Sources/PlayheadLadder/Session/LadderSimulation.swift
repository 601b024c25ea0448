public import PlayheadModel

/// Plays a ladder over a link, from event to event.
///
/// A segment counts as loaded when its last byte is in, as players built on Media Source Extensions
/// append whole segments. At one instant the order is: arrivals, flags and state changes, decisions and
/// requests, user actions, the tick.
public struct LadderSimulation: Sendable {
  let ladder: Ladder
  let player: LadderPlayer
  let limit: WallTime
  let link: Link
  private let tickInterval: WallTime?
  var model: PlaybackModel
  var recorder: SessionRecorder
  var traffic: LadderTraffic
  var lanes: [LaneState]
  var rule: any AdaptationRule
  /// The manifests not yet fetched, in order.
  var manifests: ArraySlice<LadderResource>
  /// The remaining user actions, the next one last.
  private var actions: [UserAction]
  var decisions: [LadderDecision] = []
  var segments: [LoadedSegment] = []
  private var awaited: [AwaitedSegment?] = []
  private var played: [TimeRange] = []
  /// The lane whose turn it is, for a player that loads one after the other.
  var turn = 0
  private var ticks: Int64 = 0
  private var steps = 0
  private var isBegun = false
  private var nextPathChange: WallTime?
  /// When playback may start; `nil` until enough is loaded.
  private var startDeadline: WallTime?
  private var hasToldStart = false
  /// By how much of a nanosecond the playhead is ahead of where the model has it, as wall time: playback
  /// started or resumed in the middle of one.
  var clockCredit: SendingCredit?
  private var metBound: SessionBound?
  /// How the session ended; `nil` while it runs.
  public private(set) var endReason: Session.EndReason?

  /// The session of `scenario`, which has not begun.
  public init(_ scenario: LadderScenario) {
    ladder = scenario.ladder
    player = scenario.player
    limit = scenario.limit
    link = scenario.link
    tickInterval = scenario.options.tickInterval
    model = PlaybackModel(duration: ladder.duration, policy: player.policy)
    recorder = SessionRecorder(recordsEvents: scenario.options.recordsEvents)
    let isParallel = player.loading.loadsLanesInParallel
    // Initialization sections beside their segments take a connection of their own.
    let perLane = player.loading.fetchesInitializationInParallel ? 2 : 1
    traffic = LadderTraffic(
      over: link, by: scenario.transport,
      connections: (isParallel ? ladder.lanes.count : 1) * perLane)
    let adaptsAudio = player.loading.adaptsAudio
    let isAudioTied = ladder.lanes[0].levels.contains { $0.audioLevel != nil }
    lanes = ladder.lanes.enumerated().map { number, lane in
      LaneState(
        lane, number: number,
        isAdaptive: lane.levels.count > 1 && (number == 0 || adaptsAudio && !isAudioTied))
    }
    rule = scenario.rule
    manifests = ladder.manifests[...]
    actions = scenario.actions.enumerated().sorted {
      ($0.element.wallTime, $0.offset) > ($1.element.wallTime, $1.offset)
    }.map(\.element)
  }

  /// The player's current state.
  public var currentPlayer: PlaybackModel { model }

  /// The record of playback up to now.
  public var record: PlaybackRecord {
    var record = recorder.record(of: model, traffic.totals(at: model.wallTime))
    let requests = traffic.requests(at: model.wallTime)
    record.requests = requests.map(\.request)
    let opening = requests.filter { $0.subject.content == .manifest }
    record.startupPhases.openingRequests = opening.count
    record.startupPhases.openingBytes = opening.reduce(0) { $0 + $1.request.bytesReceived }
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
  public mutating func run() -> LadderSession {
    while true {
      if let endReason { return session(endReason) }
      _ = step()
    }
  }

  /// Advances to the next instant at which something may happen; `false` once the session has ended.
  public mutating func step() -> Bool {
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
      end(model.rate == .zero ? .paused : .starved)
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

  private var next: (time: WallTime, cause: Cause)? {
    var change = traffic.nextChange(after: model.wallTime)
    if let deadline = model.nextDeadline { change = min(change ?? deadline, deadline) }
    if let startDeadline, startDeadline > model.wallTime {
      change = min(change ?? startDeadline, startDeadline)
    }
    // In turn, no lane acts while another one's request is in flight.
    let canAct = player.loading.loadsLanesInParallel || traffic.running.isEmpty
    // Once the link is dead and the player waits, looking at buffers and downloads changes nothing.
    let isStarving = change == nil && traffic.isWaiting
    for lane in lanes {
      var time = canAct ? lane.deadline : nil
      if let look = nextLook(of: lane) { time = min(time ?? look, look) }
      if let end = probeEnd(of: lane) { time = min(time ?? end, end) }
      guard let time, !isStarving || link.canDeliver(after: time) else { continue }
      change = min(change ?? time, time)
    }
    var next: (time: WallTime, cause: Cause)?
    if let change { next = (change, .change) }
    if let path = nextPathChange, next != nil || !actions.isEmpty, path < next?.time ?? .bound {
      next = (path, .path)
    }
    if let action = actions.last.map({ max($0.wallTime, model.wallTime) }),
      action < next?.time ?? WallTime(nanoseconds: .max)
    {
      next = (action, .action)
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
      arrive(at: next.time)
      continueLoading(at: next.time)
    case .path:
      advance(to: next.time)
      changePath(at: next.time)
    case .action:
      advance(to: next.time)
      if let action = actions.popLast() { perform(action.kind, at: next.time) }
      continueLoading(at: next.time)
    case .tick:
      advance(to: next.time)
      recordTick()
    }
    steps += 1
    if steps >= SessionOptions.maximumSteps, endReason == nil {
      metBound = .steps
      recordTick()
      endReason = .limit
    }
  }

  private mutating func begin() {
    changePath(at: .zero)
    input(at: .zero) { $0.play(at: $1) }
    if manifests.isEmpty { open(at: .zero) }
    continueLoading(at: .zero)
  }

  // MARK: Inputs

  /// Gives the player an input.
  mutating func input(
    at wallTime: WallTime, _ input: (inout PlaybackModel, WallTime) -> Transitions
  ) {
    let before = model
    let transitions = input(&model, wallTime)
    if case .playing = before.timeControlStatus { notePlayed(from: before, to: wallTime) }
    recorder.record(PlaybackStep(from: before, to: model, transitions))
    if transitions.contains(.started) || transitions.contains(.resumed)
      || transitions.contains(.continued)
    {
      clockCredit = model.rate == .normal ? traffic.credit(at: wallTime) : nil
    }
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
    input(at: wallTime) { $0.timeAdvanced(to: $1) }
  }

  /// Tells the player what is loaded, unless it is yet to start.
  mutating func noticeLoaded(at wallTime: WallTime) {
    let contents = contents(around: model.currentTime)
    guard mayStart(with: contents, at: wallTime) else { return }
    input(at: wallTime) { $0.bufferChanged(to: contents, at: $1) }
  }

  /// Whether a player that has not started may do so: enough is loaded, for as long as starting takes.
  private mutating func mayStart(with contents: BufferContents, at wallTime: WallTime) -> Bool {
    let loading = player.loading
    guard loading.startupSegments > 1 || loading.startupCost > .zero, !model.hasStarted
    else { return true }
    if startDeadline == nil {
      let length = contents.loaded.map { $0.end - model.currentTime } ?? .zero
      let rest = ladder.duration - model.currentTime
      let isEnough = lanes.allSatisfy {
        $0.segmentsSinceJump >= loading.startupSegments || $0.position >= ladder.duration
      }
      guard isEnough, length >= min(player.policy.startupThreshold, rest) else { return false }
      startDeadline = wallTime + loading.startupCost
    }
    return startDeadline.map { wallTime >= $0 } ?? true
  }

  /// Lets a player start that has taken its time to.
  mutating func startIfDue(at wallTime: WallTime) {
    guard !hasToldStart, let due = startDeadline, due <= wallTime else { return }
    hasToldStart = true
    noticeLoaded(at: wallTime)
  }

  /// What is loaded of all lanes around `mediaTime`.
  func contents(around mediaTime: MediaTime) -> BufferContents {
    var common: TimeRange?
    for lane in lanes {
      guard let range = lane.loaded.range(containing: mediaTime) else { return BufferContents() }
      let start = max(common?.start ?? range.start, range.start)
      common = TimeRange(start: start, end: max(start, min(common?.end ?? range.end, range.end)))
    }
    return BufferContents(loaded: common)
  }

  /// The manifests are read: the player knows what it plays.
  mutating func open(at wallTime: WallTime) {
    input(at: wallTime) { $0.bufferChanged(to: BufferContents(), at: $1) }
  }

  private mutating func changePath(at wallTime: WallTime) {
    nextPathChange = link.nextPathChange(after: wallTime)
    let path = link.path(at: wallTime)
    guard path != model.path else { return }
    input(at: wallTime) { $0.pathChanged(to: path, at: $1) }
  }

  private mutating func notePlayed(from before: PlaybackModel, to wallTime: WallTime) {
    let start = before.currentTime
    let end = before.playhead(at: wallTime, loadedUpTo: before.loadedEnd)
    guard end > start else { return }
    if played.last?.end == start {
      played[played.count - 1].end = end
    } else {
      played.append(TimeRange(start: start, end: end))
    }
  }

  /// The segment that the player has to wait for: of the lane that is loaded the least.
  private var awaitedSegment: AwaitedSegment? {
    let lane = lanes.min {
      $0.loadedEnd(from: model.currentTime) < $1.loadedEnd(from: model.currentTime)
    }
    guard let lane, let level = lane.level ?? lane.lane.levels.indices.first,
      let segment = lane.lane.segment(at: lane.loadedEnd(from: model.currentTime), level: level)
    else { return nil }
    return AwaitedSegment(lane: lane.number, level: level, segment: segment)
  }

  // MARK: The end

  private mutating func endIfOver() {
    guard endReason == nil, model.timeControlStatus == .ended,
      !(actions.last.map { $0.wallTime <= limit } ?? false)
    else { return }
    end(.ended)
  }

  private mutating func end(_ reason: Session.EndReason) {
    recordTick()
    endReason = reason
  }

  private mutating func recordTick() {
    guard let tickInterval else { return }
    recorder.recordTick(of: model, traffic.totals(at: model.wallTime))
    if tickInterval * ticks <= model.wallTime { ticks += 1 }
  }

  private func session(_ reason: Session.EndReason) -> LadderSession {
    LadderSession(
      session: Session(record, endReason: reason),
      requests: traffic.requests(at: model.wallTime), decisions: decisions,
      segments: segments, awaited: awaited, played: played)
  }
}
