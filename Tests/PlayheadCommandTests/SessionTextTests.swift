import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite("The text of a session")
struct SessionTextTests {
  private let line = "analyze \(Project.clip("faststart.mp4")) -n 800k --decode none"

  @Test(
    "has one selection at most, and only as text",
    arguments: [
      ("--events --summary", "--events and --summary"),
      ("--summary --chart", "--summary and --chart"),
      ("--fold --no-fold", "--fold and --no-fold"), ("--fold --chart", "--fold and --chart"),
      ("--no-fold --events", "--no-fold and --events"),
      ("--events --format json", "--events and --format=json"),
      ("--no-fold --format json", "--no-fold and --format=json"),
      ("--format=json --summary", "--summary and --format=json"),
    ])
  func contradictions(options: String, location: String) throws {
    // It is told before anything is read, so the file need not be there.
    let run = try ProgramRun("analyze no-such-file.mp4 -n 800k \(options)")
    expect(run.code == .usage && run.output.isEmpty)
    expect(run.diagnostics.hasPrefix("playhead: conflicting options, \(location): "))
    expect(run.diagnostics.contains("; remove one"))
  }

  @Test(
    "is that of the format where that is text", arguments: ["--events", "--summary", "--chart"])
  func textFormat(option: String) throws {
    let run = try ProgramRun("\(line) \(option) --format text")
    expect(run.code, equals: .ok)
    try expect(ProgramRun("\(line) \(option)").output, equals: run.output)
  }

  @Test(
    "ends with the summary, which takes no events",
    arguments: [
      "", "-d '3s seek 14'", "--player mpv", "--limit 3s", "--loop 2", "--max-buffer 4s",
      "--startup-buffer 30s", "-n 100M",
    ])
  func summary(options: String) throws {
    let options = options.hasPrefix("-n") ? options : "-n 800k \(options)"
    let line = "analyze \(Project.clip("faststart.mp4")) --decode none \(options)"
    let summary = try ProgramRun("\(line) --summary")
    expect(summary.code == .ok && summary.output.contains("\nbuffer "))
    try expect(ProgramRun(line).output.hasSuffix("\n" + summary.output))
  }

  @Test(
    "is folded by itself from a hundred rows on, wherever it goes",
    arguments: [
      // 22.3 s and a pause: 96 rows of 47.3 s, and 106 of 52.3 s.
      (true, "5s pause", "30s play", "", false), (true, "5s pause", "35s play", "", true),
      (false, "5s pause", "30s play", "", false), (false, "5s pause", "35s play", "", true),
      (true, "5s pause", "1:45 play", "--no-fold", false),
      (false, "5s pause", "1:45 play", "--no-fold", false),
      (false, "5s pause", "6s play", "--fold", true), (true, "5s pause", "6s play", "--fold", true),
      (true, "5s pause", "1:45 play", "-o -", true),
    ])
  func folding(
    isTerminal: Bool, first: String, second: String, options: String, isFolded: Bool
  ) throws {
    let run = try ProgramRun(
      "\(line) --do '\(first)' --do '\(second)' \(options)", isTerminal: isTerminal)
    expect(run.code, equals: .ok)
    expect(run.output.contains("rows omitted"), equals: isFolded)
  }

  @Test("has durations as in ISO 8601 all over")
  func iso8601() throws {
    let options = "--durations iso8601 -d '3s seek 14' -d '6s pause' -d '8s play' --latency 50ms"
    for part in ["", "--events", "--summary", "--chart"] {
      let run = try ProgramRun("\(line) \(part) \(options)")
      expect(run.code, equals: .ok)
      expect(run.output.contains("PT"))
      // No number of seconds is left with its unit behind it.
      let seconds = run.output.matches(of: /[0-9]\sm?s\b/)
      expect(seconds.isEmpty, "\(part)")
    }
  }

  @Test(
    "comes of durations in ISO 8601 as of others, wherever one is taken",
    arguments: [
      ("--latency 1.5s", "--latency PT1.5S"), ("--offset 30s", "--offset PT30S"),
      ("--latency 60ms --jitter 20ms", "--latency PT0.06S --jitter PT0.02S"),
      ("--startup-buffer 1s --resume-buffer 3s", "--startup-buffer PT1S --resume-buffer PT3S"),
      ("--after-seek-buffer 1s -d '2s seek 9'", "--after-seek-buffer PT1S -d 'PT2S seek PT9S'"),
      ("--max-buffer 4s:2s", "--max-buffer PT4S:PT2S"), ("--back-buffer 1m", "--back-buffer PT1M"),
      ("--low-data --constrained-buffer 3s", "--low-data --constrained-buffer PT3S"),
      ("--expensive-buffer 3s", "--expensive-buffer PT3S"),
      ("--tick 1.5s", "--tick PT1.5S"), ("--limit 5s", "--limit PT5S"),
      ("-d '2s pause' -d '3s play'", "-d 'PT2S pause' -d 'PT3S play'"),
    ])
  func isoOptions(plain: String, iso: String) throws {
    let line = "analyze \(Project.clip("faststart.mp4")) -n 10s@800k,5s@0,1M --decode none"
    let run = try ProgramRun("\(line) \(plain)")
    expect(run.code, equals: .ok)
    try expect(ProgramRun("\(line) \(iso)").output, equals: run.output)
  }

  @Test("comes of networks and players in files with durations in ISO 8601 as of others")
  func isoFiles() throws {
    let folder = try TemporaryFolder()
    let texts = [
      """
      playhead: network/1
      latency: 40ms
      intervals: [{duration: 90s, rate: 1M, latency: 20ms}, {duration: 5s, rate: 100k}]
      """,
      """
      playhead: player/1
      startupBuffer: 1s
      resumeBuffer: 3s
      afterSeekBuffer: 1500ms
      resumeGrowth: {factor: 2, limit: 24s}
      highWatermark: 40s
      lowWatermark: 20s
      backBuffer: 30s
      keepUp:
        predictedRate: {fastHalfLife: 2s, slowHalfLife: 10s, sampleBytes: 16KiB}
      expensive: {buffer: 10s}
      """,
    ]
    func output(_ texts: [String]) throws -> String {
      let paths = ["network", "player"].map { "\(folder.path)/\($0).yaml" }
      for (text, path) in zip(texts, paths) {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
      }
      let run = try ProgramRun(
        "analyze \(Project.clip("faststart.mp4")) -n \(paths[0]) -p \(paths[1]) --decode none")
      expect(run.code, equals: .ok, "\(run.diagnostics)")
      return run.output
    }
    let iso = texts.map { text in
      text.replacing(/(\d+)ms/) {
        "PT0.\(String(repeating: "0", count: 3 - min(3, $0.1.count)))\($0.1)S"
      }
      .replacing(/\b(\d+)s/) { "PT\($0.1)S" }
      .replacing("PT0.1500S", with: "PT1.5S")
    }
    expect(iso[0].contains("PT0.040S") && iso[1].contains("PT1.5S"))
    try expect(output(iso), equals: output(texts))
  }
}
