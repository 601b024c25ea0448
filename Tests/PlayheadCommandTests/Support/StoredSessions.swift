import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

/// Sessions of sweeps, as a file of results has them, and as workers play them.
enum StoredSessions {
  /// The values of `columns` for each session in the file at `path`, in the order of jobs, with
  /// commas between.
  static func rows(of columns: String, in path: String) throws -> [String] {
    let run = try ProgramRun(
      "results \(path) --format csv --sql 'SELECT \(columns) FROM results ORDER BY job'")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    return run.output.split(separator: "\r\n").dropFirst().map(String.init)
  }

  /// Has a worker play the jobs of `plan`, and stores its results in `folder`; returns where.
  static func worked(_ plan: String, in folder: String) throws -> String {
    let worked = try ToolRun([ProgramProcess.executable.path, "work"], input: plan)
    expect(worked.code, equals: 0, "\(worked.diagnostics)")
    try worked.output.write(
      toFile: "\(folder)/part.jsonl", atomically: true, encoding: .utf8)
    let path = "\(folder)/w.sqlite"
    try expect(ProgramRun("merge \(folder)/part.jsonl -o \(path)").code, equals: .ok)
    return path
  }
}
