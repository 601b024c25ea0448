import Expectations
import Foundation
import MediaReading
import PlayheadKit
import Testing

@Suite("Reading the segments of a ladder")
struct LadderReadingTests {
  static let folder = Fixtures.folder.appending(path: "ladders")

  /// When the packets of some bytes are shown by their own clock, in nanoseconds, as ffprobe tells.
  struct Times {
    var start: Int64 = .max
    var end: Int64 = .min
    var firstDecode: Int64 = .max
    var isKey: Bool?
  }

  /// Times in units of `timeBase`, such as `1/90000`, in nanoseconds.
  static func nanoseconds(in timeBase: String) -> (Int64) -> Int64 {
    let base = timeBase.split(separator: "/").compactMap { Double($0) }
    let unit: Double = base[0] * 1e9
    return { value in Int64((Double(value) * unit / base[1]).rounded()) }
  }

  /// The times of each track of `bytes`, without edit lists.
  static func times(of bytes: Data, in folder: String) throws -> [Times] {
    let path = "\(folder)/\(UUID().uuidString)"
    try bytes.write(to: URL(fileURLWithPath: path))
    let streams = try FFprobe.streams(of: path)
    var times = [Times](repeating: Times(), count: streams.count)
    for packet in try FFprobe.packets(of: path, ["-ignore_editlist", "1"]) {
      guard let pts = packet.pts, let dts = packet.dts else { continue }
      let nanoseconds = Self.nanoseconds(in: streams[packet.streamIndex].timeBase)
      var own = times[packet.streamIndex]
      own.start = min(own.start, nanoseconds(pts))
      own.end = max(own.end, nanoseconds(pts + (packet.duration ?? 0)))
      own.firstDecode = min(own.firstDecode, nanoseconds(dts))
      own.isKey = own.isKey ?? packet.flags.hasPrefix("K")
      times[packet.streamIndex] = own
    }
    return times
  }

  @Test("a segment of fMP4 covers what ffprobe finds in it, from the decode time of the first on")
  func fragments() throws {
    let folder = try ScratchFolder()
    let ladder = try MediaReader(cores: 2)
      .readLadder(Self.folder.appending(path: "hls/master.m3u8").path).ladder
    expect(ladder.lanes.map(\.kind), equals: [.video, .audio])
    var origin: Int64?
    for lane in ladder.lanes {
      for level in lane.levels {
        for segment in level.segments {
          let section = level.initializations[segment.initialization ?? 0].name
          let bytes = try [section, segment.resource.name]
            .map { try Data(contentsOf: Self.folder.appending(path: "hls/\($0)")) }
          expect(segment.resource.bytes, equals: Int64(bytes[1].count))
          let found = try Self.times(of: bytes[0] + bytes[1], in: folder.path)[0]
          // The clock of the first segment of video is that of all.
          let zero = origin ?? found.firstDecode
          origin = zero
          let measured = try #require(segment.measured)
          expect(abs(measured.start.nanoseconds - (found.start - zero)) <= 2)
          expect(abs(measured.end.nanoseconds - (found.end - zero)) <= 2)
          if lane.kind == .video { expect(segment.startsWithSync, equals: found.isKey) }
        }
      }
    }
  }

  @Test("a range of a file is read as a segment like any other")
  func ranges() throws {
    let ladder = try MediaReader(cores: 2)
      .readLadder(Self.folder.appending(path: "dash/manifest.mpd").path).ladder
    for lane in ladder.lanes {
      for level in lane.levels {
        let segments = level.segments
        expect(segments.allSatisfy { $0.damage == nil && $0.measured != nil })
        // Neither a gap nor an overlap of a frame.
        for (one, next) in zip(segments, segments.dropFirst()) {
          expect(one.resource.range?.upperBound, equals: next.resource.range?.lowerBound)
          let gap = next.shown.start - one.shown.end
          expect(abs(gap.nanoseconds) < 45_000_000, "\(gap)")
        }
      }
    }
  }

