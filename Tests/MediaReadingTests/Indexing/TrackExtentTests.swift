import MediaReading
import PlayheadKit
import Testing

@Suite("A track's extent")
struct TrackExtentTests {
  @Test(
    "is where and how large ffprobe's packets are that are shown", arguments: Fixtures.playable)
  func equalsPackets(clip: String) throws {
    let path = Fixtures.clip(clip)
    let index = try Fixtures.index(at: path)
    let presentation = try Presentation(index)
    let media = MediaDescription(
      name: path, index: index, presentation: presentation, decoding: nil)
    let packets = try FFprobe.packets(of: path)
    #expect(media.extents.map(\.track) == presentation.tracks)
    for extent in media.extents {
      let base = index.tracks[extent.track].timeBase
      let shown = packets.filter { $0.streamIndex == extent.track && !$0.flags.contains("D") }
      #expect(extent.bytes == shown.compactMap { Int64($0.size) }.reduce(0, +))
      let ranges = shown.compactMap { packet -> ClosedRange<MediaTime>? in
        guard let start = packet.pts.flatMap({ MediaTime(value: $0, timeBase: base) }) else {
          return nil
        }
        let length = packet.duration.flatMap { MediaTime(value: $0, timeBase: base) } ?? .zero
        return start...start + length
      }
      // AVI has no presentation times where there are B frames; its frames are 40 ms each.
      guard ranges.count == shown.count else {
        #expect(clip == "bframes.avi")
        #expect(extent.range.duration == .milliseconds(40) * Int64(shown.count))
        continue
      }
      #expect(extent.range.start == ranges.map { $0.lowerBound - presentation.origin }.min())
      #expect(extent.range.end == ranges.map { $0.upperBound - presentation.origin }.max())
    }
    // What is shown first is the origin, and what is shown last is the end.
    #expect(media.extents.map(\.range.start).min() == .zero)
    #expect(media.extents.map(\.range.end).max() == presentation.duration)
  }
}
