import Expectations
import Foundation
import PlayheadLadder
import PlayheadManifests
import PlayheadModel
import Testing

/// Manifests and media that ffmpeg writes, against what lies on disk.
@Suite("Manifests written by ffmpeg", .serialized)
struct WrittenManifestTests {
  /// A folder with a ladder of two levels of video and one of audio, 10 s each, cut every 4 s.
  final class Ladders: Sendable {
    let folder: String

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "playhead-\(UUID())").path
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try ffmpeg(
        "-f lavfi -i testsrc2=size=160x90:rate=25:duration=10 -f lavfi -i sine=duration=10 "
          + "-map 0:v -map 0:v -map 1:a -c:v libx264 -preset ultrafast -g 50 -keyint_min 50 "
          + "-sc_threshold 0 -b:v:0 100k -b:v:1 200k -c:a aac source.mp4")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Runs ffmpeg with `arguments` in the folder.
    func ffmpeg(_ arguments: String) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.currentDirectoryURL = URL(fileURLWithPath: folder)
      // Words within one argument are joined by no-break spaces.
      let words = arguments.split(separator: " ").map { word in
        String(word.map { $0 == "\u{A0}" ? " " : $0 })
      }
      process.arguments = ["ffmpeg", "-nostdin", "-v", "error", "-y"] + words
      try process.run()
      process.waitUntilExit()
      expect(process.terminationStatus, equals: 0, "ffmpeg \(arguments)")
    }

    /// The manifest of the file `name`.
    func manifest(_ name: String) throws -> Manifest {
      try Manifest.read(
        Array(Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))),
        at: .file("\(folder)/\(name)")
      ) { reference in
        try bytes(of: reference)
      }
    }

    /// The bytes that `reference` means.
    func bytes(of reference: ManifestReference) throws -> [UInt8] {
      guard case .file(let path) = reference.location else { throw CocoaError(.fileNoSuchFile) }
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      guard let range = reference.range else { return bytes }
      try #require(range.upperBound <= Int64(bytes.count))
      return Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
    }

    /// The names of the files in the folder that begin with `start`, in order.
    func files(_ start: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix(start) }
        .sorted()
    }
  }

  private let ladders: Ladders

  init() throws {
    ladders = try Ladders()
  }

  @Test("HLS of segments", arguments: ["fmp4", "mpegts"])
  func hls(type: String) throws {
    try ladders.ffmpeg(
      "-i source.mp4 -map 0:0 -map 0:1 -map 0:2 -c copy -f hls -hls_time 4 -hls_playlist_type vod "
        + "-hls_segment_type \(type) -master_pl_name main.m3u8 -var_stream_map "
        + "v:0,agroup:a\u{A0}v:1,agroup:a\u{A0}a:0,agroup:a,default:yes "
        + "-hls_segment_filename seg_%v_%d.media l_%v.m3u8")
    let manifest = try ladders.manifest("main.m3u8")
    expect(manifest.lanes.map(\.kind), equals: [.video, .audio])
    expect(manifest.lanes.map(\.levels.count), equals: [2, 1])
    let levels = manifest.lanes.flatMap(\.levels)
    for (number, level) in levels.enumerated() {
      let files = try ladders.files("seg_\(number)_")
      expect(files.count, equals: 3)
      expect(
        level.segments.map { URL(fileURLWithPath: $0.reference.location.text).lastPathComponent },
        equals: files)
      expect(level.initializations.count, equals: (type == "fmp4" ? 1 : 0))
      for reference in level.initializations { _ = try ladders.bytes(of: reference) }
    }
    expect(levels.map(\.audioLevel), equals: [0, 0, nil])
    expect(levels[0].segments.map(\.declared), equals: seconds([(0, 4), (4, 8), (8, 10)]))
    expect(manifest.documents.count, equals: 4)
    expect(manifest.notes.isEmpty)
  }

  @Test("HLS of one file covers it without a gap", arguments: ["fmp4", "mpegts"])
  func singleFile(type: String) throws {
    try ladders.ffmpeg(
      "-i source.mp4 -map 0:0 -c copy -f hls -hls_time 4 -hls_playlist_type vod "
        + "-hls_segment_type \(type) -hls_flags single_file one.m3u8")
    let level = try ladders.manifest("one.m3u8").lanes[0].levels[0]
    let ranges = (level.initializations + level.segments.map(\.reference)).compactMap(\.range)
    expect(ranges.first?.lowerBound, equals: 0)
    expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    let file = ManifestReference(name: "", location: level.segments[0].reference.location)
    try expect(ranges.last?.upperBound, equals: Int64(ladders.bytes(of: file).count))
  }

  @Test(
    "DASH, with a timeline and without, of segments and of one file", arguments: [0, 1], [0, 1])
  func dash(timeline: Int, singleFile: Int) throws {
    try ladders.ffmpeg(
      "-i source.mp4 -map 0 -c copy -f dash -seg_duration 4 -use_template 1 -use_timeline \(timeline) "
        + "-single_file \(singleFile) -adaptation_sets id=0,streams=v\u{A0}id=1,streams=a m.mpd")
    let manifest = try ladders.manifest("m.mpd")
    expect(manifest.lanes.map(\.kind), equals: [.video, .audio])
    expect(manifest.lanes.map(\.levels.count), equals: [2, 1])
    expect(manifest.duration, equals: .seconds(10))
    for (number, level) in manifest.lanes.flatMap(\.levels).enumerated() {
      expect(level.segments.count, equals: 3)
      for reference in level.initializations + level.segments.map(\.reference) {
        try expect(!ladders.bytes(of: reference).isEmpty)
      }
      guard singleFile == 0 else {
        let end = try ladders.bytes(
          of: ManifestReference(name: "", location: level.segments[0].reference.location))
        let ranges = (level.initializations + level.segments.map(\.reference)).compactMap(\.range)
        expect(ranges[0].lowerBound, equals: 0)
        expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        expect(ranges.last?.upperBound, equals: Int64(end.count))
        continue
      }
      let files = try ladders.files("chunk-stream\(number)-")
      expect(level.segments.map(\.reference.name), equals: files)
      guard timeline == 1 else { continue }
      // The timeline's times are the decode times that the fragments have.
      for segment in level.segments {
        let times = try Boxes(ladders.bytes(of: segment.reference)).decodeTimes
        guard case .period(_, let offset, let timescale) = segment.timing else { continue }
        let time = MediaTime(
          value: Int64(times[0]) - offset, timeBase: Rational(1, Int32(timescale)))
        // An audio encoder's delay is in the decode times and not in the MPD: 1024 samples.
        let delay = number == 2 && segment.declared.start > .zero ? 1024 : 0
        let shift = try #require(MediaTime(value: Int64(delay), timeBase: Rational(1, 44100)))
        let difference = try #require(time) - shift - segment.declared.start
        expect(difference.nanoseconds.magnitude <= 1)
      }
    }
  }

  @Test("A segment index refers to the fragments of its file")
  func segmentIndex() throws {
    try ladders.ffmpeg(
      "-i source.mp4 -map 0:0 -c copy -movflags frag_keyframe+empty_moov+default_base_moof+global_sidx "
        + "indexed.mp4")
    let file = ManifestReference(name: "", location: .file("\(ladders.folder)/indexed.mp4"))
    let boxes = Boxes(try ladders.bytes(of: file))
    let index = try #require(boxes.all.first { $0.type == "sidx" })
    let mpd = """
      <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" mediaPresentationDuration="PT10S"><Period>
      <AdaptationSet mimeType="video/mp4"><Representation id="v" bandwidth="1">
      <BaseURL>indexed.mp4</BaseURL>
      <SegmentBase indexRange="\(index.start)-\(index.end - 1)" timescale="12800"/>
      </Representation></AdaptationSet></Period></MPD>
      """
    try mpd.write(toFile: "\(ladders.folder)/i.mpd", atomically: true, encoding: .utf8)
    let level = try ladders.manifest("i.mpd").lanes[0].levels[0]
    let fragments = boxes.all.filter { $0.type == "moof" }
    expect(
      level.segments.map { $0.reference.range?.lowerBound },
      equals: fragments.map { Int64($0.start) })
    expect(level.segments.count, equals: 5)
    // Decode times of 12,800 ticks a second.
    expect(
      level.segments.map(\.declared.start.nanoseconds),
      equals: boxes.decodeTimes.map { Int64($0) * 78_125 })
    expect(level.segments.last?.declared.end, equals: .seconds(10))
    expect(level.initializations.map(\.range), equals: [ByteRange(0, Int64(index.start))])
  }
}

/// The boxes of an MP4 file, found by walking over their sizes.
private struct Boxes {
  let all: [(type: String, start: Int, end: Int)]
  /// The decode times of all `tfdt` boxes, in order.
  let decodeTimes: [Int]

  init(_ bytes: [UInt8]) {
    func number(_ start: Int, _ count: Int) -> Int {
      bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
    }
    func boxes(_ range: Range<Int>) -> [(type: String, start: Int, end: Int)] {
      var found: [(type: String, start: Int, end: Int)] = []
      var start = range.lowerBound
      while start + 8 <= range.upperBound {
        let end = start + max(8, number(start, 4))
        found.append((String(decoding: bytes[start + 4..<start + 8], as: UTF8.self), start, end))
        start = end
      }
      return found
    }
    let top = boxes(0..<bytes.count)
    all = top
    var times: [Int] = []
    for moof in top where moof.type == "moof" {
      for traf in boxes(moof.start + 8..<moof.end) where traf.type == "traf" {
        for tfdt in boxes(traf.start + 8..<traf.end) where tfdt.type == "tfdt" {
          times.append(number(tfdt.start + 12, bytes[tfdt.start + 8] == 0 ? 4 : 8))
        }
      }
    }
    decodeTimes = times
  }
}
