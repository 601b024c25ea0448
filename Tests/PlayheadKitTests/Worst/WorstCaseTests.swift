import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel

@Suite("Least changes to a network")
struct WorstCaseTests {
  private static func profile(
    _ intervals: [(seconds: Int64, rate: Int64)], repeats: Bool = false
  ) throws -> BandwidthProfile {
    try BandwidthProfile(
      name: "n",
      intervals: intervals.map {
        BandwidthProfile.Interval(
          duration: .seconds($0.seconds), rate: BitRate(bitsPerSecond: $0.rate))
      }, afterwards: repeats ? .repeats : .holdsLast)
  }

  /// What a link carries tells where it was changed.
  @Test("are cut out of it, and leave the rest as it is")
  func editing() throws {
    let trace = try Self.profile([(3, 800), (2, 100), (4, 2000)], repeats: true)
    let flat = trace.unrolled(until: .seconds(30))
    let (whole, unrolled) = (NetworkLink(following: trace), NetworkLink(following: flat))
    let dip = NetworkChange.dip(
      start: .seconds(2), length: .seconds(5), depth: Ratio(millionths: 750_000))
    let cut = NetworkLink(following: dip.applied(to: flat))
    let window = NetworkLink(
      following: NetworkChange.window(start: .seconds(4), length: .seconds(3)).applied(to: flat))
    var wrong: [Int64] = []
    for second in Int64(0)...30 {
      let time = WallTime.seconds(second)
      let (from, to) = (min(time, .seconds(2)), max(WallTime.seconds(2), min(time, .seconds(7))))
      let missing = (whole.carried(until: to) - whole.carried(until: .seconds(2))) / 4 * 3
      if unrolled.carried(until: time) != whole.carried(until: time) { wrong.append(second) }
      if cut.carried(until: time) + missing != whole.carried(until: time), from <= time {
        wrong.append(100 + second)
      }
      if second <= 3 {
        let own = whole.carried(until: time + .seconds(4)) - whole.carried(until: .seconds(4))
        if window.carried(until: time) != own { wrong.append(200 + second) }
      }
    }
    expect(wrong == [] && window.rate(at: .seconds(3)) == MinimumRate.bound)
  }

  @Test("are the first of the grid that break, at any place")
  func grid() throws {
    let base = try Self.profile([(0, 1000)])
    var played: [NetworkChange] = []
    var search = WorstCaseSearch<Never>(around: base, lasting: .seconds(20), budget: 10_000) {
      profile, _ in
      // Broken by 3.3 s or more without anything that begin at 6 s or later.
      let outage = profile.intervals.firstIndex { $0.rate == .zero }
      guard let outage else { return false }
      return profile.starts[outage] >= .seconds(6)
        && profile.intervals[outage].duration >= .milliseconds(3300)
    }
    let outage = search.dip(.one)
    played.append(try #require(outage.change))
    expect(
      played == [.dip(start: .seconds(6), length: .milliseconds(3300), depth: .one)]
        && outage.isComplete)
    guard case .grid(let grid) = outage.evidence else { return }
    expect(grid.sizes.last == 4_000_000_000 && grid.placeStep == .milliseconds(500))
    // Nothing is known once the budget is used up.
    var short = WorstCaseSearch<Never>(around: base, lasting: .seconds(20), budget: 7) { _, _ in
      false
    }
    let unknown = short.latency()
    expect(!unknown.isComplete && unknown.change == nil && unknown.sessionCount == 7)
  }

  @Test("are shrunk until no interval can go and no number can lose a digit")
  func shrinking() throws {
    let trace = try Self.profile(
      [(3, 812_345), (2, 1_234_567), (4, 98_765), (3, 4_321_000), (7, 777_777), (1, 5_000_000)])
    // Broken where at most 412,345 bits come in some four seconds.
    func breaks(_ profile: BandwidthProfile) -> Bool {
      let link = NetworkLink(following: profile)
      return (Int64(0)..<20).contains { second in
        let carried =
          link.carried(until: .seconds(second + 4))
          - link.carried(until: .seconds(second))
        return carried <= 412_345 * 1_000_000_000
      }
    }
    let shrunk = ProfileShrinking<Never>.shrink(trace, budget: 1000) { breaks($0) }
    expect(shrunk.isMinimal && shrunk.profile.intervals.count == 1)
    expect(shrunk.profile.intervals[0].rate, equals: BitRate(bitsPerSecond: 90_000))
  }

  @Test("are written as profiles that read back as the same")
  func writing() throws {
    var intervals = try Self.profile([(3, 812_345), (2, 0), (4, 1_000_000_000)]).intervals
    intervals[0].latency = .milliseconds(35)
    intervals[1].duration = WallTime(nanoseconds: 1_997_606_667)
    intervals[1].path = [.expensive, .constrained]
    intervals[2].loss = Ratio(millionths: 12_500)
    for afterwards in [BandwidthProfile.Afterwards.repeats, .holdsLast] {
      let profile = try BandwidthProfile(
        name: "a \"b\": #c\\", intervals: intervals, afterwards: afterwards)
      let text = profile.yaml(comment: ["for tests", "one\ntwo"])
      let read = try BandwidthProfile(contents: Array(text.utf8), name: "x.yaml")
      var expected = intervals
      if afterwards == .holdsLast { expected[2].duration = .zero }
      expect(
        read.intervals == expected && read.name == profile.name && read.afterwards == afterwards)
    }
  }

  /// A frame of `spare` seconds to spare is late once that much is missing.
  @Test(
    "put a dip at a round place", arguments: [(0.661, 1.7, 1.0), (2.31, 2.34, 2.31), (9.9, 75, 60)])
  func places(low: Double, high: Double, expected: Double) {
    let times = [low, high, expected].map { WallTime(nanoseconds: Int64(($0 * 1e9).rounded())) }
    expect(WallTime.roundest(from: times[0], to: times[1]), equals: times[2])
  }
}
