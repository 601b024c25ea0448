import Expectations
import PlayheadKit
import Testing

@testable import PlayheadAnalysis

@Suite struct `The minimum stall-free rate` {
  @Test(arguments: Seeds.some(Array(0..<20 as Range<UInt64>), oneIn: 10))
  func `is enough, and one bit per second less is not`(block: UInt64) throws {
    for seed in block * 10 + 9_100_000..<block * 10 + 9_100_010 {
      let session = try ConstantSession(seed: seed)
      let least = session.minimumRate()
      guard let rate = least.rate?.bitsPerSecond else {
        expect(!session.playsThrough(MinimumRate.bound.bitsPerSecond), "seed \(seed)")
        continue
      }
      expect(session.playsThrough(rate), "seed \(seed)")
      expect(rate == 0 || !session.playsThrough(rate - 1), "seed \(seed)")
      expect(least.summary.stallCount == 0 && least.summary.endReason == .ended, "seed \(seed)")
      guard let lower = least.lowerRate?.bitsPerSecond else { continue }
      expect(lower < rate && session.playsThrough(lower), "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.some(Array(0..<20 as Range<UInt64>), oneIn: 10))
  func `starts within the limit, and one bit per second less does not or stalls`(
    block: UInt64
  ) throws {
    for seed in block * 10 + 9_300_000..<block * 10 + 9_300_010 {
      let session = try ConstantSession(seed: seed)
      let limit = WallTime.milliseconds([0, 1, 100, 3000][Int(seed % 4)])
      let minimum = session.minimumRate(startupLimit: limit)
      expect(minimum.startupLimit, equals: limit)
      guard let rate = minimum.rate?.bitsPerSecond else {
        expect(minimum.evidence == nil, "seed \(seed)")
        expect(
          !session.playsThrough(MinimumRate.bound.bitsPerSecond, startupLimit: limit),
          "seed \(seed)")
        continue
      }
      expect(session.playsThrough(rate, startupLimit: limit), "seed \(seed)")
      expect(rate == 0 || !session.playsThrough(rate - 1, startupLimit: limit), "seed \(seed)")
      expect(minimum.summary.startup ?? .zero <= limit, "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.some(Array(0..<10 as Range<UInt64>), oneIn: 10))
  func `is proven only where every rate around it is enough`(block: UInt64) throws {
    var proven = 0
    for seed in block * 20 + 9_400_000..<block * 20 + 9_400_020 {
      var session = try ConstantSession(seed: seed)
      if seed.isMultiple(of: 2) { session.makePlain() }
      let limit = WallTime.milliseconds([50, 3000, 20_000][Int(seed % 3)])
      let minimum = session.minimumRate(startupLimit: limit)
      guard minimum.evidence == .proof, let rate = minimum.rate?.bitsPerSecond else { continue }
      proven += 1
      expect(minimum.lowerRate == nil, "seed \(seed)")
      for higher in (1...60).map({ rate + $0 }) + (1...60).map({ rate + rate * $0 * $0 / 500 }) {
        expect(session.playsThrough(higher, startupLimit: limit), "seed \(seed), \(higher)")
      }
    }
    expect(proven > 0)
  }

  @Test(arguments: Seeds.some(Array(0..<10 as Range<UInt64>), oneIn: 10))
  func `is the minimum of all where the buffer is unlimited and nobody touches the player`(
    block: UInt64
  ) throws {
    for seed in block * 10 + 9_200_000..<block * 10 + 9_200_010 {
      var session = try ConstantSession(seed: seed)
      session.makePlain()
      let least = session.minimumRate()
      // A file that takes longer than the limit at any lower rate, or a player that waits for all.
      guard let rate = least.rate?.bitsPerSecond else { continue }
      expect(least.lowerRate == nil, "seed \(seed)")
      for part: Int64 in 1...100 where rate * part / 100 < rate {
        expect(!session.playsThrough(rate * part / 100), "seed \(seed), \(rate * part / 100)")
      }
      for part: Int64 in 1...100 {
        let higher = rate + (rate * part + 99) / 100
        expect(session.playsThrough(higher), "seed \(seed), \(higher)")
      }
    }
  }

  @Test func `is where the search begins, if anything after the start can be late`() throws {
    var count = 0
    let seeds = Seeds.blocks(9_200_000..<9_200_050, of: 50, few: 16)[0]
    for seed in seeds {
      var session = try ConstantSession(seed: seed)
      session.makePlain()
      // With a startup limit of a day, one bit per second is what the start takes.
      guard let guess = session.guess?.bitsPerSecond, guess > 1,
        let rate = session.minimumRate().rate?.bitsPerSecond
      else { continue }
      count += 1
      expect(abs(guess - rate) <= 1 + rate / 100_000, "seed \(seed)")
    }
    expect(count * 2 > seeds.count)
  }

  @Test func `is not there for a player that begins to load once nothing is left`() throws {
    let policy = try BufferingPolicy(
      startupThreshold: .zero, highWatermark: .seconds(2), lowWatermark: .zero)
    let clip = Clip.frames(100, lasting: .milliseconds(40), of: 10_000)
    let presentation = try clip.presentation
    let least = MinimumRate(of: { link in
      Simulation(FileScenario(presentation, over: link, policy: policy))
    }) {}
    expect(least.rate == nil && least.lowerRate == nil)
    expect(least.summary.stallCount > 0 && least.summary.endReason == .ended)
  }

  /// A frame of 1000 bytes each second, after two of them: each further one in time takes 8 kbit/s.
  @Test func `is that of paper and pencil`() throws {
    let clip = Clip.frames(10, lasting: .seconds(1), of: 1000)
    let presentation = try clip.presentation
    let policy = try BufferingPolicy(highWatermark: nil)
    let least = MinimumRate(
      latency: .milliseconds(300),
      of: { link in
        Simulation(FileScenario(presentation, over: link, policy: policy))
      }
    ) {}
    // It starts with two frames in; the tenth comes 8 frames and is due 9 seconds later.
    let rate: Int64 = (8 * 8000 + 8) / 9
    expect(least.rate, equals: BitRate(bitsPerSecond: rate))
    expect(least.latency, equals: .milliseconds(300))
    let twoFrames = (16_000 * 1_000_000_000 + rate - 1) / rate
    expect(least.summary.startup, equals: .milliseconds(300) + WallTime(nanoseconds: twoFrames))
    expect(least.evidence == .proof && least.summaryBelow?.stallCount == 1)
  }

  /// Two frames of 1000 bytes take 16000 bits: within two seconds less the latency, 1 s, that is
  /// 16 kbit/s, more than the 7112 bit/s that never stall.
  @Test(
    arguments: [
      (1999, 16_017), (2000, 16_000), (2001, 15_985), (3250, 7112), (3249, 7115),
    ] as [(Int64, Int64)])
  func `starts within the limit, by paper and pencil`(limit: Int64, rate: Int64) throws {
    let clip = Clip.frames(10, lasting: .seconds(1), of: 1000)
    let presentation = try clip.presentation
    let policy = try BufferingPolicy()
    let minimum = MinimumRate(
      latency: .seconds(1), startupLimit: .milliseconds(limit),
      of: { link in
        Simulation(FileScenario(presentation, over: link, policy: policy))
      }
    ) {}
    expect(minimum.rate, equals: BitRate(bitsPerSecond: rate))
    let below = try #require(minimum.summaryBelow)
    let verdict = below.verdict(startupLimit: .milliseconds(limit))
    expect(verdict, equals: (rate > 7112 ? .startsLate : .stalls))
  }

  /// The buffer holds 30 s at the most: of media longer than that, loading stops.
  @Test(arguments: [(29, true), (30, false), (31, false)])
  func `is proven for a player that never stops loading, else tried`(
    seconds: Int, isProven: Bool
  ) throws {
    let clip = Clip.frames(seconds, lasting: .seconds(1), of: 1000)
    let presentation = try clip.presentation
    func minimum(
      _ parameters: BufferingPolicy.Parameters, actions: [UserAction] = [],
      transport: Transport = .fluid, repeats: Int = 0
    ) throws -> MinimumRate {
      let policy = try BufferingPolicy(parameters)
      return MinimumRate(of: { link in
        Simulation(
          FileScenario(
            presentation, over: link, by: transport,
            policy: policy, actions: actions, repeats: repeats))
      }) {}
    }
    let parameters = BufferingPolicy.Parameters()
    try expect((minimum(parameters).evidence == .proof), equals: isProven)
    var unlimited = parameters
    unlimited.highWatermark = nil
    try expect(minimum(unlimited).evidence, equals: .proof)
    // What else keeps it from being proven does not depend on the length.
    guard isProven else { return }
    try expect(minimum(unlimited, repeats: 1).evidence, equals: .proof)
    let changes: [(inout BufferingPolicy.Parameters) -> Void] = [
      { $0.byteCap = 100_000 }, { $0.backBuffer = .seconds(1) },
      { $0.keepUp = .predictedRate(ThroughputEstimation()) },
      { $0.automaticallyWaitsToMinimizeStalling = false },
      // A start so early that rounding could decide.
      { $0.startupThreshold = .zero },
    ]
    for change in changes {
      var changed = unlimited
      change(&changed)
      try expect(minimum(changed).evidence != .proof)
    }
    let seek = UserAction(at: .seconds(9), .seek(to: .seconds(5), .exact))
    try expect(minimum(unlimited, actions: [seek]).evidence != .proof)
    try expect(
      minimum(unlimited, transport: .slowStart(setUpRoundTrips: 1)).evidence != .proof)
  }
}

/// A random session over a link whose rate never changes.
private struct ConstantSession {
  private var session: RandomSession
  private var presentation: Presentation
  private let latency: WallTime

  init(seed: UInt64) throws {
    session = try RandomSession(seed: seed)
    session.options.tickInterval = nil
    presentation = try session.presentation
    latency = seed.isMultiple(of: 2) ? .zero : session.profile.intervals[0].latency
  }

  /// Takes away whatever could make more worse.
  mutating func makePlain() {
    (session.actions, session.repeats) = ([], 0)
    session.options.limit = nil
    if let policy = try? BufferingPolicy(
      startupThreshold: session.policy.startupThreshold,
      resumeThreshold: session.policy.resumeThreshold, highWatermark: nil,
      readThrough: session.policy.readThrough)
    {
      session.policy = policy
    }
  }

  func simulation(_ link: NetworkLink) -> Simulation {
    Simulation(
      FileScenario(
        presentation, over: link, policy: session.policy,
        actions: session.actions, repeats: session.repeats, options: session.options))
  }

  func minimumRate(startupLimit: WallTime = .bound) -> MinimumRate {
    MinimumRate(latency: latency, startupLimit: startupLimit, of: simulation) {}
  }

  var guess: BitRate? {
    NeededBytes(presentation, readingThrough: session.policy.readThrough)?.rate(
      startingWith: session.policy.startupThreshold, within: .bound, latency: latency)
  }

  func playsThrough(_ rate: Int64, startupLimit: WallTime = .bound) -> Bool {
    guard
      let profile = try? BandwidthProfile(
        name: "constant", rate: BitRate(bitsPerSecond: rate), latency: latency)
    else { return false }
    var simulation = simulation(NetworkLink(following: profile))
    let session = simulation.run()
    return session.stalls.isEmpty && session.endReason == .ended
      && session.startup ?? .zero <= startupLimit
  }
}
