import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `The largest values` {
  @Test func `are rounded without overflow`() {
    // 2⁶³ − 1 is 9223372036854775807.
    expect(Int64.max.divided(by: 1000), equals: 9_223_372_036_854_776)
    expect(Int64.max.rounded(to: 1000), equals: 9_223_372_036_854_775_000)
    expect(Int64(1499).rounded(to: 1000) == 1000 && Int64(1500).rounded(to: 1000) == 2000)
    expect(Int64(2).divided(by: 4) == 1 && Int64(1).divided(by: 4) == 0)
    expect(Int64(3).divided(by: 7) == 0 && Int64(4).divided(by: 7) == 1)
  }

  @Test func `have texts`() throws {
    expect(byteText(.max), equals: "9223372036.85 GB")
    expect(BitRate(bitsPerSecond: .max).rounded.bitsPerSecond, equals: 9_223_372_036_854_775_000)
    expect(!BitRate(bitsPerSecond: .max).figuresText.isEmpty)
    expect(Ratio(millionths: .max).percentText(places: 2), equals: "922337203685477.58 %")
    expect(Ratio(millionths: .max).text(places: 2), equals: "9223372036854.78")
    expect(WallTime(nanoseconds: .max).roundedToMicroseconds.nanoseconds > 0)
    expect(WallTime(nanoseconds: .min).roundedToMilliseconds.nanoseconds < 0)
    let change = try #require(
      MetricChange(
        .rebufferRatio, reference: .ratio(Ratio(millionths: .max)),
        found: .ratio(Ratio(millionths: 0)), tolerance: .exact))
    expect(change.text.hasSuffix(" points)"))
  }

  @Test func `add up in JUnit as far as they can`() {
    var counts = JUnitCounts()
    for _ in 0..<8 { counts.add(JUnitCounts(simulated: .bound)) }
    expect(counts.simulated, equals: WallTime(nanoseconds: .max))
    var few = JUnitCounts()
    for _ in 0..<7 { few.add(JUnitCounts(simulated: .bound)) }
    expect(few.simulated, equals: WallTime(nanoseconds: 7 << 60))
  }
}
