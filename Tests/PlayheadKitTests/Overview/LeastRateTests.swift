import PlayheadKit
import Testing

@Suite struct `The least rate without a stall` {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `is enough, and one bit per second less is not`(block: UInt64) throws {
    for seed in block * 10 + 9_100_000..<block * 10 + 9_100_010 {
      let session = try ConstantSession(seed: seed)
      let least = session.leastRate
      guard let rate = least.rate?.bitsPerSecond else {
        #expect(!session.playsThrough(LeastRate.bound.bitsPerSecond), "seed \(seed)")
        continue
      }
      #expect(session.playsThrough(rate), "seed \(seed)")
      #expect(rate == 0 || !session.playsThrough(rate - 1), "seed \(seed)")
      #expect(least.summary.stallCount == 0 && least.summary.endReason == .ended, "seed \(seed)")
      guard let lower = least.lowerRate?.bitsPerSecond else { continue }
      #expect(lower < rate && session.playsThrough(lower), "seed \(seed)")
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `is the least of all where the buffer is unlimited and nobody touches the player`(
    block: UInt64
  ) throws {
    for seed in block * 10 + 9_200_000..<block * 10 + 9_200_010 {
      var session = try ConstantSession(seed: seed)
      session.makePlain()
      let least = session.leastRate
      // A file that takes longer than the limit at any lower rate, or a player that waits for all.
      guard let rate = least.rate?.bitsPerSecond else { continue }
      #expect(least.lowerRate == nil, "seed \(seed)")
      for part: Int64 in 1...100 where rate * part / 100 < rate {
        #expect(!session.playsThrough(rate * part / 100), "seed \(seed), \(rate * part / 100)")
      }
      for part: Int64 in 1...100 {
        let higher = rate + (rate * part + 99) / 100
        #expect(session.playsThrough(higher), "seed \(seed), \(higher)")
      }
    }
  }

  @Test func `is not there for a player that begins to load once nothing is left`() throws {
    let policy = try BufferingPolicy(
      startupThreshold: .zero, highWatermark: .seconds(2), lowWatermark: .zero)
    let clip = Clip.frames(100, lasting: .milliseconds(40), of: 10_000)
    let presentation = try clip.presentation
    let least = LeastRate(of: { link in
      Simulation(Scenario(presentation, over: link, policy: policy))
    }) {}
    #expect(least.rate == nil && least.lowerRate == nil)
    #expect(least.summary.stallCount > 0 && least.summary.endReason == .ended)
  }

  /// A frame of 1000 bytes each second, after two of them: each further one in time takes 8 kbit/s.
  @Test func `is that of paper and pencil`() throws {
    let clip = Clip.frames(10, lasting: .seconds(1), of: 1000)
    let presentation = try clip.presentation
    let policy = try BufferingPolicy(highWatermark: nil)
    let least = LeastRate(
      latency: .milliseconds(300),
      of: { link in
        Simulation(Scenario(presentation, over: link, policy: policy))
      }
    ) {}
    // It starts with two frames in; the tenth comes 8 frames and is due 9 seconds later.
    let rate: Int64 = (8 * 8000 + 8) / 9
    #expect(least.rate == BitRate(bitsPerSecond: rate))
    #expect(least.latency == .milliseconds(300))
    let twoFrames = (16_000 * 1_000_000_000 + rate - 1) / rate
    #expect(least.summary.startup == .milliseconds(300) + MediaTime(nanoseconds: twoFrames))
  }
}

/// A random session over a link whose rate never changes.
private struct ConstantSession {
  private var session: RandomSession
  private var presentation: Presentation
  private let latency: MediaTime

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

  func simulation(_ link: Link) -> Simulation {
    Simulation(
      Scenario(
        presentation, over: link, policy: session.policy, actions: session.actions,
        repeats: session.repeats, options: session.options))
  }

  var leastRate: LeastRate { LeastRate(latency: latency, of: simulation) {} }

  func playsThrough(_ rate: Int64) -> Bool {
    guard
      let profile = try? BandwidthProfile(
        name: "constant", rate: BitRate(bitsPerSecond: rate), latency: latency)
    else { return false }
    var simulation = simulation(Link(following: profile))
    let session = simulation.run()
    return session.stalls.isEmpty && session.endReason == .ended
  }
}
