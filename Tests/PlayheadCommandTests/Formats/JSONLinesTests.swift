import Expectations
import Foundation
import MediaReading
import PlayheadKit
import Testing

@testable import PlayheadCommand

@Suite("A session as JSON Lines")
struct JSONLinesTests {
  private static let line =
    "analyze \(Project.clip("faststart.mp4")) -n 800k --decode none --do '12s seek 1'"

  private func lines(_ text: String) throws -> [NSMutableDictionary] {
    try text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
      expect(line.hasPrefix(#"{"type": ""#))
      let value = try JSONSerialization.jsonObject(
        with: Data(line.utf8), options: .mutableContainers)
      return try #require(value as? NSMutableDictionary)
    }
  }

  @Test("says what the JSON report says of everything but ticks")
  func equalsReport() throws {
    let lines = try lines(ProgramRun("\(Self.line) --format jsonl").output)
    let json = try ProgramRun("\(Self.line) --format json").output
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary)
    let types = lines.map { $0["type"] as? String }
    expect(types.first == "session" && types.last == "summary")
    let events = lines.filter { $0["type"] as? String == "event" }
    let requests = lines.filter { $0["type"] as? String == "request" }
    expect(events.count + requests.count + 2 == lines.count && !requests.isEmpty)
    // What requests came to is known at the end.
    expect(types.dropFirst().dropLast().suffix(requests.count).allSatisfy { $0 == "request" })
    for line in lines { line.removeObject(forKey: "type") }
    let opening = try #require(lines.first)
    for key in ["generator", "media", "network", "player", "run"] {
      expect(opening[key] as? NSDictionary, equals: report[key] as? NSDictionary)
    }
    expect(opening["scenarioSha256"] as? String, equals: report["scenarioSha256"] as? String)
    expect(opening["schema"] as? String, equals: "playhead.session-event/3")
    expect(events as NSArray, equals: report["events"] as? NSArray)
    expect(requests as NSArray, equals: report["requests"] as? NSArray)
    let closing = try #require(lines.last)
    expect(closing["startup"] as? NSDictionary, equals: report["startup"] as? NSDictionary)
    closing.removeObject(forKey: "startup")
    expect(closing["causes"] as? NSDictionary, equals: report["causes"] as? NSDictionary)
    closing.removeObject(forKey: "causes")
    expect(closing["whatIf"] is NSNull && report["whatIf"] is NSNull)
    closing.removeObject(forKey: "whatIf")
    expect(closing["spread"] is NSNull && report["spread"] is NSNull)
    closing.removeObject(forKey: "spread")
    expect(closing["networkRepeats"] as? Int, equals: report["networkRepeats"] as? Int)
    closing.removeObject(forKey: "networkRepeats")
    expect(closing["metBound"] is NSNull && report["metBound"] is NSNull)
    closing.removeObject(forKey: "metBound")
    for key in ["stalls", "seeks", "unperformedActions"] {
      expect(closing[key] as? NSArray, equals: report[key] as? NSArray)
      closing.removeObject(forKey: key)
    }
    expect(closing, equals: report["summary"] as? NSDictionary)
  }

  @Test("is the same in a file, which is there whole or not at all")
  func file() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/session.jsonl"
    let run = try ProgramRun("\(Self.line) --format jsonl -o \(path)")
    expect(run.code == .ok && run.output.isEmpty)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try expect(text, equals: ProgramRun("\(Self.line) --format jsonl").output)
    try expect(
      FileManager.default.contentsOfDirectory(atPath: folder.path), equals: ["session.jsonl"])
  }

  @Test("cannot be written where a file cannot be made, or on a full disk")
  func unwritable() throws {
    let missing = try ProgramRun("\(Self.line) --format jsonl -o /no/such/folder/x")
    expect(missing.code == .cannotCreate && missing.output.isEmpty)
    #if os(Linux)
      let full = try ProgramRun("\(Self.line) --format jsonl -o /dev/full")
      expect(full.code, equals: .inputOutput)
      expect(full.diagnostics.hasPrefix("playhead: cannot write, /dev/full: No space left"))
    #endif
  }

  private struct Setting {
    let context: Context
    var run: SessionRun

    /// A hundred and twenty times eight seconds with a stall each, which are many events.
    init() throws {
      context = Context.silent()
      let line = "analyze x -n 48k --loop 120 --back-buffer 0 --tick 1h"
      let parsed = try ParsedArguments(words(line).dropFirst(), for: Analyze.command)
      let arguments = try #require(parsed)
      let clip = Project.clip("audio-only.m4a")
      let index = try MediaReader(cores: 2).read(clip, decode: .none).index
      let plan = try SessionPlan(arguments)
      let presentation = try Presentation(index)
      let media = MediaDescription(
        name: clip, index: index, presentation: presentation, decoding: nil)
      let link = NetworkLink(following: try arguments.profile(of: arguments.givenNetwork()))
      run = SessionRun(SessionSetting(media, plan.scenario(of: presentation, over: link)))
    }

    mutating func writeLines(_ write: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
      try run.write(
        by: SessionFormat.jsonl, style: TextStyle(width: 80, usesUnicode: true, usesColor: false),
        in: context, to: write)
    }
  }

  @Test("is written while the session goes on, and ends at once when nobody reads")
  func streamed() throws {
    var setting = try Setting()
    var parts: [Int] = []
    try setting.writeLines { part in parts.append(part.count) }
    expect(parts.count > 3)
    // The opening by itself, then parts that are neither small nor large, but for the last.
    expect(parts[0] < 4000)
    expect(parts[1..<parts.count - 1].allSatisfy { (65_536..<70_000).contains($0) })

    setting = try Setting()
    var count = 0
    #expect(throws: Failure.outputClosed) {
      try setting.writeLines { _ throws(Failure) in
        count += 1
        if count == 2 { throw .outputClosed }
      }
    }
    expect(count, equals: 2)
  }

  @Test("leaves no part of a file when it is interrupted or nobody reads on")
  func interrupted() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/session.jsonl"
    try "before".write(toFile: path, atomically: false, encoding: .utf8)
    var setting = try Setting()
    let context = setting.context
    #expect(throws: Failure.interrupted) {
      try context.deliver(to: path) { write throws(Failure) in
        try setting.writeLines { part throws(Failure) in
          try write(part)
          context.interruption.request()
        }
      }
    }
    try expect(
      FileManager.default.contentsOfDirectory(atPath: folder.path), equals: ["session.jsonl"])
    try expect(String(contentsOfFile: path, encoding: .utf8), equals: "before")
  }
}
