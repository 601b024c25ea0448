import PlayheadKit
import PlayheadLadder

/// A session of a ladder as its documentation tells it, from one instant to the next at which
/// something could happen, with everything counted anew at each; it shares nothing with the
/// simulation.
struct LadderOracle {
  let scenario: LadderScenario
  let link: OracleLink
  let scripts: [Script]
  let progress: ProgressInterval?
  let duration: Int64
  let goal: BufferGoal
  let loading: LadderLoading

  var now: Int64 = 0
  var lanes: [OracleLane]
  var requests: [OracleRequest] = []
  /// Those that were complete at the latest instant at which something came.
  var arrivals: [Int] = []
  /// The number of manifests that are in or asked for.
  var manifests = 0
  /// When a manifest or an index that failed is asked for once more.
  var manifestDue: Int64 = 0
  var indexDue: [Place: Int64] = [:]
  var isOpened = false
  /// The lane whose turn it is.
  var turn = 0
  /// What the only connection carried after the last byte of a request that ended now.
  var surplus: Surplus?
  /// The same of the arrival that playback last started with: so much earlier than by the
  /// nanosecond its clock has begun to run, and so much earlier is what is played by a nanosecond.
  var clock: Surplus?
  /// The latest nanosecond up to which something was played.
  var playedUntil: Int64 = 0

  /// An amount that a rate carries in less than a nanosecond, and that rate.
  struct Surplus {
    var amount: Int128
    var rate: Int128

    /// Of two things that both have to happen within a nanosecond, what is left after the later
    /// one.
    static func afterBoth(_ one: Surplus?, _ other: Surplus?) -> Surplus? {
      guard let one, let other else { return nil }
      return one.amount * other.rate < other.amount * one.rate ? one : other
    }
  }
  /// By connection, when the sender knows of the latest drop.
  var wasteEnd: [Int: Int64] = [:]
  /// What flows of requests that were dropped.
  var waste: [OracleRequest] = []

  // The player.
  var playhead: Int64 = 0
  /// Thousandths of the playhead's nanosecond, as rates are in thousandths.
  var isPlaying = false
  var hasStarted = false
  var isReady = false
  /// Since when video has been dry while audio plays.
  var drySince: Int64?
  /// Whether video apart has to have something to show before playback starts or resumes, as it had
  /// run dry.
  var waitsForVideo = true
  var startup: Int64?
  var stalls: [(start: Int64, media: Int64, length: Int64?)] = []
  var endReason: Session.EndReason?
  /// The failures since a segment of video came that can be played.
  var failuresInARow = 0
  /// What the player did as it gave up on a segment.
  var givenUp: SegmentFailureRule.Outcome?
  /// Whether a lane left its last segment out; whether nothing more comes for that reason, and
  /// where the media ends then, if that is before its declared end.
  var leftEnd = false
  var isMediaOver = false
  var mediaEnd: Int64?
  /// Since when it waits at a hole that it may jump over.
  var holeSince: Int64?

  var record = OracleRecord()

  init(_ scenario: LadderScenario, rule: ScriptedRule, profile: BandwidthProfile) {
    self.scenario = scenario
    link = OracleLink(profile: profile)
    scripts = rule.scripts
    progress = rule.progressInterval
    duration = scenario.ladder.duration.nanoseconds
    loading = scenario.player.loading
    goal = loading.goal
    lanes = scenario.ladder.lanes.map(OracleLane.init)
  }

  mutating func run() -> OracleRecord {
    while true {
      settle()
      if endReason != nil { break }
      guard let next = nextInstant() else {
        endReason =
          givenUp == .stopsWithError
          ? .error : requests.contains(where: \.isOpen) ? .starved : .gap
        break
      }
      if next > scenario.limit.nanoseconds {
        carry(to: scenario.limit.nanoseconds)
        endReason = .limit
        break
      }
      carry(to: next)
    }
    noteFirstBytes()
    noteWaste()
    for number in lanes.indices {
      if let job = lanes[number].job, job.begun != nil { record.load(self, number, job) }
    }
    record.finish(self)
    return record
  }

  /// All that happens now, in order: arrivals, the player's state, decisions and requests.
  private mutating func settle() {
    settleOnce()
    while endReason == nil, requests.contains(where: isRefused) { settleOnce() }
  }

