import Foundation
import Testing

@testable import PlayheadCommand

@Suite("The README's examples of formats")
struct ReadmeFormatTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(Project.root)/\(path)", encoding: .utf8)
  }

  @Test(
    "are what is written",
    arguments: [
      ("session.csv", 3..<4), ("session.md", 0..<11), ("session.cmcd", 9..<10),
      ("metrics.txt", 0..<2),
    ])
  func examples(file: String, range: Range<Int>) throws {
    let lines = try text("Tests/Golden/\(file)").split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let example = lines[range].joined(separator: "\n")
    #expect(try text("README.md").contains("\n\(example)\n"))
  }

  @Test("have an event as it is written")
  func event() throws {
    let line = "analyze \(Project.clip("faststart.mp4")) -n 800k --latency 50ms --decode none"
    let events = try ProgramRun("\(line) --format jsonl").output.split(separator: "\n")
    let example = try #require(events.first { $0.contains("playbackStalled") })
    #expect(try text("README.md").contains("\n\(example)\n"))
    let input = try ProgramRun("\(line) --format p1203").output.filter { !$0.isWhitespace }
    let stalls = #""I23":{"streamId":1,"stalling":[[0,1.04106],[7.6,1.30781]]}"#
    #expect(input.contains(stalls))
    #expect(try text("README.md").filter { !$0.isWhitespace }.contains(stalls))
  }

  @Test("name every format")
  func names() throws {
    let readme = try text("README.md")
    for format in OutputFormat.allCases {
      #expect(readme.contains("\n| `\(format.rawValue)` | "), "\(format)")
    }
  }
}
