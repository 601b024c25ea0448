import Expectations
import PlayheadKit
import Testing

@Suite struct `Times printed as in ISO 8601` {
  @Test(
    arguments: [
      (0, "PT0S"), (1, "PT0.000000001S"), (2_410_000_000, "PT2.41S"), (60_000_000_000, "PT1M"),
      (62_500_000_000, "PT1M2.5S"), (3_600_000_000_000, "PT1H"),
      (3_600_000_000_001, "PT1H0.000000001S"),
      (3_723_500_000_000, "PT1H2M3.5S"), (360_000_000_000_000, "PT100H"),
      (-1_500_000_000, "-PT1.5S"), (59_999_999_999, "PT59.999999999S"),
    ] as [(Int64, String)])
  func `are exact`(nanoseconds: Int64, text: String) {
    expect(MediaTime(nanoseconds: nanoseconds).iso8601Text, equals: text)
  }

  @Test(
    arguments: [
      (0, 3, "PT0.000S"), (62_500_000_000, 3, "PT1M2.500S"), (59_999_500_000, 3, "PT1M0.000S"),
      (59_999_499_999, 3, "PT59.999S"), (3_599_999_600_000, 2, "PT1H0.00S"),
      (2_500_000_000, 0, "PT3S"),
      (-400_000, 3, "PT0.000S"), (-500_000, 3, "-PT0.001S"),
      (.min, 9, "-PT2562047H47M16.854775808S"),
    ] as [(Int64, Int, String)])
  func `have the decimals that are asked for`(nanoseconds: Int64, places: Int, text: String) {
    expect(MediaTime(nanoseconds: nanoseconds).iso8601Text(places: places), equals: text)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `read back as what they were`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let bound = MediaTime.bound.nanoseconds >> Int64.random(in: 0..<60, using: &random)
    let time = MediaTime(nanoseconds: Int64.random(in: 0...bound, using: &random))
    try expect(MediaTime(parsing: time.iso8601Text), equals: time, "seed \(seed)")
    try expect(MediaTime(parsing: time.iso8601Text(places: 9)), equals: time, "seed \(seed)")
    // To a millisecond, they are off by half of one at most.
    let rounded = try MediaTime(parsing: time.iso8601Text(places: 3))
    expect(abs(rounded.nanoseconds - time.nanoseconds) <= 500_000, "seed \(seed)")
  }
}
