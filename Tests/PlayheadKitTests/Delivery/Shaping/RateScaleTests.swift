import Expectations
import PlayheadKit
import Testing

@Suite struct `A scale` {
  @Test(
    arguments: [
      ("0.5x", 800_000, 400_000), ("0.5 X", 8, 4), ("0.5×", 8, 4), ("50%", 800_000, 400_000),
      ("50 %", 3, 2), ("0.5x", 1, 1),
      ("2x", 7, 14), (".25x", 10, 3), ("0", 9, 0), ("1.5%", 1000, 15), ("0.1%", 499, 0),
      ("0.1%", 500, 1), ("250%", 3, 8), ("33.33333333333333333333333333333333333%", 3, 1),
      ("0.49999999999999999999999999999999999999999x", 1, 0), ("99999999999999999999x", 0, 0),
      ("1000x", 1_000_000_000_000, 1_000_000_000_000_000),
    ] as [(String, Int64, Int64)])
  func `multiplies exactly and rounds halves up`(
    text: String, rate: Int64, expected: Int64
  ) throws {
    let scale = try RateScale(parsing: text)
    expect(scale.times(BitRate(bitsPerSecond: rate))?.bitsPerSecond, equals: expected)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `agrees with the quotient of integers`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let thousandths = Int64.random(in: 0...5000, using: &random)
    let rate = Int64.random(in: 0...1_000_000_000, using: &random)
    let digits = String(10_000 + thousandths).dropFirst()
    let text = "\(digits.prefix(1)).\(digits.suffix(3))x"
    let expected = (rate * thousandths + 500) / 1000
    let scale = try RateScale(parsing: text)
    expect(
      scale.times(BitRate(bitsPerSecond: rate))?.bitsPerSecond, equals: expected, "\(text), \(rate)"
    )
  }

  @Test(
    arguments: [
      ("", "missing factor", "write 50% or 0.5x"),
      ("-1", "a factor cannot be negative", nil), ("x", "invalid factor", "write 50% or 0.5x"),
      ("1e3", "invalid factor", "write 50% or 0.5x"),
      ("0,5", "a fraction is written with a point", "write 50% or 0.5x"),
      ("%", "invalid factor", "write 50% or 0.5x"),
      ("50", "50 has no unit: percent or times", "write 50% or 50x"),
      ("0.5", "0.5 has no unit: percent or times", "write 0.5% or 0.5x"),
      (
        "0.000000001", "0.000000001 has no unit: percent or times",
        "write 0.000000001% or 0.000000001x"
      ),
      ("5xx", "invalid factor", "write 50% or 0.5x"),
      ("5x%", "invalid factor", "write 50% or 0.5x"),
      ("5%%", "invalid factor", "write 50% or 0.5x"),
      ("NaN", "invalid factor", "write 50% or 0.5x"),
    ] as [(String, String, String?)])
  func `is refused`(text: String, problem: String, hint: String?) {
    #expect(throws: GrammarError(text: text, problem: problem, hint: hint)) {
      try RateScale(parsing: text)
    }
  }

  @Test func `leaves all of a profile but its rates, and is refused beyond what a rate can be`()
    throws
  {
    let profile = try BandwidthProfile(
      name: "two",
      intervals: [
        .init(duration: .seconds(1), rate: .zero, latency: .milliseconds(3)),
        .init(duration: .seconds(2), rate: BitRate(bitsPerSecond: 1_000_000_000_000)),
      ])
    let scaled = try profile.scaled(by: RateScale(parsing: "150%"))
    expect(scaled.intervals.map(\.rate.bitsPerSecond), equals: [0, 1_500_000_000_000])
    expect(scaled.intervals.map(\.duration), equals: [.seconds(1), .seconds(2)])
    expect(scaled.intervals.map(\.latency), equals: [.milliseconds(3), .zero])
    expect(scaled.notes, equals: ["scaled by 150%"])
    #expect(
      throws: ProfileError(
        .value("rate", entry: 2), "1000 Gbit/s times 1000.001x is more than 1000000 Gbit/s")
    ) {
      try profile.scaled(by: RateScale(parsing: "1000.001x"))
    }
  }
}
