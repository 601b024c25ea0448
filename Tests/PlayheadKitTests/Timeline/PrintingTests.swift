import Expectations
import PlayheadKit
import Testing

@Suite struct `Printed values` {
  @Test(
    arguments: [
      (0, "0"),
      (1, "0.000000001"),
      (-1, "-0.000000001"),
      (2_410_000_000, "2.41"),
      (-21_333_333, "-0.021333333"),
      (1_000_000_000, "1"),
      (10_000_000_000, "10"),
      (-3_600_000_000_000, "-3600"),
      (.max, "9223372036.854775807"),
      (.min, "-9223372036.854775808"),
    ] as [(Int64, String)])
  func `show seconds exactly, zeros at the end cut`(nanoseconds: Int64, text: String) {
    expect(MediaTime(nanoseconds: nanoseconds).secondsText, equals: text)
  }

  @Test(
    arguments: [
      (0, 2, "0.00"),
      (2_410_000_000, 3, "2.410"),
      (2_410_000_000, 0, "2"),
      (2_500_000_000, 0, "3"),
      (-2_500_000_000, 0, "-3"),
      (2_499_999_999, 0, "2"),
      (1_004_999_999, 2, "1.00"),
      (1_005_000_000, 2, "1.01"),
      (999_500_000, 3, "1.000"),
      (-400_000, 3, "0.000"),
      (-500_000, 3, "-0.001"),
      (123_456_789, 9, "0.123456789"),
      (123_456_785, 8, "0.12345679"),
      (.max, 0, "9223372037"),
      (.min, 9, "-9223372036.854775808"),
    ] as [(Int64, Int, String)])
  func `show seconds with fixed decimals, halves away from zero`(
    nanoseconds: Int64, places: Int, text: String
  ) {
    expect(MediaTime(nanoseconds: nanoseconds).secondsText(places: places), equals: text)
  }

  @Test(
    arguments: [
      (0, "0 bit/s = 0 B/s"),
      (1, "1 bit/s = 0.125 B/s"),
      (999, "999 bit/s = 124.9 B/s"),
      (1_000, "1 kbit/s = 125 B/s"),
      (8_000, "8 kbit/s = 1 kB/s"),
      (800_000, "800 kbit/s = 100 kB/s"),
      (999_999, "999.999 kbit/s = 125 kB/s"),
      (1_500_000, "1.5 Mbit/s = 187.5 kB/s"),
      (1_234_567, "1.234567 Mbit/s = 154.3 kB/s"),
      (2_000_000_000, "2 Gbit/s = 250 MB/s"),
      (1_000_000_000_000, "1000 Gbit/s = 125 GB/s"),
      (-1_500, "-1.5 kbit/s = -187.5 B/s"),
    ] as [(Int64, String)])
  func `show rates in bits and in bytes`(bits: Int64, text: String) {
    expect(BitRate(bitsPerSecond: bits).echoText, equals: text)
  }

  @Test(
    arguments: [0, 1, 999, 1_000, 123_456_789, 1_500_000_000, 1_000_000_000_000_000] as [Int64])
  func `show rates so that they read back`(bits: Int64) throws {
    let rate = BitRate(bitsPerSecond: bits)
    try expect(BitRate(parsing: rate.text), equals: rate)
    try expect(BitRate(parsing: rate.bytesText), equals: rate)
  }

  @Test(
    arguments: [
      (0, 7, "0"),
      (1, 2, "0.5"),
      (1, 3, "0.333333"),
      (2, 3, "0.666667"),
      (1, 1, "1"),
      (3, 2, "1.5"),
      (1, 2_000_000, "0.000001"),
      (1, 2_000_001, "0"),
      (3, 2_000_000, "0.000002"),
      (-1, 2_000_000, "0"),
      (-1, 1_999_999, "-0.000001"),
      (-3, 2_000_000, "-0.000001"),
      (-1, 3, "-0.333333"),
      (-1, 1, "-1"),
      (.max, .max, "1"),
      (.min, .max, "-1"),
    ] as [(Int64, Int64, String)])
  func `show ratios to a millionth, halves up`(part: Int64, whole: Int64, text: String) {
    expect(Ratio(part, of: whole)?.text, equals: text)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `show times so that they read back`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let bound = MediaTime.bound.nanoseconds >> Int64.random(in: 0..<60, using: &random)
    let time = MediaTime(nanoseconds: Int64.random(in: 0...bound, using: &random))
    for text in [time.secondsText, time.secondsText(places: 9), "PT\(time.secondsText)S"] {
      try expect(MediaTime(parsing: text), equals: time, "seed \(seed)")
    }
  }

  @Test func `have no ratio to nothing, or beyond what fits`() {
    expect(Ratio(1, of: 0) == nil)
    expect(Ratio(1, of: -2) == nil)
    expect(Ratio(.max, of: 1) == nil)
    expect(Ratio(MediaTime.seconds(1), of: .seconds(4)), equals: Ratio(millionths: 250_000))
  }
}
