import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite("What sweeps leave behind")
struct SweepReportTests {
  private static let lists =
    "--media \(LadderTests.movie),\(Project.clip("faststart.mp4")) "
    + "--networks 3g,100k,\(Project.trace("dead.json")) --players hls.js,shaka"

  @Test("is one network for each way of failing, which fails in the same way in a suite")
  func shrinks() throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun(
      "sweep \(Self.lists) -o \(folder.path)/r.sqlite --shrink \(folder.path)/kinds")
    expect(run.code == .ok && run.diagnostics.contains("2 networks and suite.yaml written"))
    let check = try ProgramRun("check \(folder.path)/kinds/suite.yaml --no-causes")
    expect(check.code == .checkFailed && check.output.contains("2 cases: 2 failed"))
    let starved = try String(contentsOfFile: "\(folder.path)/kinds/starved.yaml", encoding: .utf8)
    expect(starved.hasSuffix("intervals:\n  - {rate: 0bit/s}\n"))
    // Nothing else of that network could be left out.
    let stalls = try String(contentsOfFile: "\(folder.path)/kinds/stalls.yaml", encoding: .utf8)
    expect(stalls.split(separator: "\n").count < 9, "\(stalls)")
    let refused = try ProgramRun("sweep \(Self.lists) --plan --shrink \(folder.path)/x")
    expect(refused.code == .usage && refused.diagnostics.contains("--shrink and --plan"))
  }

  @Test("is a document with a point for each session, which leads to how to play it again")
  func pictures() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/r.sqlite"
    _ = try ProgramRun("sweep \(Self.lists) -o \(path)")
    let run = try ProgramRun("results \(path) --format html")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    var wrong: [String] = []
    for word in [
      "12 sessions of 2 titles on 3 networks", "id=\"cumulative\"", "id=\"boxes\"",
      "class=\"number heat", "Pareto front", "<code>playhead analyze --from",
    ] where !run.output.contains(word) { wrong.append(word) }
    let targets = run.output.matches(of: /href="#(s\d+)"/).map { String($0.1) }
    for target in targets where !run.output.contains("id=\"\(target)\"") { wrong.append(target) }
    // Sessions of HLS and DASH that started; a file has one bit rate.
    expect(wrong == [] && targets.count == 4, "\(wrong) \(targets)")
    let empty = try ProgramRun("results \(path) --where 'stallCount > 99' --format html")
    expect(empty.code == .ok && empty.output.contains("0 sessions"))
    for options in ["--worst", "--cdf", "--sql 'SELECT 1'"] {
      try expect(ProgramRun("results \(path) --format html \(options)").code, equals: .usage)
    }
    try expect(ProgramRun("results \(path) \(path) --format html").code, equals: .usage)
  }

  @Test("has schemas")
  func schemas() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/r.sqlite"
    _ = try ProgramRun("sweep \(Self.lists) -o \(path)")
    var documents = [
      SchemaDocument(
        name: "worst", schema: "worst-sessions-1",
        text: try ProgramRun("results \(path) --worst --format json").output),
      SchemaDocument(
        name: "comparison", schema: "results-comparison-1",
        text: try ProgramRun("results \(path) \(path) --format json").output),
    ]
    for (options, schema) in [("--plan", "job-1"), ("--format jsonl", "result-1")] {
      let lines = try ProgramRun("sweep \(Self.lists) \(options)").output.split(separator: "\n")
      expect(lines.count, equals: 12)
      documents += lines.map {
        SchemaDocument(name: options, schema: schema, text: String($0))
      }
    }
    let failed = "sweep --media \(Project.clip("text.txt")) --networks 3g --format jsonl"
    documents.append(
      SchemaDocument(name: failed, schema: "result-1", text: try ProgramRun(failed).output))
    let verdict = try SchemaValidator.verdict(on: documents, mutatedOneIn: 9)
    expect(verdict.problems == [] && verdict.documents == documents.count)
    // Tables have the columns that somebody asks for.
    for (options, schema) in [
      ("--by player,network", "results-1"), ("--sql 'SELECT * FROM results'", "rows-1"),
    ] {
      let file = "\(folder.path)/\(schema).json"
      _ = try ProgramRun("results \(path) \(options) --format json -o \(file)")
      try Python.validate(file, against: schema)
    }
  }
}
