import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

/// One session in every format: a player that pauses by itself as it runs empty, and that nobody
/// plays on.
@Suite("A stall that is still open at the end")
struct OpenStallTests {
  private static let session =
    "\(Project.clip("faststart.mp4")) -n 800k --no-automatic-waiting"

  private func output(_ line: String, code: ExitCode = .ok) throws -> String {
    let run = try ProgramRun(line)
    expect(run.code, equals: code, "\(run.diagnostics)")
    return run.output
  }

  private func json(_ line: String, code: ExitCode = .ok) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(output(line, code: code).utf8))
    return try #require(value as? [String: Any])
  }

  private func expectOpen(_ summary: Any?, _ stalls: Any?) throws {
    let summary = try #require(summary as? [String: Any])
    // It lasts from its start to where the session is cut.
    let stall = try #require((stalls as? [[String: Any]])?.first)
    let elapsed = try #require(summary["elapsedSeconds"] as? Double)
    let start = try #require(stall["startSeconds"] as? Double)
    let played = try #require(summary["playedSeconds"] as? Double)
    for key in ["stallSeconds", "longestStallSeconds"] {
      expect(abs(try #require(summary[key] as? Double) - (elapsed - start)) < 1e-8)
    }
    let ratio = try #require(summary["rebufferRatio"] as? Double)
    expect(abs(ratio - (elapsed - start) / (elapsed - start + played)) < 1e-6)
    expect(
      summary["lowerBounds"] as? [String],
      equals: ["stallSeconds", "longestStallSeconds", "rebufferRatio", "rebufferRatioWatch"])
    expect(summary["stallCount"] as? Int, equals: 1)
    expect(summary["pausedSeconds"] as? Double, equals: 0)
    expect(stall["durationSeconds"] as? Double, equals: summary["stallSeconds"] as? Double)
    expect(stall["isOpen"] as? Bool, equals: true)
  }

  @Test(
    "fails every upper bound on its length",
    arguments: [
      "every stall <= 1s", "rebufferRatio < 2%", "rebufferRatioWatch < 99%", "longestStall < 1s",
      "stallSeconds <= 24h",
    ])
  func bounds(expectation: String) throws {
    let run = try ProgramRun("check \(Self.session) -e '\(expectation)'")
    expect(run.code, equals: .checkFailed)
    expect(
      run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .contains("the session was cut in an open stall"))
  }

  @Test("is what had elapsed in JSON, in JSON Lines and as a metric")
  func json() throws {
    let report = try json("analyze \(Self.session) --format json")
    try expectOpen(report["summary"], report["stalls"])
    let ticks = try #require(report["ticks"] as? [[String: Any]])
    // It pauses, and that is part of the stall.
    expect(ticks.last?["state"] as? String, equals: "paused")
    expect(ticks.last?["phase"] as? String, equals: "stalled")
    let lines = try output("analyze \(Self.session) --format jsonl").split(separator: "\n")
    let last = try JSONSerialization.jsonObject(with: Data(try #require(lines.last).utf8))
    let closing = try #require(last as? [String: Any])
    try expectOpen(closing, closing["stalls"])
    let metrics = try output(
      "analyze \(Self.session) --metric stallSeconds --metric longestStall "
        + "--metric rebufferRatio --metric stallCount")
    let summary = try #require(report["summary"] as? [String: Any])
    let values = metrics.split(separator: "\n").map { Double($0) }
    expect(
      values,
      equals: ["stallSeconds", "longestStallSeconds", "rebufferRatio", "stallCount"].map {
        summary[$0] as? Double
      })
  }

  @Test("is told in text, in a timeline and in Markdown")
  func text() throws {
    let text = try output("analyze \(Self.session)")
    expect(
      text.contains(
        "stalls          1, at least 11.055 s, still open at the end; the player pauses")
    )
    expect(text.contains("rebuffer ratio  at least 62.57 % (11.05 s of "))
    expect(text.contains("stall 1 begins: buffer empty, the player pauses"))
    expect(text.contains(" STALLED\n"))
    expect(text.contains("stall 1 is still open at the end"))
    let markdown = try output("analyze \(Self.session) --format markdown")
    expect(markdown.contains("| total stall time | at least 11.055 s |"))
    expect(markdown.contains("| rebuffer ratio (of watch time) | at least 61.73 % |"))
  }

  @Test("is in no input of P.1203, which asks for its length")
  func p1203() throws {
    let run = try ProgramRun("analyze \(Self.session) --format p1203")
    expect(run.code == .badData && run.output.isEmpty)
    expect(
      run.diagnostics.contains(
        "stall 1 is still open at the end of the session, and the format needs its length"))
  }

  @Test("is in reports of checks as in those of sessions, and the same as itself in a baseline")
  func checks() throws {
    let folder = try TemporaryFolder()
    let suite = "\(folder.path)/suite.yaml"
    let baseline = "\(folder.path)/baseline.json"
    try """
    playhead: suite/1
    cases:
      - name: open
        media: \(Project.clip("faststart.mp4"))
        network: 800k
        policy: {automaticallyWaitsToMinimizeStalling: false}
        expect: [longestStall >= 0s, endReason == paused]

    """.write(toFile: suite, atomically: true, encoding: .utf8)
    let report = try json("check \(suite) --format json")
    let suites = try #require(report["suites"] as? [[String: Any]])
    let result = try #require((suites[0]["cases"] as? [[String: Any]])?.first)
    try expectOpen(result["summary"], result["stalls"])
    _ = try output("check \(suite) --baseline \(baseline) --update-baseline --force")
    let same = try output("check \(suite) --baseline \(baseline)")
    expect(!same.contains("worse") && !same.contains("changed") && !same.contains("was"))
  }
}
