import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayheadCommand

@Suite("playhead inspect of ladders")
struct LadderInspectTests {
  private struct Document: Decodable {
    struct Ladder: Decodable {
      struct Inspection: Decodable { var findings: [Finding] }
      var error: String?
      var inspection: Inspection?
    }
    struct Finding: Decodable {
      struct Fault: Decodable {
        var level: Int
        var segment: Int?
      }
      var rule: String
      var severity: String
      var lane: Int
      var faults: [Fault]
    }
    var inspections: [Ladder]
  }

  private static func findings(_ line: String) throws -> [Document.Finding] {
    let run = try ProgramRun("inspect \(line) --format json")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    let document = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
    return document.inspections[0].inspection?.findings ?? []
  }

  /// A copy of the HLS ladder with `old` replaced by `new` in one of its playlists.
  private static func spoiled(
    _ folder: borrowing TemporaryFolder, _ name: String, _ old: String, _ new: String
  ) throws -> String {
    let source = (LadderTests.hls as NSString).deletingLastPathComponent
    for file in try FileManager.default.contentsOfDirectory(atPath: source) {
      try FileManager.default.copyItem(
        atPath: "\(source)/\(file)", toPath: "\(folder.path)/\(file)")
    }
    let path = "\(folder.path)/\(name)"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    expect(text.contains(old))
    try text.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
    return "\(folder.path)/master.m3u8"
  }

  @Test("nobody objects to the ladders of the fixtures but for what is not in them")
  func clean() throws {
    try expect(Self.findings(LadderTests.hls).map(\.rule), equals: ["missing-i-frame-playlists"])
    try expect(Self.findings(LadderTests.dash).map(\.rule), equals: [])
  }

  @Test("corrected tags, put into the playlist, leave nothing to correct")
  func corrected() throws {
    let folder = try TemporaryFolder()
    func wrong(_ bitRate: Int) -> String {
      "#EXT-X-STREAM-INF:BANDWIDTH=\(bitRate),CODECS=\"avc1.640028,mp4a.40.2\",RESOLUTION=9x9,"
        + "AUDIO=\"sound\""
    }
    let master = try Self.spoiled(folder, "master.m3u8", "#EXTM3U", "#EXTM3U")
    let text = try String(contentsOfFile: master, encoding: .utf8)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let places = lines.indices.filter { lines[$0].hasPrefix("#EXT-X-STREAM-INF:") }
    expect(places.count, equals: 2)
    func write() throws {
      try lines.joined(separator: "\n").write(toFile: master, atomically: true, encoding: .utf8)
    }
    for (place, bitRate) in zip(places, [20_000, 21_000]) { lines[place] = wrong(bitRate) }
    try write()
    let before = try Self.findings(master).map(\.rule)
    for rule in [
      "declared-peak", "declared-codecs", "declared-resolution", "missing-frame-rate",
      "missing-average-bandwidth",
    ] {
      expect(before.contains(rule), "\(before)")
    }
    let report = try ProgramRun("inspect \(master) --quiet")
    let tags = report.output.split(separator: "\n").filter { $0.hasPrefix("#EXT-X-STREAM-INF:") }
    expect(tags.count, equals: 2)
    for (place, tag) in zip(places, tags) {
      expect(tag.contains("AUDIO=\"sound\""))
      lines[place] = String(tag)
    }
    try write()
    try expect(Self.findings(master).map(\.rule), equals: ["missing-i-frame-playlists"])
    try expect(!ProgramRun("inspect \(master) --quiet").output.contains("#EXT-X-STREAM-INF:"))
  }

