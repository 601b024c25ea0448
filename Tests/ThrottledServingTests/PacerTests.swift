import Expectations
import PlayheadKit
import Testing

@testable import ThrottledServing

@Suite("The pacer lets each response have what the link has carried of it")
struct PacerTests {
  /// 8 Mbit/s are 1000 bytes in a millisecond.
  private static func link(
    latency: WallTime = .zero, _ intervals: [(WallTime, Int64)] = [(.seconds(1), 8_000_000)]
  ) throws -> NetworkLink {
    NetworkLink(
      following: try BandwidthProfile(
        name: "test",
        intervals: intervals.map {
          .init(duration: $0.0, rate: BitRate(bitsPerSecond: $0.1), latency: latency)
        }))
  }

  private static func ms(_ milliseconds: Int64, _ nanoseconds: Int64 = 0) -> WallTime {
    .milliseconds(milliseconds) + WallTime(nanoseconds: nanoseconds)
  }

  /// What is taken of responses in all, coming back every millisecond.
  private static func taken(
    _ numbers: [Int], of pacer: inout Pacer, from start: Int64, to end: Int64
  ) -> [Int: Int64] {
    var sums: [Int: Int64] = [:]
    for time in start...end {
      for number in numbers {
        if case .bytes(let bytes) = pacer.take(
          number, atMost: .max, isEager: true, at: ms(time))
        {
          sums[number, default: 0] += bytes
        }
      }
    }
    return sums
  }

  @Test("Nothing comes before the latency is over, then what 4 ms carry at once")
  func first() throws {
    var pacer = Pacer(over: try Self.link(latency: .milliseconds(50)))
    expect(pacer.begin(1, on: 1, bytes: 100_000, at: .zero), equals: Self.ms(50))
    expect(pacer.take(1, atMost: .max, at: Self.ms(49)), equals: .nothing(until: Self.ms(50)))
    expect(pacer.take(1, atMost: .max, at: Self.ms(50)), equals: .nothing(until: Self.ms(54)))
    expect(pacer.take(1, atMost: .max, at: Self.ms(54, -1)), equals: .nothing(until: Self.ms(54)))
    expect(pacer.take(1, atMost: .max, at: Self.ms(54)), equals: .bytes(4000))
  }

  @Test("Who has nothing to send leaves the link to others, and gains nothing meanwhile")
  func pauses() throws {
    var pacer = Pacer(over: try Self.link())
    _ = pacer.begin(1, on: 1, bytes: 100_000, at: .zero)
    _ = pacer.begin(2, on: 2, bytes: 100_000, at: .zero)
    // Both have half of the link until one pauses; then the other has all of it.
    expect(Self.taken([1, 2], of: &pacer, from: 0, to: 10), equals: [1: 5000, 2: 5000])
    pacer.pause(1, at: Self.ms(10))
    expect(Self.taken([2], of: &pacer, from: 11, to: 30), equals: [2: 20_000])
    expect(Self.taken([1, 2], of: &pacer, from: 31, to: 40)[1].map { $0 <= 5000 }, equals: true)
  }

  @Test(
    "The first bytes of a response come together, as many as tell its type",
    arguments: [(1000, 64), (64, 64), (63, 63)] as [(Int64, Int64)])
  func start(total: Int64, first: Int64) throws {
    var pacer = Pacer(over: try Self.link([(.seconds(1), 8000)]))
    _ = pacer.begin(1, on: 1, bytes: total, at: .zero)
    expect(pacer.take(1, atMost: .max, at: Self.ms(4)), equals: .nothing(until: Self.ms(first)))
    expect(pacer.take(1, atMost: .max, at: Self.ms(first)), equals: .bytes(first))
    guard total > first else { return }
    expect(
      pacer.take(1, atMost: .max, at: Self.ms(first + 1)),
      equals: .nothing(until: Self.ms(first + 4)))
  }

