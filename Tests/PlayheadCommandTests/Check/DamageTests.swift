import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite("Damaged media in checks")
final class DamageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ line: String) throws -> ProgramRun {
    try ProgramRun(line, environment: ["LANG": "C.UTF-8", "COLUMNS": "200"])
  }

  /// Checks a suite whose only case is `text`.
  private func check(_ text: String, defaults: String = "", _ options: String = "") throws
    -> ProgramRun
  {
    let clip = Project.clip("truncated.mp4")
    try """
    playhead: suite/1
    defaults: {media: "\(clip)", network: 4M, expect: []\(defaults)}
    cases:
      - {name: x\(text)}
    """.write(toFile: "\(folder.path)/s.yaml", atomically: true, encoding: .utf8)
    return try run("check \(folder.path)/s.yaml \(options)")
  }

  private static let lines = [
    "media damaged: track 0 (video): 61 of 150 samples missing (2.440 s), from 3.560 s on",
    "track 1 (audio): 120 of 283 samples missing (2.560 s), from 3.456 s on",
  ]

  @Test("fail a file, whatever else holds, and say how to allow it")
  func file() throws {
    let line = "check \(Project.clip("truncated.mp4")) -n 4M -e 'no stall' --decode none"
    let failed = try run(line)
    expect(failed.code, equals: .checkFailed)
    expect(
      failed.output,
      equals: """
        passed  no stall: no stall
        failed  \(Self.lines[0])
                \(Self.lines[1])
                allow with --allow-damage
        1 expectation passed; media damaged

        """)
    let allowed = try run("\(line) --allow-damage")
    expect(allowed.code, equals: .ok)
    expect(
      allowed.output,
      equals: """
        passed  no stall: no stall
        \(Self.lines[0].replacing("damaged:", with: "damaged, allowed:"))
        \(Self.lines[1])
        1 expectation passed

        """)
    let sound = try run("check \(Project.clip("faststart.mp4")) -n 4M -e 'no stall'")
    expect(sound.code == .ok && !sound.output.contains("damage"))
  }

  @Test("fail a file of which decoding finds the damage, and do not know it without")
  func decoding() throws {
    let line = "check \(Project.clip("damaged.mp4")) -n 4M -e 'endReason == ended'"
    for option in ["", " --decode auto", " --decode all"] {
      let decoded = try run(line + option)
      expect(decoded.code, equals: .checkFailed)
      expect(decoded.output.contains("media damaged: track 0 (video): 0.960 s undecodable"))
    }
    let passing = try run("\(line) --decode none")
    expect(passing.code == .ok && passing.output.contains("media not decoded, damage unknown"))
    for expectation in ["undecodableSeconds == 0s", "damaged == false", "damaged != true"] {
      let unknown = try run("\(line) --decode none -e '\(expectation)'")
      expect(unknown.code, equals: .checkFailed)
      expect(unknown.output.contains("unknown: not decoded"))
    }
    let report = try run("\(line) --decode none --format json").output
    expect(report.contains("\"undecodableSeconds\": null"))
    expect(report.contains("\"damaged\": null"))
    try expect(run("\(line) --allow-damage --format json").output.contains("\"damaged\": true"))
  }

  @Test(
    "decode what the case says, or the defaults, or the command line",
    arguments: [
      ("", "", "", true), (", decode: none", "", "", false), ("", ", decode: none", "", false),
      (", decode: all", ", decode: none", "", true), (", decode: all", "", "--decode none", false),
      (", decode: none", "", "--decode auto", true),
    ])
  func decodeKey(text: String, defaults: String, options: String, isDecoded: Bool) throws {
    let result = try check(
      ", media: \"\(Project.clip("damaged.mp4"))\"\(text)", defaults: defaults,
      "\(options) --format json")
    expect(result.code, equals: (isDecoded ? .checkFailed : .ok))
    expect(result.output.contains("\"decoded\": \"\(isDecoded ? "all" : "none")\""))
  }

  @Test(
    "fail a case that expects nothing, unless it or the defaults allow damage",
    arguments: [
      ("", "", false), (", allowDamage: true", "", true), ("", ", allowDamage: true", true),
      (", allowDamage: false", ", allowDamage: true", false),
    ])
  func suites(text: String, defaults: String, isAllowed: Bool) throws {
    let result = try check(text, defaults: defaults)
    expect(result.code, equals: (isAllowed ? .ok : .checkFailed))
    expect(result.output.contains(isAllowed ? "passed  x\n" : "failed  x\n"))
    expect(result.output.contains("61 of 150 samples missing"))
    expect(result.output.contains("allow with allowDamage: true"), equals: !isAllowed)
  }

  @Test(
    "are in every report, allowed or not",
    arguments: ["text", "json", "junit", "tap", "github", "markdown"], [false, true])
  func reports(kind: String, isAllowed: Bool) throws {
    let result = try check(
      isAllowed ? ", allowDamage: true" : "", "--report \(kind)=\(folder.path)/report")
    expect(result.code, equals: (isAllowed ? .ok : .checkFailed))
    let report = try String(contentsOfFile: "\(folder.path)/report", encoding: .utf8)
    expect(report.contains("61 of 150 samples missing"))
    if kind == "json" {
      expect(report.contains("\"missingSamples\": 181"))
      expect(report.contains("\"damaged\": true"))
      expect(report.contains("\"undecodableSeconds\": 0.04"))
      expect(report.contains("\"isAllowed\": \(isAllowed),"))
      expect(report.contains("\"hasPassed\": \(isAllowed),"))
      try Python.validate("\(folder.path)/report", against: "check-1")
    } else {
      expect(report.contains("allowDamage: true"), equals: !isAllowed)
      expect(report.contains("damaged, allowed"), equals: isAllowed)
    }
  }

  @Test("are in the lines of a session and its metrics")
  func sessions() throws {
    let line = "analyze \(Project.clip("truncated.mp4")) -n 4M"
    try expect(
      run("\(line) --metric missingSamples --metric damaged").output, equals: "181\ntrue\n")
    // 120 frames of 1024 samples at 48 kHz, between two times that are rounded to a nanosecond.
    let seconds = try run("\(line) --metric missingSeconds").output.dropLast()
    expect(["2.559999999", "2.56", "2.560000001"].contains(seconds))
    let summary = try run("\(line) --format jsonl").output.split(separator: "\n").last
    expect(summary?.contains("\"missingSamples\": 181, \"missingSeconds\": 2.5"), equals: true)
  }

  @Test("is of one file, and refused for suites")
  func usage() throws {
    let result = try check("", "--allow-damage")
    expect(result.code == .usage && result.diagnostics.contains("--allow-damage"))
  }
}