  @Test(
    "a playlist with one mistake is blamed for it",
    arguments: [
      ("master.m3u8", "BANDWIDTH=59000,", "BANDWIDTH=80000,", "declared-peak", 0, 1),
      ("master.m3u8", "BANDWIDTH=53000", "BANDWIDTH=40000", "declared-average", 0, 1),
      ("master.m3u8", ",FRAME-RATE=25.000", "", "missing-frame-rate", 0, 0),
      ("master.m3u8", ",AVERAGE-BANDWIDTH=30000", "", "missing-average-bandwidth", 0, 0),
      (
        "low.m3u8", "#EXTINF:2.000000,\nlow-3", "#EXTINF:2.400000,\nlow-3", "segment-durations", 0,
        0
      ),
      ("high.m3u8", "high-2.m4s", "none.m4s", "missing-segments", 0, 1),
      ("audio.m3u8", "DURATION:2", "DURATION:3", "target-durations-differ", 1, 0),
      ("audio.m3u8", "DURATION:2", "DURATION:1", "target-duration target-durations-differ", 1, 0),
      ("high.m3u8", "#EXT-X-PLAYLIST-TYPE:VOD\n", "", "playlist-types-differ", 0, 1),
      (
        "high.m3u8", "#EXTINF:2.000000,\nhigh-2", "#EXT-X-DISCONTINUITY\n#EXTINF:2.000000,\nhigh-2",
        "unmatched-discontinuities", 0, 1
      ),
      ("master.m3u8", "avc1.64000b", "avc1.64001f", "declared-codecs", 0, 1),
      ("master.m3u8", ",mp4a.40.2", "", "declared-codecs", 0, 0),
      ("master.m3u8", "192x108", "192x144", "declared-resolution", 0, 1),
      ("master.m3u8", "FRAME-RATE=25.000", "FRAME-RATE=50.000", "declared-frame-rate", 0, 0),
      ("master.m3u8", ",LANGUAGE=\"en\"", "", "missing-language", 0, 0),
      (
        "master.m3u8", "\nhigh.m3u8",
        "\nhigh.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=59001,RESOLUTION=192x108,AUDIO=\"sound\",FRAME-RATE=25,"
          + "AVERAGE-BANDWIDTH=53000,CODECS=\"avc1.64000b,mp4a.40.2\"\nhigh.m3u8",
        "first-variant levels-close duplicate-variants", 0, 0
      ),
    ] as [(String, String, String, String, Int, Int)])
  func blames(
    file: String, old: String, new: String, rule: String, lane: Int, level: Int
  ) throws {
    let folder = try TemporaryFolder()
    // Of these the fixture has none.
    let findings = try Self.findings(Self.spoiled(folder, file, old, new))
      .filter { $0.rule != "missing-i-frame-playlists" }
    expect(findings.map(\.rule).joined(separator: " "), equals: rule)
    expect(findings.first?.lane, equals: lane)
    expect(findings.first?.faults.first?.level, equals: level)
  }

  @Test("a finding fails the command if it is as severe as asked")
  func fails() throws {
    let folder = try TemporaryFolder()
    let path = try Self.spoiled(folder, "master.m3u8", ",FRAME-RATE=25.000", "")
    try expect(ProgramRun("inspect \(path) --fail-on note").code, equals: .checkFailed)
    try expect(ProgramRun("inspect \(path) --fail-on warning").code, equals: .ok)
    let text = try ProgramRun("inspect \(path)").output
    expect(text.contains("Level 0 declares no FRAME-RATE; level 1 declares no FRAME-RATE."))
    let log = try ProgramRun("inspect \(path) --format sarif").output
    expect(log.contains("\"ruleId\": \"missing-frame-rate\""))
  }

  @Test(
    "what cannot be done is refused in a line",
    arguments: [
      ("--tracks 0", ExitCode.usage, "it applies to media files"),
      ("--decode none", .usage, "it applies to media files"),
      ("--player mpv", .usage, "it plays files, not HLS and DASH"),
      ("--latency 20ms", .usage, "--network"),
      ("/nonexistent/other.m3u8", .noInput, "No such file"),
    ] as [(String, ExitCode, String)])
  func refusals(options: String, code: ExitCode, words: String) throws {
    let run = try ProgramRun("inspect \(LadderTests.movie) \(options)")
    expect(run.code, equals: code)
    expect(run.diagnostics.contains(words), "\(run.diagnostics)")
  }

  @Test("options of ladders are refused for files")
  func files() throws {
    let run = try ProgramRun("inspect \(Project.clip("faststart.mp4")) --as-vod")
    expect(run.code == .usage && run.diagnostics.contains("not to media files"))
  }
}
