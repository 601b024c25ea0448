import Expectations
import Foundation
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
    expect(media.extents.map(\.track), equals: presentation.tracks)
    for extent in media.extents {
      let base = index.tracks[extent.track].timeBase
      let shown = packets.filter { $0.streamIndex == extent.track && !$0.flags.contains("D") }
      expect(extent.bytes, equals: shown.compactMap { Int64($0.size) }.reduce(0, +))
      let ranges = shown.compactMap { packet -> ClosedRange<MediaTime>? in
        guard let start = packet.pts.flatMap({ MediaTime(value: $0, timeBase: base) }) else {
          return nil
        }
        let length = packet.duration.flatMap { MediaTime(value: $0, timeBase: base) } ?? .zero
        return start...start + length
      }
      // AVI has no presentation times where there are B frames; its frames are 40 ms each.
      guard ranges.count == shown.count else {
        expect(clip, equals: "bframes.avi")
        expect(extent.range.duration, equals: .milliseconds(40) * Int64(shown.count))
        continue
      }
      expect(extent.range.start, equals: ranges.map { $0.lowerBound - presentation.origin }.min())
      expect(extent.range.end, equals: ranges.map { $0.upperBound - presentation.origin }.max())
    }
    // What is shown first is the origin, and what is shown last is the end.
    expect(media.extents.map(\.range.start).min(), equals: .zero)
    expect(media.extents.map(\.range.end).max(), equals: presentation.duration)
  }

  /// FFmpeg has the last sample end with the duration in `mdhd`, less the wait.
  @Test("ends with the last sample of the tables, after a wait or under a wrong mdhd")
  func lastSample() throws {
    let folder = try ScratchFolder()
    let clip = Fixtures.clip("video-only.mp4")
    let (waiting, misstated) = ("\(folder.path)/waits.mp4", "\(folder.path)/misstated.mp4")
    try FFmpeg.run([
      "-itsoffset", "0.5", "-i", clip, "-i", Fixtures.clip("audio-only.m4a"), "-map", "0:v",
      "-map", "1:a", "-c", "copy", waiting,
    ])
    func end(_ path: String) throws -> MediaTime {
      let index = try Fixtures.index(at: path)
      let presentation = try Presentation(index)
      let media = MediaDescription(
        name: path, index: index, presentation: presentation, decoding: nil)
      return try #require(media.extents.first).range.end
    }
    let own = try end(clip)
    try expect(end(waiting), equals: own + .milliseconds(500))
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: clip)))
    let name = Array("mdhd".utf8)
    let header = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
    // Version 0: the duration is the fifth word behind the name.
    for byte in 0..<4 { bytes[header + 20 + byte] = byte == 3 ? 1 : 0 }
    try Data(bytes).write(to: URL(filePath: misstated))
    try expect(end(misstated), equals: own)
  }
}
