import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayheadCommand

@Suite("--metric")
struct MetricTests {
  private static let line = "analyze \(Project.clip("faststart.mp4")) -n 800k --decode none"

  @Test("writes just the values, in the order asked for")
  func values() throws {
    let run = try ProgramRun(
      "\(Self.line) --metric stallCount --metric startup --metric endReason --metric stallCount "
        + "--metric longestSeekLatency")
    expect(run.code == .ok && run.diagnostics.isEmpty)
    let json = try ProgramRun("\(Self.line) --format json").output
    let startup = try #require(json.firstMatch(of: /"startupSeconds": ([0-9.]+)/)).1
    expect(run.output, equals: "1\n\(startup)\nended\n1\nnull\n")
  }

  @Test("writes the value that the JSON report has", arguments: SessionMetric.allCases)
  func everyMetric(metric: SessionMetric) throws {
    let line = "\(Self.line) --do '9s seek 2' --do '10s pause' --do '11s play'"
    let json = try JSONSerialization.jsonObject(
      with: Data(try ProgramRun("\(line) --format json").output.utf8))
    let summary = try #require((json as? [String: Any])?["summary"] as? [String: Any])
    let value = try #require(summary[metric.rawValue])
    let output = try ProgramRun("\(line) --metric \(metric.rawValue)").output
    expect(output.hasSuffix("\n"))
    if metric.kind == .flag, !(value is NSNull) {
      expect(output, equals: "\(try #require(value as? Bool))\n")
    } else if let number = value as? Double {
      expect(Double(output.dropLast()), equals: number)
    } else {
      expect(output, equals: "\(value as? String ?? "null")\n")
    }
  }

  @Test("goes to the file that --output names")
  func file() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/count"
    let run = try ProgramRun("\(Self.line) --metric stallCount -o \(path)")
    expect(run.code == .ok && run.output.isEmpty)
    try expect(String(contentsOfFile: path, encoding: .utf8), equals: "1\n")
  }

  @Test(
    "is refused before the file is read",
    arguments: [
      (
        "--metric stalCount", "--metric=stalCount: unknown metric; did you mean stallCount?"
      ),
      ("--metric x", "--metric=x: unknown metric; the metrics are startup, stallCount"),
      ("--metric ''", "--metric=: unknown metric"),
      ("--metric stallCount --metric y", "--metric=y: unknown metric"),
      ("--metric stallCount --format json", "--metric and --format: metrics are"),
    ])
  func refusals(arguments: String, words: String) throws {
    let run = try ProgramRun("analyze no-such-file.mp4 -n 800k \(arguments)")
    expect(run.code == .usage && run.output.isEmpty)
    expect(run.diagnostics.contains(words), "\(run.diagnostics)")
    expect(run.diagnostics.filter(\.isNewline).count, equals: 1)
  }

  @Test("is fine with the format that it has anyway")
  func text() throws {
    try expect(ProgramRun("\(Self.line) --metric stallCount --format text").output, equals: "1\n")
  }
}

@Suite("--format p1203")
struct P1203FormatTests {
  @Test(
    "is refused with actions and loops before the file is read",
    arguments: ["-d '1s pause'", "--loop 2"])
  func refusedActions(arguments: String) throws {
    let run = try ProgramRun("analyze no-such-file.mp4 -n 800k --format p1203 \(arguments)")
    expect(run.code == .usage && run.diagnostics.contains("played straight through, once"))
  }

  @Test(
    "is refused where it has no words for the session, and writes nothing",
    arguments: [
      ("audio-only.m4a -n 800k", "it needs a video track"),
      ("vp9-opus.webm -n 800k", "it does not know opus, the codec of track 1"),
      ("peak.mp4 -n 0", "nothing is ever shown"),
      ("faststart.mp4 -n 6s@1M,0", "stall 1 is still open at the end"),
    ])
  func refused(arguments: String, words: String) throws {
    let folder = try TemporaryFolder()
    let line = "analyze \(Project.root)/Fixtures/clips/\(arguments) --decode none --format p1203"
    let run = try ProgramRun("\(line) -o \(folder.path)/x")
    expect(run.code, equals: .badData)
    expect(run.diagnostics.contains("cannot write as p1203") && run.diagnostics.contains(words))
    try expect(FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("can be had of the video alone where the sound is the trouble")
  func videoAlone() throws {
    let clip = Project.clip("vp9-opus.webm")
    let run = try ProgramRun("analyze \(clip) -n 800k --tracks 0 --decode none --format p1203")
    expect(run.code == .ok && run.output.contains(#""codec": "vp9""#))
  }
}