  @Test("No more is taken than there is room for, and no more than the response has")
  func limits() throws {
    var pacer = Pacer(over: try Self.link())
    _ = pacer.begin(1, on: 1, bytes: 10_000, at: .zero)
    expect(pacer.take(1, atMost: 3000, at: Self.ms(5)), equals: .bytes(3000))
    expect(pacer.take(1, atMost: 1, isEager: true, at: Self.ms(5)), equals: .bytes(1))
    expect(pacer.take(1, atMost: .max, isEager: true, at: Self.ms(5)), equals: .bytes(1999))
    expect(pacer.take(1, atMost: .max, at: Self.ms(8)), equals: .nothing(until: Self.ms(9)))
    expect(pacer.take(1, atMost: .max, at: Self.ms(40)), equals: .bytes(5000))
    expect(pacer.take(1, atMost: .max, at: Self.ms(40)), equals: .complete)
  }

  @Test(
    "A sender that is up to 50 ms late loses nothing, one that is later only what is beyond",
    arguments: [
      (Int64(4), Int64(4000), Int64(4000)), (53, 53_000, 4000), (54, 54_000, 4000),
      (55, 54_000, 4000), (900, 54_000, 4000),
    ])
  func lateness(time: Int64, bytes: Int64, next: Int64) throws {
    var pacer = Pacer(over: try Self.link())
    _ = pacer.begin(1, on: 1, bytes: 10_000_000, at: .zero)
    expect(pacer.take(1, atMost: .max, at: .zero), equals: .nothing(until: Self.ms(4)))
    expect(pacer.take(1, atMost: .max, at: Self.ms(time)), equals: .bytes(bytes))
    expect(pacer.take(1, atMost: .max, at: Self.ms(time + 4)), equals: .bytes(next))
  }

  @Test("A client that reads nothing for a while gets what 50 ms carry, and then the rate again")
  func blocked() throws {
    var pacer = Pacer(over: try Self.link())
    _ = pacer.begin(1, on: 1, bytes: 10_000_000, at: .zero)
    expect(pacer.take(1, atMost: .max, at: Self.ms(10)), equals: .bytes(10_000))
    expect(pacer.take(1, atMost: .max, at: .seconds(7)), equals: .bytes(50_000))
    expect(pacer.take(1, atMost: .max, at: Self.ms(7010)), equals: .bytes(10_000))
  }

  @Test("Two share from the second's first byte to the first's last one")
  func sharing() throws {
    var pacer = Pacer(over: try Self.link())
    _ = pacer.begin(1, on: 1, bytes: 10_000, at: .zero)
    expect(Self.taken([1], of: &pacer, from: 0, to: 4), equals: [1: 4000])
    _ = pacer.begin(2, on: 2, bytes: 10_000, at: Self.ms(4))
    expect(pacer.flowCount, equals: 2)
    expect(Self.taken([1, 2], of: &pacer, from: 5, to: 15), equals: [1: 5500, 2: 5500])
    expect(Self.taken([1, 2], of: &pacer, from: 16, to: 16), equals: [1: 500, 2: 500])
    expect(pacer.flowCount, equals: 1)
    expect(Self.taken([1, 2], of: &pacer, from: 17, to: 19), equals: [2: 3000])
    expect(Self.taken([2], of: &pacer, from: 20, to: 20), equals: [2: 1000])
    expect(pacer.take(2, atMost: 1, at: Self.ms(20)), equals: .complete)
  }

  @Test("The share of a response whose client reads nothing goes to the others after 50 ms")
  func shareOfBlocked() throws {
    var pacer = Pacer(over: try Self.link())
    for number in [1, 2] { _ = pacer.begin(number, on: number, bytes: 1_000_000, at: .zero) }
    expect(Self.taken([1, 2], of: &pacer, from: 0, to: 8), equals: [1: 4000, 2: 4000])
    // Held from 58 ms on.
    expect(Self.taken([2], of: &pacer, from: 9, to: 58), equals: [2: 25_000])
    expect(Self.taken([2], of: &pacer, from: 59, to: 68), equals: [2: 10_000])
    expect(pacer.flowCount, equals: 1)
    expect(pacer.take(1, atMost: .max, at: Self.ms(68)), equals: .bytes(25_000))
    expect(pacer.flowCount, equals: 2)
    expect(Self.taken([1, 2], of: &pacer, from: 69, to: 78), equals: [1: 5000, 2: 5000])
  }

