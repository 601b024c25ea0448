import Expectations
import PlayheadKit
import Testing

@Suite struct `Times as a clock shows them` {
  @Test(
    arguments: [
      (0, "0.000", "0"), (1, "0.000", "0.000000001"), (500_000, "0.001", "0.0005"),
      (12_500_000_000, "12.500", "12.5"),
      (59_999_499_999, "59.999", "59.999499999"), (59_999_500_000, "1:00.000", "59.9995"),
      (60_000_000_000, "1:00.000", "1:00"), (69_999_000_000, "1:09.999", "1:09.999"),
      (70_000_000_000, "1:10.000", "1:10"), (90_500_000_000, "1:30.500", "1:30.5"),
      (3_599_999_000_000, "59:59.999", "59:59.999"),
      (3_599_999_500_000, "1:00:00.000", "59:59.9995"),
      (3_600_000_000_000, "1:00:00.000", "1:00:00"),
      (4_205_006_000_000, "1:10:05.006", "1:10:05.006"),
      (3_660_000_000_000, "1:01:00.000", "1:01:00"),
      (90_000_000_000_000, "25:00:00.000", "25:00:00"),
      (-500_000_000, "-0.500", "-0.5"), (-90_500_000_000, "-1:30.500", "-1:30.5"),
      (-1, "0.000", "-0.000000001"),
    ] as [(Int64, String, String)])
  func `count minutes and hours`(nanoseconds: Int64, rounded: String, exact: String) {
    let time = MediaTime(nanoseconds: nanoseconds)
    expect(time.clockText(places: 3), equals: rounded)
    expect(time.clockText, equals: exact)
  }

  @Test func `are read back`() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<2000 {
      let bound = Int64(1) << Int64(random.int(1...59))
      let time = MediaTime(nanoseconds: Int64(random.int(0...Int(bound))))
      try expect(MediaTime(parsing: time.clockText), equals: time)
    }
  }
}
