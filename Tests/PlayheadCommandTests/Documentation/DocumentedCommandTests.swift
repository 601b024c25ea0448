import Foundation
import PlayheadKit
import Testing

@testable import PlayheadCommand

/// What the documentation shows is what the program prints.
///
/// With `PLAYHEAD_UPDATE_GOLDEN=1` the outputs are written anew instead.
@Suite("Documented commands", .serialized)
struct DocumentedCommandTests {
  static let isUpdating = ProcessInfo.processInfo.environment["PLAYHEAD_UPDATE_GOLDEN"] == "1"

  @Test("print what the page shows", arguments: DocumentedPage.names)
  func outputs(name: String) throws {
    #expect(FileManager.default.changeCurrentDirectoryPath(Project.root))
    var page = try DocumentedPage(name)
    // From the last to the first, so that a longer output moves none that is still to come.
    for example in page.examples.reversed() {
      let run = try ProgramRun(example.line)
      #expect([.ok, .checkFailed].contains(run.code), "\(example.line): \(run.diagnostics)")
      if Self.isUpdating {
        try page.replace(example.output, with: run.output)
      } else {
        #expect(page.text(example.output) == run.output, "\(name): \(example.line)")
      }
    }
  }

  @Test("are shown with their output where it matters")
  func count() throws {
    let examples = try DocumentedPage.names.flatMap { try DocumentedPage($0).examples }
    #expect(try DocumentedPage("README.md").examples.count >= 3)
    #expect(examples.count >= 20)
  }

  @Test("have the options that they are shown with", arguments: DocumentedPage.names)
  func options(name: String) throws {
    for line in try DocumentedPage(name).commands {
      #expect(throws: Never.self, "\(line)") { try Program.playhead.parse(words(line)) }
    }
  }

  @Test("stand on pages whose links lead somewhere", arguments: DocumentedPage.names)
  func links(name: String) throws {
    let folder = URL(filePath: "\(Project.root)/\(name)").deletingLastPathComponent()
    for link in try DocumentedPage(name).links {
      let parts = link.split(separator: "#", omittingEmptySubsequences: false)
      let path = parts[0].isEmpty ? name : String(parts[0])
      let file =
        parts[0].isEmpty ? "\(Project.root)/\(name)" : folder.appending(path: path).path
      #expect(FileManager.default.fileExists(atPath: file), "\(name): \(link)")
      guard parts.count == 2 else { continue }
      let page = try DocumentedPage(
        String(URL(filePath: file).standardized.path.dropFirst(Project.root.count + 1)))
      #expect(page.anchors.contains(String(parts[1])), "\(name): \(link)")
    }
  }

  @Test(
    "read the files that the pages show",
    arguments: [
      ("Documentation/players.md", "Fixtures/players/cautious.yaml"),
      ("Documentation/checks.md", "Fixtures/suites/example.yaml"),
    ])
  func files(page: String, file: String) throws {
    let text = try String(contentsOfFile: "\(Project.root)/\(file)", encoding: .utf8)
    let page = try DocumentedPage(page)
    #expect(page.blocks.contains { page.text($0.lines) == text })
  }

  @Test("write formats as the page on formats shows them")
  func formats() throws {
    let page = try DocumentedPage("Documentation/formats.md")
    let shown = page.blocks.map { page.text($0.lines) }
    let line = "analyze \(Project.clip("faststart.mp4")) -n 800k --latency 50ms --decode none"
    let events = try ProgramRun("\(line) --format jsonl").output.split(separator: "\n")
    let event = try #require(events.first { $0.contains("playbackStalled") })
    #expect(shown.contains("\(event)\n"))
    let input = try ProgramRun("\(line) --format p1203").output.filter { !$0.isWhitespace }
    #expect(
      shown.contains { $0.hasPrefix("\"I23\"") && input.contains($0.filter { !$0.isWhitespace }) })
    let reports = try ProgramRun("\(line) --format cmcd --tick 1s").output.split(separator: "\n")
    let report = try #require(reports.first { $0.contains("sn=9,") })
    #expect(shown.contains("\(report)\n"))
    for format in SessionFormat.allCases {
      #expect(page.lines.contains { $0.hasPrefix("| `\(format.rawValue)` | ") }, "\(format)")
    }
  }

  @Test("have every metric on the page on formats")
  func metrics() throws {
    let page = try DocumentedPage("Documentation/formats.md")
    let table = page.lines.filter { $0.hasPrefix("| `") }.joined()
    for metric in SessionMetric.allCases {
      #expect(table.contains("`\(metric.rawValue)`"), "\(metric)")
    }
  }

  @Test("have every option of analyze, check and serve on a page")
  func optionTables() throws {
    let pages = try DocumentedPage.names.flatMap { try DocumentedPage($0).lines }
    let text = pages.joined(separator: "\n")
    for command in ["analyze", "check", "serve"] {
      for option in try Program.playhead.command(command).options
      where !["help", "version"].contains(option.name) {
        #expect(text.contains("`--\(option.name)"), "--\(option.name)")
      }
    }
  }
}
