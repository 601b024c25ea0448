import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

/// A command line that cannot work, and what has to come of it.
struct BadInput: Sendable, CustomTestStringConvertible {
  var line: String
  var code: ExitCode
  var words: String
  var testDescription: String { line }

  init(_ line: String, _ code: ExitCode, _ words: String) {
    self.line = line
    self.code = code
    self.words = words
  }
}

@Suite("Bad input gets one line and the right code")
struct BadInputTests {
  static let badMedia: [BadInput] = [
    BadInput(
      "\(Project.root)/Fixtures/suites/example.yaml", .badData,
      "it is a suite; use 'playhead check \(Project.root)/Fixtures/suites/example.yaml'"),
    BadInput("\(Project.player("cautious.yaml"))", .badData, "it is a player policy; use it with"),
    BadInput("\(Project.trace("commute.json"))", .badData, "it is a network profile; use it with"),
    BadInput("\(Project.trace("commute.yaml"))", .badData, "it is a network profile; use it with"),
    BadInput(
      "\(Project.root)/Tests/Golden/faststart.json", .badData,
      "it is the report of a session; to run the session again, use 'playhead analyze --from"),
    BadInput(
      "\(Project.root)/Tests/Golden/session.jsonl", .badData, "it is the report of a session"),
    BadInput("\(Project.root)/Tests/Golden/check.json", .badData, "it is a report of playhead"),
    BadInput("\(Project.root)/README.md", .badData, "it is a text file; name an audio or video"),
    BadInput(
      "\(Project.root)/Documentation/checks.md", .badData,
      "it is a text file; name an audio or video"),
    BadInput(
      "ftp://example.com/a.mp4", .noInput,
      "ftp URLs are not supported; use an http or https URL, or download the file"),
    BadInput("file:///a/b.mp4", .noInput, "file URLs are not supported; write the path, /a/b.mp4"),
    BadInput("3g", .noInput, "no such file, but a network; write --network=3g"),
    BadInput("\(Project.clip("no-such.mp4"))", .noInput, "No such file"),
    BadInput("\(Project.root)", .badData, "it is a directory; name an audio or video file"),
    BadInput("/dev/null", .badData, "it is a device"),
    BadInput("no\u{FFFD}.mp4", .noInput, "not valid UTF-8"),
    BadInput("\(Project.clip("empty.mp4"))", .badData, "it is empty"),
    BadInput("\(Project.clip("text.txt"))", .badData, "not playable media"),
    BadInput("\(Project.clip("not-media.mp4"))", .badData, "not playable media"),
    BadInput("\(Project.clip("subtitles-only.mkv"))", .badData, "it has no audio or video"),
    BadInput("\(Project.clip("playlist.m3u8"))", .badData, "none of its segments can be read"),
    BadInput("\(Project.clip("manifest.mpd"))", .badData, "none of its segments can be read"),
    BadInput("\(Project.clip("faststart.mp4")) --tracks 7", .usage, "the tracks are 0 to 1"),
    BadInput(
      "\(Project.clip("cover-art.m4a")) --tracks 1", .usage,
      "attached picture tracks cannot be played"),
    BadInput("\(Project.clip("audio-only.m4a")) --tracks 1", .usage, "the only track is 0"),
    BadInput(
      "\(Project.clip("subtitles-only.mkv")) --tracks 0", .usage,
      "subtitle tracks cannot be played"),
    BadInput(
      "\(Project.clip("many-tracks.mkv")) --tracks 3,4", .usage,
      "only one audio track plays at a time; track 3 is selected too"),
    BadInput("http://127.0.0.1:1/x.mp4", .noInput, "cannot connect"),
  ]

  @Test("in the media", arguments: badMedia)
  func media(example: BadInput) throws {
    try check(ProgramRun("analyze \(example.line) --network 800k"), example)
  }

  static let badNetworks: [BadInput] = [
    BadInput("nowhere.json", .noInput, "No such file"),
    BadInput("\(Project.root)/Fixtures/", .noInput, "Is a directory"),
    BadInput("3x", .usage, "--network=3x"),
    BadInput("1.5mbps", .usage, "write 1.5Mbps for bits or 1.5MB/s for bytes"),
    BadInput("\(Project.trace("malformed/empty.json"))", .badData, "found an empty file"),
    BadInput("\(Project.trace("malformed/empty-list.json"))", .badData, "found an empty list"),
    BadInput(
      "\(Project.trace("malformed/negative.json"))", .badData, ":3:42: bandwidth_kbps"),
    BadInput(
      "\(Project.trace("malformed/missing-key.json"))", .badData, "bandwidth_kbps is missing"),
    BadInput(
      "\(Project.trace("malformed/nan.json"))", .badData, ":3:42: expected a number"),
    BadInput("\(Project.trace("malformed/not-a-list.json"))", .badData, ":1:1: expected a list"),
    BadInput("\(Project.trace("malformed/truncated.json"))", .badData, "ends in the middle"),
    BadInput("\(Project.clip("faststart.mp4"))", .badData, "the file is binary"),
    BadInput(
      "\(Project.trace("ambiguous.txt"))", .badData,
      "write --network-format=pensieve or --network-format=oboe"),
    BadInput(
      "\(Project.trace("pensieve.txt")) --network-format mahimahi", .badData,
      ":1:3: expected one column"),
    BadInput(
      "\(Project.trace("pensieve.txt")) --network-format pensive", .usage,
      "did you mean pensieve?"),
    BadInput("800k --network-format csv", .usage, "only a network read from a file"),
    BadInput("\(Project.trace("malformed/alias.yaml"))", .badData, "alias.yaml:3:5: anchors"),
    BadInput("\(Project.trace("malformed/duplicate.yaml"))", .badData, ":4:1: the key “latency”"),
    BadInput("\(Project.trace("malformed/latin-1.yaml"))", .badData, ":2:10: this is not UTF-8"),
    BadInput("\(Project.trace("malformed/list.yaml"))", .badData, ":1:1: expected a mapping"),
    BadInput("\(Project.trace("malformed/suite.yaml"))", .badData, ":1:11: playhead: “suite/1”"),
    BadInput("\(Project.trace("malformed/tab.yaml"))", .badData, ":3:1: a tab cannot indent"),
    BadInput("\(Project.trace("malformed/truncated.yaml"))", .badData, ":3:26: this quote is not"),
  ]

