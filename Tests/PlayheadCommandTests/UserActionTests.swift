import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite("playhead analyze --do")
struct UserActionTests {
  private func json(_ options: String) throws -> [String: Any] {
    let run = try ProgramRun(
      "analyze \(Project.clip("faststart.mp4")) -n 800k --decode none --format json \(options)")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(value as? [String: Any])
  }

  private func summary(_ options: String) throws -> [String: Any] {
    try #require(try json(options)["summary"] as? [String: Any])
  }

  @Test("pauses for as long as it was told to, and does things in the order of their times")
  func pause() throws {
    let summary = try summary("-d '8s play' -d '5.5s pause'")
    expect(summary["pausedSeconds"] as? Double, equals: 2.5)
    expect(summary["playedSeconds"] as? Double, equals: 20)
    expect(summary["endReason"] as? String, equals: "ended")
    // Left paused, there is nothing to come but what is still loaded.
    try expect(self.summary("-d '5.5s pause'")["endReason"] as? String, equals: "paused")
  }

  // ffprobe lists sync samples at 4 s, 5.96 s and 13 s.
  @Test(
    "seeks exactly, or to the nearest sync sample, at most to the end",
    arguments: [
      ("14", 14, 13), ("14 exact", 14, 13), ("5 keyframe", 5.96, 5.96),
      ("4.97 keyframe", 4, 4), ("1:00:00", 20, 19),
    ])
  func seek(target: String, shown: Double, decoded: Double) throws {
    let report = try json("-d '3s seek \(target)'")
    let seeks = try #require(report["seeks"] as? [[String: Any]])
    expect(seeks.count, equals: 1)
    expect(seeks.first?["startSeconds"] as? Double, equals: 3)
    expect(seeks.first?["toSeconds"] as? Double, equals: shown)
    let events = try #require(report["events"] as? [[String: Any]])
    let start = try #require(events.first { $0["event"] as? String == "seekStarted" })
    expect(start["decodesFromSeconds"] as? Double, equals: decoded)
    let summary = try #require(report["summary"] as? [String: Any])
    expect(summary["seekCount"] as? Int, equals: 1)
    expect(summary["longestSeekLatencySeconds"] as? Double != nil)
  }

  @Test("plays at the rate asked for")
  func rate() throws {
    // 1.79 MB come within 18 s, so all is there when 20 s of media are played in 5 s.
    let summary = try summary("-d '0s pause' -d '30s rate 4'")
    expect(summary["playedSeconds"] as? Double, equals: 5)
    expect(summary["elapsedSeconds"] as? Double, equals: 35)
  }

  @Test("plays the media as often as it is told to")
  func loop() throws {
    let summary = try summary("--max-buffer unlimited -d '0s pause' -d '30s play' --loop 3")
    expect(summary["playedSeconds"] as? Double, equals: 60)
    expect(summary["elapsedSeconds"] as? Double, equals: 90)
    expect(summary["requestCount"] as? Int, equals: 1)
  }

  @Test("gives more loops more time, unless a limit is given")
  func limit() throws {
    // Once, it may take 800 s; forty-five times take 900 s and more.
    try expect(summary("--loop 45 --tick 1min")["endReason"] as? String, equals: "ended")
    let cut = try summary("--loop 45 --tick 1min --limit 800")
    expect(cut["endReason"] as? String, equals: "limit")
    expect(cut["elapsedSeconds"] as? Double, equals: 800)
  }

  @Test("pauses instead of waiting, without automatic waiting")
  func noWaiting() throws {
    let summary = try summary("--no-automatic-waiting")
    expect(summary["stallCount"] as? Int, equals: 1)
    expect((summary["lowerBounds"] as? [String])?.contains("stallSeconds"), equals: true)
    expect(summary["endReason"] as? String, equals: "paused")
  }

  @Test(
    "after the limit is refused, and at the limit is performed",
    arguments: ["analyze -n 2M --summary", "analyze", "check -n 2M -e 'stallCount < 9'"])
  func afterLimit(command: String) throws {
    let clip = Project.clip("faststart.mp4")
    let base = "\(command) \(clip) --decode none".replacingOccurrences(
      of: "check -n 2M -e 'stallCount < 9' \(clip) --decode none",
      with: "check \(clip) -n 2M -e 'stallCount < 9'")
    let late = try ProgramRun("\(base) --do '30s pause' --limit 29.999999999s")
    expect(late.code == .usage && late.output.isEmpty)
    expect(
      late.diagnostics,
      equals: "playhead: conflicting options, --do '30s pause' and --limit: the action is at 30 s, "
        + "and the session ends at 29.999999999 s; write a longer --limit\n")
    let exact = try ProgramRun("\(base) --do '30s pause' --limit 30s")
    expect(exact.code, equals: .ok, "\(exact.diagnostics)")
  }

  @Test("later than the default limit is performed all the same")
  func late() throws {
    let run = try ProgramRun(
      "analyze \(Project.clip("faststart.mp4")) -n 2M --decode none --tick 1h "
        + "--do '1h seek 0' --format json")
    expect(run.code, equals: .ok)
    expect(run.output.contains("\"seekCount\": 1"))
    // 20 s of media: 800 s by default, and as long after the action.
    expect(run.output.contains("\"limitSeconds\": 4400,"))
  }
}
