import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayheadCommand

@Suite("playhead inspect")
struct InspectTests {
  /// What JSON says of one finding.
  struct Finding: Decodable {
    struct Cost: Decodable { var totalSeconds: Double }
    struct Remedy: Decodable {
      var effect: String
      var command: String
    }
    var rule: String
    var severity: String
    var message: String
    var offsetBytes: Int64?
    var cost: Cost?
    var remedy: Remedy?
  }

  struct Document: Decodable {
    struct File: Decodable {
      struct Inspection: Decodable { var findings: [Finding] }
      var path: String
      var error: String?
      var inspection: Inspection?
    }
    var inspections: [File]
  }

  /// What JSON says of a session.
  struct Played: Decodable {
    struct Summary: Decodable { var startupSeconds, stallSeconds: Double }
    var summary: Summary
  }

  private static func findings(_ path: String, _ options: String = "") throws -> [Finding] {
    let run = try ProgramRun("inspect '\(path)' \(options) --format json")
    guard run.code == .ok else { throw FaultyMedia.Failed(words: run.diagnostics) }
    let document = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
    return document.inspections[0].inspection?.findings ?? []
  }

  @Test(
    "finds the one fault of each file, and the command that it names mends it",
    arguments: FaultyMedia.all)
  func faults(media: FaultyMedia) throws {
    let folder = try TemporaryFolder()
    try media.make(in: folder.path)
    let path = "\(folder.path)/\(media.name)"
    let findings = try Self.findings(path)
    expect(findings.map(\.rule), equals: media.rules, "\(findings.map(\.message))")
    for finding in findings {
      // Nothing is broken that could be mended.
      if finding.rule == "not-decoded", finding.remedy == nil { continue }
      guard let remedy = finding.remedy else {
        Issue.record("\(finding.rule): no remedy")
        continue
      }
      let isRemoval = ["unused-tracks", "attached-picture", "undecodable-track"]
        .contains(finding.rule)
      expect((remedy.effect == "removes"), equals: isRemoval, "\(finding.rule)")
      try FaultyMedia.run(
        remedy.command.replacing(
          "ffmpeg ", with: "ffmpeg -nostdin -v error -y -threads 1 ", maxReplacements: 1),
        in: folder.path)
      let output = String(remedy.command.split(separator: " ").last ?? "")
      expect(output.contains(".mended."))
      let rest = try Self.findings(output).map(\.rule)
      expect(
        !rest.contains(finding.rule) && rest.allSatisfy(media.rules.contains), "\(remedy.command)")
    }
  }

  @Test("shows more than three files in a table, and what is said of each only if asked to")
  func table() throws {
    let clips = ["faststart.mp4", "moov-at-end.mp4", "truncated.mp4", "not-media.mp4"].map(
      Project.clip)
    func run(_ options: String) throws -> ProgramRun {
      try ProgramRun(
        "inspect \(clips.joined(separator: " ")) \(options)", environment: ["COLUMNS": "200"])
    }
    let (table, details) = (try run(""), try run("--details"))
    expect(table.code == .badData && details.code == .badData)
    let rows = table.output.split(separator: "\n")
    expect(rows.count, equals: 1 + clips.count + 1)
    expect(rows[2].hasPrefix(clips[1]) && rows[2].hasSuffix("index-after-media"))
    expect(rows[3].hasSuffix("truncated") && rows[4].hasSuffix("not read"))
    expect(rows[5].contains("4 inspected: ") && rows[5].contains("1 could not be read"))
    let single = try ProgramRun("inspect \(clips[1])", environment: ["COLUMNS": "200"]).output
    expect(details.output.contains(single) && !table.output.contains(single))
  }