  @Test("transport stream segments are shown on the clock of the first, as ffprobe finds them")
  func transportStream() throws {
    let folder = try ScratchFolder()
    try FFmpeg.run([
      "-i", Fixtures.clip("faststart.mp4"), "-c", "copy", "-f", "hls", "-hls_time", "4",
      "-hls_playlist_type", "vod", "-hls_segment_filename", "\(folder.path)/s%d.ts",
      "\(folder.path)/list.m3u8",
    ])
    let ladder = try MediaReader(cores: 2).readLadder("\(folder.path)/list.m3u8").ladder
    let segments = ladder.lanes[0].levels[0].segments
    expect(segments.count > 2)
    expect(segments.first?.shown.start, equals: .zero)
    var zero: Int64?
    var former = Int64.max
    for segment in segments.dropLast() {
      let bytes = try Data(
        contentsOf: URL(fileURLWithPath: "\(folder.path)/\(segment.resource.name)"))
      let tracks = try Self.times(of: bytes, in: folder.path)
      // Both tracks go on where they ended.
      let start = min(tracks.map(\.start).max() ?? 0, former)
      former = tracks.map(\.end).min() ?? 0
      zero = zero ?? start
      expect(abs(segment.shown.start.nanoseconds - (start - (zero ?? 0))) <= 2)
      expect(segment.startsWithSync, equals: true)
    }
  }

  @Test("where pictures are shown out of order, segments of both tracks follow without a gap")
  func reordered() throws {
    let folder = try ScratchFolder()
    try FFmpeg.run([
      "-f", "lavfi", "-i", "testsrc2=size=64x64:rate=25:duration=6", "-f", "lavfi", "-i",
      "sine=duration=6", "-c:v", "libx264", "-bf", "3", "-g", "50", "-sc_threshold", "0", "-c:a",
      "aac", "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod", "-hls_segment_type",
      "fmp4", "-hls_segment_filename", "\(folder.path)/s%d.m4s", "\(folder.path)/list.m3u8",
    ])
    let ladder = try MediaReader(cores: 2).readLadder("\(folder.path)/list.m3u8").ladder
    let level = ladder.lanes[0].levels[0]
    let tracks = try [0, 1].map { number in
      let names = [level.initializations[0].name, level.segments[number].resource.name]
      let bytes = try names.map {
        try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\($0)"))
      }
      return try Self.times(of: bytes[0] + bytes[1], in: folder.path)
    }
    // As ffprobe tells: the pictures of a segment begin well after the sound of the one before
    // ends.
    let (sound, pictures) = (tracks[0].map(\.end).min() ?? 0, tracks[1].map(\.start).max() ?? 0)
    expect(pictures - sound > 50_000_000)
    let segments = level.segments
    expect(segments.count, equals: 3)
    for (one, next) in zip(segments, segments.dropFirst()) {
      expect(one.shown.end, equals: next.shown.start)
    }
  }

