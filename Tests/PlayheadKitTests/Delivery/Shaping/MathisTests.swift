import Expectations
import PlayheadKit
import Testing

@Suite struct `What loss leaves of a rate` {
  @Test(
    arguments: [
      // 11 680 bit ÷ RTT · √(1.5 ÷ p); loss in millionths, RTT in ns.
      (15_000, 10_000_000, 11_680_000),  // √100
      (600, 1_000_000_000, 584_000),  // √2500
      (600, 1_000_000_001, 583_999),  // a nanosecond later it is less, and rounded down
      (6, 100_000_000, 58_400_000),  // √250 000
      (100_000, 1_000_000_000, 45_236),  // √15 = 3.872983
      (10_000, 100_000_000, 1_430_502),  // √150 = 12.2474487
      (20_000, 50_000_000, 2_023_035),  // √75 = 8.6602540
      (999_999, 1 << 60, 0),
      (1, 1, 1_000_000_000_000_000),  // beyond all rates
      (1_000_000, 1_000_000, 0), (1_000_000, 0, 0),
    ] as [(Int64, Int64, Int64)])
  func `is the formula's bound`(millionths: Int64, roundTrip: Int64, expected: Int64) {
    let bound = MathisBound.rate(
      loss: Ratio(millionths: millionths), roundTrip: WallTime(nanoseconds: roundTrip))
    expect(bound?.bitsPerSecond, equals: expected)
  }

  @Test func `is everything without loss or without a round trip`() {
    expect(MathisBound.rate(loss: Ratio(millionths: 0), roundTrip: .seconds(1)) == nil)
    expect(MathisBound.rate(loss: Ratio(millionths: 999_999), roundTrip: .zero) == nil)
  }

  @Test func `is the lesser of the link's rate and the bound, interval by interval`() throws {
    let profile = try BandwidthProfile(
      name: "three",
      intervals: [
        .init(
          duration: .seconds(1), rate: BitRate(bitsPerSecond: 1_000_000), latency: .seconds(1)),
        .init(
          duration: .seconds(1), rate: BitRate(bitsPerSecond: 500_000), latency: .seconds(1)),
        .init(duration: .seconds(1), rate: BitRate(bitsPerSecond: 1_000_000)),
      ])
    let lossy = try profile.replacingLoss(with: Ratio(millionths: 600))
    expect(lossy.intervals.map(\.rate), equals: profile.intervals.map(\.rate))
    let paid = lossy.payingForLoss()
    expect(paid.intervals.map(\.rate.bitsPerSecond), equals: [584_000, 500_000, 1_000_000])
    expect(paid.intervals.allSatisfy { $0.loss.millionths == 0 })
    expect(paid.notes, equals: ["loss 0.06 % bounds the rate (Mathis et al. 1997)"])
    expect(profile.payingForLoss(), equals: profile)
    #expect(throws: ProfileError.self) {
      try profile.replacingLoss(with: Ratio(millionths: 1_000_001))
    }
  }

  @Test func `is taken from the rate that scaling leaves, at the latency that replaces`() throws {
    var shaping = NetworkShaping()
    shaping.scale = try RateScale(parsing: "10x")
    shaping.latency = .milliseconds(10)
    shaping.loss = Ratio(millionths: 15_000)
    let profile = try BandwidthProfile(name: "5M", rate: BitRate(bitsPerSecond: 5_000_000))
    let shaped = try shaping.applied(to: profile)
    expect(shaped.intervals.map(\.rate.bitsPerSecond), equals: [11_680_000])
    expect(
      shaped.notes,
      equals: [
        "scaled by 10x", "loss 1.5 % caps the rate at 11.68 Mbit/s (Mathis et al. 1997)",
      ])
  }

  @Test(
    arguments: [
      ("2", 20_000), ("0.5%", 5000), ("0.0001 %", 1), ("100", 1_000_000), ("0", 0), (".5", 5000),
      ("1.50000", 15_000),
    ] as [(String, Int64)])
  func `is written in percent`(text: String, millionths: Int64) throws {
    try expect(Ratio(parsingPercent: text), equals: Ratio(millionths: millionths))
  }

  @Test(
    arguments: [
      ("", "missing percentage"),
      ("-1", "a percentage cannot be negative"),
      ("100.0001", "this is more than 100 %"), ("0.00001", "the resolution is 0.0001 %"),
      ("x", "this is not a percentage"), ("1e-3", "this is not a percentage"),
      ("0,5", "a fraction is written with a point"),
    ])
  func `is refused as a percentage`(text: String, problem: String) {
    let error = #expect(throws: GrammarError.self) { try Ratio(parsingPercent: text) }
    expect(error?.problem, equals: problem)
  }
}
