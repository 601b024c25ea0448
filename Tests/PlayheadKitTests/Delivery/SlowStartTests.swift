import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite("Slow start")
struct SlowStartTests {
  private func link(_ bitsPerSecond: Int64, _ roundTrip: WallTime) throws -> NetworkLink {
    NetworkLink(
      following: try BandwidthProfile(
        name: "constant", rate: BitRate(bitsPerSecond: bitsPerSecond), latency: roundTrip))
  }

  /// The textbook's transfer time over a constant link, in exact integers: set-up and request cost
  /// a round trip each; then round k carries 14600 · 2ᵏ bytes until that is more than the link
  /// carries in a round trip, from where on bytes flow at its rate.
  private func closedForm(
    _ bytes: Int64, bitsPerSecond: Int64, roundTrip: Int64, setUp: Int64
  ) -> Int64 {
    var window: Int64 = 14_600
    var sent: Int64 = 0
    var start = roundTrip * (1 + setUp)
    while Int128(window) * 8_000_000_000 < Int128(bitsPerSecond) * Int128(roundTrip),
      bytes > sent + window
    {
      sent += window
      window *= 2
      start += roundTrip
    }
    let quanta = Int128(bytes - sent) * 8_000_000_000
    return start + Int64((quanta + Int128(bitsPerSecond) - 1) / Int128(bitsPerSecond))
  }

  @Test(
    "takes the textbook's time for transfers of 1 kB to 10 MB",
    arguments: [1_000, 14_600, 14_601, 43_800, 43_801, 100_000, 1_000_000, 10_000_000] as [Int64],
    [
      (1_000_000, 20), (1_000_000, 400), (10_000_000, 50), (100_000_000, 100),
      (1_000_000_000, 10), (5_000_000, 1),
    ] as [(Int64, Int64)])
  func closedFormAgrees(bytes: Int64, path: (rate: Int64, milliseconds: Int64)) throws {
    let roundTrip = WallTime.milliseconds(path.milliseconds)
    let link = try link(path.rate, roundTrip)
    for setUp in [1, 2] {
      var connection = Connection(over: link, by: .slowStart(setUpRoundTrips: setUp))
      let flow = connection.sendRequest(at: .zero, notBefore: .zero)
      let expected = closedForm(
        bytes, bitsPerSecond: path.rate, roundTrip: roundTrip.nanoseconds, setUp: Int64(setUp))
      expect(flow.arrival(of: bytes)?.nanoseconds, equals: expected)
    }
  }

  @Test("by hand: 100 kB over 8 Mbit/s with 100 ms takes 0.5454 s from the first byte's instant on")
  func byHand() throws {
    // 1 byte a microsecond; 100,000 bytes a round trip. Rounds carry 14,600, 29,200 and then up to
    // 58,400: 56,200 are left for the third, which begins 200 ms after the first.
    let flow = Flow(
      over: try link(8_000_000, .milliseconds(100)), since: .seconds(1),
      roundTrip: .milliseconds(100), window: Transport.initialWindow)
    expect(flow.arrival(of: 14_600), equals: .seconds(1) + WallTime(nanoseconds: 14_600_000))
    expect(flow.arrival(of: 14_601), equals: .seconds(1) + WallTime(nanoseconds: 100_001_000))
    expect(flow.arrival(of: 100_000), equals: .seconds(1) + WallTime(nanoseconds: 256_200_000))
    expect(flow.bytes(by: .seconds(1) + .milliseconds(50)), equals: 14_600)
    expect(flow.bytes(by: .seconds(1) + .milliseconds(110)), equals: 24_600)
    expect(flow.bytes(by: .seconds(1) + .milliseconds(100)), equals: 14_600)
  }

  @Test(
    "delivers at the least nanosecond, whatever the link",
    arguments: Seeds.some(Array(0..<200 as Range<UInt64>), oneIn: 4))
  func minimumNanosecond(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let intervals = (0..<Int.random(in: 1...6, using: &random)).map { _ in
      BandwidthProfile.Interval(
        duration: .milliseconds(Int64.random(in: 1...3000, using: &random)),
        rate: BitRate(
          bitsPerSecond: Bool.random(using: &random)
            ? 0 : Int64.random(in: 1...20_000_000, using: &random)))
    }
    guard let profile = try? BandwidthProfile(name: "random", intervals: intervals),
      intervals.contains(where: { $0.rate > .zero })
    else { return }
    let flow = Flow(
      over: NetworkLink(following: profile),
      since: .milliseconds(Int64.random(in: 0...2000, using: &random)),
      roundTrip: .milliseconds(Int64.random(in: 1...300, using: &random)),
      window: Transport.initialWindow)
    var moving = flow
    var last = flow.since
    var bytes: Int64 = 0
    for _ in 0..<40 {
      bytes += Int64.random(in: 1...40_000, using: &random)
      guard let arrival = flow.arrival(of: bytes) else {
        Issue.record("seed \(seed): \(bytes) bytes never come")
        return
      }
      expect(arrival >= last, "seed \(seed)")
      expect(flow.bytes(by: arrival) >= bytes, "seed \(seed), \(bytes) bytes")
      expect(flow.bytes(by: arrival - .resolution) < bytes, "seed \(seed), \(bytes) bytes")
      expect(moving.arrival(of: bytes), equals: arrival, "seed \(seed)")
      moving.advance(to: arrival)
      expect(moving.bytes(by: arrival), equals: flow.bytes(by: arrival), "seed \(seed)")
      last = arrival
    }
  }