  @Test("tracks go on where an initialization section changes without a discontinuity")
  func changedSection() throws {
    let folder = try ScratchFolder()
    for (name, size) in [("a", "64x64"), ("b", "96x64")] {
      try FFmpeg.run([
        "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=25:duration=6", "-f", "lavfi", "-i",
        "sine=duration=6", "-c:v", "libx264", "-bf", "2", "-g", "50", "-sc_threshold", "0",
        "-c:a", "aac", "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod",
        "-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", "\(name).mp4",
        "-hls_segment_filename", "\(folder.path)/\(name)%d.m4s", "\(folder.path)/\(name).m3u8",
      ])
    }
    let list = """
      #EXTM3U
      #EXT-X-TARGETDURATION:2
      #EXT-X-MAP:URI="a.mp4"
      #EXTINF:2,
      a0.m4s
      #EXTINF:2,
      a1.m4s
      #EXT-X-MAP:URI="b.mp4"
      #EXTINF:2,
      b2.m4s
      #EXT-X-ENDLIST
      """
    try Data(list.utf8).write(to: URL(fileURLWithPath: folder.path + "/list.m3u8"))
    let tracks = try [("a", "a1"), ("b", "b2")].map { section, segment in
      let bytes = try ["\(section).mp4", "\(segment).m4s"].map {
        try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\($0)"))
      }
      return try Self.times(of: bytes[0] + bytes[1], in: folder.path)
    }
    // As ffprobe tells: each track begins where it ended, pictures well after sound.
    for (one, next) in zip(tracks[0], tracks[1]) { expect(abs(next.start - one.end) < 1_000_000) }
    expect(abs(tracks[0][0].end - tracks[0][1].end) > 50_000_000)
    let level = try MediaReader(cores: 2).readLadder("\(folder.path)/list.m3u8").ladder.lanes[0]
      .levels[0]
    expect(level.initializations.count, equals: 2)
    for (one, next) in zip(level.segments, level.segments.dropFirst()) {
      expect(one.shown.end, equals: next.shown.start)
    }
    // Where the clock begins anew, only what a track itself lacks is a gap.
    let cut = list.replacingOccurrences(
      of: "#EXT-X-MAP:URI=\"b.mp4\"", with: "#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI=\"b.mp4\"")
    try Data(cut.utf8).write(to: URL(fileURLWithPath: folder.path + "/cut.m3u8"))
    let segments = try MediaReader(cores: 2).readLadder("\(folder.path)/cut.m3u8").ladder.lanes[0]
      .levels[0].segments
    // The first decode time of the segment behind, that of sound, is shown at 4 s.
    let shift = 4_000_000_000 - tracks[1].map(\.firstDecode).reduce(.max, min)
    let holes = zip(tracks[0], tracks[1]).map { $1.start + shift - $0.end }
    let hole = try #require(holes.max())
    let found = segments[2].shown.start - segments[1].shown.end
    expect(hole < 70_000_000 && abs(found.nanoseconds - max(0, hole)) < 1_000_000)
    // Nothing is left out of the length of the level either.
    let length = level.segments[2].shown.end - level.segments[0].shown.start
    expect(abs(length.nanoseconds - 6_000_000_000) < 200_000_000)
  }

