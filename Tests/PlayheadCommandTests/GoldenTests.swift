import Foundation
import Testing

@testable import PlayheadCommand

/// The form of what people and programs read; the numbers in it are proven elsewhere.
///
/// With `PLAYHEAD_UPDATE_GOLDEN=1` the files are written anew instead.
@Suite("Output keeps its form")
struct GoldenTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var file: String
    var line: String
    var environment: [String: String]
    var code = ExitCode.ok
    var testDescription: String { file }
  }

  static let utf8 = ["LANG": "C.UTF-8", "COLUMNS": "80"]
  static let cases = [
    Case(
      file: "readme.txt",
      line: "analyze Fixtures/clips/faststart.mp4 --network 800k --latency 50ms",
      environment: utf8),
    Case(
      file: "faststart.json",
      line: "analyze Fixtures/clips/faststart.mp4 --network 800k --latency 50ms --format json",
      environment: utf8),
    Case(
      file: "outage-ascii-60.txt",
      line: "analyze Fixtures/clips/faststart.mp4 -n Fixtures/traces/outage.json --ascii --tick 1s",
      environment: ["COLUMNS": "60"]),
    Case(
      file: "moov-at-end-40.txt",
      line: "analyze Fixtures/clips/moov-at-end.mp4 -n Fixtures/traces/steps.json --tick 1s",
      environment: ["LANG": "C.UTF-8", "COLUMNS": "40"]),
    Case(
      file: "full-color-120.txt",
      line: "analyze Fixtures/clips/faststart.mp4 -n 1.2M --max-buffer 4s:2s --color always",
      environment: ["LANG": "C.UTF-8", "COLUMNS": "120"]),
    Case(
      file: "damaged.json",
      line: "analyze Fixtures/clips/damaged.mp4 -n Fixtures/traces/dead.json --format json",
      environment: utf8),
    Case(
      file: "many-tracks.txt", line: "analyze Fixtures/clips/many-tracks.mkv -n 800k",
      environment: utf8),
    Case(
      file: "seek-pause.txt",
      line: "analyze Fixtures/clips/faststart.mp4 -n 800k --latency 50ms --tick 2s "
        + "--do '3s seek 14' --do '6s pause' --do '8s play' --do '9s seek 5 keyframe' "
        + "--do '12s rate 1.5'",
      environment: utf8),
    Case(
      file: "player.txt",
      line: "analyze Fixtures/clips/faststart.mp4 -n 800k --latency 50ms --tick 2s "
        + "--player Fixtures/players/cautious.yaml --startup-buffer 2s",
      environment: utf8),
    Case(
      file: "no-waiting-ascii-40.txt",
      line: "analyze Fixtures/clips/faststart.mp4 -n 800k --no-automatic-waiting "
        + "--back-buffer 2s --loop 2 --tick 4s -d '10s seek 4' -d '11s play' -d '20s rate 2'",
      environment: ["COLUMNS": "40"]),
    Case(
      file: "player.json",
      line: "analyze Fixtures/clips/audio-only.m4a -n 800k --tick 10s --format json "
        + "--player Fixtures/players/cautious.yaml -d '1s seek 3' -d '1.5s pause'",
      environment: utf8),
    Case(
      file: "check-one.txt",
      line: "check Fixtures/clips/faststart.mp4 --network 800k --latency 50ms "
        + "--expect 'stallCount <= 1' --expect 'startup <= 1s' --expect 'rebufferRatio < 2%'",
      environment: utf8, code: .checkFailed),
    Case(file: "check.txt", line: "check Fixtures/suites/example.yaml", environment: utf8),
    Case(
      file: "check-failing-ascii-40.txt", line: "check Fixtures/suites/failing.yaml",
      environment: ["COLUMNS": "40"], code: .noInput),
    Case(
      file: "check-failing-color-120.txt",
      line: "check Fixtures/suites/failing.yaml --color always",
      environment: ["LANG": "C.UTF-8", "COLUMNS": "120"], code: .noInput),
    Case(
      file: "check-list.txt", line: "check Fixtures/suites/example.yaml --list", environment: utf8),
    Case(
      file: "check.json", line: "check Fixtures/suites/failing.yaml --format json",
      environment: utf8, code: .noInput),
    Case(file: "networks.txt", line: "networks", environment: utf8),
    Case(file: "networks-40.txt", line: "networks", environment: ["COLUMNS": "40"]),
    Case(
      file: "network-inline.txt", line: "networks 10s@800k,5s@0,1.2M --latency 60ms --loss 0.5",
      environment: utf8),
    Case(
      file: "network-ascii-60.txt",
      line: "networks Fixtures/traces/commute.json --offset 30s --scale 50%",
      environment: ["COLUMNS": "60"]),
    Case(
      file: "network-preset.txt", line: "networks apple-very-bad --jitter 20ms --seed 3",
      environment: utf8),
    Case(
      file: "network.json", line: "networks Fixtures/traces/outage.json --hold --format json",
      environment: utf8),
    Case(
      file: "check-junit.xml", line: "check Fixtures/suites/failing.yaml --report junit=-",
      environment: utf8, code: .noInput),
    Case(
      file: "check.tap", line: "check Fixtures/suites/failing.yaml --report tap=-",
      environment: utf8, code: .noInput),
    Case(
      file: "check.md", line: "check Fixtures/suites/failing.yaml --report markdown=-",
      environment: utf8, code: .noInput),
    Case(
      file: "check-github.txt", line: "check Fixtures/suites/failing.yaml --report github=-",
      environment: utf8, code: .noInput),
  ]

  @Test("in every golden file", arguments: cases)
  func golden(_ example: Case) throws {
    // Paths are part of the output, so they have to be the same wherever the project lies.
    #expect(FileManager.default.changeCurrentDirectoryPath(Project.root))
    let run = try ProgramRun(example.line, environment: example.environment)
    #expect(run.code == example.code)
    let path = "\(Project.root)/Tests/Golden/\(example.file)"
    if ProcessInfo.processInfo.environment["PLAYHEAD_UPDATE_GOLDEN"] == "1" {
      try run.output.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOfFile: path, encoding: .utf8)
    #expect(run.output == expected, "see \(path)")
  }
}
