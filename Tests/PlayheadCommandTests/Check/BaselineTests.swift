import Expectations
import Foundation
import Testing

@testable import PlayheadCommand
@testable import PlayheadFiles

@Suite("A suite compared with its baseline")
final class BaselineTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: Project.clip("faststart.mp4"), toPath: "\(folder.path)/clip.mp4")
    try write(suite())
  }

  /// A suite with cases called `a` and `b` over networks of so many kilobits.
  private func suite(_ rate: Int = 800, second: String = "b", more: String = "") -> String {
    """
    playhead: suite/1
    defaults: {media: clip.mp4, expect: []}
    cases:
      - {name: a, network: \(rate)k}
      - {name: \(second), network: 2M, tags: fast}
    \(more)
    """
  }

  private func write(_ text: String, to name: String = "s.yaml") throws {
    try text.write(toFile: "\(folder.path)/\(name)", atomically: true, encoding: .utf8)
  }

  private func contents(_ name: String = "b.json") throws -> String {
    try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
  }

  private func check(
    _ options: String = "", environment: [String: String] = [:]
  ) throws -> ProgramRun {
    try ProgramRun(
      "check \(folder.path)/s.yaml --baseline \(folder.path)/b.json \(options)",
      environment: ["LANG": "C.UTF-8", "COLUMNS": "100"].merging(environment) { $1 })
  }

  private func record() throws {
    let run = try check("--update-baseline --record-ticks")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
  }

  /// Records, and makes a baseline of it of a version that did not record the network.
  private func recordWithoutNetworks() throws {
    try record()
    let pattern = /"network\.(contents|sha256)": "[^"]*",\s*/
    try write(contents().replacing(pattern, with: ""), to: "b.json")
  }

  private func summary(_ json: String, ofCase name: String) throws -> NSDictionary {
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let cases = try #require(object?["cases"] as? [[String: Any]])
    let found = try #require(cases.first { $0["name"] as? String == name })
    return try #require(found["summary"] as? NSDictionary)
  }

  @Test("has rows of the timeline only on request, and reads without them")
  func withoutTicks() throws {
    try expect(check("--update-baseline").code, equals: .ok)
    try expect(!contents().contains("tick"))
    try expect(check().code, equals: .ok)
  }

  @Test("passes, and the baseline holds what analyze tells and what others make of the file")
  func recording() throws {
    try record()
    let run = try check()
    expect(run.code, equals: .ok)
    expect(!run.output.contains("was"))
    let analysis = try ProgramRun(
      "analyze \(folder.path)/clip.mp4 --network 800k --format json --tick 500ms")
    let object =
      try JSONSerialization.jsonObject(with: Data(analysis.output.utf8)) as? [String: Any]
    let expected = try #require(object?["summary"] as? NSDictionary)
    try expect(summary(contents(), ofCase: "a"), equals: expected)

    let ticks = try #require(object?["ticks"] as? [[String: Any]])
    let rows = try contents().split(separator: "\n").filter {
      $0.contains(" waiting\"") || $0.contains(" playing\"") || $0.contains(" ended\"")
        || $0.contains(" stalled\"")
    }
    expect(rows.count > ticks.count)
    for (row, tick) in zip(rows, ticks) {
      let cells = row.split { " \",".contains($0) }.prefix(3).map { Decimal(string: String($0)) }
      expect(
        cells,
        equals: ["wallSeconds", "mediaSeconds", "bufferSeconds"].map { key in
          (tick[key] as? NSNumber).flatMap { Decimal(string: $0.stringValue) }
        })
    }

    let hash = try ToolRun(["sha256sum", "\(folder.path)/clip.mp4"]).output.prefix(64)
    try expect(contents().contains("\"sha256\": \"\(hash)\""))
  }

  @Test("is a file that its schema accepts")
  func schema() throws {
    try record()
    try Python.validate("\(folder.path)/b.json", against: "baseline-1")
  }

  @Test("fails as a whole if it is from before definitions were recorded, until the update")
  func withoutDefinitions() throws {
    try record()
    try write(
      contents().replacing(/\n *"definition": \{[^}]*\},/, with: ""), to: "b.json")
    let run = try check()
    expect(run.code, equals: .checkFailed)
    expect(run.output.contains("2 cases: 2 failed"))
    expect(run.output.contains("the record has no definition"))
    expect(run.output.contains("record it again with --update-baseline"))
    expect(run.output.contains("the baseline lacks the definitions of 2 cases"))
    try record()
    try expect(check().code, equals: .ok)
  }

  @Test("fails where it is worse, and shows where the timelines part")
  func regression() throws {
    try recordWithoutNetworks()
    try write(suite(700))
    let run = try check()
    expect(run.code, equals: .checkFailed)
    expect(run.output.contains("failed  a\n"))
    expect(run.output.contains("passed  b\n"))
    expect(run.output.contains("        worse: startup: was "))
    expect(run.output.contains("        first difference of the timelines, rows every 0.5 s"))
    let signs = run.output.split(separator: "\n").map { $0.dropFirst(8).prefix(1) }
    expect(signs.contains("-"))
    expect(signs.contains("+"))
    expect(run.output.contains("2 cases: 1 passed, 1 failed"))
  }

  @Test("passes within tolerances, of which those on the command line come first")
  func tolerances() throws {
    try recordWithoutNetworks()
    let change = suite(700).replacing("{name: a,", with: "{name: a, loop: 1, TOLERANCES,")
    let metrics = [
      "startup", "stallSeconds", "longestStall", "rebufferRatio", "rebufferRatioWatch",
      "stallsPerMinute",
      "elapsed", "meanBuffer", "minimumBuffer", "observed", "stallCount", "bytesDownloaded",
    ]
    let wide = metrics.map { "\($0): ±1000%" }.joined(separator: ", ")
    try write(change.replacing("TOLERANCES", with: "tolerances: {\(wide)}"))
    try expect(check().code, equals: .ok)
    try expect(check("--tolerance startup=0").code, equals: .checkFailed)
    try write(suite(700))
    try expect(
      check(metrics.map { "--tolerance \($0)=±1000%" }.joined(separator: " ")).code, equals: .ok)
  }

  @Test("passes where it is better, and says so")
  func better() throws {
    try record()
    let old = try contents()
    // A longer start than any run comes to.
    let startup = try #require(summary(old, ofCase: "a")["startupSeconds"] as? NSNumber)
    try write(
      old.replacing("\"startupSeconds\": \(startup.stringValue)", with: "\"startupSeconds\": 9"),
      to: "b.json")
    let run = try check()
    expect(run.code, equals: .ok)
    expect(run.output.contains("        better: startup: was 9s, is "))
    expect(
      run.diagnostics.contains("1 case better than recorded; --update-baseline keeps it so"))
  }

  @Test("says that its media changed instead of calling it worse")
  func media() throws {
    try record()
    let handle = try #require(FileHandle(forWritingAtPath: "\(folder.path)/clip.mp4"))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65]))
    try handle.close()
    let run = try check()
    expect(run.code, equals: .checkFailed)
    expect(run.output.contains("changed: media: was clip.mp4, "))
    expect(run.output.contains("no metric differs beyond its tolerance"))
    expect(!run.output.contains("worse: "))
    expect(!run.output.contains("timelines"))
    let compared = try check("--on-media-change compare")
    expect(compared.code, equals: .ok, "\(compared.output)")
    expect(compared.output.contains("passed  a\n        changed: media: was clip.mp4, "))
  }

  @Test("compares media that changed, and fails by what is worse if that is to decide")
  func comparedMedia() throws {
    try record()
    let path = "\(folder.path)/clip.mp4"
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: Project.clip("moov-at-end.mp4"), toPath: path)
    for rule in ["fail", "compare"] {
      let run = try check(
        "--on-media-change \(rule) --report json=\(folder.path)/r.json "
          + "--report markdown=\(folder.path)/r.md --report junit=\(folder.path)/r.xml "
          + "--report tap=\(folder.path)/r.tap --report github=-")
      expect(run.code, equals: .checkFailed)
      try Python.validate("\(folder.path)/r.json", against: "check-1")
      let report = try contents("r.json")
      expect(report.contains("\"judgedBy\": \"\(rule)\""))
      expect(report.contains("\"finding\": \"mediaChanged\""))
      for name in ["r.json", "r.md", "r.xml", "r.tap"] {
        try expect(contents(name).contains("played"), "\(name)")
      }
      let text = try check("--on-media-change \(rule)").output
      expect(text.contains("changed: media: was clip.mp4, "))
      expect(text.contains("worse: played: was 20s, is 6s (-14s, -70%)"))
      expect(text.contains("first difference of the timelines"), equals: (rule == "compare"))
    }
    try expect(check("--update-baseline --on-media-change compare").code, equals: .usage)
  }

  @Test("is left alone to the byte and the minute where nothing changed")
  func idleUpdate() throws {
    try record()
    let path = "\(folder.path)/b.json"
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: path)
    let before = try FileManager.default.attributesOfItem(atPath: path)
    let run = try check("--update-baseline --record-ticks")
    expect(run.code, equals: .ok)
    expect(run.diagnostics.contains("left as it is, 2 cases: none of them changed"))
    let after = try FileManager.default.attributesOfItem(atPath: path)
    for key in [FileAttributeKey.modificationDate, .systemFileNumber, .size] {
      expect(before[key] as? NSObject, equals: after[key] as? NSObject)
    }
  }

  @Test("is written only where nobody else would look at it, unless forced")
  func continuousIntegration() throws {
    for value in ["true", "1", "TRUE"] {
      let run = try check("--update-baseline", environment: ["CI": value])
      expect(run.code, equals: .usage)
      expect(run.diagnostics.contains("CI is set"))
      #expect(throws: (any Error).self) { try self.contents() }
    }
    try expect(check("--update-baseline", environment: ["CI": "false"]).code, equals: .ok)
    try expect(
      check("--update-baseline --force", environment: ["CI": "true"]).code, equals: .ok)
    try expect(check(environment: ["CI": "true"]).code, equals: .ok)
  }

  @Test("keeps what was left out, drops what is gone and adds what is new")
  func partialUpdate() throws {
    try record()
    let old = try contents()
    try write(suite(700, second: "c"))
    let run = try check("--update-baseline --filter c")
    expect(run.code, equals: .ok)
    expect(run.diagnostics.contains("recorded 2 cases: 1 new, 1 removed"))
    let new = try contents()
    try expect(summary(new, ofCase: "a"), equals: summary(old, ofCase: "a"))
    try expect(summary(new, ofCase: "c"), equals: summary(old, ofCase: "b"))
    expect(!new.contains("\"name\": \"b\""))
    let whole = try check("--update-baseline")
    expect(whole.diagnostics.contains("recorded 2 cases: 1 changed"))
  }

  @Test("fails a case that is not in it beside a record that only it has, until the update")
  func strangers() throws {
    try record()
    try write(suite(second: "c").replacing("2M", with: "3M"))
    let run = try check("--report json=\(folder.path)/report.json")
    expect(run.code, equals: .checkFailed)
    expect(run.output.contains("passed  a\n") && run.output.contains("failed  c\n"))
    expect(run.output.contains("new: not in the baseline, which has record “b” without a case"))
    expect(run.output.contains("left-over record, not in the suite: “b”"))
    try expect(contents("report.json").contains("\"leftOverRecords\": [\"b\"]"))
    try Python.validate("\(folder.path)/report.json", against: "check-1")
    try expect(check("--update-baseline").code, equals: .ok)
    try expect(check().code, equals: .ok)
    // Either of them alone passes.
    try write(suite(second: "c", more: "  - {name: d, network: 4M}"))
    try expect(check().code, equals: .checkFailed)
    try write(
      suite(second: "c", more: "  - {name: d, network: 4M}").replacing("2M", with: "3M"))
    let added = try check()
    expect(added.code == .ok && added.output.contains("new: not in the baseline\n"))
    try record()
    try write(suite(second: "c").replacing("2M", with: "3M"))
    let removed = try check()
    expect(removed.code == .ok && removed.output.contains("not in the suite: “d”"))
    try write(suite())
    try record()
    // What a filter leaves out is not gone.
    try write(suite())
    expect(!(try check("--filter a").output.contains("not in the suite")))
  }

  @Test("keeps the record of a case that cannot run, and does not make one")
  func errors() throws {
    try record()
    let old = try contents()
    try write(
      suite().replacing("{name: a,", with: "{name: a, media: gone.mp4,")
        + "\n  - {name: c, network: 3g, media: gone.mp4}\n")
    let run = try check("--update-baseline --record-ticks")
    expect(run.code, equals: .noInput)
    expect(run.diagnostics.contains("not recorded, as they could not run: 2 cases"))
    try expect(contents(), equals: old)
  }

  @Test("tells that another version recorded it")
  func versions() throws {
    try record()
    try write(
      contents().replacing("\"toolVersion\": \"", with: "\"toolVersion\": \"0.0.")
        .replacing("libavformat ", with: "libavformat 1."), to: "b.json")
    let run = try check()
    expect(run.code, equals: .ok)
    expect(run.output.contains("baseline recorded by Playhead 0.0."))
    expect(run.output.contains("libavformat 1."))
  }

  @Test("stops at the first case that is worse, if it is to")
  func failFast() throws {
    try record()
    try write(suite(700))
    let run = try check("--fail-fast --jobs 1")
    expect(run.code, equals: .checkFailed)
    expect(run.output.contains("2 cases: 1 failed, 1 not run"))
  }

  @Test("that is malformed, of another version or not there is told as such")
  func unreadable() throws {
    let missing = try check()
    expect(missing.code, equals: .noInput)
    expect(missing.diagnostics.contains("; --update-baseline makes one"))
    try write("{\"playhead\": \"baseline/1\",\n \"cases\": [{}]}", to: "b.json")
    for options in ["", "--update-baseline"] {
      let run = try check(options)
      expect(run.code, equals: .configuration)
      expect(
        run.diagnostics.contains("malformed baseline, \(folder.path)/b.json:2:12: name is missing"))
      expect(run.diagnostics.split(separator: "\n").count > 5)
    }
    try write("{\"playhead\": \"baseline/2\"}", to: "b.json")
    try expect(check().diagnostics.contains("or use a newer Playhead"))
  }

  @Test("cannot be created where there is no folder")
  func unwritable() throws {
    let run = try ProgramRun(
      "check \(folder.path)/s.yaml --baseline \(folder.path)/none/b.json --update-baseline")
    expect(run.code, equals: .cannotCreate)
  }

  @Test("keeps what another process records while the suite runs")
  func twoWriters() throws {
    let pipe = try NamedPipe("network.csv")
    try write(
      """
      playhead: suite/1
      defaults: {media: clip.mp4, expect: []}
      cases:
        - {name: slow, network: "\(pipe.path)"}
        - {name: quick, network: 2M}
      """)
    let process = try ProgramProcess(
      [
        "check", "\(folder.path)/s.yaml", "--baseline", "\(folder.path)/b.json",
        "--update-baseline", "--force", "--filter", "slow",
      ], output: .nullDevice)
    // When it opens its network, it has found no baseline.
    var opened: FileHandle?
    try process.wait {
      opened = pipe.openForWriting()
      return opened != nil
    }
    try expect(check("--update-baseline --filter quick").code, equals: .ok)
    let writer = try #require(opened)
    try writer.write(contentsOf: Data("duration_seconds,kbps\n10,800\n".utf8))
    try writer.close()
    let end = process.end()
    expect(end.code, equals: 0, "\(end.diagnostics)")
    for name in ["slow", "quick"] { try expect(contents().contains("\"\(name)\""), "\(name)") }
  }

  @Test("waits for whoever writes it, and gives up when asked to")
  func locked() throws {
    try record()
    let before = try contents()
    let lock = try FileLock(toReplace: "\(folder.path)/b.json") { false }
    #expect(throws: FileWriteError.self) {
      _ = try FileLock(toReplace: "\(folder.path)/other.json") { false }
    }
    let process = try ProgramProcess(
      [
        "check", "\(folder.path)/s.yaml", "--baseline", "\(folder.path)/b.json",
        "--update-baseline", "--force",
      ], output: .nullDevice)
    try process.awaitReadiness()
    process.signal(SIGINT)
    let end = process.end()
    expect(end.code == 130 && !end.isKilled, "\(end.diagnostics)")
    try expect(contents(), equals: before)
    _ = consume lock
    #expect(throws: Never.self) { _ = try FileLock(toReplace: "\(folder.path)/b.json") { false } }
  }
}
