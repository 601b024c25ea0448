import Expectations
import MediaReading
import PlayheadKit
import Testing

@Suite("A sample's offset")
struct OffsetTests {
  /// A packet of a transport stream holds several frames of audio; only the first has a position.
  @Test(
    "is that of the sample before it on its track where the container does not give one",
    arguments: ["basic.ts", "far-from-zero.ts", "damaged.ts", "truncated.ts"])
  func unknown(clip: String) throws {
    let index = try Fixtures.index(at: Fixtures.clip(clip))
    var last: [UInt16: Int64] = [:]
    var count = 0
    for sample in index.samples {
      if sample.flags.contains(.positionUnknown) {
        count += 1
        expect(sample.offset, equals: last[sample.track] ?? 0)
      }
      last[sample.track] = sample.offset
    }
    expect(count > 0)
    expect(Set(index.samples.map(\.offset)).count > 2)
  }
}
