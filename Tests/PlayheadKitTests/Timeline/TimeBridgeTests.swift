import Expectations
import PlayheadKit
import Testing

@Suite struct `A time made of a Duration` {
  @Test(
    arguments: [
      // attoseconds, nanoseconds by hand
      (0, 0), (1_000_000_000, 1), (-1_000_000_000, -1),
      (499_999_999, 0), (500_000_000, 1), (-499_999_999, 0), (-500_000_000, -1),
      (1_499_999_999, 1), (1_500_000_000, 2), (-1_499_999_999, -1), (-1_500_000_000, -2),
      (1_500_000_000_000_000_000, 1_500_000_000),
    ] as [(Int64, Int64)])
  func `is the nearest nanosecond, halves away from zero`(attoseconds: Int64, nanoseconds: Int64) {
    let duration = Duration(attoseconds: Int128(attoseconds))
    expect(WallTime(duration), equals: WallTime(nanoseconds: nanoseconds))
    expect(MediaTime(duration), equals: MediaTime(nanoseconds: nanoseconds))
  }

  @Test(
    arguments: [
      // attoseconds more than the bound, nanoseconds less than it
      (0, 0), (1, 0), (1_000_000_000, 0), (-1, 0), (-500_000_000, 0), (-500_000_001, 1),
      (-1_000_000_000, 1),
    ] as [(Int64, Int64)])
  func `is at most the bound`(attoseconds: Int64, nanoseconds: Int64) {
    let duration = Duration(attoseconds: (Int128(1) << 60) * 1_000_000_000 + Int128(attoseconds))
    let expected = MediaTime.bound - MediaTime(nanoseconds: nanoseconds)
    expect(MediaTime(duration), equals: expected)
    expect(MediaTime(.zero - duration), equals: .zero - expected)
  }

  @Test func `is the bound for the longest durations`() {
    for attoseconds in [Int128.max, Int128.max - 1] {
      expect(WallTime(Duration(attoseconds: attoseconds)), equals: .bound)
    }
    expect(WallTime(Duration(attoseconds: .min)), equals: .zero - .bound)
    expect(MediaTime(.seconds(Int64.max)), equals: .bound)
    expect(MediaTime(.seconds(Int64.min)), equals: .zero - .bound)
  }

  @Test(arguments: [0, 1, -1, 1_500_000_000, .max, .min] as [Int64])
  func `becomes one again, exactly`(nanoseconds: Int64) {
    let duration = Duration(attoseconds: Int128(nanoseconds) * 1_000_000_000)
    expect(Duration(WallTime(nanoseconds: nanoseconds)), equals: duration)
    expect(Duration(MediaTime(nanoseconds: nanoseconds)), equals: duration)
    if nanoseconds.magnitude <= MediaTime.bound.nanoseconds {
      expect(MediaTime(duration).nanoseconds, equals: nanoseconds)
    }
  }
}

#if canImport(CoreMedia)
  import CoreMedia

  @Suite struct `A media time made of a CMTime` {
    @Test(
      arguments: [
        // value, timescale, nanoseconds by hand
        (0, 1, 0), (1, 3, 333_333_333), (2, 3, 666_666_667), (-2, 3, -666_666_667),
        (1, 2_000_000_000, 1), (-1, 2_000_000_000, -1), (90_000, 90_000, 1_000_000_000),
        (1 << 60, 1_000_000_000, 1 << 60),
      ] as [(Int64, Int32, Int64)])
    func `is the nearest nanosecond`(value: Int64, timescale: Int32, nanoseconds: Int64) {
      let time = CMTime(value: value, timescale: timescale)
      expect(MediaTime(time), equals: MediaTime(nanoseconds: nanoseconds))
    }

    @Test func `does not exist for what is no number, or beyond the bound`() {
      for time in [CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity] {
        expect(MediaTime(time) == nil)
      }
      expect(MediaTime(CMTime(value: 1, timescale: 0)) == nil)
      expect(MediaTime(CMTime(value: (1 << 60) + 1, timescale: 1_000_000_000)) == nil)
      expect(MediaTime(CMTime(value: .max, timescale: 1)) == nil)
      let later = CMTime(value: 1, timescale: 1, flags: .valid, epoch: 1)
      expect(MediaTime(later) == nil)
    }

    @Test(arguments: [0, 1, -1, 1 << 60] as [Int64])
    func `becomes one again, exactly`(nanoseconds: Int64) {
      let time = CMTime(MediaTime(nanoseconds: nanoseconds))
      expect(time.value == nanoseconds && time.timescale == 1_000_000_000)
      expect(MediaTime(time), equals: MediaTime(nanoseconds: nanoseconds))
    }
  }
#endif
