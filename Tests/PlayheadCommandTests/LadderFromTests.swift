import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite struct `A report of a ladder's session` {
  @Test(arguments: [
    "\(LadderTests.movie) -n 700k --player sabre-bola --abr bola:basic,o --tick 3s",
    "\(LadderTests.hls) -n 300k --latency 20ms --player hls.js --do '2s seek 4' --tcp slow-start",
    "\(LadderTests.dash) -n 1M --player shaka --loop 2 --limit 50s --startup-buffer 3s",
    "\(LadderTests.hls) -n 2M --tracks 1 --player media3 --language en --as-vod",
    "\(LadderTests.movie) -n 1M --abr optimal:bola --max-buffer 12s",
  ])
  func `runs it again, byte for byte`(line: String) throws {
    let folder = try TemporaryFolder()
    for format in ["json", "jsonl"] {
      let path = "\(folder.path)/a.\(format)"
      let first = try ProgramRun("analyze \(line) --format \(format)")
      expect(first.code, equals: .ok, "\(first.diagnostics)")
      try first.output.write(toFile: path, atomically: false, encoding: .utf8)
      let again = try ProgramRun("analyze --from \(path) --format \(format)")
      expect(again.code, equals: .ok, "\(again.diagnostics)")
      expect(again.output, equals: first.output, "\(line)")
    }
  }

  @Test(arguments: [
    ("-n 700k --player hls.js", "-n 2M"), ("-n 700k --player hls.js", "--player shaka"),
    ("-n 700k --player hls.js --loop 2", "--loop 1"), ("-n 700k", "--abr fixed:1"),
    ("-n 700k --do '1s pause'", "--do '2s seek 9'"), ("-n 700k", "--limit 9s"),
    ("-n 700k --tcp slow-start", "--tracks 0"),
  ])
  func `is overridden by options`(written: String, options: String) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.json"
    let first = try ProgramRun("analyze \(LadderTests.movie) \(written) --format json -o \(path)")
    expect(first.code, equals: .ok)
    let found = try ProgramRun("analyze --from \(path) \(options) --format json")
    let option = String(options.prefix { $0 != " " })
    let rest = written.split(separator: " --").enumerated().filter { part in
      part.offset == 0 ? option != "-n" : "--\(part.element)".prefix { $0 != " " } != option
    }.map { ($0.offset == 0 ? "" : "--") + $0.element }
    let wanted = try ProgramRun(
      "analyze \(LadderTests.movie) \(rest.joined(separator: " ")) \(options) --format json")
    expect(found.output, equals: wanted.output, "\(found.diagnostics)")
  }

  @Test func `is refused where it was edited or its ladder has changed`() throws {
    let folder = try TemporaryFolder()
    let (path, movie) = ("\(folder.path)/a.json", "\(folder.path)/movie.json")
    let text = try String(contentsOfFile: LadderTests.movie, encoding: .utf8)
    try text.write(toFile: movie, atomically: false, encoding: .utf8)
    let report = try ProgramRun("analyze \(movie) -n 700k --format json").output
    let edits = [
      ("\"goalSeconds\": 30", "\"goalSeconds\": 31"),
      ("\"rule\": \"throughput\"", "\"rule\": \"bba0\""),
      ("\"loops\": 1", "\"loops\": 2"),
    ]
    for (part, other) in edits {
      expect(report.contains(part))
      let last = report.replacing(part, with: other)
      try last.write(toFile: path, atomically: false, encoding: .utf8)
      let run = try ProgramRun("analyze --from \(path)")
      expect(run.code, equals: .badData, "\(part)")
      expect(
        run.diagnostics.contains("scenarioSha256") || run.diagnostics.contains("limitSeconds"),
        "\(run.diagnostics)")
    }
    try report.write(toFile: path, atomically: false, encoding: .utf8)
    try expect(ProgramRun("analyze --from \(path) --summary").code, equals: .ok)
    let clip = try ProgramRun("analyze \(Project.clip("faststart.mp4")) --from \(path)")
    expect(clip.code == .badData && clip.diagnostics.contains("it is of HLS or DASH"))
    let file = "\(Project.root)/Fixtures/reports/session-2.json"
    let ladder = try ProgramRun("analyze \(movie) --from \(file)")
    expect(ladder.code == .badData && ladder.diagnostics.contains("it is of a media file"))
    let digits = try #require(text.firstRange(of: /[0-9]{6,}/))
    try text.replacingCharacters(in: digits, with: "123456")
      .write(toFile: movie, atomically: false, encoding: .utf8)
    let changed = try ProgramRun("analyze --from \(path)")
    expect(changed.code == .badData && changed.diagnostics.contains("media has changed"))
    try expect(ProgramRun("analyze \(movie) --from \(path)").code, equals: .ok)
  }

  /// The scenario of each is what it was; its digest names it.
  @Test(arguments: [
    "session-2.json", "session-event-2.jsonl", "session-2-last.json", "session-event-2-last.jsonl",
    "ladder-session-2.json", "ladder-session-event-2.jsonl",
  ])
  func `that version 2 wrote is still run again and compared`(name: String) throws {
    let path = "Fixtures/reports/\(name)"
    expect(FileManager.default.changeCurrentDirectoryPath(Project.root))
    let format = name.hasSuffix("l") ? "jsonl" : "json"
    let run = try ProgramRun("analyze --from \(path) --format \(format)")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    let compared = try ProgramRun("compare \(path) \(path)")
    expect(compared.output.contains("B is the same as A in every metric and event."))
    // The library that reads media may be another one here.
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let digest = /"scenarioSha256": "[0-9a-f]+"/
    try expect(digest.firstMatch(in: run.output)?.0, equals: digest.firstMatch(in: text)?.0)
  }
}
