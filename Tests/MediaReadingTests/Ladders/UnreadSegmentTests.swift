import Expectations
import Foundation
import MediaReading
import PlayheadKit
import PlayheadManifests
import StubHTTP
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
    expect(levels[0].segments.map(\.resource.bytes), equals: [125_001, 600_600, 77])
    expect(levels[1].segments.map(\.resource.bytes), equals: [375_000])
    #expect(throws: (any Error).self) { try reader.readLadder("\(folder.path)/a.m3u8") }
    var options = ManifestOptions()
    options.assumedRate = BitRate(bitsPerSecond: 80)
    let alone = try reader.readLadder("\(folder.path)/a.m3u8", options: options).ladder
    expect(alone.lanes[0].levels[0].segments.map(\.resource.bytes), equals: [10, 600_600, 77])
  }

  @Test("audio apart and the video that plays with it take no more than is declared of both")
  func declaredAudio() throws {
    let folder = try ScratchFolder()
    func write(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }
    try write(
      "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"n\",URI=\"s.m3u8\"\n"
        + "#EXT-X-STREAM-INF:BANDWIDTH=160000,AUDIO=\"a\"\nv.m3u8\n"
        + "#EXT-X-STREAM-INF:BANDWIDTH=800000,AUDIO=\"a\"\nw.m3u8\n", "m.m3u8")
    let list = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:1,\n0.ts\n#EXT-X-ENDLIST\n"
    for name in ["s", "v", "w"] { try write(list, "\(name).m3u8") }
    var reader = MediaReader(cores: 1)
    reader.segmentReading = .declared
    let lanes = try reader.readLadder("\(folder.path)/m.m3u8").ladder.lanes
    // Half of 160 kbit/s, as that is less than 128 kbit/s.
    expect(lanes[1].levels[0].segments[0].resource.bytes, equals: 10_000)
    expect(lanes[0].levels.map { $0.segments[0].resource.bytes }, equals: [10_000, 90_000])
  }

  @Test("a level of files and URLs is sized, not read, whichever comes first")
  func mixed() throws {
    let folder = try ScratchFolder()
    try FFmpeg.run([
      "-i", Fixtures.clip("faststart.mp4"), "-c", "copy", "-f", "hls", "-hls_time", "4",
      "-hls_playlist_type", "vod", "-hls_segment_filename", "\(folder.path)/s%d.ts",
      "\(folder.path)/list.m3u8",
    ])
    let list = try String(contentsOfFile: "\(folder.path)/list.m3u8", encoding: .utf8)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/s1.ts")))
    let server = try StubServer { request, _ in StubReply(partsOf: bytes, to: request) }
    try Data(list.replacing("s1.ts", with: server.url("/s1.ts")).utf8)
      .write(to: URL(fileURLWithPath: "\(folder.path)/mixed.m3u8"))
    var options = ManifestOptions.lenient
    options.allowsRemote = true
    let reading = try MediaReader(cores: 1).readLadder(
      "\(folder.path)/mixed.m3u8", options: options)
    expect(reading.ladder.lanes[0].levels[0].segments.allSatisfy { $0.measured == nil })
    expect(
      reading.notes.contains { $0.contains("some are files, and some at URLs") }, "\(reading.notes)"
    )
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
    let clear = try MediaReader(cores: 1).readLadder("\(folder.path)/list.m3u8")
    expect(clear.ladder.lanes[0].levels[0].segments.allSatisfy { $0.measured != nil })
    try FileManager.default.removeItem(atPath: key)
    let reading = try MediaReader(cores: 1).readLadder("\(folder.path)/list.m3u8")
    let segments = reading.ladder.lanes[0].levels[0].segments
    expect(segments.count > 2)
    for segment in segments {
      let path = "\(folder.path)/\(segment.resource.name)"
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int64
      expect(segment.resource.bytes == size && segment.resource.bytes % 16 == 0)
      expect(segment.measured == nil && segment.damage == nil)
    }
    expect(reading.notes.contains { $0.contains("encrypted (AES-128)") })
    expect(reading.notes.contains { $0.contains("--key gives it") }, "\(reading.notes)")
  }

  @Test(
    "with its key, what is encrypted as a whole is read like what is not, and the key is fetched",
    arguments: ["mpegts", "fmp4"])
  func decrypted(kind: String) throws {
    let folder = try ScratchFolder()
    func url(_ name: String) -> URL { URL(fileURLWithPath: "\(folder.path)/\(name)") }
    let key = [UInt8](0..<16)
    try Data(key).write(to: url("k.key"))
    try Data("k.key\n\(folder.path)/k.key\n".utf8).write(to: url("k.info"))
    let name = kind == "fmp4" ? "s%d.m4s" : "s%d.ts"
    func make(_ options: [String], _ list: String, in prefix: String) throws {
      try FFmpeg.run(
        ["-i", Fixtures.clip("faststart.mp4"), "-c", "copy", "-f", "hls", "-hls_time", "4"]
          + ["-hls_segment_type", kind, "-hls_playlist_type", "vod"] + options
          + ["-hls_segment_filename", "\(folder.path)/\(prefix)\(name)", "\(folder.path)/\(list)"])
    }
    try make(["-hls_fmp4_init_filename", "clear.mp4"], "clear.m3u8", in: "c")
    // FFmpeg's HLS encrypts no fMP4, so that is done by file.
    if kind == "mpegts" {
      try make(["-hls_key_info_file", "\(folder.path)/k.info"], "list.m3u8", in: "e")
    } else {
      var text = try String(contentsOf: url("clear.m3u8"), encoding: .utf8)
      for number in 0..<20 {
        guard let bytes = try? Data(contentsOf: url("cs\(number).m4s")) else { break }
        try bytes.write(to: url("plain"))
        let digits = key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let vector = String(repeating: "0", count: 30) + (number < 16 ? "0" : "")
        try FFmpeg.run([
          "-f", "data", "-i", "\(folder.path)/plain", "-map", "0", "-c", "copy", "-f", "data",
          "-encryption_key", digits, "-encryption_iv", vector + String(number, radix: 16), "-y",
          "crypto:\(folder.path)/es\(number).m4s",
        ])
      }
      text = text.replacing("cs", with: "es")
        .replacing(
          "#EXTINF", with: "#EXT-X-KEY:METHOD=AES-128,URI=\"k.key\"\n#EXTINF", maxReplacements: 1)
      try Data(text.utf8).write(to: url("list.m3u8"))
    }
    let reader = MediaReader(cores: 1)
    let clear = try reader.readLadder("\(folder.path)/clear.m3u8").ladder.lanes[0].levels[0]
    expect(clear.segments.count > 2 && clear.segments.allSatisfy { $0.measured != nil })
    func check(_ list: String, _ options: ManifestOptions = .lenient, hasKey: Bool = true) throws {
      let level = try reader.readLadder("\(folder.path)/\(list)", options: options)
        .ladder.lanes[0].levels[0]
      expect(level.segments.map(\.measured), equals: clear.segments.map(\.measured), "\(list)")
      expect(level.segments.map(\.startsWithSync), equals: clear.segments.map(\.startsWithSync))
      expect(level.tracks, equals: clear.tracks)
      expect(level.keys.map(\.resource.bytes), equals: (hasKey ? [16] : []))
      expect(
        level.segments.allSatisfy { $0.key == (hasKey ? 0 : nil) && $0.resource.bytes % 16 == 0 })
    }
    try check("list.m3u8")
    let text = try String(contentsOf: url("list.m3u8"), encoding: .utf8)
    let uri = "data:text/plain;base64," + Data(key).base64EncodedString()
    try Data(text.replacing("k.key", with: uri).utf8).write(to: url("data.m3u8"))
    // What the playlist holds is not fetched.
    try check("data.m3u8", hasKey: false)
    try FileManager.default.removeItem(at: url("k.key"))
    var options = ManifestOptions.lenient
    options.key = key
    try check("list.m3u8", options)
    options.key = [UInt8](1...16)
    let wrong = try reader.readLadder("\(folder.path)/list.m3u8", options: options)
    expect(wrong.ladder.lanes[0].levels[0].segments.allSatisfy { $0.measured == nil })
    expect(wrong.notes.contains { $0.contains("does not decrypt") }, "\(wrong.notes)")
  }
}
