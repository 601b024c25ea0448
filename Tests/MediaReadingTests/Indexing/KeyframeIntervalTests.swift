import Expectations
import MediaReading
import PlayheadKit
import Testing

@Suite struct `The keyframe intervals of every fixture` {
  @Test(arguments: Fixtures.playable.filter { !$0.hasPrefix("joined") && !$0.hasSuffix("avi") })
  func `are those between ffprobe's key packets`(clip: String) throws {
    let path = Fixtures.clip(clip)
    let index = try Fixtures.index(at: path)
    let media = MediaDescription(
      name: path, index: index, presentation: try Presentation(index), decoding: nil)
    let packets = try FFprobe.packets(of: path)
    for track in index.tracks {
      let found = media.keyframeIntervals.first { $0.track == track.id }
      let times = packets.filter { $0.streamIndex == track.id && $0.flags.contains("K") }
        .compactMap { $0.pts.flatMap { MediaTime(value: $0, timeBase: track.timeBase) } }.sorted()
      guard track.kind == .video, times.count > 1 else {
        expect(found == nil)
        continue
      }
      let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
      expect(found?.minimum == gaps.min() && found?.maximum == gaps.max())
      let mean = Double((times[times.count - 1] - times[0]).nanoseconds) / Double(gaps.count)
      expect(found.map { Double($0.mean.nanoseconds) }, equals: (mean + 0.5).rounded(.down))
    }
  }
}
