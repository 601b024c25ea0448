import Expectations
import Foundation
import MediaReading
import PlayheadKit
import Testing

@testable import PlayheadCommand

@Suite("playhead analyze of ladders")
struct LadderTests {
  static let hls = "\(Project.root)/Fixtures/ladders/hls/master.m3u8"
  static let dash = "\(Project.root)/Fixtures/ladders/dash/manifest.mpd"
  static let movie = "\(Project.root)/Fixtures/ladders/movie.json"

  /// What JSON says of a session.
  struct Report: Decodable {
    struct Media: Decodable {
      struct Lane: Decodable {
        struct Level: Decodable {
          var bitRateBitsPerSecond: Int
          var segments: Int
        }
        var kind: String
        var levels: [Level]
      }
      var durationSeconds: Double
      var lanes: [Lane]
    }
    struct Summary: Decodable {
      var startupSeconds: Double?
      var stallCount: Int
      var bytesDownloaded: Int
      var endReason: String
    }
    struct Request: Decodable {
      var content: String
      var lane: Int
      var level: Int
      var segment: Int?
      var bytesReceived: Int
      var bytesWasted: Int
      var endReason: String
    }
    struct Segment: Decodable {
      var lane: Int
      var isReplacement: Bool
    }
    struct Decision: Decodable {
      var level: Int
      var reason: String
    }
    var media: Media
    var summary: Summary
    var requests: [Request]
    var decisions: [Decision]
    var segments: [Segment]
  }

  static func report(_ line: String) throws -> Report {
    let run = try ProgramRun("analyze \(line) --format json")
    expect(run.code, equals: .ok, "\(line): \(run.diagnostics)")
    return try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
  }

  /// The input of P.1203.
  private struct Input: Decodable {
    struct Segment: Decodable {
      var codec: String
      var start: Double
      var duration: Double
      var bitrate: Double
      var resolution: String?
      var fps: Double?
    }
    struct Stream: Decodable { var segments: [Segment] }
    struct Stalling: Decodable { var stalling: [[Double]] }
    var audio: Stream
    var video: Stream
    var stalling: Stalling

    enum CodingKeys: String, CodingKey {
      case audio = "I11"
      case video = "I13"
      case stalling = "I23"
    }
  }

