import Foundation
import MediaReading
import PlayheadKit
import PlayheadManifests
import Testing

@Suite("Segments that are not read")
struct UnreadSegmentTests {
  @Test("declared sizes are bit rates times durations, rounded up, and nothing is fetched")
  func declaredSizes() throws {
    let folder = try ScratchFolder()
    func write(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }
    try write(
      "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1000001\na.m3u8\n"
        + "#EXT-X-STREAM-INF:BANDWIDTH=3000000\nb.m3u8\n", "m.m3u8")
    let head = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:1,\n0.ts\n"
    try write(
      head + "#EXT-X-BITRATE:800\n#EXTINF:6.006,\n1.ts\n#EXT-X-BYTERANGE:77@0\n#EXTINF:2,\n2.ts\n"
        + "#EXT-X-ENDLIST\n", "a.m3u8")
    try write(head + "#EXT-X-ENDLIST\n", "b.m3u8")
    var reader = MediaReader(cores: 1)
    reader.segmentReading = .declared
    let levels = try reader.readLadder("\(folder.path)/m.m3u8").ladder.lanes[0].levels
    // 1,000,001 bit ÷ 8, rounded up; 800 kbit/s × 6.006 s ÷ 8; the range.
    #expect(levels[0].segments.map(\.resource.bytes) == [125_001, 600_600, 77])
    #expect(levels[1].segments.map(\.resource.bytes) == [375_000])
    #expect(throws: (any Error).self) { try reader.readLadder("\(folder.path)/a.m3u8") }
    var options = ManifestOptions()
    options.assumedRate = BitRate(bitsPerSecond: 80)
    let alone = try reader.readLadder("\(folder.path)/a.m3u8", options: options).ladder
    #expect(alone.lanes[0].levels[0].segments.map(\.resource.bytes) == [10, 600_600, 77])
  }

  @Test("segments encrypted as a whole have the sizes of their files and the times of the playlist")
  func encrypted() throws {
    let folder = try ScratchFolder()
    let (key, info) = ("\(folder.path)/k.key", "\(folder.path)/k.info")
    try Data(0..<16).write(to: URL(fileURLWithPath: key))
    try Data("k.key\n\(key)\n".utf8).write(to: URL(fileURLWithPath: info))
    try FFmpeg.run([
      "-i", Fixtures.clip("faststart.mp4"), "-c", "copy", "-f", "hls", "-hls_time", "4",
      "-hls_key_info_file", info, "-hls_playlist_type", "vod", "-hls_segment_filename",
      "\(folder.path)/s%d.ts", "\(folder.path)/list.m3u8",
    ])
    let reading = try MediaReader(cores: 1).readLadder("\(folder.path)/list.m3u8")
    let segments = reading.ladder.lanes[0].levels[0].segments
    #expect(segments.count > 2)
    for segment in segments {
      let path = "\(folder.path)/\(segment.resource.name)"
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int64
      #expect(segment.resource.bytes == size && segment.resource.bytes % 16 == 0)
      #expect(segment.measured == nil && segment.damage == nil)
    }
    #expect(reading.notes.contains { $0.contains("encrypted (AES-128)") })
  }
}
