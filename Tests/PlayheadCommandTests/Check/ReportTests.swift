import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite("Reports of checks, several at once")
final class ReportTests {
  private let folder: TemporaryFolder
  private static let suite = "\(Project.root)/Fixtures/suites/failing.yaml"

  init() throws {
    folder = try TemporaryFolder()
  }

  private func check(
    _ options: String, environment: [String: String] = [:]
  ) throws -> ProgramRun {
    try ProgramRun(
      "check \(Self.suite) \(options)",
      environment: ["LANG": "C.UTF-8", "COLUMNS": "80"].merging(environment) { $1 })
  }

  /// `report` without the real time of JUnit's tests.
  private static func withoutTimes(_ report: String) -> String {
    report.replacing(#/time="[0-9]+\.[0-9]{3}"/#, with: "")
  }

  private func contents(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
  }

  @Test("are the same whether they come alone or together, in a file or on standard output")
  func together() throws {
    let kinds = ["text", "json", "junit", "tap", "markdown"]
    let all = kinds.map { "--report \($0)=\(folder.path)/\($0)" }.joined(separator: " ")
    let run = try check(all)
    expect(run.code, equals: .noInput)
    for kind in kinds {
      let alone = try check("--report \(kind)=-")
      expect(alone.code, equals: .noInput)
      try expect(Self.withoutTimes(contents(kind)), equals: Self.withoutTimes(alone.output))
      expect(!alone.output.isEmpty)
    }
    try expect(contents("text"), equals: run.output)
    try expect(check("--format json").output, equals: contents("json"))
    try expect(check("-o \(folder.path)/o --report tap=-").output, equals: contents("tap"))
    try expect(contents("o"), equals: contents("text"))
  }

  @Test("the text leaves out what passed if asked to, and counts it")
  func onlyFailed() throws {
    let (all, failed) = (try check("").output, try check("--only-failed").output)
    expect(all.contains("\npassed  ") && !failed.contains("\npassed  "))
    expect(failed.contains("\nfailed  "))
    expect(all.split(separator: "\n").last, equals: failed.split(separator: "\n").last)
  }

  @Test("JSON of a failing suite is as its schema has it, with a baseline and without")
  func schema() throws {
    for options in ["--update-baseline", ""] {
      _ = try check(
        "--report json=\(folder.path)/j --baseline \(folder.path)/b.json \(options)")
      try Python.validate("\(folder.path)/j", against: "check-1")
    }
  }

  @Test("tell what is wrong with a suite, besides what is told on standard error")
  func malformedSuite() throws {
    let malformed = "\(Project.root)/Fixtures/suites/malformed/no-cases.yaml"
    let kinds = ["text", "json", "junit", "tap", "markdown", "github"]
    let all = kinds.map { "--report \($0)=\(folder.path)/\($0)" }.joined(separator: " ")
    let run = try ProgramRun("check \(malformed) \(Self.suite) \(all)")
    expect(run.code, equals: .configuration)
    expect(run.output.isEmpty)
    let problem = "cases: the list is empty"
    expect(run.diagnostics, equals: "playhead: malformed suite, \(malformed):3:8: \(problem)\n")
    for kind in kinds { try expect(contents(kind).contains(problem), "\(kind)") }
    try Python.validate("\(folder.path)/json", against: "check-1")
    try expect(contents("text").hasSuffix("\n5 cases: 5 not run, 1 suite could not be read\n"))
    // A report that cannot be written is told as well, and what is wrong first still decides.
    let unwritable = try ProgramRun("check \(malformed) --report tap=\(folder.path)/none/t")
    expect(unwritable.code, equals: .configuration)
    expect(unwritable.diagnostics.contains("cannot create output"))
    // No suite is lost for its mistakes.
    let (copy, files) = ("\(folder.path)/s.yaml", FileManager.default)
    try files.copyItem(atPath: malformed, toPath: copy)
    try expect(
      ProgramRun("check \(copy) --report tap=\(folder.path)/./s.yaml").code, equals: .usage)
    expect(files.contentsEqual(atPath: copy, andPath: malformed))
  }

  @Test(
    "are refused in one place however its path is spelled",
    arguments: [
      ("-o D/same.txt --report junit=D/./same.txt", "D/./same.txt"),
      ("-o D/same.txt --report junit=D/link.txt", "D/link.txt"),
      ("--report tap=D/link.txt -o D/same.txt", "D/link.txt"),
      ("-o D/same.txt --report tap=D/folder/same.txt", "D/folder/same.txt"),
      ("-o /dev/stdout --report tap=-", "standard output"),
    ], [false, true])
  func onePlace(line: (options: String, place: String), isThere: Bool) throws {
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: "\(folder.path)/link.txt", withDestinationPath: "same.txt")
    try files.createSymbolicLink(
      atPath: "\(folder.path)/folder", withDestinationPath: folder.path)
    if isThere { try Data().write(to: URL(fileURLWithPath: "\(folder.path)/same.txt")) }
    let run = try check(line.options.replacing("D/", with: "\(folder.path)/"))
    expect(run.code, equals: .usage)
    let place = line.place.replacing("D/", with: "\(folder.path)/")
    expect(run.diagnostics.contains("two reports for one file, \(place): "), "\(run.diagnostics)")
    try expect(
      check("-o \(folder.path)/same.txt --report tap=\(folder.path)/other.txt").code,
      equals: .noInput
    )
  }

