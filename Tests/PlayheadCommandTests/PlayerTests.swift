import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite("playhead analyze --player")
struct PlayerTests {
  private static let clip = Project.clip("audio-only.m4a")

  private func player(_ options: String) throws -> [String: Any] {
    let run = try ProgramRun(
      "analyze \(Self.clip) -n 800k --decode none --format json \(options)")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    let report = try #require(value as? [String: Any])
    return try #require(report["player"] as? [String: Any])
  }

  @Test("takes the values of a file, and those of options in their place")
  func overriding() throws {
    let file = "--player \(Project.player("cautious.yaml"))"
    let plain = try player(file)
    expect(plain["name"] as? String, equals: "Cautious")
    expect(plain["startupBufferSeconds"] as? Double, equals: 4)
    expect(plain["afterSeekBufferSeconds"] as? Double, equals: 1.5)
    expect(plain["highWatermarkBytes"] as? Int, equals: 8_000_000)
    expect(plain["byteCapBytes"] as? Int, equals: 16_777_216)
    expect(plain["automaticallyWaitsToMinimizeStalling"] as? Bool, equals: true)
    let changed = try player(
      file + " --startup-buffer 1s --after-seek-buffer 2s --back-buffer unlimited "
        + "--no-automatic-waiting --expensive-rate 1M")
    expect(changed["startupBufferSeconds"] as? Double, equals: 1)
    expect(changed["resumeBufferSeconds"] as? Double, equals: 3)
    expect(changed["afterSeekBufferSeconds"] as? Double, equals: 2)
    expect(changed["backBufferSeconds"] is NSNull)
    expect(changed["automaticallyWaitsToMinimizeStalling"] as? Bool, equals: false)
    let expensive = try #require(changed["expensive"] as? [String: Any])
    expect(expensive["rateBitsPerSecond"] as? Int, equals: 1_000_000)
    expect(expensive["bufferSeconds"] as? Double, equals: 10)
  }

  @Test("has --max-buffer stand for both watermarks of a file")
  func watermarks() throws {
    // The file's low watermark of 20 s would lie above this one.
    let changed = try player("-p \(Project.player("cautious.yaml")) --max-buffer 15s")
    expect(changed["highWatermarkSeconds"] as? Double, equals: 15)
    expect(changed["lowWatermarkSeconds"] as? Double, equals: 10)
    let unlimited = try player("-p \(Project.player("cautious.yaml")) --max-buffer unlimited")
    expect(unlimited["highWatermarkSeconds"] is NSNull)
    expect(unlimited["lowWatermarkSeconds"] is NSNull)
  }

  @Test("lets an option mend what a file has wrong")
  func mending() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/low.yaml"
    try "playhead: player/1\nlowWatermark: 40s".write(
      toFile: path, atomically: true, encoding: .utf8)
    try expect(ProgramRun("analyze \(Self.clip) -n 800k -p \(path)").code, equals: .configuration)
    try expect(player("-p \(path) --max-buffer 50s")["lowWatermarkSeconds"] as? Double, equals: 45)
  }

  static let badPlayers: [BadInput] = [
    BadInput("-p basik", .usage, "--player=basik: unknown player; did you mean basic?"),
    BadInput("-p nowhere.yaml", .noInput, "cannot open player policy, nowhere.yaml: No such file"),
    BadInput("-p \(Project.root)/Fixtures/", .noInput, "Is a directory"),
    BadInput("-p /dev/zero", .configuration, "it has more than 1048576 bytes"),
    BadInput("-p /dev/null", .configuration, "malformed player policy, /dev/null:1:1: a document"),
    BadInput("-p \(Project.clip("peak.mp4"))", .configuration, "peak.mp4:1:1: "),
    BadInput(
      "-p \(Project.trace("commute.yaml"))", .configuration,
      "commute.yaml:2:11: playhead: “network/1” is not the expected kind of file"),
    BadInput("-p \(Project.trace("malformed/alias.yaml"))", .configuration, ":3:5: anchors"),
    // What an option has to do with is told of the option, what only the file has of its place.
    BadInput(
      "-p \(Project.player("growth.yaml")) --resume-buffer 6s", .usage,
      "--resume-buffer=6s: it is above resumeGrowth.limit (5 s, at "
        + "\(Project.player("growth.yaml")):2:34)"),
    BadInput(
      "-p \(Project.player("growth.yaml")) --max-buffer unlimited", .usage,
      "--max-buffer=unlimited: watermarks (all, at \(Project.player("growth.yaml")):3:13) "
        + "requires HIGH (unlimited)"),
    BadInput("--back-buffer -1s", .usage, "--back-buffer"),
    BadInput(
      "--expensive-buffer 0", .usage, "--expensive-buffer=0: it must be greater than 0"),
    BadInput("--do '10s sek 1:00'", .usage, "unknown action “sek”; did you mean seek?"),
    BadInput("--do '10s seek 1 keyfram'", .usage, "did you mean keyframe?"),
    BadInput("--do '5 pause' -d '9s rate 9'", .usage, "--do=9s rate 9: “9”: rates are 0 and from"),
    BadInput("--loop 0", .usage, "--loop=0: expected a whole number from 1 to 1000"),
    BadInput("--loop 1001", .usage, "expected a whole number from 1 to 1000"),
    BadInput("--loop +1", .usage, "expected a whole number from 1 to 1000"),
  ]

  @Test("refuses in one line what cannot be", arguments: badPlayers)
  func refusals(example: BadInput) throws {
    let run = try ProgramRun("analyze \(Self.clip) -n 800k --decode none \(example.line)")
    expect(run.code, equals: example.code)
    expect(run.output.isEmpty)
    expect(run.diagnostics.hasPrefix("playhead: "))
    expect(run.diagnostics.contains(example.words), "\(run.diagnostics)")
    expect(run.diagnostics.filter(\.isNewline).count, equals: 1, "\(run.diagnostics)")
  }

  @Test(
    "gives each mistake in a file a line, in the order of the file",
    arguments: [
      (
        "many-mistakes.yaml",
        ["2:1:", "3:15:", "4:15:", "5:10:", "6:26:", "7:13:", "8:39:", "9:12:"]
      ),
      ("conflicts.yaml", ["2:15:", "3:24:", "3:36:", "5:21:"]),
    ])
  func manyMistakes(name: String, marks: [String]) throws {
    let path = Project.player("malformed/\(name)")
    let run = try ProgramRun("analyze \(Self.clip) -n 800k -p \(path)")
    expect(run.code, equals: .configuration)
    let start = "playhead: malformed player policy, \(path):"
    let lines = run.diagnostics.split(separator: "\n")
    expect(lines.allSatisfy { $0.hasPrefix(start) })
    expect(lines.map { String($0.dropFirst(start.count).prefix { $0 != " " }) }, equals: marks)
  }

  @Test("does not write its result over the policy")
  func overwriting() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/p.yaml"
    try "playhead: player/1".write(toFile: path, atomically: true, encoding: .utf8)
    let run = try ProgramRun("analyze \(Self.clip) -n 800k -p \(path) -o \(path)")
    expect(run.code == .usage && run.diagnostics.contains("output is an input"))
    try expect(String(contentsOfFile: path, encoding: .utf8), equals: "playhead: player/1")
  }
}
