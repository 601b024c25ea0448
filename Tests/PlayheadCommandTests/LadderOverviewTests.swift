import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayheadCommand

@Suite("playhead analyze of ladders without a network")
struct LadderOverviewTests {
  private static let lines = [
    "\(LadderTests.hls) --player hls.js", "\(LadderTests.dash) --player dash.js --latency 300ms",
    "\(LadderTests.movie) --abr bola --tcp slow-start",
    "\(LadderTests.movie) --do '2s seek 20' --player chromium-156-hls",
  ]

  private func json(_ line: String) throws -> [String: Any] {
    let run = try ProgramRun("analyze \(line) --format json")
    expect(run.code, equals: .ok, "\(line): \(run.diagnostics)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  @Test("has the figures of a session on each network, and the minimum rate", arguments: lines)
  func figures(line: String) throws {
    let overview = try json(line)
    let networks = try #require(overview["networks"] as? [[String: Any]])
    expect(networks.count, equals: 12)
    for network in networks {
      let name = try #require((network["given"] as? [String: Any])?["text"] as? String)
      let session = try json("\(line) -n \(name)")
      for part in ["summary", "adaptation"] {
        expect(network[part] as? NSDictionary, equals: session[part] as? NSDictionary, "\(name)")
      }
    }
    let minimum = try #require(overview["minimumRate"] as? [String: Any])
    let rate = try #require(minimum["rateBitsPerSecond"] as? Int)
    func session(_ rate: Int) throws -> [String: Any] {
      let latency = line.contains("--latency") ? "" : "--latency 0"
      return try #require(
        try json("\(line) -n \(rate)bit/s \(latency)")["summary"] as? [String: Any])
    }
    let enough = try session(rate)
    expect(enough["stallCount"] as? Int == 0 && enough["frozenCount"] as? Int == 0)
    expect(enough["endReason"] as? String, equals: "ended")
    expect(enough["startupSeconds"] as? Double, equals: minimum["startupSeconds"] as? Double)
    let tooLittle = try session(rate - 1)
    expect(
      tooLittle["stallCount"] as? Int ?? 0 > 0 || tooLittle["frozenCount"] as? Int ?? 0 > 0
        || tooLittle["startupSeconds"] as? Double ?? 99 > 10)
    // No theorem covers rules of adaptation.
    expect(minimum["isProven"] as? Bool, equals: false)
  }

  @Test("a program decides in each session, and its failure ends them")
  func programs() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/rule"
    func write(_ script: String) throws {
      try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    try write(
      "while read -r line; do case \"$line\" in *'\"decide\"'*) echo '{\"level\": 1}';; esac; done")
    let report = try json("\(LadderTests.movie) --abr exec:\(path) --latency 0")
    let fixed = try json("\(LadderTests.movie) --abr fixed:1 --latency 0")
    expect(report["networks"] as? NSArray, equals: fixed["networks"] as? NSArray)
    expect(report["minimumRate"] as? NSDictionary, equals: fixed["minimumRate"] as? NSDictionary)
    try write("read -r line; echo '{\"level\": 99}'")
    let run = try ProgramRun("analyze \(LadderTests.movie) --abr exec:\(path)")
    expect(run.code == .inputOutput && run.diagnostics.contains("level 99 does not exist"))
  }

  @Test("csv has the metrics of adaptation, and each format the same rates")
  func formats() throws {
    let line = "analyze \(LadderTests.movie) --player hls.js"
    let rows = try ProgramRun("\(line) --format csv").output.split(separator: "\r\n")
    expect(rows.count, equals: 13)
    expect(rows[0].contains(",switchCount,") && rows[0].hasSuffix(",verdict"))
    for format in ["text", "markdown"] {
      let text = try ProgramRun(
        "\(line) --format \(format)", environment: ["LANG": "C.UTF-8", "COLUMNS": "120"]
      ).output
      expect(text.contains("switches") && text.contains("rule") && text.contains("declared"))
    }
  }

  @Test(
    "what is of one network or of files is refused in a line",
    arguments: [
      ("--optimum", "--optimum needs a --network"), ("--chart", "--chart needs a --network"),
      ("--metric stallCount", "--metric needs a --network"),
      ("--abr optimal", "it is the best for one network"),
      ("--format cmcd", "cmcd describes a single session"),
      ("--startup-limit 9s --limit 5s", "a session ends at its limit of 5 s"),
      ("--tracks 2", "has no track 2"),
      ("-n 2M --startup-limit 5s", "it applies to the overview"),
    ])
  func refusals(options: String, words: String) throws {
    let run = try ProgramRun("analyze \(LadderTests.movie) \(options)")
    expect(run.code == .usage && run.output.isEmpty)
    expect(run.diagnostics.contains(words), "\(run.diagnostics)")
    expect(run.diagnostics.count { $0 == "\n" }, equals: 1)
  }

  @Test("is no wider than the terminal", arguments: Seeds.some([40, 59, 60, 80, 200], oneIn: 2))
  func widths(width: Int) throws {
    expect(FileManager.default.changeCurrentDirectoryPath(Project.root))
    for ladder in ["hls/master.m3u8 --ascii", "movie.json --do '1s pause' --limit 30s"] {
      let run = try ProgramRun(
        "analyze Fixtures/ladders/\(ladder)",
        environment: ["LANG": "C.UTF-8", "COLUMNS": "\(width)"])
      expect(run.code, equals: .ok)
      // Names are not broken in a pipe.
      for line in run.output.split(separator: "\n") where !line.contains("Fixtures/") {
        expect(line.count <= width, "\(line)")
        expect(line.last != " ")
      }
    }
  }
}
