@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// Everything that a session depends on, made up from a seed.
///
/// Every other one is *coarse*: all its times are quarters of a second and all its rates carry a
/// whole number of bytes in each, so that arrivals, deadlines, actions and ticks often meet in one
/// instant. Every third one is *straight*: the basic policy, and nobody touches the player.
struct RandomSession {
  let seed: UInt64
  var media: RandomMedia
  var profile: BandwidthProfile
  var transport = Transport.fluid
  /// The first congestion window, as small as the media.
  var initialWindow = Transport.initialWindow
  var policy: BufferingPolicy
  var actions: [UserAction] = []
  var repeats = 0
  var options: SessionOptions

  /// A session over a fluid link without jitter.
  init(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    self.seed = seed
    let isCoarse = random.chance(50)
    let isStraight = random.chance(33)
    let hasExtras = !isStraight && random.chance(70)
    policy = try .random(isCoarse: isCoarse, hasExtras: hasExtras, using: &random)
    media = RandomMedia(isCoarse: isCoarse, readThrough: policy.readThrough, using: &random)
    profile = try .random(
      isCoarse: isCoarse, hasPaths: hasExtras && random.chance(30), using: &random)
    let limit = random.pick(nil, random.int(0...80), random.int(20...200))
    options = SessionOptions(
      tickInterval: .milliseconds(random.pick(250, 500, 500, 777, 2000)),
      limit: limit.map { .milliseconds(Int64($0) * 250) })
    guard !isStraight else { return }
    repeats = random.pick(0, 0, 0, 0, 1, 2)
    if !hasExtras || random.chance(75) {
      actions = UserAction.random(
        isCoarse: isCoarse, duration: try presentation.duration, using: &random)
    }
  }

  /// The session of a seed, in two of four cases with TCP slow start, and in some with jitter.
  static func connected(seed: UInt64) throws -> RandomSession {
    var session = try RandomSession(seed: seed)
    var random = SplitMix64(seed: ~seed)
    session.transport = random.pick(
      .fluid, .fluid, .slowStart(setUpRoundTrips: 1), .slowStart(setUpRoundTrips: 2))
    session.initialWindow = Int64(random.chance(50) ? random.int(1...8) * 25 : random.int(1...300))
    if random.chance(30) {
      let magnitude = WallTime(nanoseconds: Int64(random.int(1...400_000_000)))
      session.profile = session.profile.jittered(
        by: try LatencyJitter(magnitude: magnitude, seed: random.next()))
    }
    if random.chance(25) {
      var values = session.policy.parameters
      values.loadedOver = .anyTrack
      session.policy = try BufferingPolicy(values)
    }
    if random.chance(25) {
      var values = session.policy.parameters
      values.buffered = .bytes
      values.bufferedAhead = .milliseconds(Int64(random.pick(0, 500, random.int(0...5_000))))
      session.policy = try BufferingPolicy(values)
    }
    return session
  }

  /// A session of a player that reads in its demuxer's order, in blocks, or with several requests
  /// open.
  static func fetched(seed: UInt64) throws -> RandomSession {
    var random = SplitMix64(seed: seed ^ 0x3333_3333)
    // A choice there no longer is, so that seeds stay the sessions that they were.
    _ = random.chance(65)
    var session = try connected(seed: seed)
    var values = session.policy.parameters
    values.readOrder = random.chance(60) ? .demuxer : .byte
    if random.chance(40) { values.blockBytes = Int64(random.pick(25, 100, random.int(1...400))) }
    values.parallelRequests = random.pick(1, 1, 2, 3, 6)
    var more = SplitMix64(seed: seed ^ 0x7777_7777)
    if more.chance(50) { values.seekBack = Int64(more.pick(0, 1, 25, more.int(0...900))) }
    values.openedWith = more.pick(.headers, .headers, .samples, .decodeTimes)
    session.media.index.container = more.pick("random", "random", "matroska", "random")
    if more.chance(40) { values.windowReads = Int64(more.int(1...600)) }
    var latest = SplitMix64(seed: seed ^ 0x2222_2222)
    values.wholeGroups = latest.chance(40)
    if latest.chance(15) { values.openedWith = .lengths }
    for number in session.media.index.tracks.indices where latest.chance(40) {
      session.media.index.tracks[number].codec = "aac"
    }
    values.addEstimation(using: &latest)
    session.policy = try BufferingPolicy(values)
    if random.chance(70) { session.media.reorder(using: &random) }
    return session
  }

  /// A session of a player with rules for tracks, of any of the kinds above.
  static func watched(seed: UInt64) throws -> RandomSession {
    var random = SplitMix64(seed: seed ^ 0x1111_1111)
    var session = try random.pick(connected, connected, connected, fetched)(seed)
    var values = session.policy.parameters
    values.tracks = .random(isCoarse: random.chance(50), using: &random)
    values.backBuffer = nil
    if random.chance(40) { values.startupThreshold = .zero }
    if random.chance(60) { values.resumeThreshold = .zero }
    if random.chance(30) {
      values.tracks.audioCost = .milliseconds(Int64(random.int(0...500)))
      values.tracks.audioDelay = .milliseconds(Int64(random.int(0...500)))
    }
    if random.chance(30) {
      values.tracks.resumeLongest = .milliseconds(Int64(random.int(0...3_000)))
      if values.resumeGrowth == nil, random.chance(50) { values.resumeThreshold = .seconds(15) }
    }
    values.addEstimation(using: &random)
    if random.chance(20) { session.media.index.container = "mpegts" }
    session.policy = try BufferingPolicy(values)
    return session
  }

  var presentation: Presentation {
    get throws { try Presentation(media.index, tracks: media.tracks) }
  }

  /// The session with all its parts as they are.
  func run() throws -> Session {
    try run(options: options)
  }

  func run(options: SessionOptions) throws -> Session {
    var session = self
    session.options = options
    var simulation = try session.simulation()
    return simulation.run()
  }

  /// The session before it has begun.
  func simulation() throws -> Simulation {
    var simulation = Simulation(try scenario)
    let connection = Connection(
      over: simulation.link, by: transport, initialWindow: initialWindow)
    simulation.loader.use(connection)
    return simulation
  }

  var scenario: FileScenario {
    get throws {
      FileScenario(
        try presentation, over: NetworkLink(following: profile), by: transport, policy: policy,
        actions: actions, repeats: repeats, options: options)
    }
  }
}

extension BufferingPolicy.Parameters {
  /// Estimates throughput by other measurements, or in another combination, or for the first time.
  fileprivate mutating func addEstimation(using random: inout SplitMix64) {
    guard keepUp.estimation != nil || random.chance(15) else { return }
    var estimation =
      keepUp.estimation ?? ThroughputEstimation(sampleBytes: Int64(random.int(1...400)))
    if random.chance(50) { estimation.over = .session }
    estimation.either = random.chance(50)
    keepUp = .predictedRate(estimation)
  }
}

extension Loader {
  fileprivate mutating func use(_ connection: Connection) {
    channel.connection = connection
    for number in otherChannels.indices { otherChannels[number].connection = connection }
  }
}