  @Test(
    "The link carries a dropped response for one more latency, however long nobody asks for it",
    arguments: [Int64(10), 49, 100])
  func drop(latency: Int64) throws {
    var pacer = Pacer(over: try Self.link(latency: .milliseconds(latency)))
    for number in [1, 2] { _ = pacer.begin(number, on: number, bytes: 1_000_000, at: .zero) }
    let end = latency + 10
    _ = Self.taken([1, 2], of: &pacer, from: latency, to: end)
    pacer.drop(1, at: Self.ms(end))
    let during = Self.taken([2], of: &pacer, from: end + 1, to: end + latency)
    expect(during, equals: [2: 500 * latency])
    let after = Self.taken([2], of: &pacer, from: end + latency + 1, to: end + latency + 10)
    expect(after, equals: [2: 10_000])
    expect(pacer.take(1, atMost: 1, at: Self.ms(end + latency + 10)), equals: .complete)
  }

  @Test("A response dropped before its first byte is carried from there on, up to one more latency")
  func earlyDrop() throws {
    var pacer = Pacer(over: try Self.link(latency: .milliseconds(100)))
    for number in [1, 2] { _ = pacer.begin(number, on: number, bytes: 1_000_000, at: .zero) }
    pacer.drop(1, at: Self.ms(30))
    expect(Self.taken([2], of: &pacer, from: 100, to: 130), equals: [2: 15_000])
    expect(Self.taken([2], of: &pacer, from: 131, to: 140), equals: [2: 10_000])
  }

  @Test("More than eight wait until one is complete, in the order of their requests")
  func queue() throws {
    var pacer = Pacer(over: try Self.link())
    for number in 1...10 {
      _ = pacer.begin(number, on: number, bytes: number == 1 ? 1000 : 1_000_000, at: .zero)
    }
    expect(pacer.flowCount, equals: Pacer.maximumResponses)
    // 1000 bytes at an eighth of the rate take 8 ms.
    let first = Self.taken(Array(1...10), of: &pacer, from: 0, to: 8)
    expect(first[8] == 1000 && first[9] == nil)
    let second = Self.taken(Array(2...10), of: &pacer, from: 9, to: 16)
    expect(second[9] == 1000 && second[10] == nil)
  }

  @Test("An outage holds everything back, and costs a sender nothing")
  func outage() throws {
    let link = try Self.link([(Self.ms(10), 8_000_000), (Self.ms(200), 0)])
    var pacer = Pacer(over: link)
    _ = pacer.begin(1, on: 1, bytes: 1_000_000, at: .zero)
    expect(pacer.take(1, atMost: .max, at: Self.ms(10)), equals: .bytes(10_000))
    expect(
      pacer.take(1, atMost: .max, at: Self.ms(11)), equals: .nothing(until: Self.ms(210, 1000)))
    expect(pacer.take(1, atMost: .max, at: Self.ms(214)), equals: .bytes(4000))
  }

  @Test("A link that never carries anything never tells when to come back")
  func dead() throws {
    var pacer = Pacer(over: try Self.link([(.seconds(1), 0)]))
    _ = pacer.begin(1, on: 1, bytes: 1, at: .zero)
    expect(pacer.take(1, atMost: 1, at: .seconds(3)), equals: .nothing(until: nil))
  }

