import Expectations
import Foundation
import MediaReading
import PlayheadKit
import Testing

@Suite("Reading the segments of a ladder")
struct LadderReadingTests {
  private static let folder = Fixtures.folder.appending(path: "ladders")

  /// When the packets of some bytes are shown by their own clock, in nanoseconds, as ffprobe tells.
  private struct Times {
    var start: Int64 = .max
    var end: Int64 = .min
    var firstDecode: Int64 = .max
    var isKey: Bool?
  }

  /// Times in units of `timeBase`, such as `1/90000`, in nanoseconds.
  private static func nanoseconds(in timeBase: String) -> (Int64) -> Int64 {
    let base = timeBase.split(separator: "/").compactMap { Double($0) }
    let unit: Double = base[0] * 1e9
    return { value in Int64((Double(value) * unit / base[1]).rounded()) }
  }

  /// The times of each track of `bytes`, without edit lists.
  private static func times(of bytes: Data, in folder: String) throws -> [Times] {
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

  /// Up to when all tracks of `bytes` are there by how many of them, as ffprobe's packets say,
  /// counted from the first time that all have; from `start` on in bytes.
  private static func parts(of bytes: Data, from start: Int64, in folder: String) throws
    -> [[Int64]]
  {
    let path = "\(folder)/\(UUID().uuidString)"
    try bytes.write(to: URL(fileURLWithPath: path))
    let streams = try FFprobe.streams(of: path)
    var samples: [(track: Int, end: Int64, start: Int64, until: Int64)] = []
    for packet in try FFprobe.packets(of: path, ["-ignore_editlist", "1"]) {
      let nanoseconds = Self.nanoseconds(in: streams[packet.streamIndex].timeBase)
      let time = try #require(packet.pts)
      let place = try #require(packet.pos.flatMap(Int64.init))
      samples.append(
        (
          packet.streamIndex, place + (try #require(Int64(packet.size))) - start,
          nanoseconds(time), nanoseconds(time + (packet.duration ?? 0))
        ))
    }
    let tracks = Set(samples.map(\.track))
    let first =
      tracks.compactMap { track in
        samples.filter { $0.track == track }.map(\.start).min()
      }.max() ?? 0
    var reached = first
    var parts: [[Int64]] = []
    for end in Set(samples.map(\.end)).sorted() where end < Int64(bytes.count) - start {
      // What is missing of a track begins there.
      let now = tracks.compactMap { track in
        let own = samples.filter { $0.track == track }
        return own.filter { $0.end > end }.map(\.start).min() ?? own.map(\.until).max()
      }.min()
      guard let now, now > reached else { continue }
      reached = now
      parts.append([end, now - first])
    }
    return parts
  }

  @Test("a segment of fMP4 can be played as far as ffprobe's packets are in")
  func partsOfFragments() throws {
    let folder = try ScratchFolder()
    let ladder = try MediaReader(cores: 2).readLadder(
      Self.folder.appending(path: "hls/master.m3u8").path,
      timing: SegmentTimeOptions(readsParts: true)
    ).ladder
    for level in ladder.lanes.flatMap(\.levels) {
      for segment in level.segments {
        let section = level.initializations[segment.initialization ?? 0].name
        let bytes = try [section, segment.resource.name]
          .map { try Data(contentsOf: Self.folder.appending(path: "hls/\($0)")) }
        let found = try Self.parts(
          of: bytes[0] + bytes[1], from: Int64(bytes[0].count), in: folder.path)
        expect(found.count > 10 && segment.parts.map(\.bytes) == found.map { $0[0] })
        let start = try #require(segment.measured).start
        for (part, other) in zip(segment.parts, found) {
          expect(abs((part.end - start).nanoseconds - other[1]) <= 2)
        }
      }
    }
  }

  @Test("a segment of several tracks can be played as far as all of them are in")
  func partsOfTracks() throws {
    let folder = try ScratchFolder()
    let clip = try Data(contentsOf: Fixtures.folder.appending(path: "clips/fragmented.mp4"))
    // Its first two boxes are what its fragments need.
    var head = 0
    for _ in 0..<2 {
      head += clip[head..<head + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    try clip[..<head].write(to: URL(fileURLWithPath: folder.path + "/init.mp4"))
    try clip[head...].write(to: URL(fileURLWithPath: folder.path + "/media.m4s"))
    let list = """
      #EXTM3U
      #EXT-X-TARGETDURATION:60
      #EXT-X-MAP:URI="init.mp4"
      #EXTINF:60,
      media.m4s
      #EXT-X-ENDLIST
      """
    try Data(list.utf8).write(to: URL(fileURLWithPath: folder.path + "/list.m3u8"))
    let reader = MediaReader(cores: 2)
    func read(_ options: SegmentTimeOptions) throws -> LadderSegment {
      try reader.readLadder(folder.path + "/list.m3u8", timing: options).ladder.lanes[0].levels[0]
        .segments[0]
    }
    let segment = try read(SegmentTimeOptions(readsParts: true))
    let found = try Self.parts(of: clip, from: Int64(head), in: folder.path)
    expect(found.count > 10 && segment.parts.map(\.bytes) == found.map { $0[0] })
    let start = try #require(segment.measured).start
    for (part, other) in zip(segment.parts, found) {
      expect(abs((part.end - start).nanoseconds - other[1]) <= 2)
    }
    try expect(read(SegmentTimeOptions()).parts.isEmpty)
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

  @Test("a segment that is missing or no media is passed over, and those behind it are read")
  func damage() throws {
    let folder = try ScratchFolder()
    let source = Self.folder.appending(path: "hls")
    for name in try FileManager.default.contentsOfDirectory(atPath: source.path) {
      try FileManager.default.copyItem(
        atPath: source.appending(path: name).path, toPath: "\(folder.path)/\(name)")
    }
    try FileManager.default.removeItem(atPath: "\(folder.path)/low-1.m4s")
    try Data("not media".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/high-2.m4s"))
    let ladder = try MediaReader(cores: 2).readLadder("\(folder.path)/master.m3u8").ladder
    let levels = ladder.lanes[0].levels
    expect(levels[0].segments.map { $0.damage != nil }, equals: [false, true, false, false])
    expect(levels[0].segments[1].damage, equals: "low-1.m4s is missing")
    expect(levels[1].segments[2].damage != nil)
    expect(levels[0].segments[3].measured != nil)
  }

  @Test(
    "a segment that is truncated or overwritten leaves those behind it as they are",
    arguments: [0, 1, 2, 3], [false, true])
  func broken(number: Int, isOverwritten: Bool) throws {
    let folder = try ScratchFolder()
    let source = Self.folder.appending(path: "hls")
    for name in try FileManager.default.contentsOfDirectory(atPath: source.path) {
      try FileManager.default.copyItem(
        atPath: source.appending(path: name).path, toPath: "\(folder.path)/\(name)")
    }
    let path = "\(folder.path)/low-\(number).m4s"
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let broken =
      isOverwritten
      ? Data((0..<whole.count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 77) })
      : whole.prefix(whole.count / 2)
    try broken.write(to: URL(fileURLWithPath: path))
    func segments(_ folder: String) throws -> [LadderSegment] {
      try MediaReader(cores: 2).readLadder("\(folder)/master.m3u8").ladder.lanes[0].levels[0]
        .segments
    }
    let (found, intact) = (try segments(folder.path), try segments(source.path))
    expect(found.count, equals: 4)
    for place in found.indices where place != number {
      expect(found[place], equals: intact[place], "segment \(place)")
    }
    expect(found[number].measured != intact[number].measured)
    expect(found[number].isTruncated != isOverwritten)
    guard !isOverwritten else {
      expect(found[number].damage, equals: "low-\(number).m4s has nothing to show")
      return
    }
    // Its media data is the last box, and begins where it did.
    let missing = whole.count - broken.count
    expect(
      found[number].damage,
      equals: "low-\(number).m4s is truncated: \(missing) bytes of its last box are missing")
    let (part, all) = (try #require(found[number].measured), intact[number].shown)
    expect(part.start == all.start && part.end < all.end && part.duration > .zero)
    // As long as the sound is whole, the session is.
    expect(found[number].declared, equals: intact[number].declared)
  }

  @Test("a truncated segment shows only what all tracks have of it", arguments: [20, 60, 95])
  func truncatedTracks(percent: Int) throws {
    let folder = try ScratchFolder()
    // A fragment has all of its pictures, then all of its sound.
    try FFmpeg.run([
      "-f", "lavfi", "-i", "testsrc2=size=64x64:rate=25:duration=6", "-f", "lavfi", "-i",
      "sine=duration=6", "-c:v", "libx264", "-g", "50", "-sc_threshold", "0", "-c:a", "aac", "-f",
      "hls", "-hls_time", "2", "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4",
      "-hls_segment_filename", "\(folder.path)/s%d.m4s", "\(folder.path)/list.m3u8",
    ])
    let reader = MediaReader(cores: 2, cache: ReadingCache(directory: "\(folder.path)/kept"))
    func level() throws -> Level {
      try reader.readLadder("\(folder.path)/list.m3u8").ladder.lanes[0].levels[0]
    }
    let intact = try level().segments
    let path = URL(fileURLWithPath: "\(folder.path)/s1.m4s")
    let whole = try Data(contentsOf: path)
    try whole.prefix(whole.count * percent / 100).write(to: path)
    let damaged = try level()
    let found = damaged.segments
    expect(found.map(\.isTruncated), equals: [false, true, false])
    expect(found[0] == intact[0] && found[2].shown.end == intact[2].shown.end)
    let bytes = try [damaged.initializations[0].name, "s1.m4s"].map {
      try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\($0)"))
    }
    // As ffprobe tells.
    let tracks = try Self.times(of: bytes[0] + bytes[1], in: folder.path)
    let hasAll = tracks.allSatisfy { $0.start < $0.end }
    expect(hasAll, equals: (percent > 20))
    expect((found[1].measured != nil), equals: hasAll)
    if let shown = found[1].measured {
      // Both tracks go on from the segment before, so that nothing is missing at its start.
      expect(shown.start, equals: intact[1].shown.start)
      let whole = try Self.times(of: bytes[0] + whole, in: folder.path)
      let missing = (whole.map(\.end).min() ?? 0) - (tracks.map(\.end).min() ?? 0)
      expect(abs((intact[1].shown.end - shown.end).nanoseconds - missing) < 1_000_000)
    }
    // Also from the cache.
    try expect(level(), equals: damaged)
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