  /// As http-streaming#1113 has it: hls.js maps audio by the clock that video began with.
  @Test("audio whose discontinuity lies elsewhere goes on with the clock of video")
  func unmatchedDiscontinuities() throws {
    let folder = try ScratchFolder()
    let hls = Self.folder.appending(path: "hls")
    for name in try FileManager.default.contentsOfDirectory(atPath: hls.path) {
      try FileManager.default.copyItem(
        at: hls.appending(path: name), to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }
    func ranges() throws -> [[TimeRange]] {
      try MediaReader(cores: 2).readLadder("\(folder.path)/master.m3u8").ladder.lanes.map {
        $0.levels[0].segments.map(\.shown)
      }
    }
    let before = try ranges()
    expect(before.count == 2 && before.allSatisfy { $0.count == 4 })
    let playlists = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".m3u8") && $0 != "master.m3u8"
    }
    for name in playlists {
      let path = URL(fileURLWithPath: "\(folder.path)/\(name)")
      var parts = try String(contentsOf: path, encoding: .utf8).components(separatedBy: "#EXTINF")
      parts[name.contains("audio") ? 2 : 1] += "#EXT-X-DISCONTINUITY\n"
      try Data(parts.joined(separator: "#EXTINF").utf8).write(to: path)
    }
    for (one, other) in zip(before.joined(), try ranges().joined()) {
      expect((one.start - other.start).magnitude < .milliseconds(100))
      expect((one.end - other.end).magnitude < .milliseconds(100))
    }
  }

  /// As hls.js#2922 has it.
  @Test("sound that is missing from a segment is found, and what is left of it plays")
  func missingSound() throws {
    let folder = try ScratchFolder()
    try FFmpeg.run([
      "-i", Fixtures.clip("faststart.mp4"), "-c", "copy", "-f", "hls", "-hls_time", "4",
      "-hls_playlist_type", "vod", "-hls_segment_filename", "\(folder.path)/s%d.ts",
      "\(folder.path)/list.m3u8",
    ])
    try FFmpeg.run([
      "-copyts", "-i", "\(folder.path)/s1.ts", "-map", "0:v", "-c", "copy", "-muxdelay", "0",
      "-muxpreload", "0", "-f", "mpegts", "\(folder.path)/silent.ts",
    ])
    let silent = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/silent.ts"))
    try silent.write(to: URL(fileURLWithPath: "\(folder.path)/s1.ts"))
    try expect(FFprobe.streams(of: "\(folder.path)/s1.ts").count, equals: 1)
    let level = try MediaReader(cores: 2).readLadder("\(folder.path)/list.m3u8").ladder.lanes[0]
      .levels[0]
    expect(level.tracks.map(\.missingSegments), equals: [nil, [1]])
    expect(level.segments.allSatisfy { $0.damage == nil })
  }

  @Test(
    "segments of packed audio are shown when their tags say, and have no more frames than sound")
  func packedAudio() throws {
    let folder = try ScratchFolder()
    try FFmpeg.run([
      "-f", "lavfi", "-i", "sine=duration=6:sample_rate=48000", "-c:a", "aac", "-f", "adts",
      "\(folder.path)/all.aac",
    ])
    let all = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/all.aac"))
    // By the length in each ADTS header (ISO/IEC 13818-7, 6.2).
    var frames: [Data] = []
    var rest = all
    while rest.count > 7 {
      let head = [UInt8](rest.prefix(7))
      let length = Int(head[3] & 3) << 11 | Int(head[4]) << 3 | Int(head[5]) >> 5
      frames.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    expect(frames.count > 280)
    var list = "#EXTM3U\n#EXT-X-TARGETDURATION:3\n"
    // The clock of a transport stream begins anywhere, and the second segment a frame late.
    let starts: [Int64] = [900_000, 900_000 + 95 * 1920 + 1920]
    for (number, part) in [frames[..<95], frames[95..<190]].enumerated() {
      let owner = Data("com.apple.streaming.transportStreamTimestamp\0".utf8)
      let time = bytes(of: starts[number])
      let content = owner + time
      let frame =
        Data("PRIV".utf8) + Data([0, 0, 0, UInt8(content.count), 0, 0]) + content
      let tag = Data("ID3".utf8) + Data([4, 0, 0, 0, 0, 0, UInt8(frame.count)]) + frame
      try (tag + part.reduce(Data(), +)).write(
        to: URL(fileURLWithPath: "\(folder.path)/\(number).aac"))
      list += "#EXTINF:2.027,\n\(number).aac\n"
    }
    try (list + "#EXT-X-ENDLIST\n")
      .write(toFile: "\(folder.path)/list.m3u8", atomically: true, encoding: .utf8)
    let level = try MediaReader(cores: 2).readLadder("\(folder.path)/list.m3u8")
      .ladder.lanes[0].levels[0]
    let segments = level.segments
    expect(level.tracks.map(\.untimedSegments), equals: [0])
    // 95 frames of 1024 samples at 48 kHz.
    let length: Int64 = 95 * 1024 * 1_000_000_000 / 48_000
    expect(
      segments.map { $0.measured?.duration.nanoseconds ?? 0 }.allSatisfy {
        abs($0 - length) < 30_000
      })
    let start = try #require(segments[1].measured).start.nanoseconds
    expect(segments[0].shown.start, equals: .zero)
    expect(abs(start - (95 + 1) * 1024 * 1_000_000_000 / 48_000) < 30_000)
    // Without its tag, the second begins where the first ends, and is told of.
    try frames[95..<190].reduce(Data(), +)
      .write(to: URL(fileURLWithPath: "\(folder.path)/1.aac"))
    let untimed = try MediaReader(cores: 2).readLadder("\(folder.path)/list.m3u8")
      .ladder.lanes[0].levels[0]
    expect(untimed.tracks.map(\.untimedSegments), equals: [1])
  }

  /// The eight bytes of `value`, the highest first.
  private func bytes(of value: Int64) -> Data {
    Data((0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) })
  }
}
