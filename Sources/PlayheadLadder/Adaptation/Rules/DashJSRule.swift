import PlayheadModel

/// The rules of dash.js 5.1.1 that are active by default, of which the lowest level wins:
/// throughput or BOLA, insufficient buffer, and switch history; and the rule that abandons
/// requests.
///
/// It is for one lane; each of several lanes has its own.
package struct DashJSRule: AdaptationRule, Hashable {
  private var throughput = DashJSThroughput()
  private var bola: DashJSBOLA?
  private var usesBOLA = false
  private var history = DashJSSwitchHistory()
  private var abandonment = DashJSAbandonment()
  private var current: Int?
  /// Until when only switches down are allowed after an abandonment.
  private var restrainedUntil = WallTime.zero
  /// The buffer at the latest decision.
  private var decided: Decided?

  private struct Decided: Hashable, Sendable {
    var time: WallTime
    var buffer: Double
  }

  /// The buffer level up to which the player counts the buffer as empty, in seconds.
  private static let emptyLevel = 0.3

  /// Rules that have measured nothing.
  package init() {}

  /// Takes a sample of each whole segment, and of each index.
  package mutating func downloaded(_ download: Download, _ observation: Observation) {
    throughput.note(download)
    // An index is loaded as a segment is (`SegmentBaseLoader`), before any decision.
    if download.content == .index { throughput.add(download) }
    guard download.content == .segment else { return }
    let buffer = observation.bufferSeconds
    chooseStrategy(observation)
    if let decided, observation.hasStarted {
      let played = (download.end - decided.time).seconds * observation.speed
      if min(buffer, decided.buffer - played) <= Self.emptyLevel { bola?.ranEmpty() }
    }
    guard !download.isAbandoned else { return }
    throughput.add(download)
    bola?.loaded(download, buffer: buffer)
  }

  /// BOLA while there is much in the buffer, else throughput.
  ///
  /// It takes over at the goal, and hands back below half of it.
  private mutating func chooseStrategy(_ observation: Observation) {
    let goal = observation.dashJSBufferGoal
    usesBOLA = observation.bufferSeconds >= (usesBOLA ? 0.5 * goal : goal)
  }

  /// Chooses the lowest level that a rule asks for; at first, the highest within 1000 kbit/s of
  /// video or 100 kbit/s of audio.
  package mutating func decide(_ observation: Observation) -> Decision {
    defer { decided = Decided(time: observation.wallTime, buffer: observation.bufferSeconds) }
    let top = observation.levels.count - 1
    // Another period may have other levels.
    if let bola, !bola.isOf(observation) { self.bola = nil }
    guard let last = current.map({ min($0, top) }) else {
      let initial = observation.lane.kind == .audio ? 100.0 : 1000.0
      // It has chosen before indexes are in.
      let level = observation.optimalLevel(for: initial)
      current = level
      return Decision(
        level: level, reason: "highest within the initial \(Int(initial)) kbit/s",
        estimate: throughput.average.map { $0 * 1000 })
    }
    let (requests, delay) = requests(observation, last)
    let estimate = throughput.average.map { $0 * 1000 }
    func decision(_ level: Int, _ reason: String) -> Decision {
      Decision(
        level: level, reason: reason, estimate: estimate, delay: WallTime(seconds: delay),
        next: usesBOLA
          ? nil : observation.next(above: level, share: DashJSThroughput.share))
    }
    let rates = observation.levels.map(\.bitRate)
    guard let first = requests.first else { return decision(last, "no rule asks for a level") }
    let lowest = requests.dropFirst().reduce(first) { rates[$1.level] < rates[$0.level] ? $1 : $0 }
    history.add(from: last, to: lowest.level)
    guard lowest.level < last || observation.wallTime >= restrainedUntil else {
      return decision(last, "no switch up within 10 s of an abandonment")
    }
    current = lowest.level
    if lowest.level != last { bola?.switched(to: lowest.level) }
    return decision(lowest.level, lowest.reason)
  }

  private typealias Request = (level: Int, reason: String)

  /// What the active rules ask for, and the delay of BOLA in seconds.
  private mutating func requests(
    _ observation: Observation, _ last: Int
  ) -> (requests: [Request], delay: Double) {
    let buffer = observation.bufferSeconds
    let isEmpty = buffer <= Self.emptyLevel
    var requests: [Request] = []
    var delay = 0.0
    chooseStrategy(observation)
    if isEmpty, observation.hasStarted { bola?.ranEmpty() }
    if usesBOLA {
      if bola == nil { bola = DashJSBOLA(observation, current: last) }
      if let request = bola?.request(observation, throughput: throughput.safe) {
        requests.append((request.level, request.reason))
        delay = request.delay / observation.speed
      }
    } else if let safe = throughput.safe, !isEmpty || observation.isLive,
      observation.wallTime >= restrainedUntil
    {
      // `ThroughputRule` of a dynamic presentation does not look at the buffer.
      requests.append(
        (observation.optimalLevel(for: safe), "highest within 0.9 of throughput"))
    }
    if let request = insufficientBuffer(observation, isEmpty: isEmpty) { requests.append(request) }
    if let limit = history.limit(levelCount: observation.levels.count) {
      requests.append((limit, "too many switches down from the level above"))
    }
    return (requests, delay)
  }

  /// The level that loads before the buffer runs out, after two segments.
  private func insufficientBuffer(_ observation: Observation, isEmpty: Bool) -> Request? {
    let duration = observation.segmentDuration.seconds
    // `_shouldExecuteRule` (`src/streaming/rules/abr/InsufficientBufferRule.js`).
    guard !observation.comesInChunks, observation.segmentsSinceJump >= 2, duration > 0
    else { return nil }
    if isEmpty, observation.hasStarted { return (0, "lowest, buffer empty") }
    guard let average = throughput.average else { return nil }
    let rate = average * 0.7 * observation.bufferSeconds / duration
    guard rate > 0 else { return nil }
    return (observation.optimalLevel(for: rate), "highest that loads within the buffer")
  }

  /// With the first byte and every 50 ms, as browsers report progress; their timer is late by 0.7
  /// ms, measured: what takes more than 500 ms is seen after 507.
  package var progressInterval: ProgressInterval? {
    ProgressInterval(WallTime(nanoseconds: 50_700_000), from: .atFirstByte)
  }

  /// Abandons a segment that takes 1.8 times its length, for a smaller one.
  package mutating func abandon(
    _ progress: DownloadProgress, _ observation: Observation
  ) -> Decision? {
    guard let request = abandonment.request(progress, observation) else { return nil }
    history.reset()
    restrainedUntil = observation.wallTime + .seconds(10)
    current = request.level
    bola?.abandoned(for: request.level, buffer: observation.bufferSeconds)
    return Decision(
      level: request.level, reason: "segment would take 1.8 times its length",
      estimate: request.throughput * 1000)
  }

  /// Each look is a decision to stay (`checkPlaybackQuality`,
  /// `src/streaming/controllers/AbrController.js`).
  package mutating func looked(_ count: Int, _ observation: Observation) {
    guard let current else { return }
    for _ in 0..<min(count, DashJSSwitchHistory.size) { history.add(from: current, to: current) }
  }

  /// Starts BOLA anew, as the player takes the lane of an update for a new one
  /// (`_setCurrentMediaInfo` of `src/streaming/StreamProcessor.js`, `handleNewMediaInfo` of
  /// `src/streaming/rules/abr/BolaRule.js`).
  package mutating func updated(_ observation: Observation) { bola = nil }

  /// Forgets what BOLA knows of the buffer.
  package mutating func jumped(_ observation: Observation) {
    bola?.jumped()
    decided = nil
  }
}

extension Observation {
  /// The buffer level that dash.js aims at, in seconds: 18, but at the edge of a live event no more
  /// than its delay (`getBufferTimeDefault`, `src/streaming/models/MediaPlayerModel.js`).
  var dashJSBufferGoal: Double { min(18, holdBack.map { $0 > .zero ? $0.seconds : 18 } ?? 18) }
}
