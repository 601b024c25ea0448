import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite struct `playhead requirements of ladders` {
  @Test func `has a row for each level, and the rate of the rule by search`() throws {
    let run = try ProgramRun(
      "requirements \(LadderTests.hls) -n 300k --player hls.js",
      environment: ["COLUMNS": "80", "LANG": "C.UTF-8"])
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(words.contains("level declared minimum rate bytes startup"))
    expect(words.contains("found by search") && words.contains("verified at"))
    expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `of a fixed level is its bound alone, at which that level does not stall`() throws {
    for level in [0, 1] {
      let line = "\(LadderTests.movie) --abr fixed:\(level)"
      let csv = try ProgramRun("requirements \(line) --startup 4s --format csv")
      expect(csv.code, equals: .ok, "\(csv.diagnostics)")
      let rows = csv.output.split(separator: "\r\n").map { $0.split(separator: ",") }
      expect(rows.count == 2 && rows[1][0] == "\(level)")
      let rate = try #require(Int(rows[1][6]))
      let text = try ProgramRun("requirements \(line) --startup 4s").output
      expect(!text.contains("search"))
      // A player that starts as soon as it can and never stalls at this rate waits 4 s at most.
      for (bits, isEnough) in [(rate, true), (rate - rate / 20, false)] {
        let found = try ProgramRun(
          "requirements \(line) -n \(bits)bit/s --format csv"
        ).output
        let startup = found.split(separator: "\r\n").last?.split(separator: ",").last
        let seconds = try #require(Double(startup ?? ""))
        expect((seconds <= 4), equals: isEnough, "\(seconds) at \(bits)")
      }
    }
  }

  @Test func `fits forty columns`() throws {
    let run = try ProgramRun(
      "requirements \(LadderTests.movie) -n 300k", environment: ["COLUMNS": "40"])
    // A path is not broken.
    let lines = run.output.split(separator: "\n").filter { !$0.contains(LadderTests.movie) }
    expect(lines.allSatisfy { $0.count <= 40 } && lines.count > 20, "\(run.output)")
  }

  @Test(arguments: [
    ("HLS --format svg", "a ladder has a bound for each level, not one curve"),
    ("HLS --abr optimal", "it is the best for one network"),
    ("HLS --abr fixed:7", "the ladder has 2 levels, from 0"),
    ("HLS --tcp slow-start", "--tcp needs a --network"),
    ("CLIP --abr bola", "it applies to HLS and DASH, not to media files"),
  ])
  func `refuses in a line what has no meaning`(line: String, words: String) throws {
    let line = line.replacing("CLIP", with: Project.clip("faststart.mp4"))
      .replacing("HLS", with: LadderTests.hls)
    let run = try ProgramRun("requirements \(line)")
    expect(run.code == .usage && run.output.isEmpty)
    expect(run.diagnostics.contains(words), "\(run.diagnostics)")
  }
}