  @Test("keeps its window between requests, and begins again after a rest of more than a second")
  func idle() throws {
    let link = try link(100_000_000, .milliseconds(100))
    var connection = Connection(over: link, by: .slowStart(setUpRoundTrips: 1))
    var flow = connection.sendRequest(at: .zero, notBefore: .zero)
    expect(flow.since, equals: .milliseconds(200))
    let end = try #require(flow.arrival(of: 43_800))
    flow.advance(to: end)
    connection.rest(flow, at: end)
    // Two round trips are used up, the second one's window being 29,200.
    let next = connection.sendRequest(at: end + .seconds(1), notBefore: .zero)
    expect(next.since, equals: end + .milliseconds(1100))
    expect(next.window, equals: 29_200)
    let late = connection.sendRequest(at: end + .seconds(1) + .resolution, notBefore: .zero)
    expect(late.window, equals: Transport.initialWindow)
    connection.close()
    expect(
      connection.sendRequest(at: .seconds(9), notBefore: .zero).since, equals: .milliseconds(9200))
  }

  @Test("is no matter without latency, or where the link carries less than a window")
  func unlimited() throws {
    expect(
      Flow(over: try link(1_000_000, .zero), since: .zero, roundTrip: .zero, window: 14_600)
        .roundEnd == nil)
    // 14,600 bytes in 100 ms are 1.168 Mbit/s.
    let limit: Int64 = 1_168_000
    for (rate, roundEnd) in [(limit - 1, nil), (limit, .milliseconds(100))] as [(Int64, WallTime?)]
    {
      let flow = Flow(
        over: try link(rate, .zero), since: .zero, roundTrip: .milliseconds(100), window: 14_600)
      expect(flow.roundEnd, equals: roundEnd)
    }
  }

  // 59 bit/s are 7.375 bytes in a round trip of a second. After 2 and 4 bytes in the first two, a
  // window of 8 holds nothing back, though in some round trips 8 whole bytes come, as the last byte
  // of the round trip before was not whole.
  @Test("does not depend on what the link carries later")
  func tail() throws {
    let slow = BandwidthProfile.Interval(duration: .seconds(100), rate: BitRate(bitsPerSecond: 59))
    let fast = BandwidthProfile.Interval(duration: .seconds(1), rate: .bound)
    for intervals in [[slow], [slow, fast]] {
      let profile = try BandwidthProfile(
        name: "tail", intervals: intervals, afterwards: .holdsLast)
      let flow = Flow(
        over: NetworkLink(following: profile), since: .zero, roundTrip: .seconds(1), window: 2)
      expect(flow.bytes(by: .seconds(2)), equals: 6)
      for bytes in 7...700 as ClosedRange<Int64> {
        let wait = ((bytes - 6) * 8_000_000_000 + 58) / 59
        expect(flow.arrival(of: bytes), equals: .seconds(2) + WallTime(nanoseconds: wait))
      }
    }
  }

  // 59 bit/s as above are 6 bytes at 2 s and 68.6875 at 10.5 s, and half of it is 3.6875 bytes a
  // second: 103.71875 at 20 s. The window of 8, which has not mattered, ends that round trip with
  // 111.71875.
  @Test("counts its round trips though they did not matter over a link that was slower")
  func switching() throws {
    let slow = NetworkLink(
      following: try BandwidthProfile(name: "slow", rate: BitRate(bitsPerSecond: 59)))
    let fast = NetworkLink(following: try BandwidthProfile(name: "fast", rate: .bound))
    var flow = Flow(over: slow, since: .zero, roundTrip: .seconds(1), window: 2)
    let half = WallTime.milliseconds(10_500)
    flow.advance(to: half)
    flow.share(2, from: half)
    let now = WallTime.milliseconds(20_300)
    flow.advance(to: now)
    flow = flow.over(slow.followed(by: fast, from: now))
    expect(flow.bytes(by: .seconds(20)), equals: 103)
    expect(flow.bytes(by: .milliseconds(20_301)), equals: 111)
    expect(flow.bytes(by: .seconds(21)), equals: 111)
    expect(flow.bytes(by: .milliseconds(21_001)), equals: 127)
  }

