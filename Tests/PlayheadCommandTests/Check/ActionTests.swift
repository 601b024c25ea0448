import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayheadCommand

@Suite("The GitHub Action and the hooks of pre-commit")
final class ActionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static func document(_ name: String) throws -> YAMLNode {
    try YAMLNode(parsing: Array(Data(contentsOf: URL(fileURLWithPath: "\(Project.root)/\(name)"))))
  }

  /// The step of the action that has `name`.
  private static func step(_ name: String) throws -> YAMLNode {
    let steps = try #require(try document("action.yml")["runs"]?["steps"]?.items)
    return try #require(steps.first { $0["name"]?.text == name })
  }

  @Test("no script of the action has anything of its inputs put into it")
  func injection() throws {
    let action = try Self.document("action.yml")
    expect(action["runs"]?["using"]?.text, equals: "composite")
    let steps = try #require(action["runs"]?["steps"]?.items)
    expect(steps.count, equals: 3)
    for step in steps {
      expect(step["shell"]?.text, equals: "bash")
      try expect(!#require(step["run"]?.text).contains("${{"))
    }
    // All inputs are used, and nothing else is.
    let variables = try Self.step("Check")["env"]?.entries.map { $0.value.text ?? "" }
    let inputs = try #require(action["inputs"]?.entries.map(\.key))
    expect(variables, equals: inputs.map { "${{ inputs.\($0) }}" })
  }

  /// Runs the script of the step that checks, as a runner does.
  private func check(_ inputs: [String: String]) throws -> (code: Int32, output: String) {
    let script = try #require(try Self.step("Check")["run"]?.text)
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = URL(fileURLWithPath: tests).deletingLastPathComponent().path
    try script.write(toFile: "\(folder.path)/step.sh", atomically: true, encoding: .utf8)
    let run = try ToolRun(
      ["/bin/bash", "--noprofile", "--norc", "-eo", "pipefail", "\(folder.path)/step.sh"],
      environment: [
        "PATH": "\(program):/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": folder.path, "CI": "true",
        "RUNNER_TEMP": folder.path, "GITHUB_OUTPUT": "\(folder.path)/output",
        "GITHUB_STEP_SUMMARY": "\(folder.path)/summary.md", "SUITE": "", "BASELINE": "",
        "TOLERANCES": "", "ON_MEDIA_CHANGE": "", "JUNIT": "", "ARGS": "",
      ].merging(inputs) { $1 }, inheritsNothing: true)
    return (run.code, run.output + run.diagnostics)
  }

  private func contents(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
  }

  @Test("the action checks, tells the outputs, and fails as the check does")
  func checking() throws {
    func report() throws -> String {
      let line = try contents("output").split(separator: "\n").last { $0.hasPrefix("report=") }
      return String(try #require(line).dropFirst("report=".count))
    }
    let good = try check(["SUITE": "Fixtures/suites/example.yaml\n"])
    expect(good.code, equals: 0, "\(good.output)")
    try expect(contents("output").hasPrefix("exit-code=0\nreport=\(folder.path)/playhead."))
    let first = try report()
    try Python.validate(first, against: "check-1")
    try expect(contents("summary.md").contains("**Passed**"))
    let bad = try check([
      "SUITE": "Fixtures/suites/failing.yaml", "JUNIT": "\(folder.path)/j.xml",
      "ARGS": "--filter=too slow\n\n--jobs=1",
    ])
    expect(bad.code, equals: 1, "\(bad.output)")
    expect(bad.output.contains("\n::error file=Fixtures/suites/failing.yaml,line="))
    try expect(contents("output").contains("\nexit-code=1\nreport="))
    let second = try report()
    expect(second != first)
    try Python.validate(second, against: "check-1")
    try expect(contents("j.xml").contains("classname=\"too slow\""))
    // What is wrong with a suite is annotated and reported, a wrong option is not.
    let path = "Fixtures/suites/malformed/no-cases.yaml"
    let malformed = try check(["SUITE": path])
    expect(malformed.code, equals: 78)
    expect(malformed.output.contains("::error file=\(path),line=3,col=8,title="))
    try Python.validate(report(), against: "check-1")
    try expect(check(["SUITE": path, "ARGS": "--jobs=0"]).code, equals: 64)
    try expect(report().isEmpty)
  }

  @Test("the action compares with a baseline, within tolerances")
  func baseline() throws {
    let path = "\(folder.path)/b.json"
    let update = try ProgramRun(
      "check \(Project.root)/Fixtures/suites/example.yaml --baseline \(path) --update-baseline")
    expect(update.code, equals: .ok)
    let run = try check([
      "SUITE": "Fixtures/suites/example.yaml", "BASELINE": path,
      "TOLERANCES": "startup=+5%\nelapsed=±1s\n",
    ])
    expect(run.code, equals: 0, "\(run.output)")
    try expect(
      check(["SUITE": "Fixtures/suites/example.yaml", "BASELINE": path, "TOLERANCES": "x"]).code,
      equals: 64)
    for (rule, code) in [("compare", Int32(0)), ("fail", 0), ("no", 64)] {
      let run = try check([
        "SUITE": "Fixtures/suites/example.yaml", "BASELINE": path, "ON_MEDIA_CHANGE": rule,
      ])
      expect(run.code, equals: code, "\(run.output)")
    }
    let forbidden = try check([
      "SUITE": "Fixtures/suites/example.yaml", "BASELINE": path, "ARGS": "--update-baseline",
    ])
    expect(forbidden.code, equals: 64)
  }

  @Test(
    "the action takes whatever its inputs hold for words",
    arguments: [
      "$(touch pwned)", "`touch pwned`", "; touch pwned", "\"; touch pwned; \"", "' touch pwned '",
      "--update-baseline", "-h", "* ?", "a b",
    ])
  func words(_ text: String) throws {
    let run = try check(["SUITE": "\(folder.path)/none.yaml", "BASELINE": text, "JUNIT": text])
    expect(run.code == 64 || run.code == 66, "\(run.output)")
    // As a suite, it is told to be no media or suite that is there.
    let other = try check(["SUITE": text])
    expect(other.code, equals: 64, "\(other.output)")
    expect(!FileManager.default.fileExists(atPath: "\(Project.root)/pwned"))
    expect(!FileManager.default.fileExists(atPath: "\(folder.path)/pwned"))
  }

  @Test("the hooks run playhead on the suites that they are for")
  func hooks() throws {
    let hooks = try #require(try Self.document(".pre-commit-hooks.yaml").items)
    expect(hooks.map { $0["id"]?.text }, equals: ["playhead-check", "playhead-check-system"])
    expect(hooks.map { $0["language"]?.text }, equals: ["swift", "system"])
    for hook in hooks {
      let pattern = try Regex(#require(hook["files"]?.text))
      for name in ["playhead.yaml", "a/playhead.yml", "a/playhead-mobile.yaml", "playhead.tv.yml"] {
        expect(name.contains(pattern), "\(name)")
      }
      for name in ["myplayhead.yaml", "playhead.json", "playhead/x.yaml", "playheads.yaml"] {
        expect(!name.contains(pattern), "\(name)")
      }
      let entry = try #require(hook["entry"]?.text?.split(separator: " ").map(String.init))
      expect(entry.first, equals: "playhead")
      let words = entry.dropFirst().joined(separator: " ")
      let suites = "\(Project.root)/Fixtures/suites"
      try expect(ProgramRun("\(words) \(suites)/example.yaml").code, equals: .ok)
      try expect(
        ProgramRun("\(words) \(suites)/example.yaml \(suites)/failing.yaml").code, equals: .noInput)
    }
  }
}

extension YAMLNode {
  fileprivate var entries: [Entry] {
    if case .mapping(let entries) = content { entries } else { [] }
  }

  fileprivate var items: [YAMLNode]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  fileprivate var text: String? { if case .scalar(let text, _) = content { text } else { nil } }

  fileprivate subscript(key: String) -> YAMLNode? { entries.first { $0.key == key }?.value }
}