  @Test(
    "prices a fault at what playing the mended file saves",
    arguments: ["cover.mp3", "cover.m4a", "padded.ts", "long.m4a", "two-sounds.mp4"])
  func savings(name: String) throws {
    let folder = try TemporaryFolder()
    let media = try #require(FaultyMedia.all.first { $0.name == name })
    try media.make(in: folder.path)
    let network = "-n 300k --latency 50ms -p basic"
    let path = "\(folder.path)/\(name)"
    let finding = try #require(try Self.findings(path, network).first)
    let command = try #require(finding.remedy?.command)
    try FaultyMedia.run(
      command.replacing(
        "ffmpeg ", with: "ffmpeg -nostdin -v error -y -threads 1 ", maxReplacements: 1),
      in: folder.path)
    func waits(_ path: String) throws -> Double {
      let run = try ProgramRun("analyze '\(path)' \(network) --format json")
      let summary = try JSONDecoder().decode(Played.self, from: Data(run.output.utf8)).summary
      return summary.startupSeconds + summary.stallSeconds
    }
    let saved = try waits(path) - waits(String(command.split(separator: " ").last ?? ""))
    let cost = try #require(finding.cost?.totalSeconds)
    expect(abs(cost - saved) <= 0.1 + saved / 50, "\(cost) for \(saved)")
  }

  @Test("finds nothing in files without a fault", arguments: FaultyMedia.clean)
  func clean(clip: String) throws {
    let findings = try Self.findings(Project.clip(clip))
    expect(findings.isEmpty, "\(findings.map(\.message))")
  }

  @Test(
    "exits 1 from the severity on that --fail-on names",
    arguments: [
      ("moov-at-end.mp4", "", ExitCode.ok), ("moov-at-end.mp4", "--fail-on error", .ok),
      ("moov-at-end.mp4", "--fail-on warning", .checkFailed),
      ("moov-at-end.mp4", "--fail-on note", .checkFailed),
      ("padded-moov.mp4", "--fail-on warning", .ok),
      ("padded-moov.mp4", "--fail-on note", .checkFailed),
      ("truncated.mp4", "--fail-on error", .checkFailed),
      ("video-only.mp4", "--fail-on note", .ok),
    ])
  func threshold(clip: String, options: String, code: ExitCode) throws {
    try expect(ProgramRun("inspect \(Project.clip(clip)) \(options)").code, equals: code)
  }

  @Test("inspects several files, reports those that it cannot read, and exits with the worst code")
  func several() throws {
    let clips = ["video-only.mp4", "missing.mp4", "moov-at-end.mp4", "text.txt"].map(Project.clip)
    let line = "inspect \(clips.joined(separator: " ")) --fail-on note"
    let text = try ProgramRun("\(line) --details")
    expect(text.code, equals: .noInput)
    expect(text.output.split(separator: "\n").count { $0.hasPrefix("media ") }, equals: 2)
    expect(text.output.contains("\n\nmedia "))
    expect(
      text.diagnostics.split(separator: "\n").count { $0.hasPrefix("playhead: ") }, equals: 2,
      "\(text.diagnostics)")
    let json = try ProgramRun("\(line) --format json")
    let document = try JSONDecoder().decode(Document.self, from: Data(json.output.utf8))
    expect(document.inspections.map(\.path), equals: clips)
    expect(document.inspections.map { $0.error == nil }, equals: [true, false, true, false])
    expect(document.inspections.map { $0.inspection != nil }, equals: [true, false, true, false])
    try expect(
      ProgramRun("inspect \(clips[0]) \(clips[2]) --fail-on note").code, equals: .checkFailed)
    try expect(ProgramRun("inspect \(clips[3])").code, equals: .badData)
    try expect(ProgramRun("inspect \(clips[3]) --format sarif").code, equals: .badData)
  }

