import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadModel
@testable import PlayheadReporting

@Suite struct `The reason why two sessions part` {
  private static let clip = Clip.frames(6, lasting: .seconds(1), of: 500)

  private static func session(
    _ clip: Clip = clip, over profile: BandwidthProfile? = nil, by policy: BufferingPolicy? = nil,
    do actions: [UserAction] = [], repeats: Int = 0, limit: WallTime? = nil
  ) throws -> ComparedSession {
    ComparedSession(
      try clip.report(
        over: profile ?? .byteAMillisecond(), policy ?? .starting(at: 1), do: actions,
        repeats: repeats, limit: limit))
  }

  @Test func `is the one value of the player that decides it`() throws {
    let comparison = SessionComparison(
      try Self.session(by: .starting(at: 2, resumingAt: 2, keeping: .seconds(1))),
      with: try Self.session(by: .starting(at: 1, resumingAt: 1)))
    // After 0.5 s a second is loaded, with which the reference starts.
    expect(comparison.parting?.wallTime, equals: .milliseconds(500))
    guard case .policy(let policy)? = comparison.reasons.first, comparison.reasons.count == 1 else {
      Issue.record("\(comparison.reasons)")
      return
    }
    expect(policy.isDecisive)
    expect(policy.values.map(\.field), equals: [.startupBuffer])
    expect(policy.values.map(\.reference) == ["1 s"] && policy.values.map(\.other) == ["2 s"])
  }

  @Test func `is every value of the player where only a report is known`() throws {
    let comparison = SessionComparison(
      try Self.session(by: .starting(at: 2, keeping: .seconds(1))).reported,
      with: try Self.session(by: .starting(at: 1)).reported)
    guard case .policy(let policy)? = comparison.reasons.first else {
      Issue.record("\(comparison.reasons)")
      return
    }
    expect(!policy.isDecisive)
    expect(policy.values.map(\.field), equals: [.startupBuffer, .backBuffer])
  }

  @Test func `is the link only if it has differed by then`() throws {
    func profile(_ milliseconds: Int64) throws -> BandwidthProfile {
      try .steps([(milliseconds, Int64(1)), (1000, 2)])
    }
    // All 3000 bytes are in after 3 s at a byte a millisecond.
    let reference = try Self.session()
    let faster = SessionComparison(try Self.session(over: profile(1200)), with: reference)
    guard case .link(let link)? = faster.reasons.first, faster.reasons.count == 1 else {
      Issue.record("\(faster.reasons)")
      return
    }
    expect(link.wallTime, equals: .milliseconds(1200))
    expect(link.reference.rate, equals: BitRate(bitsPerSecond: 8000))
    expect(link.other.rate, equals: BitRate(bitsPerSecond: 16_000))
    // The frame that is loaded half when the link becomes faster is the first that comes sooner.
    let later = SessionComparison(try Self.session(over: profile(3000)), with: reference)
    expect(later.parting == nil && later.changes.isEmpty)
  }

  @Test func `is what opening reads, or the first frame of another size`() throws {
    var opened = Self.clip
    opened.openingReads = [ByteRange(0, 100)]
    var other = opened
    other.openingReads = [ByteRange(0, 200)]
    let opening = SessionComparison(try Self.session(other), with: try Self.session(opened))
    guard case .media(let media)? = opening.reasons.first else {
      Issue.record("\(opening.reasons)")
      return
    }
    expect(media.opening?.reference.bytes == 100 && media.opening?.other.bytes == 200)
    expect(media.sample == nil)

    var larger = Self.clip
    for number in 3..<6 { larger.samples[number].offset += number == 3 ? 0 : 7 }
    for number in 3..<6 { larger.samples[number].needs += 7 }
    let sizes = SessionComparison(try Self.session(larger), with: try Self.session())
    guard case .media(let media)? = sizes.reasons.first else {
      Issue.record("\(sizes.reasons)")
      return
    }
    expect(media.opening == nil)
    expect(media.sample?.mediaTime == .seconds(3) && media.sample?.kind == .video)
    expect(media.sample?.reference == 2000 && media.sample?.other == 2007)
  }

  @Test func `is the first action that differs, the loops or the limit`() throws {
    let reference = try Self.session(do: [UserAction(at: .seconds(1), .pause)])
    let actions = SessionComparison(
      try Self.session(do: [
        UserAction(at: .seconds(1), .pause), UserAction(at: .seconds(2), .play),
      ]), with: reference)
    // The reference ends as it is paused, before the other one plays on.
    expect(
      actions.reasons, equals: [.action(reference: nil, other: UserAction(at: .seconds(2), .play))])
    let loops = SessionComparison(try Self.session(repeats: 1), with: try Self.session())
    expect(loops.reasons, equals: [.loops(reference: 1, other: 2)])
    let limit = SessionComparison(try Self.session(limit: .seconds(2)), with: try Self.session())
    expect(limit.reasons, equals: [.limit(reference: .seconds(660), other: .seconds(2))])
    expect(limit.isWorse)
  }
}

@Suite struct `The first difference of two links` {
  @Test func `is found at the change, at its latency too, and not beyond the end`() throws {
    let constant = NetworkLink(following: try .byteAMillisecond())
    let later = NetworkLink(following: try .steps([(1500, 1), (10, 3)]))
    expect(LinkDifference(from: constant, to: constant, until: .bound) == nil)
    let end = WallTime.milliseconds(1500)
    expect(LinkDifference(from: constant, to: later, until: end)?.wallTime, equals: end)
    expect(LinkDifference(from: later, to: constant, until: end)?.wallTime, equals: end)
    expect(LinkDifference(from: constant, to: later, until: end - .resolution) == nil)
    let slow = NetworkLink(following: try .byteAMillisecond(latency: .milliseconds(1)))
    expect(LinkDifference(from: constant, to: slow, until: .zero)?.wallTime, equals: .zero)
    let jitter = try LatencyJitter(magnitude: .milliseconds(20), seed: 1)
    let jittered = NetworkLink(
      following: try .byteAMillisecond(latency: .milliseconds(30)).jittered(by: jitter))
    let plain = NetworkLink(following: try .byteAMillisecond(latency: .milliseconds(30)))
    let first = try #require(LinkDifference(from: plain, to: jittered, until: .seconds(10)))
    expect(jittered.latency(at: first.wallTime) != plain.latency(at: first.wallTime))
    expect(first.other.latency, equals: jittered.latency(at: first.wallTime))
  }

  /// Coarse profiles change at quarters of a second only.
  @Test func `is what looking every quarter of a second finds`() throws {
    for seed in UInt64(0)..<200 {
      var random = SplitMix64(seed: seed)
      let profile = try BandwidthProfile.random(isCoarse: true, hasPaths: true, using: &random)
      var intervals = profile.intervals
      let place = random.int(0...intervals.count - 1)
      intervals[place].rate = BitRate(
        bitsPerSecond: max(0, intervals[place].rate.bitsPerSecond - Int64(random.int(0...1)) * 8000)
      )
      let changed = try BandwidthProfile(
        name: "changed", intervals: intervals, afterwards: profile.afterwards)
      let links = [profile, changed].map { NetworkLink(following: $0) }
      let end = WallTime.seconds(30)
      let expected = stride(from: Int64(0), through: 120, by: 1).map {
        WallTime.milliseconds(250) * $0
      }
      .first { links[0].rate(at: $0) != links[1].rate(at: $0) }
      let found = LinkDifference(from: links[0], to: links[1], until: end)?.wallTime
      expect(found, equals: expected, "seed \(seed)")
    }
  }
}
