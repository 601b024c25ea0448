import Expectations
import Testing

@testable import PlayheadCommand

@Suite("Several media")
struct SeveralTests {
  private static let clips =
    "\(Project.clip("faststart.mp4")) \(Project.clip("moov-at-end.mp4"))"

  @Test("have a row each with the figures that a session of its own has")
  func rows() throws {
    let run = try ProgramRun("analyze \(Self.clips) -n 800k --ascii")
    expect(run.code, equals: .ok)
    let lines = run.output.split(separator: "\n")
    for clip in ["faststart.mp4", "moov-at-end.mp4"] {
      let metrics = try ProgramRun(
        "analyze \(Project.clip(clip)) -n 800k --metric stallCount --metric startup"
      ).output.split(separator: "\n")
      let row = try #require(lines.first { $0.hasPrefix(Project.clip(clip)) })
      let cells = row.split(separator: " ").map(String.init)
      let startup = try #require(Double(metrics[1]))
      expect(abs((Double(cells[1]) ?? -1) - startup) <= 0.005, "\(row)")
      expect(cells[3], equals: String(metrics[0]), "\(row)")
    }
  }

  @Test("need no network, and go on behind what cannot be played")
  func failures() throws {
    let run = try ProgramRun("analyze \(Self.clips) \(Project.clip("text.txt"))")
    expect(run.code, equals: .badData)
    expect(run.output.contains("chrome-slow-4g"))
    expect(run.output.split(separator: "\n").count, equals: 6)
  }

  @Test("are a document with a report and pictures of each")
  func document() throws {
    let run = try ProgramRun("analyze \(Self.clips) --format html")
    let bare = try ProgramRun("analyze \(Self.clips) --format html --no-pictures")
    expect(
      run.output.components(separatedBy: "class=\"panel film\"").count == 3
        && run.output.contains("image/jpeg") && !bare.output.contains("image/jpeg"))
  }

  @Test(
    "refuse what describes one session",
    arguments: ["--events", "--metric startup", "--format json", "--from a.json", "--no-causes"])
  func refusals(option: String) throws {
    try expect(ProgramRun("analyze \(Self.clips) \(option)").code, equals: .usage)
  }
}