  @Test("keeps a window that does not matter, and it does once the round trip is longer")
  func longerRoundTrip() throws {
    // 8 Mbit/s are a byte a microsecond: 10,000 in 10 ms, less than a window, and 100,000 in 100
    // ms.
    let rate = BitRate(bitsPerSecond: 8_000_000)
    let profile = try BandwidthProfile(
      name: "moves away",
      intervals: [
        .init(duration: .seconds(1), rate: rate, latency: .milliseconds(10)),
        .init(duration: .seconds(1), rate: rate, latency: .milliseconds(100)),
      ])
    var connection = Connection(
      over: NetworkLink(following: profile), by: .slowStart(setUpRoundTrips: 1))
    var flow = connection.sendRequest(at: .zero, notBefore: .zero)
    expect(flow.roundEnd == nil)
    flow.advance(to: .milliseconds(900))
    connection.rest(flow, at: .milliseconds(900))
    let next = connection.sendRequest(at: .seconds(1), notBefore: .zero)
    expect(next.since, equals: .milliseconds(1100))
    expect(next.bytes(by: .milliseconds(1200)), equals: 14_600)
    expect(next.arrival(of: 14_601), equals: .milliseconds(1200) + WallTime(nanoseconds: 1000))
  }

  // 1.168 Mbit/s are 14,600 bytes in a round trip of 100 ms: the window is used up to the byte, and
  // the next one is twice as large; 10 bit/s less are a byte less in the second round trip's
  // window.
  @Test(
    "doubles a window that is used up exactly",
    arguments: [(1_168_000, 29_200), (1_167_990, 14_600)] as [(Int64, Int64)])
  func exactWindow(rate: Int64, window: Int64) throws {
    let profile = try BandwidthProfile(
      name: "exact",
      intervals: [
        .init(duration: .milliseconds(100), rate: BitRate(bitsPerSecond: rate)),
        .init(duration: .seconds(1), rate: BitRate(bitsPerSecond: 80_000_000)),
      ])
    let flow = Flow(
      over: NetworkLink(following: profile), since: .zero, roundTrip: .milliseconds(100),
      window: 14_600)
    let first = rate / 80
    expect(flow.bytes(by: .milliseconds(100)), equals: first)
    expect(flow.bytes(by: .milliseconds(200)), equals: first + window)
  }

  // In the first round trip 14,600 bytes come; then the link is silent, but round trips go on every
  // 100 ms. So 29,200 bytes come in the one that begins before the end of the outage, and the next
  // 58,400 from its end on.
  @Test(
    "counts round trips through an outage",
    arguments: [
      (900_000_001, 1_000_000_000), (999_999_999, 1_000_000_000), (1_000_000_000, 1_100_000_000),
      (1_030_000_000, 1_100_000_000),
    ] as [(Int64, Int64)])
  func outageRounds(silentUntil: Int64, roundEnd: Int64) throws {
    // 10¹⁵ bit/s are 125,000 bytes a nanosecond.
    let profile = try BandwidthProfile(
      name: "outage",
      intervals: [
        .init(duration: .milliseconds(50), rate: BitRate(bitsPerSecond: 8_000_000)),
        .init(duration: WallTime(nanoseconds: silentUntil) - .milliseconds(50), rate: .zero),
        .init(duration: .seconds(1), rate: .bound),
      ])
    let flow = Flow(
      over: NetworkLink(following: profile), since: .zero, roundTrip: .milliseconds(100),
      window: 14_600)
    let end = WallTime(nanoseconds: silentUntil)
    let next = WallTime(nanoseconds: roundEnd)
    expect(flow.bytes(by: end), equals: 14_600)
    expect(flow.arrival(of: 14_601), equals: end + .resolution)
    expect(flow.bytes(by: end + .resolution), equals: 43_800)
    expect(flow.bytes(by: next), equals: 43_800)
    expect(flow.arrival(of: 43_801), equals: next + .resolution)
    expect(flow.bytes(by: next + .resolution), equals: 102_200)
  }

  @Test("waits for a link that is dead for good without counting round trips")
  func deadLink() throws {
    let profile = try BandwidthProfile(
      name: "dies",
      intervals: [
        .init(duration: .milliseconds(2), rate: BitRate(bitsPerSecond: 8_000_000)),
        .init(duration: .zero, rate: .zero),
      ], afterwards: .holdsLast)
    var flow = Flow(
      over: NetworkLink(following: profile), since: .zero, roundTrip: .milliseconds(1),
      window: 100)
    expect(flow.arrival(of: 1_000_000) == nil)
    flow.advance(to: .bound)
    expect(flow.bytes(by: .bound), equals: 100 + 200)
  }

  @Test("passes over an outage of days at once")
  func outage() throws {
    let day = WallTime.seconds(86_400)
    let profile = try BandwidthProfile(
      name: "outage",
      intervals: [
        .init(duration: .seconds(1), rate: BitRate(bitsPerSecond: 8_000_000)),
        .init(duration: day * 1000, rate: .zero),
      ])
    let flow = Flow(
      over: NetworkLink(following: profile), since: .milliseconds(999), roundTrip: .milliseconds(1),
      window: 100)
    // 100 bytes come in the first millisecond's window, the others a thousand days later.
    let arrival = try #require(flow.arrival(of: 150))
    expect(arrival > day * 1000)
    expect(arrival < day * 1000 + .seconds(2))
  }
}