  @Test("prices what a link makes wait for, and what it saves elsewhere")
  func words() throws {
    func words(_ clip: String) throws -> String {
      try ProgramRun("inspect \(Project.clip(clip))").output
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    // Two requests more than a file that begins with its index.
    try expect(
      words("moov-at-end.mp4").contains("It costs 0.100 s of startup on the reference link."))
    try expect(words("peak.mp4").contains("It costs no time on the reference link."))
    try expect(
      words("faststart.mp4").contains(
        "It costs 0.355 s on the reference link: 0.939 s less of startup, 1.294 s more of stalls."))
    // A second part of 3.029 s that is never shown.
    try expect(
      words("joined.ts").contains(
        "of startup on the reference link, and 3.029 s of pictures or sound, on any link."))
    // The table has samples to 6.016 s, of which those from 3.456 s on are not there.
    try expect(
      words("truncated.mp4").contains("It costs 2.560 s of pictures or sound, on any link."))
    try expect(
      words("truncated.ts").contains(
        "It has no price: the container does not state how much is missing."))
  }

  @Test("does not look for damage without decoding")
  func decoding() throws {
    let run = try ProgramRun("inspect \(Project.clip("damaged.mp4")) --decode none")
    expect(run.code == .ok && !run.output.contains("undecodable-media"))
    expect(run.output.contains("Not decoded: damaged frames are not looked for."))
  }

  @Test("prices findings on the network and the player that are named")
  func prices() throws {
    let clip = Project.clip("padded-moov.mp4")
    let cost = try #require(try Self.findings(clip, "-n 200k --latency 2s")[0].cost)
    let cheap = try #require(try Self.findings(clip, "-n 200k --latency 0s")[0].cost)
    // What is skipped takes a request more.
    expect(cost.totalSeconds - cheap.totalSeconds, equals: 2)
  }

  @Test(
    "refuses what has no meaning",
    arguments: [
      ("--latency 50ms", "--latency needs a --network"), ("--fail-on never", "--fail-on"),
      ("--format sarif --durations iso8601", "it applies to text"), ("--format csv", "csv"),
    ])
  func refusals(options: String, part: String) throws {
    let run = try ProgramRun("inspect \(Project.clip("video-only.mp4")) \(options)")
    expect(run.code, equals: .usage)
    expect(run.diagnostics.contains(part), "\(run.diagnostics)")
    try expect(ProgramRun("inspect").code, equals: .usage)
  }

  @Test("fits the width of the terminal, but for commands", arguments: [30, 40, 60, 80, 200])
  func width(columns: Int) throws {
    for clip in ["moov-at-end.mp4", "damaged.mp4", "many-tracks.mkv"] {
      let run = try ProgramRun(
        "inspect \(Project.clip(clip))", environment: ["COLUMNS": "\(columns)"])
      for line in run.output.split(separator: "\n") where !line.contains("/") {
        expect(line.count <= columns, "\(line)")
      }
    }
  }

  @Test("quotes names so that a shell takes them as they are")
  func quoting() throws {
    let folder = try TemporaryFolder()
    for name in ["it's here.mp4", "-dash.mp4", "a:b.mp4", "$(touch x).mp4", "line\nfeed.mp4"] {
      let path = "\(folder.path)/\(name)"
      try FileManager.default.copyItem(atPath: Project.clip("moov-at-end.mp4"), toPath: path)
      let media = FindingName(path)
      let findings = try media.findings()
      let command = try #require(findings.first?.remedy?.command)
      expect(!command.contains("\n"))
      let run = try ToolRun([
        "bash", "-c", command.replacing("ffmpeg ", with: "ffmpeg -nostdin -v error -y "),
      ])
      expect(run.code, equals: 0, "\(command): \(run.diagnostics)")
      let mended = path.replacing(".mp4", with: ".mended.mp4")
      expect(FileManager.default.fileExists(atPath: mended), "\(command)")
    }
  }

  /// A file whose name no line of words can hold.
  private struct FindingName {
    var path: String

    init(_ path: String) { self.path = path }

    func findings() throws -> [Finding] {
      let folder = try TemporaryFolder()
      let output = "\(folder.path)/out.json"
      let run = try ToolRun([
        ProgramProcess.executable.path, "inspect", path, "--decode", "none", "--format", "json",
        "-o", output,
      ])
      guard run.code == 0 else { throw FaultyMedia.Failed(words: run.diagnostics) }
      let data = try Data(contentsOf: URL(filePath: output))
      let document = try JSONDecoder().decode(Document.self, from: data)
      return document.inspections[0].inspection?.findings ?? []
    }
  }
}
