import Expectations
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite("A recorded tick is a line that reads back")
struct RecordedTickTests {
  @Test(
    "exact to the nanosecond",
    arguments: [
      ("0 0 0 waiting", 0, 0, 0),
      ("0.5 0.25 0.619047619 playing", 500_000_000, 250_000_000, 619_047_619),
      ("86400 0.000000001 3 stalled", 86_400_000_000_000, 1, 3_000_000_000),
      ("1 1 0 ended", 1_000_000_000, 1_000_000_000, 0),
      ("1 1 0 paused", 1_000_000_000, 1_000_000_000, 0),
    ] as [(String, Int64, Int64, Int64)])
  func lines(_ text: String, _ wall: Int64, _ media: Int64, _ buffer: Int64) throws {
    let tick = try #require(RecordedTick(text))
    expect(tick.wallTime.nanoseconds, equals: wall)
    expect(tick.mediaTime.nanoseconds, equals: media)
    expect(tick.bufferLevel.nanoseconds, equals: buffer)
    expect(tick.text, equals: text)
  }

  @Test(
    "and nothing else is one",
    arguments: [
      "", "0 0 0", "0 0 0 waiting ", "0  0 0 waiting", "0 0 0 Waiting", "-1 0 0 waiting",
      "0 0 0.1234567891 waiting", "0 0 0 seeking", "1e3 0 0 playing", "9300000000 0 0 playing",
    ])
  func others(_ text: String) {
    expect(RecordedTick(text) == nil)
  }

  @Test(
    "half a second apart for five minutes, and ever further from then on",
    arguments: [
      (0, 500), (300_000, 500), (300_499, 500), (300_500, 1000), (600_999, 1000), (601_000, 2000),
      (7_200_000, 16_000), (86_400_000, 256_000),
    ] as [(Int64, Int64)])
  func intervals(_ elapsed: Int64, _ interval: Int64) {
    expect(RecordedTick.interval(for: .milliseconds(elapsed)), equals: .milliseconds(interval))
  }
}