  private mutating func settleOnce() {
    _ = jump()
    arrive()
    while true {
      while true {
        let before = progress(made: record)
        watch()
        if endReason != nil { return }
        look()
        load()
        if endReason != nil { return }
        if before == progress(made: record) { break }
      }
      if endMedia() { continue }
      guard jump() else { break }
    }
    surplus = nil
  }

  /// What tells whether anything was done.
  private func progress(made record: OracleRecord) -> [Int] {
    [requests.count, record.segments.count, record.failures.count] + lanes.map(\.decisions)
  }

  /// The least time after now at which anything could happen; `nil` if nothing will.
  private func nextInstant() -> Int64? {
    var times: [Int64] = []
    // One that is due and was not made waits for media that shows something.
    let jump = jumpTime.flatMap { $0 > now ? $0 : nil }
    let isStarving =
      !isPlaying && !completesAny && jump == nil && requests.contains(where: \.isOpen)
    times += playingTimes + [jump].compactMap(\.self)
    if isPlaying || completesAny || jump != nil { times += networkTimes }
    var plans =
      lanes.indices.flatMap { [nextLook($0), lanes[$0].job?.readyTime, nextWish($0)] }
      .compactMap(\.self).filter { $0 > now } + busyTimes
    if isStarving, let look = firstLook { plans.append(look) }
    if isStarving { plans.removeAll { !link.canDeliver(after: $0) } }
    // What comes until then is counted, though nothing is ever complete.
    let isQuiet = isStarving || !requests.contains(where: \.isOpen)
    if isQuiet, let last = plans.max() { times += networkTimes.filter { $0 < last } }
    var retries = isOpened ? [] : [manifestDue]
    if isOpened, !missingIndexes.isEmpty { retries += indexDue.values }
    retries.removeAll { $0 <= now || isStarving && !link.canDeliver(after: $0) }
    times += plans + retries
    return times.filter { $0 > now }.min()
  }

  /// When the player is no longer busy with what came for a lane that may then load.
  private var busyTimes: [Int64] {
    guard loading.loadsLanesInParallel || !requests.contains(where: \.isOpen) else { return [] }
    return lanes.map(\.busy).filter { $0 > now }
  }

  /// When the rule first looks at what is in flight, which may be a response that is yet to begin.
  private var firstLook: Int64? {
    var ahead = self
    while link.canDeliver(after: ahead.now), let next = ahead.networkTimes.min() {
      let looks = lanes.indices.compactMap { ahead.nextLook($0) }.filter { $0 > now }
      if let look = looks.min(), look <= next { return look }
      ahead.carry(to: next)
      ahead.noteFirstBytes()
    }
    return nil
  }

  /// When something could change on the link.
  private var networkTimes: [Int64] {
    let open = (requests + waste).filter(\.isOpen)
    var times: [Int64] = open.map(\.due) + open.compactMap { $0.dropped?.until }
    times += [link.change(after: now), nextMilestone()].compactMap(\.self)
    return times.filter { $0 > now }
  }

  /// Whether the link ever completes a request in flight, if nothing is asked for besides.
  private var completesAny: Bool {
    guard requests.contains(where: \.isOpen) else { return false }
    if requests.contains(where: { $0.isOpen && $0.bytes == 0 }) { return true }
    if link.profile.afterwards == .repeats { return link.canDeliver(after: now) }
    var ahead = self
    ahead.isPlaying = false
    let targets = requests.map(\.target)
    while link.canDeliver(after: ahead.now), let next = ahead.networkTimes.min() {
      ahead.carry(to: next)
      ahead.noteFirstBytes()
      if zip(ahead.requests, targets).contains(where: { ahead.flows($0) && $0.got >= $1 }) {
        return true
      }
    }
    return false
  }

  /// Everything goes on as it is until `time`.
  private mutating func carry(to time: Int64) {
    let length = time - now
    let count = running
    let carried = link.rate(at: now) * Int128(length) * OracleLink.parts
    for number in requests.indices where flows(requests[number]) {
      if count > 1 { requests[number].wasShared = true }
      requests[number].got += carried / Int128(count)
    }
    for number in waste.indices where flows(waste[number]) {
      waste[number].got += carried / Int128(count)
    }
    if isPlaying { (playhead, playedUntil) = (playhead + length, time) }
    now = time
  }
}