  @Test("in the network", arguments: badNetworks)
  func network(example: BadInput) throws {
    let clip = Project.clip("audio-only.m4a")
    try check(ProgramRun("analyze \(clip) --network \(example.line)"), example)
  }

  @Test("but a profile of our own with many mistakes gets a line for each")
  func manyMistakes() throws {
    let path = Project.trace("malformed/many-mistakes.yaml")
    let run = try ProgramRun("analyze \(Project.clip("audio-only.m4a")) --network \(path)")
    expect(run.code, equals: .badData)
    let lines = run.diagnostics.split(separator: "\n")
    expect(lines.allSatisfy { $0.hasPrefix("playhead: malformed network profile, \(path):") })
    expect(
      lines.map { $0.dropFirst("playhead: malformed network profile, \(path):".count) }
        .map { $0.prefix { $0 != " " } },
      equals: [
        "2:1:", "3:10:", "6:11:", "7:5:", "7:5:", "9:12:", "10:5:",
      ])
  }

  static let badOptions: [BadInput] = [
    BadInput("--scale 2", .usage, "--network"),
    BadInput("--latency -1s", .usage, "--latency"),
    BadInput("-n 800k --latency -1s", .usage, "--latency"),
    BadInput("-n 800k --startup-buffer 1e3", .usage, "--startup-buffer"),
    BadInput("-n 800k --max-buffer 0", .usage, "HIGH (0 s) must be greater than 0"),
    BadInput("-n 800k --max-buffer 10s:11s", .usage, "LOW (11 s) is above HIGH (10 s)"),
    BadInput("-n 800k --max-buffer 30:25", .usage, "write 30m25s or 30s:25s"),
    BadInput("-n 800", .usage, "write 800k for 800 kbit/s, or 800bps"),
    BadInput("-n 800k --latency 50", .usage, "write 50ms or 50s"),
    BadInput("-n 800k --latency 50m", .usage, "write 50ms or 50min"),
    BadInput("-n 800k --jitter 5", .usage, "write 5ms or 5s"),
    BadInput("-n 800k --tick 500", .usage, "write 500ms or 500s"),
    BadInput("-n 800k --expensive-rate 500", .usage, "write 500k for 500 kbit/s, or 500bps"),
    BadInput("--latency 50", .usage, "write 50ms or 50s"),
    BadInput("-n 800k --tracks 0,0", .usage, "track 0 is listed twice"),
    BadInput("-n 800k --startup-limit 5s", .usage, "it applies to the overview"),
    BadInput("--startup-limit 10s --limit 9s", .usage, "a session ends at its limit of 9 s"),
    BadInput("--startup-limit 801s", .usage, "a session ends at its limit of 680 s"),
    BadInput("-n 800k --max-buffer 1:2:3:4", .usage, "--max-buffer"),
    BadInput("-n 800k --tick 999us", .usage, "the minimum is 0.001 s"),
    BadInput("-n 800k --tick 1ms --limit 24h", .usage, "exceed 1000000 rows"),
    BadInput("-n 800k --tracks 0,,1", .usage, "is not a track number"),
    BadInput("-n 800k --decode some", .usage, "all, keyframes or none"),
    BadInput(
      "-n 800k --format xml", .usage,
      "json, jsonl, csv, markdown, p1203, cmcd, html, svg, png or pdf"),
    BadInput("-n 800k --output /no/such/folder/x", .cannotCreate, "No such file"),
    BadInput("-n 800k --output /dev/full", .inputOutput, "No space left"),
  ]

  @Test("in the options", arguments: badOptions)
  func options(example: BadInput) throws {
    let clip = Project.clip("audio-only.m4a")
    try check(ProgramRun("analyze \(clip) --decode none \(example.line)"), example)
  }

  private func check(_ run: ProgramRun, _ example: BadInput) {
    expect(run.code, equals: example.code)
    expect(run.output.isEmpty)
    expect(run.diagnostics.hasPrefix("playhead: "))
    expect(run.diagnostics.contains(example.words), "\(run.diagnostics)")
    expect(run.diagnostics.filter(\.isNewline).count, equals: 1, "\(run.diagnostics)")
  }
}
