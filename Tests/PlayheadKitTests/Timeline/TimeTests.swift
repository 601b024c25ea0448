import Expectations
import PlayheadKit
import Testing

@Suite("A time")
struct TimeTests {
  @Test(
    "converts from a time base to the nearest nanosecond, halves away from zero",
    arguments: [
      // value, numerator, denominator, nanoseconds by hand
      (0, 1, 90_000, 0), (1, 1, 3, 333_333_333), (2, 1, 3, 666_666_667),
      (-1, 1, 3, -333_333_333), (-2, 1, 3, -666_666_667),
      (1, 1, 2_000_000_000, 1), (-1, 1, 2_000_000_000, -1), (3, 1, 2_000_000_000, 2),
      (-1024, 1, 48_000, -21_333_333), (90_000, 1, 90_000, 1_000_000_000),
      (1001, 1, 30_000, 33_366_667), (1, 1001, 30_000, 33_366_667),
      // About the number of units that is 2⁶² ns.
      (4_611_686_018, 1, 1000, 4_611_686_018_000_000),
      (4_611_686_019, 1, 1000, 4_611_686_019_000_000),
      (-4_611_686_018, 1, 7, -658_812_288_285_714_286),
      (4_611_686_019, 1, 7, 658_812_288_428_571_429),
    ] as [(Int64, Int32, Int32, Int64)])
  func conversion(value: Int64, numerator: Int32, denominator: Int32, nanoseconds: Int64) {
    let time = MediaTime(value: value, timeBase: Rational(numerator, denominator))
    expect(time, equals: MediaTime(nanoseconds: nanoseconds))
  }

  @Test("is refused beyond its bound, and where the time base makes no sense")
  func refusals() {
    let bound: Int64 = 1 << 60
    let nanoseconds = Rational(1, 1_000_000_000)
    expect(MediaTime(value: bound, timeBase: nanoseconds), equals: .bound)
    expect(MediaTime(value: -bound, timeBase: nanoseconds), equals: .zero - .bound)
    expect(MediaTime(value: bound + 1, timeBase: nanoseconds) == nil)
    expect(MediaTime(value: -bound - 1, timeBase: nanoseconds) == nil)
    for value in [Int64.min, .max, 1 << 62] {
      expect(MediaTime(value: value, timeBase: Rational(.max, 1)) == nil)
      expect(MediaTime(value: value, timeBase: Rational(1, 90_000)) == nil)
    }
    expect(MediaTime(value: 1, timeBase: Rational(0, 1)) == nil)
    expect(MediaTime(value: 1, timeBase: Rational(1, 0)) == nil)
    expect(MediaTime(value: 1, timeBase: Rational(-1, 5)) == nil)
  }
}
