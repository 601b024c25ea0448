import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite("Causes and what-ifs on the command line")
struct CauseTests {
  private let session =
    "analyze \(Project.clip("faststart.mp4")) -n 800k --latency 50ms --decode none"
  private let sentence = "would not happen"

  private func joined(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test("show causes unless they are not wanted", arguments: ["text", "json", "jsonl", "markdown"])
  func causes(format: String) throws {
    let line = "\(session) --format \(format)"
    expect(joined(try ProgramRun(line).output).contains(sentence))
    let without = try ProgramRun("\(line) --no-causes")
    expect(without.code, equals: .ok)
    expect(!joined(without.output).contains(sentence))
  }

  @Test("show causes in the reports of checks that fail unless they are not wanted")
  func checks() throws {
    let line =
      "check \(Project.clip("faststart.mp4")) -n 800k --latency 50ms --decode none"
    for expectation in ["no stall", "rebufferRatio < 2%"] {
      let run = try ProgramRun("\(line) --expect '\(expectation)'")
      expect(run.code, equals: .checkFailed)
      expect(joined(run.output).contains(sentence))
      let without = try ProgramRun("\(line) --expect '\(expectation)' --no-causes")
      expect(without.code, equals: .checkFailed)
      expect(!joined(without.output).contains(sentence))
    }
    // Of a check that passes, and of one that fails for something else, nobody asks.
    expect(!joined(try ProgramRun("\(line) --expect 'stallCount <= 1'").output).contains(sentence))
    expect(
      !joined(try ProgramRun("\(line) --expect 'bytesDownloaded < 10'").output).contains(sentence))
  }

  @Test(
    "show the session with each change",
    arguments: [
      "cbr", "link=2M", "latency=0", "player=mpv", "latency=1s", "link=wpt-3g",
      "startup-buffer=4s", "max-buffer=3s",
    ])
  func whatIf(change: String) throws {
    let run = try ProgramRun("\(session) --summary --what-if \(change)")
    expect(run.code, equals: .ok)
    expect(run.output.contains("\nWhat if \(change)?\n"))
    expect(!run.output.contains("changes nothing"))
    let narrow = try ProgramRun(
      "\(session) --summary --what-if \(change)",
      environment: ["LANG": "C.UTF-8", "COLUMNS": "40"])
    expect(narrow.output.split(separator: "\n").allSatisfy { $0.count <= 40 })
  }

  @Test("say which changes change nothing", arguments: ["faststart", "interleave", "tcp=none"])
  func idle(change: String) throws {
    let run = try ProgramRun("\(session) --summary --what-if \(change)")
    expect(run.code, equals: .ok)
    expect(joined(run.output).contains("changes nothing about this session"))
  }

  @Test(
    "refuse what is no change, and what cannot show one",
    arguments: [
      ("--what-if fastart", "did you mean faststart?"), ("--what-if lik=2M", "did you mean link=?"),
      ("--what-if latency=", "missing value"), ("--what-if latency=50", "without a unit"),
      ("--what-if link=nowhere", "nowhere"), ("--what-if player=nobody", "nobody"),
      ("--what-if tcp=slow", "tcp=none"), ("--what-if cbr --metric stallCount", "--metric"),
      ("--what-if cbr --events", "--events"), ("--what-if cbr --format csv", "--format=csv"),
    ])
  func refusals(options: String, words: String) throws {
    let run = try ProgramRun("\(session) \(options)")
    expect(run.code, equals: .usage)
    expect(run.output.isEmpty)
    expect(run.diagnostics.contains(words), "\(run.diagnostics)")
    expect(run.diagnostics.split(separator: "\n").count, equals: 1)
  }

  @Test("need a network")
  func overview() throws {
    for option in ["--no-causes", "--what-if cbr"] {
      let run = try ProgramRun("analyze \(Project.clip("faststart.mp4")) \(option)")
      expect(run.code, equals: .usage)
    }
  }

  @Test("of a link slower than the media are one sentence, with the rate that requirements finds")
  func shortage() throws {
    let clip = Project.clip("faststart.mp4")
    func lines(_ rate: String) throws -> String {
      try ProgramRun("analyze \(clip) -n \(rate) --latency 50ms --summary --decode none").output
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let slow = try lines("400k")
    expect(slow.contains("the media's mean rate, 709.8 kbit/s, exceeds the link's, 400 kbit/s;"))
    expect(!slow.contains("would not happen"))
    let startup = try ProgramRun(
      "analyze \(clip) -n 400k --latency 50ms --decode none --metric startupSeconds"
    ).output.split(whereSeparator: \.isWhitespace)[0]
    let required = try ProgramRun(
      "requirements \(clip) --latency 50ms --startup \(startup)s"
    ).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let found = try #require(required.firstRange(of: " kbit/s or more never stalls."))
    let rate = required[..<found.lowerBound].split(separator: " ").last ?? ""
    expect(slow.contains("of latency, \(rate) kbit/s or more never stalls."))
    // ffprobe adds up 1,774,405 bytes of packets, priming included: 709,762 bit/s over 20 s.
    try expect(lines("709k").contains("exceeds the link's"))
    try expect(!lines("710k").contains("exceeds the link's"))
  }

  @Test("of a link slower than the lowest level are one sentence, too")
  func ladderShortage() throws {
    // The sizes of the segments in the folder over the sums of EXTINF in low.m3u8 and audio.m3u8.
    let video = 8 * Double(3497 + 3795 + 4176 + 3843) / 8
    let audio = 8 * Double(3425 + 3371 + 3410 + 3554) / 7.99267
    expect((video.rounded() + audio.rounded()), equals: 29_084)
    let sentence = "even the lowest level's mean rate, 29.08 kbit/s, exceeds the link's,"
    func output(_ rate: Int, _ options: String = "--summary") throws -> String {
      joined(
        try ProgramRun("analyze \(LadderTests.hls) -n \(rate)bps --player basic \(options)").output)
    }
    try expect(output(25_000).contains("\(sentence) 25 kbit/s."))
    try expect(output(25_000, "--format markdown").contains("\(sentence) 25 kbit/s."))
    try expect(output(25_000, "--format json").contains("\"mediaBitsPerSecond\": 29084"))
    try expect(!output(29_085).contains("exceeds the link's"))
  }

  @Test("of a link slower than the media are in reports on checks")
  func checkedShortage() throws {
    let line =
      "check \(Project.clip("faststart.mp4")) -n 400k --expect 'stallCount == 0' --decode none"
    let sentence = "the media's mean rate, 709.8 kbit/s, exceeds the link's, 400 kbit/s;"
    for format in ["text", "json"] {
      let text = joined(try ProgramRun("\(line) --format \(format)").output)
      expect(text.contains(sentence), "\(format): \(text)")
    }
  }

  @Test("name what else a short name of a network could mean, and nothing of a full one")
  func names() throws {
    let clip = Project.clip("faststart.mp4")
    func network(_ name: String) throws -> String {
      try ProgramRun("analyze \(clip) -n \(name) --decode none").output
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let short = try network("3g")
    expect(short.contains("wpt-3g (WebPageTest)"))
    expect(
      short.contains("3g could also mean chrome-3g (500 kbit/s) or apple-3g (780 kbit/s)"))
    let markdown = try ProgramRun("analyze \(clip) -n 3g --decode none --format markdown").output
    expect(markdown.contains("3g could also mean chrome-3g (500 kbit/s)"))
    let sides = joined(
      try ProgramRun("compare \(clip) -n 3g -n 800k --decode none").output)
    expect(sides.contains("3g could also mean chrome-3g (500 kbit/s)"))
    try expect(network("edge").contains("edge could also mean apple-edge (240 kbit/s)"))
    for name in ["wpt-3g", "apple-3g", "cable", "4g"] {
      try expect(!network(name).contains("could also mean"), "\(name)")
    }
  }
}