  @Test("P.1203 gets each segment with its own bit rate, as long as its file is")
  func p1203() throws {
    let run = try ProgramRun("analyze \(Self.hls) -n 1M --abr fixed:1 --format p1203")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    let input = try JSONDecoder().decode(Input.self, from: Data(run.output.utf8))
    for (stream, name, codec) in [(input.video, "high", "h264"), (input.audio, "audio", "aaclc")] {
      try #require(stream.segments.count == 4)
      for (number, segment) in stream.segments.enumerated() {
        let file = "\(Project.root)/Fixtures/ladders/hls/\(name)-\(number).m4s"
        let bytes = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
        let own = segment.bitrate * segment.duration * 1000 / 8
        // Presentation ends with the shorter lane, so the last one may be cut.
        if number < 3 { expect(abs(own - Double(try #require(bytes))) < 1) }
        expect(segment.codec, equals: codec)
        expect(segment.resolution, equals: (codec == "h264" ? "192x108" : nil))
        expect(segment.fps, equals: (codec == "h264" ? 25 : nil))
      }
      expect(zip(stream.segments, stream.segments.dropFirst()).allSatisfy { $0.start < $1.start })
    }
    let report = try Self.report("\(Self.hls) -n 1M --abr fixed:1")
    expect(input.stalling.stalling, equals: [[0, try #require(report.summary.startupSeconds)]])
    let sizes = try ProgramRun("analyze \(Self.movie) -n 1M --format p1203")
    expect(sizes.code, equals: .badData)
    expect(
      sizes.diagnostics.contains("does not declare the codec (CODECS, @codecs) of level"),
      "\(sizes.diagnostics)")
    let pause = try ProgramRun("analyze \(Self.hls) -n 1M --format p1203 --action pause@1s")
    expect(pause.code, equals: .usage)
  }

  @Test(
    "P.1203 takes video without audio, and says what is missing",
    arguments: [
      (",CODECS=\"avc1.42c00c\",FRAME-RATE=25", ExitCode.ok, ""),
      (",CODECS=\"avc1.42c00c\"", .badData, "declare the frame rate (FRAME-RATE, @frameRate) of"),
      ("", .badData, "declare the codec (CODECS, @codecs) of level 0"),
      (",CODECS=\"avc1.42c00c,opus\",FRAME-RATE=25", .badData, "rates of video and audio apart"),
    ])
  func videoOnly(attributes: String, code: ExitCode, words: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: "\(Project.root)/Fixtures/ladders/hls", toPath: "\(folder.path)/hls")
    let media = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/hls")
      .first { $0.hasPrefix("high") && $0.hasSuffix(".m3u8") }
    try """
    #EXTM3U
    #EXT-X-STREAM-INF:BANDWIDTH=200000,RESOLUTION=192x108\(attributes)
    \(try #require(media))
    """.write(toFile: "\(folder.path)/hls/video.m3u8", atomically: true, encoding: .utf8)
    let run = try ProgramRun("analyze \(folder.path)/hls/video.m3u8 -n 1M --format p1203")
    expect(run.code, equals: code, "\(run.diagnostics)")
    expect(words.isEmpty || run.diagnostics.contains(words), "\(run.diagnostics)")
    guard code == .ok else { return }
    let input = try JSONDecoder().decode(Input.self, from: Data(run.output.utf8))
    expect(input.video.segments.count == 4 && input.audio.segments.isEmpty)
  }

  @Test("each wait has a cause: the level where a lower one is in time")
  func causes() throws {
    let run = try ProgramRun(
      "analyze \(Self.hls) -n 52k --abr fixed:1 --summary")
    expect(run.code, equals: .ok)
    let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(words.contains("loaded at level 1, 59 kbit/s"), "\(run.output)")
    expect(words.contains("At level 0, 31 kbit/s, this stall would not happen"), "\(run.output)")
    let silent = try ProgramRun("analyze \(Self.hls) -n 52k --abr fixed:1 --summary --no-causes")
    expect(!silent.output.contains("would not happen"))
  }

  @Test(
    "every player plays every kind of ladder to its end, and each segment once unless replaced",
    arguments: LadderPlayer.all.map(\.name), [hls, dash, movie])
  func plays(player: String, ladder: String) throws {
    let format = try #require(Ladder.Format(ofLadderAt: ladder))
    guard try #require(LadderPlayer.named(player)).plays(format) else { return }
    let report = try Self.report("\(ladder) -n 5M --latency 20ms --player \(player)")
    expect(report.summary.endReason, equals: "ended")
    expect(report.summary.startupSeconds ?? 0 > 0)
    let received = report.requests.reduce(0) { $0 + $1.bytesReceived + $1.bytesWasted }
    expect(received, equals: report.summary.bytesDownloaded)
    for (number, lane) in report.media.lanes.enumerated() {
      // Shaka Player drops its first audio, and video at switches.
      var segments = report.requests.filter {
        $0.content == "segment" && $0.lane == number && $0.endReason != "abandoned"
      }.compactMap(\.segment)
      // Who looks into the first segment asks for it twice.
      let probes = LadderPlayer.named(player)?.loading.probedBytes != nil
      if probes, segments.prefix(2) == [0, 0] { segments.removeFirst() }
      // Who replaces segments asks for these again.
      let replacements = report.segments.count { $0.lane == number && $0.isReplacement }
      expect(Set(segments).count, equals: segments.count - replacements, "\(segments)")
      expect(segments.count - replacements <= lane.levels[0].segments)
    }
  }

  @Test(
    "who plays only HLS or only DASH refuses the other, and names who plays it",
    arguments: [
      ("hls.js", dash), ("chromium-156-hls", dash), ("avplayer-hls", dash), ("dash.js", hls),
    ])
  func refuses(player: String, ladder: String) throws {
    let run = try ProgramRun("analyze \(ladder) -n 5M --player \(player)")
    let format = ladder == Self.dash ? "DASH" : "HLS"
    let refusal = "it does not play \(format); players that do: basic, "
    expect(run.code == .usage && run.output.isEmpty)
    expect(run.diagnostics.contains(refusal), "\(run.diagnostics)")
  }

  @Test("a ladder file cuts plain media into segments")
  func cutsFiles() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/ladder.yaml"
    try """
    playhead: ladder/1
    segments: 4s
    levels:
      - {file: \(Project.clip("faststart.mp4")), name: high}
      - {file: \(Project.clip("faststart.mp4")), bitrate: 100k, name: low}
    """.write(toFile: path, atomically: true, encoding: .utf8)
    let report = try Self.report("\(path) -n 2M --abr fixed:0")
    expect(report.media.lanes.map(\.kind), equals: ["muxed"])
    expect(report.media.lanes[0].levels[0].bitRateBitsPerSecond, equals: 100_000)
    expect(report.summary.endReason, equals: "ended")
  }

  @Test("a program decides by lines of JSON, and its reasons are told")
  func asksPrograms() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/rule"
    try """
    #!/bin/sh
    while read -r line; do
      case "$line" in
        *'"type": "decide"'*|*'"type":"decide"'*) echo '{"level": 1, "reason": "because"}';;
      esac
    done
    """.write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let report = try Self.report("\(Self.movie) -n 2M --abr exec:\(path)")
    expect(report.decisions.allSatisfy { $0.level == 1 && $0.reason == "because" })
    expect(report.summary.endReason, equals: "ended")
  }

  @Test(
    "what cannot be done is refused in a line",
    arguments: [
      ("--abr bolla", ExitCode.usage, "did you mean bola?"),
      ("--abr fixed:9", .usage, "the ladder has"),
      ("--abr exec:", .usage, "no program is named"),
      ("--abr exec:/nonexistent/rule", .noInput, "No such file"),
      ("--abr exec:/bin/true", .inputOutput, "exec:/bin/true"),
      ("--abr 'exec:/bin/echo hello'", .inputOutput, "hello"),
      ("--player mpv", .usage, "it plays files, not HLS and DASH"),
      ("--tracks 1", .usage, "has no track 1; its tracks are 0 (muxed)"),
      ("--limit 5s --do '9s pause'", .usage, "the session ends at 5 s"),
    ] as [(String, ExitCode, String)])
  func refusals(options: String, code: ExitCode, words: String) throws {
    let run = try ProgramRun("analyze \(Self.movie) -n 2M \(options)")
    expect(run.code, equals: code)
    expect(run.output.isEmpty)
    expect(run.diagnostics.contains(words), "\(run.diagnostics)")
    expect(run.diagnostics.hasPrefix("playhead: "))
    expect(run.diagnostics.count { $0 == "\n" }, equals: 1)
  }

  @Test("a file needs no options of ladders")
  func options() throws {
    let file = try ProgramRun("analyze \(Project.clip("faststart.mp4")) -n 2M --abr bola")
    expect(file.code == .usage && file.diagnostics.contains("not to media files"))
    let player = try ProgramRun(
      "analyze \(Project.clip("faststart.mp4")) -n 2M --player hls.js")
    expect(player.code == .usage && player.diagnostics.contains("plays HLS and DASH, not files"))
  }

  @Test("a timeline of too many rows is refused before it is played")
  func rows() throws {
    let run = try ProgramRun(
      "analyze \(Self.hls) -n 1bit/s --limit 300000h --tick 1ms --format json")
    expect(run.code == .usage && run.output.isEmpty)
    expect(run.diagnostics.contains("--tick=1ms: the timeline could exceed 1000000 rows"))
  }

  @Test("what gives access to segments is in no output")
  func secrets() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/list.m3u8"
    try
      ("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MAP:URI=\"init.mp4?Policy=SECRET\"\n"
      + "#EXTINF:2,\na.m4s?token=SECRET\n#EXT-X-ENDLIST\n").write(
        toFile: path, atomically: true, encoding: .utf8)
    for format in ["json", "jsonl", "text", "markdown", "csv"] {
      for command in ["analyze \(path) -n 2M", "inspect \(path)"] {
        let run = try ProgramRun("\(command) --format \(format)")
        expect(!(run.output + run.diagnostics).contains("SECRET"), "\(command) \(format)")
      }
    }
  }

  @Test("the mistakes of a manifest are told all at once, each with its place")
  func mistakes() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/bad.m3u8"
    try "#EXTM3U\n#EXT-X-TARGETDURATION:x\n#EXTINF:abc,\na.ts\n#EXT-X-ENDLIST\n"
      .write(toFile: path, atomically: true, encoding: .utf8)
    let run = try ProgramRun("analyze \(path) -n 2M --strict")
    expect(run.code, equals: .badData)
    expect(run.diagnostics.contains("bad.m3u8:2"))
    expect(run.diagnostics.contains("bad.m3u8:3"))
  }
}
