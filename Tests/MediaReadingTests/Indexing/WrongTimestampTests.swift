import Expectations
import PlayheadKit
import Testing

@testable import MediaReading

@Suite("A wrong timestamp")
struct WrongTimestampTests {
  private static let step = MediaTime.milliseconds(500)

  /// Five samples half a second apart, of which `change` has changed the times of some, with those
  /// that were corrected.
  private func corrected(
    _ change: (inout [(decode: MediaTime?, shown: MediaTime?)]) -> Void
  ) -> (wrong: [WrongTimestamp], shown: [MediaTime?]) {
    var times: [(decode: MediaTime?, shown: MediaTime?)] = (0..<5).map {
      (Self.step * Int64($0), Self.step * Int64($0))
    }
    change(&times)
    var collector = SampleCollector(
      timeBases: [Rational(1, 1000)], endsWithBytes: true, fileSize: 500, expected: 5)
    for (number, time) in times.enumerated() {
      let offset = Int64(number) * 100
      collector.add(
        Sample(
          track: 0, offset: offset, size: 100, needs: offset + 100, presentationTime: time.shown,
          decodeTime: time.decode, duration: Self.step, flags: .sync))
    }
    let wrong = collector.correctTimestamps()
    return (wrong, collector.samples.map(\.presentationTime))
  }

  @Test("is one more than 10 s from those around it, which are at most 1 s apart")
  func limits() {
    let far = Self.step + .seconds(10)
    expect(corrected { $0[2] = (far, far) }.wrong, equals: [])
    let further = far + .resolution
    let found = corrected { $0[2] = (further, further) }
    expect(
      found.wrong,
      equals: [WrongTimestamp(track: 0, offset: 200, stated: further, taken: .seconds(1))])
    expect(found.shown[2], equals: .seconds(1))
    // Those around it are a second and a nanosecond apart: it is they that jump.
    let apart = corrected { times in
      times[2] = (further, further)
      for number in 3..<5 {
        let time = Self.step * Int64(number) + .resolution
        times[number] = (time, time)
      }
    }
    expect(apart.wrong, equals: [])
  }

  @Test("may be the time when a sample is shown alone")
  func shownAlone() {
    let decode = Self.step * 2
    expect(corrected { $0[2].shown = decode + .seconds(10) }.wrong, equals: [])
    let late = decode + .seconds(10) + .resolution
    let found = corrected { $0[2].shown = late }
    expect(
      found.wrong, equals: [WrongTimestamp(track: 0, offset: 200, stated: late, taken: decode)])
    expect(found.shown, equals: (0..<5).map { Self.step * Int64($0) })
  }

  @Test("is none where times begin again or jump")
  func jumps() {
    expect(
      corrected { times in for number in 3..<5 { times[number] = (.zero, .zero) } }.wrong,
      equals: [])
    expect(
      corrected { times in
        for number in 3..<5 {
          let time = Self.step * Int64(number) + .seconds(100)
          times[number] = (time, time)
        }
      }.wrong, equals: [])
  }
}