  @Test("A connection is set up and its window grows as in a session")
  func slowStart() throws {
    let link = try Self.link(latency: .milliseconds(50), [(.seconds(1), 800_000_000)])
    var pacer = Pacer(over: link, by: .slowStart(setUpRoundTrips: 1))
    expect(pacer.begin(1, on: 1, bytes: 10_000_000, at: .zero), equals: Self.ms(100))
    expect(Self.taken([1], of: &pacer, from: 100, to: 149), equals: [1: 14_600])
    expect(Self.taken([1], of: &pacer, from: 150, to: 199), equals: [1: 29_200])
    pacer.end(1, at: Self.ms(199))
    // Set up already; without a body there is nothing to share.
    expect(pacer.begin(2, on: 1, bytes: 0, at: Self.ms(199)), equals: Self.ms(249))
    expect(pacer.flowCount, equals: 0)
    pacer.close(1)
    expect(pacer.begin(3, on: 1, bytes: 1, at: Self.ms(300)), equals: Self.ms(400))
  }

  @Test(
    "A blocked response keeps its window, unless it was idle for more than a second",
    arguments: [(Int64(300), Int64(58_400)), (1201, 58_400), (1202, 14_600)])
  func blockedWindow(time: Int64, window: Int64) throws {
    let link = try Self.link(latency: .milliseconds(50), [(.seconds(1), 800_000_000)])
    var pacer = Pacer(over: link, by: .slowStart(setUpRoundTrips: 1))
    _ = pacer.begin(1, on: 1, bytes: 10_000_000, at: .zero)
    expect(Self.taken([1], of: &pacer, from: 100, to: 151), equals: [1: 43_800])
    // What is under way in the third round trip, until it is held at 201 ms.
    expect(pacer.take(1, atMost: .max, isEager: true, at: Self.ms(time)), equals: .bytes(58_400))
    expect(Self.taken([1], of: &pacer, from: time + 1, to: time + 49), equals: [1: window])
  }

  @Test("A response that nobody ever asks for is held 50 ms after its first byte was due")
  func neverAsked() throws {
    var pacer = Pacer(over: try Self.link(latency: .milliseconds(20)))
    for number in [1, 2] { _ = pacer.begin(number, on: number, bytes: 1_000_000, at: .zero) }
    expect(Self.taken([2], of: &pacer, from: 0, to: 70), equals: [2: 25_000])
    expect(Self.taken([2], of: &pacer, from: 71, to: 80), equals: [2: 10_000])
  }

  @Test("What is open when the link's time begins again keeps what was due to it")
  func restart() throws {
    var pacer = Pacer(over: try Self.link())
    _ = pacer.begin(1, on: 1, bytes: 100_000, at: .zero)
    expect(pacer.take(1, atMost: 1000, at: Self.ms(5)), equals: .bytes(1000))
    var again = pacer.restarted()
    expect(again.take(1, atMost: .max, at: .zero), equals: .bytes(4000))
    expect(again.take(1, atMost: .max, at: Self.ms(4)), equals: .bytes(4000))
  }

  @Test("All that the link carries reaches somebody, whoever comes when", arguments: 0..<20)
  func conservation(seed: UInt64) throws {
    var state = seed
    let random = { (limit: UInt64) -> Int64 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64((state >> 33) % limit)
    }
    let link = try Self.link(
      (0..<5).map { _ in (Self.ms(1 + random(300)), random(2) * 10_000_000 + random(3_000_000)) })
    var pacer = Pacer(over: link)
    for number in 1...3 { _ = pacer.begin(number, on: number, bytes: .max / 2, at: .zero) }
    var taken: Int64 = 0
    var now = WallTime.zero
    while now < .seconds(2) {
      // Never later than what is carried over.
      now += WallTime(nanoseconds: random(16_000_000))
      for number in 1...3 {
        if case .bytes(let bytes) = pacer.take(number, atMost: .max, isEager: true, at: now) {
          taken += bytes
        }
      }
    }
    let carried = link.bytes(from: .zero, to: now)
    expect((carried - 3...carried).contains(taken))
  }
}
