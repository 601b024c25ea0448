import Expectations
import Testing

@testable import PlayheadCommand

@Suite("A session as CSV")
struct SessionCSVTests {
  @Test(
    "is read by Python's csv module as the ticks of the JSON report",
    arguments: [
      "faststart.mp4 -n 800k --do '3s seek 14' --do '6s pause' --do '8s rate 1.5'",
      "peak.mp4 -n 0", "audio-only.m4a -n 800k --tick 1ms --limit 1s",
    ])
  func equalsTicks(arguments: String) throws {
    let folder = try TemporaryFolder()
    let (csv, json) = (folder.path + "/ticks.csv", folder.path + "/session.json")
    let line = "analyze \(Project.root)/Fixtures/clips/\(arguments) --decode none"
    try expect(ProgramRun("\(line) --format csv -o \(csv)").code, equals: .ok)
    try expect(ProgramRun("\(line) --format json -o \(json)").code, equals: .ok)
    let rows = try Python.run("\(Project.root)/Tests/Tools/compare-csv", [csv, json])
    expect((Int(rows) ?? 0) > 0)
  }
}
