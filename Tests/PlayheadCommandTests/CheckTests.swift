import Expectations
import Foundation
import MediaReading
import Testing

@testable import PlayheadCommand

@Suite("playhead check")
struct CheckTests {
  private static let clip = Project.clip("faststart.mp4")
  private static let network = "-n 800k --latency 50ms"
  private static func suite(_ name: String) -> String { "\(Project.root)/Fixtures/suites/\(name)" }

  private func json(_ run: ProgramRun) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(value as? [String: Any])
  }

  private func names(_ run: ProgramRun) -> [String] {
    run.output.split(separator: "\n").map(String.init)
  }

  @Test(
    "exits 0 if all holds and 1 if not",
    arguments: [
      ("--expect 'stallCount <= 1' -e 'startup<=2.5s'", ExitCode.ok),
      ("-e 'stallCount <= 1' -e 'startup <= 1s'", .checkFailed), ("-e 'no stall'", .checkFailed),
      ("-e 'no stall before 8s'", .ok), ("-e 'no stall before 9s'", .checkFailed),
    ])
  func exitCodes(options: String, code: ExitCode) throws {
    let run = try ProgramRun("check \(Self.clip) \(Self.network) \(options)")
    expect(run.code, equals: code)
    expect(run.diagnostics.isEmpty)
    let count = options.split(separator: "-").count { $0.hasPrefix("e") }
    expect(names(run).count { $0.hasPrefix("passed") || $0.hasPrefix("failed") }, equals: count)
    expect(
      run.output.contains("stall 1 at 8.641 s") == options.contains("no stall before 9s")
        || options == "-e 'no stall'")
  }

  @Test("comes to the same figures as analyze")
  func sameFigures() throws {
    let options = "\(Self.network) --max-buffer 6s:3s --do '3s seek 14' --loop 2 --tcp slow-start"
    let checked = try json(
      ProgramRun("check \(Self.clip) \(options) -e 'stallCount <= 99' --format json"))
    let analyzed = try json(
      ProgramRun("analyze \(Self.clip) \(options) --format json"))
    let suites = try #require(checked["suites"] as? [[String: Any]])
    let cases = try #require(suites[0]["cases"] as? [[String: Any]])
    let left = try #require(cases[0]["summary"] as? NSDictionary)
    expect(left.count, equals: 30)
    expect(left, equals: analyzed["summary"] as? NSDictionary)
    expect(cases[0]["stalls"] as? NSArray, equals: analyzed["stalls"] as? NSArray)
  }

  @Test(
    "says what is wrong with a command line",
    arguments: [
      (
        "CLIP -n 3g",
        "missing option, --expect: a check requires an expectation; "
          + "write --expect='no stall'"
      ),
      ("CLIP -e 'no stall'", "missing option, --network"),
      (
        "CLIP -n 3g -e 'stalCount <= 1'",
        "bad value, --expect=stalCount <= 1: unknown metric “stalCount”; "
          + "did you mean stallCount?"
      ),
      (
        "CLIP CLIP -n 3g -e 'no stall'",
        "too many operands"
      ),
      ("CLIP -n 3g -e 'no stall' --tag x", "unexpected option, --tag: it applies to suites"),
      ("CLIP -n 3g -e 'no stall' --jobs 0", "bad value, --jobs=0: expected a whole number"),
      (
        "SUITE --network 3g",
        "unexpected option, --network: it applies to one media file; a suite has"
      ),
      ("SUITE -e 'no stall'", "unexpected option, --expect"),
      ("SUITE CLIP", "not a suite"),
      ("SUITE --tag smoek", "bad value, --tag=smoek: no case has this tag; did you mean smoke?"),
      (
        "SUITE --filter nothing",
        "bad value, --filter=nothing: no case has a matching name; --list lists the names"
      ),
      ("SUITE --list --format json", "bad value, --format=json: --list writes text"),
      (
        "SUITE --list --report tap=-",
        "conflicting options, --list and --report: cases that are only listed have no results"
      ),
      ("SUITE --baseline -", "bad value, --baseline=-: a baseline cannot be standard input"),
      ("SUITE --jobs 257", "bad value, --jobs=257"), ("", "missing operand"),
      ("CLIP -n 3g -e 'no stall' --tick 1s", "unknown option, --tick"),
    ])
  func usage(line: String, words: String) throws {
    let line = line.replacing("CLIP", with: Self.clip)
      .replacing("SUITE", with: Self.suite("example.yaml"))
    let run = try ProgramRun("check \(line)")
    expect(run.code, equals: .usage)
    expect(run.diagnostics.contains("playhead: \(words)"), "\(run.diagnostics)")
    expect(run.output.isEmpty)
  }

  @Test(
    "says of one file what analyze says of it",
    arguments: [
      ("not-media.mp4", ExitCode.badData), ("nothing.mp4", .noInput), ("playlist.m3u8", .badData),
    ])
  func unreadableMedia(name: String, code: ExitCode) throws {
    let run = try ProgramRun("check \(Project.clip(name)) -n 3g -e 'no stall'")
    expect(run.code == code && run.output.isEmpty)
    expect(
      run.diagnostics, equals: (try ProgramRun("analyze \(Project.clip(name)) -n 3g").diagnostics))
  }

  @Test("runs a suite, whose first case that cannot run decides the exit code")
  func suiteCodes() throws {
    try expect(ProgramRun("check \(Self.suite("example.yaml"))").code, equals: .ok)
    let failing = Self.suite("failing.yaml")
    try expect(ProgramRun("check \(failing)").code, equals: .noInput)
    try expect(ProgramRun("check \(failing) --filter slow").code, equals: .checkFailed)
    try expect(ProgramRun("check \(failing) --filter 'no profile'").code, equals: .badData)
    try expect(ProgramRun("check \(failing) --filter good").code, equals: .ok)
    let both = try ProgramRun("check \(failing) \(Self.suite("example.yaml"))")
    expect(both.code, equals: .noInput)
    expect(both.output.contains("19 cases: 13 passed, 2 passed with a warning, 2 failed, 2 could"))
  }

  @Test("picks cases by name and tag, and lists them in the order of the suite")
  func picking() throws {
    let example = Self.suite("example.yaml")
    let all = try names(ProgramRun("check \(example) --list"))
    expect(all.count == 14 && all[0] == "home [apple-wifi, basic]  #smoke")
    let smoke = try names(ProgramRun("check \(example) --list --tag smoke"))
    expect(smoke == all.filter { $0.hasSuffix("#smoke") } && smoke.count == 10)
    let basic = try names(ProgramRun("check \(example) --list --filter '*, basic]'"))
    expect(basic.count, equals: 3)
    let run = try ProgramRun("check \(example) --tag formats --filter MKV -q")
    expect(
      names(run).suffix(2),
      equals: ["passed  every format [../clips/basic.mkv]", "1 case: 1 passed"])
    expect(run.diagnostics.isEmpty)
  }

  @Test("says which files lie outside of the suite's folder")
  func outsidePaths() throws {
    let run = try ProgramRun("check \(Self.suite("failing.yaml")) --list")
    expect(
      run.diagnostics,
      equals: "playhead: \(Self.suite("failing.yaml")): files outside the suite's folder: "
        + "../clips/faststart.mp4, ../traces/dead.json, ../clips/nothing.mp4 and 1 more\n")
  }

  @Test("stops after the first case that does not pass, if asked to")
  func failFast() throws {
    let run = try ProgramRun("check \(Self.suite("failing.yaml")) --fail-fast --jobs 2")
    expect(run.code, equals: .checkFailed)
    expect(run.output.hasSuffix("\n5 cases: 1 passed, 1 failed, 3 not run\n"))
    let both = try ProgramRun(
      "check \(Self.suite("failing.yaml")) \(Self.suite("example.yaml")) --fail-fast")
    expect(both.output.hasSuffix("\n19 cases: 1 passed, 1 failed, 17 not run\n"))
  }

  @Test("gives the same bytes however many cases run at once")
  func jobs() throws {
    let line = "check \(Self.suite("example.yaml")) \(Self.suite("failing.yaml")) --format json"
    let outputs = try [1, 2, 7].map { try ProgramRun("\(line) --jobs \($0)").output }
    expect(outputs[0].count > 10_000 && outputs[1] == outputs[0] && outputs[2] == outputs[0])
  }

  @Test("says on standard error what a report elsewhere does not tell a person")
  func reportElsewhere() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/report.json"
    let run = try ProgramRun(
      "check \(Self.suite("failing.yaml")) --format json --output \(path)")
    expect(run.code == .noInput && run.output.isEmpty)
    expect(run.diagnostics.contains("playhead: cannot open, "))
    expect(run.diagnostics.contains("playhead: malformed network profile, "))
    expect(run.diagnostics.hasSuffix("playhead: 5 cases: 1 passed, 2 failed, 2 could not run\n"))
    let quiet = try ProgramRun(
      "check \(Self.suite("failing.yaml")) -q --format json --output \(path)")
    expect(quiet.diagnostics.split(separator: "\n").count, equals: 2)
  }

  @Test("does not write its report over what it is made from", arguments: ["s.yaml", "m.m4a"])
  func overwriting(name: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: Project.clip("audio-only.m4a"), toPath: folder.path + "/m.m4a")
    try "playhead: suite/1\ncases: [{name: x, media: m.m4a, network: 3g, expect: no stall}]".write(
      toFile: folder.path + "/s.yaml", atomically: true, encoding: .utf8)
    let run = try ProgramRun("check \(folder.path)/s.yaml -o \(folder.path)/\(name)")
    expect(run.code == .usage && run.diagnostics.contains("output is an input"))
  }

  @Test("reports what is missing of damaged media with each case, and nowhere else")
  func damage() throws {
    let folder = try TemporaryFolder()
    let clip = Project.clip("truncated.mp4")
    try """
    playhead: suite/1
    defaults: {media: "\(clip)", expect: endReason == ended}
    cases: [{name: x, network: [3g, 4g]}]
    """.write(toFile: folder.path + "/s.yaml", atomically: true, encoding: .utf8)
    let run = try ProgramRun("check \(folder.path)/s.yaml")
    expect(run.code, equals: .checkFailed)
    expect(run.output.split(separator: "\n").count { $0.contains("61 of 150 samples") }, equals: 2)
    expect(!run.diagnostics.contains("missing"))
  }

  @Test(
    "tells all mistakes in a suite, and exits 78",
    arguments: [
      ("aliases", 1, ":2:4: anchors are not supported"),
      ("long-name", 1, "a name has at most 200 characters, found 10240"),
      ("many-mistakes", 20, ":11:14: network: “1.5Mbits”: “Mbits” is not a unit of rate"),
      ("no-cases", 1, ":3:8: cases: the list is empty"),
      ("not-yaml", 1, ":3:1: a value is expected here"),
      ("player", 1, ":1:11: playhead: “player/1” is not the expected kind of file"),
      ("too-many", 1, ":4:11: the suite expands to more than 10000 cases"),
    ])
  func malformed(name: String, count: Int, words: String) throws {
    let path = Self.suite("malformed/\(name).yaml")
    let run = try ProgramRun("check \(path)")
    expect(run.code == .configuration && run.output.isEmpty)
    let lines = run.diagnostics.split(separator: "\n")
    expect(lines.count, equals: count)
    expect(lines.allSatisfy { $0.hasPrefix("playhead: malformed suite, \(path):") })
    expect(run.diagnostics.contains(words))
    // Together with another, the mistakes of both are told.
    let both = try ProgramRun("check \(path) \(Self.suite("malformed/no-cases.yaml"))")
    expect(both.diagnostics.split(separator: "\n").count, equals: count + 1)
  }

  @Test("heads the cases of each suite in the list of several")
  func listOfSeveral() throws {
    let folder = try TemporaryFolder()
    let text = "playhead: suite/1\ncases: [{name: x, media: m.mp4, network: 3g, expect: no stall}]"
    for name in ["a", "b"] {
      try text.write(toFile: "\(folder.path)/\(name).yaml", atomically: true, encoding: .utf8)
    }
    let (a, b) = ("\(folder.path)/a.yaml", "\(folder.path)/b.yaml")
    let list = try ProgramRun(
      "check \(a) \(b) --list", environment: ["LANG": "C.UTF-8", "COLUMNS": "1000"])
    expect(list.output, equals: "\(a)\nx\n\n\(b)\nx\n")
    try expect(ProgramRun("check \(a) --list").output, equals: "x\n")
  }

  @Test("has every malformed suite in a test")
  func malformedFixtures() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.suite("malformed"))
    expect(files.count, equals: 7)
  }

  @Test("says that a suite is not there, or is a folder")
  func missingSuite() throws {
    let run = try ProgramRun("check /nowhere/suite.yaml")
    expect(run.code, equals: .noInput)
    expect(
      run.diagnostics,
      equals: "playhead: cannot open suite, /nowhere/suite.yaml: No such file or directory\n")
  }
}