  @Test("do not go where a new baseline is to be made")
  func newBaseline() throws {
    let run = try check(
      "--baseline \(folder.path)/b --update-baseline --report tap=\(folder.path)/./b")
    expect(run.code, equals: .usage)
    expect(run.diagnostics.contains("output is an input"))
  }

  @Test("annotations follow the text on standard output, each on a line of its own")
  func annotations() throws {
    let text = try check("").output
    let run = try check("--report github=-")
    expect(run.output.hasPrefix(text))
    let lines = run.output.dropFirst(text.count).split(separator: "\n")
    expect(lines.count, equals: 4)
    expect(lines.allSatisfy { $0.hasPrefix("::error file=\(Self.suite),line=") })
  }

  @Test("the summary of a step is added to what is there, as far as there is room")
  func stepSummary() throws {
    let path = "\(folder.path)/summary.md"
    let environment = ["GITHUB_STEP_SUMMARY": path]
    try expect(check("", environment: environment).code, equals: .noInput)
    #expect(throws: (any Error).self, "without annotations nobody asked") {
      try self.contents("summary.md")
    }
    _ = try check("--report github=-", environment: environment)
    let once = try contents("summary.md")
    expect(once, equals: (try check("--report markdown=-").output))
    _ = try check("--report github=\(folder.path)/g", environment: environment)
    try expect(contents("summary.md"), equals: once + "\n" + once)
    try Data(repeating: 0x61, count: 1 << 20 - 0).write(to: URL(fileURLWithPath: path))
    _ = try check("--report github=-", environment: environment)
    try expect(contents("summary.md").utf8.count, equals: 1 << 20)
    try Data(repeating: 0x61, count: (1 << 20) - 700).write(to: URL(fileURLWithPath: path))
    _ = try check("--report github=-", environment: environment)
    let full = try contents("summary.md")
    expect(full.utf8.count <= 1 << 20)
    expect(full.hasSuffix("\nThe rest is omitted: the size limit is reached.\n"))
    let missing = try check(
      "--report github=-", environment: ["GITHUB_STEP_SUMMARY": "\(folder.path)/none/x"])
    expect(missing.code, equals: .cannotCreate)
  }

  @Test("one that cannot be written keeps no other from it, and is told")
  func unwritable() throws {
    let run = try check(
      "--report junit=\(folder.path)/none/j --report tap=\(folder.path)/t")
    expect(run.code, equals: .cannotCreate)
    expect(run.diagnostics.contains("\(folder.path)/none/j"))
    try expect(contents("t").hasPrefix("TAP version 14\n"))
    expect(run.output.contains("Not all is well"))
  }

  @Test("on a full disk is told")
  func fullDisk() throws {
    try expect(check("--report tap=/dev/full").code, equals: .inputOutput)
  }

  @Test("larger than files may be is told, and leaves nothing")
  func sizeLimit() throws {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = URL(fileURLWithPath: tests).deletingLastPathComponent().path + "/playhead"
    let path = "\(folder.path)/j"
    let run = try ToolRun([
      "bash", "-c", "ulimit -f 1; exec \"$@\"", "bash", program, "check", Self.suite,
      "--report", "json=\(path)",
    ])
    expect(run.code, equals: 74)
    expect(run.diagnostics.contains("playhead: cannot write, \(path): File too large\n"))
    try expect(FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test(
    "are refused where they would spoil each other or something else",
    arguments: [
      ("--report junit", "write junit=report.xml"), ("--report junit=", "the file is missing"),
      ("--report junt=x", "did you mean junit?"), ("--report =x", "the kinds are text, json"),
      ("--report tap=- --report junit=-", "two reports for one file, standard output"),
      ("--report tap=x --report junit=x", "two reports for one file, x"),
      ("--report tap=x -o x", "two reports for one file, x"),
      ("--report tap=- --format json", "tap takes standard output"),
      ("--format json --report github=-", "two reports for one file, standard output"),
      ("--report tap=\(suite)", "output is an input"),
    ])
  func usage(_ options: String, _ words: String) throws {
    let run = try check(options)
    expect(run.code, equals: .usage)
    expect(run.diagnostics.contains(words), "\(run.diagnostics)")
  }

  @Test("of a single file are there as well")
  func single() throws {
    let run = try ProgramRun(
      "check \(Project.clip("faststart.mp4")) -n 800k -e 'no stall' --report junit=-")
    expect(run.output.contains("<failure message=\"no stall: "))
  }
}
