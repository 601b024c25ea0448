import Expectations
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
      line: "analyze Fixtures/clips/faststart.mp4 --network 800k --latency 50ms --tick 1s",
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
      file: "outage-200.txt",
      line: "analyze Fixtures/clips/faststart.mp4 -n Fixtures/traces/outage.json --tick 1s",
      environment: ["LANG": "C.UTF-8", "COLUMNS": "200"]),
    Case(
      file: "fold-color.txt",
      line: "analyze Fixtures/clips/faststart.mp4 -n 800k --tick 100ms --fold --color always",
      environment: utf8),
    Case(
      file: "wide-locale.txt",
      line: "analyze Fixtures/clips/faststart.mp4 -n 800k --tick 2s",
      environment: ["LANG": "ja_JP.UTF-8", "COLUMNS": "80"]),
    Case(
      file: "events.txt",
      line: "analyze Fixtures/clips/moov-at-end.mp4 -n Fixtures/traces/steps.json --events "
        + "--max-buffer 4s:2s -d '2s seek 4'",
      environment: utf8),
    Case(
      file: "summary-40.txt",
      line: "analyze Fixtures/clips/faststart.mp4 -n Fixtures/traces/outage.json --summary",
      environment: ["COLUMNS": "40"]),
    Case(
      file: "chart.txt",
      line: "analyze Fixtures/clips/faststart.mp4 -n Fixtures/traces/outage.json --chart "
        + "--max-buffer 5s:3s",
      environment: utf8),
    Case(
      file: "chart-ascii-40.txt",
      line: "analyze Fixtures/clips/faststart.mp4 -n 800k --chart --durations iso8601",
      environment: ["COLUMNS": "40"]),
    Case(
      file: "chart-color-200.txt",
      line: "analyze Fixtures/clips/faststart.mp4 -n Fixtures/traces/commute.json --chart "
        + "--max-buffer 4s:2s --color always",
      environment: ["LANG": "C.UTF-8", "COLUMNS": "200"]),
    Case(
      file: "iso8601.txt",
      line: "analyze Fixtures/clips/faststart.mp4 -n 800k --latency 50ms --tick 2s "
        + "-d '5s pause' -d '1:05 play' --durations iso8601",
      environment: utf8),
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
    Case(
      file: "overview.txt", line: "analyze Fixtures/clips/faststart.mp4", environment: utf8),
    Case(
      file: "overview-40.txt",
      line: "analyze Fixtures/clips/faststart.mp4 --no-automatic-waiting",
      environment: ["LANG": "C.UTF-8", "COLUMNS": "40"]),
    Case(
      file: "overview-ascii-60.txt",
      line: "analyze Fixtures/clips/faststart.mp4 --limit 35s --decode none",
      environment: ["COLUMNS": "60"]),
    Case(
      file: "overview-color-120.txt",
      line: "analyze Fixtures/clips/faststart.mp4 --latency 80ms --tcp slow-start "
        + "--color always",
      environment: ["LANG": "C.UTF-8", "COLUMNS": "120"]),
    Case(
      file: "overview.json", line: "analyze Fixtures/clips/audio-only.m4a --format json",
      environment: utf8),
    Case(
      file: "overview.csv", line: "analyze Fixtures/clips/audio-only.m4a --format csv",
      environment: utf8),
    Case(
      file: "overview.md",
      line: "analyze Fixtures/clips/faststart.mp4 --format markdown --durations iso8601",
      environment: utf8),
    Case(
      file: "ladder-overview.txt",
      line: "analyze Fixtures/ladders/hls/master.m3u8 --player hls.js --do '1s seek 5'",
      environment: utf8),
    Case(
      file: "ladder-overview-ascii-40.txt",
      line: "analyze Fixtures/ladders/movie.json --player sabre-bola",
      environment: ["COLUMNS": "40"]),
    Case(
      file: "ladder.md",
      line: "analyze Fixtures/ladders/hls/master.m3u8 -n 60k --player hls.js --format markdown",
      environment: utf8),
    Case(
      file: "session.jsonl",
      line: "analyze Fixtures/clips/faststart.mp4 -n 800k --latency 50ms --format jsonl "
        + "-d '3s seek 14'",
      environment: utf8),
    Case(
      file: "session.csv",
      line: "analyze Fixtures/clips/faststart.mp4 -n 800k --latency 50ms --format csv --tick 2s "
        + "-d '3s seek 14'",
      environment: utf8),
    Case(
      file: "session.md",
      line: "analyze Fixtures/clips/faststart.mp4 -n 800k --latency 50ms --format markdown",
      environment: utf8),
    Case(
      file: "seek.md",
      line:
        "analyze Fixtures/clips/video-only.mp4 -n Fixtures/traces/commute.yaml --format markdown "
        + "-d '1s seek 3' -d '2s seek 1' -d '4s pause' --player Fixtures/players/cautious.yaml",
      environment: utf8),
    Case(
      file: "session.p1203.json",
      line: "analyze Fixtures/clips/faststart.mp4 -n 800k --latency 50ms --format p1203",
      environment: utf8),
    Case(
      file: "session.cmcd",
      line: "analyze Fixtures/clips/faststart.mp4 -n 800k --latency 50ms --format cmcd --tick 1s",
      environment: utf8),
    Case(
      file: "metrics.txt",
      line: "analyze Fixtures/clips/faststart.mp4 -n 800k --latency 50ms --metric stallCount "
        + "--metric startup --metric meanSeekLatency",
      environment: utf8),
    Case(
      file: "requirements.txt",
      line: "requirements Fixtures/clips/faststart.mp4 -n 800k --latency 50ms", environment: utf8),
    Case(
      file: "requirements-ascii-40.txt",
      line: "requirements Fixtures/clips/moov-at-end.mp4 --startup 500ms",
      environment: ["COLUMNS": "40"]),
    Case(
      file: "requirements.json",
      line: "requirements Fixtures/clips/audio-only.m4a -n 200k --format json", environment: utf8),
    Case(
      file: "requirements.csv", line: "requirements Fixtures/clips/faststart.mp4 --format csv",
      environment: utf8),
    Case(
      file: "requirements.svg", line: "requirements Fixtures/clips/faststart.mp4 --format svg",
      environment: utf8),
    Case(
      file: "inspect.txt", line: "inspect Fixtures/clips/moov-at-end.mp4 Fixtures/clips/peak.mp4",
      environment: utf8),
    Case(
      file: "inspect-ascii-40.txt", line: "inspect Fixtures/clips/damaged.mp4",
      environment: ["COLUMNS": "40"]),
    Case(
      file: "inspect.json", line: "inspect Fixtures/clips/edit-list.mp4 --format json",
      environment: utf8),
    Case(
      file: "inspect.sarif",
      line: "inspect Fixtures/clips/moov-at-end.mp4 Fixtures/clips/damaged.mp4 --format sarif",
      environment: utf8),
    Case(
      file: "compare.txt",
      line: "compare Fixtures/clips/faststart.mp4 Fixtures/clips/moov-at-end.mp4 -n 1.2M "
        + "--latency 50ms --tick 1s", environment: utf8),
    Case(
      file: "compare-ascii-40.txt",
      line: "compare Fixtures/clips/faststart.mp4 -n 800k -n 700k --latency 50ms --tick 2s",
      environment: ["COLUMNS": "40"]),
    Case(
      file: "compare-color-120.txt",
      line: "compare Fixtures/clips/faststart.mp4 -n 800k --player basic --player mpv "
        + "--player chromium --tick 1s --fold --color always",
      environment: ["LANG": "C.UTF-8", "COLUMNS": "120"]),
    Case(
      file: "compare.json",
      line: "compare Fixtures/clips/audio-only.m4a -n 100k -n 60k --format json",
      environment: utf8),
    Case(
      file: "compare.csv",
      line: "compare Fixtures/clips/audio-only.m4a -n 100k -n 60k --format csv",
      environment: utf8),
    Case(
      file: "compare.md",
      line: "compare Fixtures/clips/faststart.mp4 Fixtures/clips/moov-at-end.mp4 -n 1.2M "
        + "--format markdown", environment: utf8),
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
      file: "network-iso8601.txt",
      line: "networks Fixtures/traces/commute.json --durations iso8601", environment: utf8),
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
    expect(FileManager.default.changeCurrentDirectoryPath(Project.root))
    let run = try ProgramRun(example.line, environment: example.environment)
    expect(run.code, equals: example.code)
    let path = "\(Project.root)/Tests/Golden/\(example.file)"
    let output = try Self.withoutVersions(run.output)
    if ProcessInfo.processInfo.environment["PLAYHEAD_UPDATE_GOLDEN"] == "1" {
      try output.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOfFile: path, encoding: .utf8)
    expect(output, equals: expected, "see \(path)")
  }

  /// What another version of Playhead or FFmpeg says of itself, or may say of media, and how long a
  /// case took are left out.
  private static func withoutVersions(_ output: String) throws -> String {
    output
      .replacing(try Regex(#""libraries": \[[^\]]*\]"#), with: #""libraries": []"#)
      .replacing(try Regex(#""version": "[^"]*""#), with: #""version": "…""#)
      .replacing(try Regex(#"Sha256": "[0-9a-f]{64}""#), with: #"Sha256": "…""#)
      .replacing(try Regex(#" time="[0-9.]+""#), with: #" time="…""#)
  }
}
