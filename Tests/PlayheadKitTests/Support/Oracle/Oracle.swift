@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// One session by the rules of the design, written to be read and not to be fast.
///
/// It goes from one instant at which something may happen to the next, and works out everything
/// anew at each.
struct Oracle {
  enum State { case paused, waiting, playing, ended }
  enum Cause { case startup, stall, seek, loop }

  /// What is loaded.
  var file: OracleFile
  let duration: Int64
  /// When the sync samples are shown of the track that decides where seeks end up.
  let syncTimes: [Int64]
  let link: OracleLink
  let policy: OraclePolicy
  let transport: Transport
  let initialWindow: Int64
  let limit: Int64
  let tickInterval: Int64?
  /// What the user still does.
  var actions: [UserAction]

  var now: Int64 = 0
  var path: PathFlags = []
  /// Whether the playhead was moved since somebody last looked what to load.
  var wasMoved = false
  /// Whether something was just read that a request had brought before.
  var hasReadBack = false
  /// Whether it was a loop that last moved it.
  var wasLooped = false
  var throughput: OracleThroughput?
  var video = Watched()
  var audio = Watched()
  /// Whether the input queue was low and has not been high since.
  var waitsForInput = true
  /// When the headers were read, and before when playback does not start.
  var opened: Int64 = 0
  var notBefore: Int64 = 0
  /// Whether nothing was played since the start or a jump.
  var isFresh = true
  /// When the clock starts to run.
  var clockFrom: Int64 = 0
  /// When the player plays, as soon as it needs to wait for nothing else.
  var playAt: Int64?

  var playhead: Int64 = 0
  /// When and where the playhead set off.
  var anchor: (wall: Int64, media: Int64) = (0, 0)
  var rate: Int64 = 1000
  var loaded = OracleRanges()
  var state = State.waiting
  var cause = Cause.startup
  var hasStarted = false
  /// Whether the last stall goes on.
  var isStallOpen = false
  /// Until when the picture was frozen last, and sound missing.
  var (frozenUntil, silentUntil): (Int64?, Int64?)
  /// Whether a stall is over that nobody was told of.
  var hasStallToEnd = false
  /// Since when the player waits for something else than the end of a stall.
  var waitsSince: Int64?
  /// When the first frame played, or could have but for a pause.
  var startupEnd: Int64?
  /// Whether the user has asked to pause, and not to play since.
  var isUserPaused = false
  var isReady = false
  var repeatsLeft: Int
  var loops = 0
  var stallsInRow = 0
  var hasOpenSeek = false
  var isEmpty = true
  var isFull = false
  var keepsUp = false
  /// What was last told of flags and state.
  var told = Told(isEmpty: true, isFull: false, keepsUp: false, status: .paused)
  /// What is to be told of playback that has just begun.
  var begun: Event.Kind?

  var session: Session
  var nextTick: Int64 = 0
  var slack: IntegralSlack

  init(_ random: RandomSession) throws {
    let values = random.policy.parameters
    let index = random.media.index
    let tracks = try random.presentation.tracks
    let extent = OracleMedia.extent(index, tracks: tracks)
    let media = OracleMedia(
      index, tracks: tracks, origin: extent.start, end: extent.end, values)
    file = OracleFile(media, values)
    duration = extent.end - extent.start
    policy = OraclePolicy(
      values: values, bytes: index.bytes, duration: duration, interleave: media.interleave)
    syncTimes = media.syncTimes
    transport = random.transport
    initialWindow = random.initialWindow
    link = OracleLink(profile: random.profile, peak: policy.peak)
    if case .predictedRate(let estimation) = values.keepUp {
      throughput = OracleThroughput(estimation)
    }
    let day: Int64 = 86_400_000_000_000
    let whole = duration * Int64(random.repeats + 1)
    limit = random.options.limit?.nanoseconds ?? min(day, whole * 10 + 600_000_000_000)
    tickInterval = random.options.tickInterval?.nanoseconds
    actions = random.actions
    repeatsLeft = random.repeats
    slack = IntegralSlack()
    session = Session(
      PlaybackRecord(
        elapsed: .zero, duration: MediaTime(nanoseconds: duration),
        startup: nil, stalls: [], seeks: [], phases: PhaseTimes(), bufferLevels: BufferLevels(),
        bytesDownloaded: 0, bytesWasted: 0, requestCount: 0, requestTime: .zero, events: [],
        ticks: []), endReason: .limit)
  }

  mutating func run() -> Session {
    begin()
    while true {
      if isOver { return finish(.ended) }
      let change = link.nextPathChange(after: now)
      // A change of the path alone keeps no session alive unless a full buffer may have to go on.
      let next = [
        nextArrival, nextDeadline, actions.first?.wallTime.nanoseconds,
        isFull && !file.isLoadingFinished ? change : nil,
      ].compactMap { $0 }
      guard let soonest = next.min() else {
        return finish(state == .paused || state == .ended ? .paused : .starved)
      }
      let instant = min(soonest, change ?? soonest)
      addTicks(before: instant)
      guard instant <= limit else {
        advance(to: limit)
        return finish(.limit)
      }
      advance(to: instant)
      happen()
    }
  }

  /// Whether the end has come and nobody acts any more.
  private var isOver: Bool {
    state == .ended && !actions.contains { $0.wallTime.nanoseconds <= limit }
  }

  private mutating func begin() {
    waitsSince = 0
    tell(.play)
    changePath()
    tellStatus()
    follow(isMove: true)
    if isOpened { notBefore = openingTime }
    settle(looks: loaded.end(around: playhead) > playhead)
    load()
    act()
  }

  /// Everything that happens now: arrivals, flags and state; the path; the user.
  private mutating func happen() {
    arrive()
    load()
    if isOver { return }
    if changePath() {
      settle(looks: true)
      load()
    }
    act()
  }

  private mutating func act() {
    while let action = actions.first, action.wallTime.nanoseconds == now {
      actions.removeFirst()
      perform(action.kind)
      load()
    }
  }

  @discardableResult private mutating func changePath() -> Bool {
    guard link.path(at: now) != path else { return false }
    path = link.path(at: now)
    tell(.pathChanged(path))
    return true
  }

  /// Whether the headers are read.
  var isOpened: Bool { file.network.isOpened }

  /// How far the playhead can read.
  var ahead: Int { file.network.ahead }

  /// Whether a request is open and not blocked.
  var isRequesting: Bool { file.isWaiting }
}
