import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayheadCommand

/// Files and ladders in one document, by one table of rules.
@Suite("playhead inspect of files and ladders together")
struct MixedInspectTests {
  private static let file = Project.clip("moov-at-end.mp4")
  private static let both = [file, LadderTests.hls]

  private static func run(_ operands: [String], _ options: String = "") throws -> ProgramRun {
    try ProgramRun("inspect -q \(operands.joined(separator: " ")) \(options)")
  }

  private static func inspections(_ operands: [String]) throws -> [NSDictionary] {
    let text = try run(operands, "--format json").output
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
    expect(document?["schema"] as? String, equals: "playhead.inspection/2")
    return document?["inspections"] as? [NSDictionary] ?? []
  }

  @Test("says of each what it says of it alone")
  func alone() throws {
    let texts = try Self.both.map { try Self.run([$0]).output }
    try expect(Self.run(Self.both).output, equals: texts.joined(separator: "\n"))
    let alone = try Self.both.flatMap { try Self.inspections([$0]) }
    try expect(Self.inspections(Self.both), equals: alone)
  }

  private struct Log: Decodable {
    struct Run: Decodable {
      var tool: Tool
      var results: [Result]
    }
    struct Tool: Decodable { var driver: Driver }
    struct Driver: Decodable { var rules: [Rule] }
    struct Rule: Decodable { var id: String }
    struct Result: Decodable {
      var ruleId: String
      var ruleIndex: Int
    }
    var runs: [Run]
  }

  private static func log(_ operands: [String]) throws -> Log.Run {
    let text = try run(operands, "--format sarif").output
    return try JSONDecoder().decode(Log.self, from: Data(text.utf8)).runs[0]
  }

  @Test("has the rules of both in SARIF, and each finding at its own")
  func rules() throws {
    let mixed = try Self.log(Self.both)
    let rules = mixed.tool.driver.rules.map(\.id)
    expect(rules, equals: InspectionRule.allCases.map(\.rawValue))
    for result in mixed.results { expect(rules[result.ruleIndex], equals: result.ruleId) }
    let alone = try Self.both.map { try Self.log([$0]) }
    expect(mixed.results.map(\.ruleId), equals: alone.flatMap(\.results).map(\.ruleId))
    // Alone, each is held against its own rules only.
    let counts = alone.map(\.tool.driver.rules.count)
    expect(counts, equals: [25, 45])
    // Both know a peak of the bit rate.
    expect(rules.count, equals: counts.reduce(0, +) - 1)
  }

  @Test("has a page with a section of each")
  func page() throws {
    let page = try Self.run(Self.both, "--format html").output
    expect(page.contains("1 file and 1 ladder"))
    expect(page.contains("id=\"file0\"") && page.contains("id=\"ladder1\""))
  }

  @Test("has a table of more than three, and goes on where one cannot be read")
  func table() throws {
    let operands = Self.both + [Project.clip("text.txt"), LadderTests.dash]
    let run = try Self.run(operands)
    expect(run.code, equals: .badData)
    let rows = run.output.split(separator: "\n")
    expect(rows.count, equals: 1 + operands.count + 1)
    expect(rows[1].hasSuffix("index-after-media"))
    expect(rows[2].hasSuffix("missing-i-frame-playlists"))
    expect(rows[3].hasSuffix("not read") && rows[4].hasSuffix("nothing found"))
  }

  @Test("takes options of either, and a player that plays both")
  func options() throws {
    for options in ["--tracks 0", "--decode none", "--as-vod", "--player basic"] {
      try expect(Self.run(Self.both, options).code, equals: .ok, "\(options)")
    }
    for player in ["hls.js", "mpv"] {
      try expect(Self.run(Self.both, "--player \(player)").code, equals: .usage, "\(player)")
    }
    try expect(Self.run(Self.both, "--fail-on warning").code, equals: .checkFailed)
    try expect(Self.run(Self.both, "--fail-on error").code, equals: .ok)
  }

  /// The pages list each rule with the severity that most of its findings have.
  @Test("documents every rule with its usual severity", arguments: InspectedMedia.allCases)
  func documentation(media: InspectedMedia) throws {
    let page = media == .file ? "inspect" : "ladder-inspection"
    let text = try String(
      contentsOfFile: "\(Project.root)/Documentation/\(page).md", encoding: .utf8)
    var severities: [String: String] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      for name in cells[0].split(separator: ", ") {
        let rule = name.trimmingCharacters(in: ["`"])
        severities[rule] = String(cells[1].prefix { $0.isLetter })
      }
    }
    for rule in InspectionRule.allCases where rule.row.media.contains(media) {
      expect(
        severities[rule.rawValue], equals: rule.row.severity.rawValue, "\(rule.rawValue)")
    }
  }
}
