import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite("What help tells people to type works")
struct ExampleTests {
  static let examples =
    Program.playhead.examples + Program.playhead.commands.flatMap(\.examples)

  @Test("Every example runs in the project's root", arguments: examples.map(\.words))
  func runs(line: String) throws {
    expect(FileManager.default.changeCurrentDirectoryPath(Project.root))
    // Files that an example makes are to go elsewhere.
    let folder = try TemporaryFolder()
    let line = line.dropFirst("playhead ".count).replacing(" -o ", with: " -o \(folder.path)/")
    let others = ["record", "serve", "validate", "results", "work", "merge"]
    let isOfPeople = line.hasPrefix("watch ") && !line.contains("--script")
    guard !isOfPeople, !others.contains(where: { line.hasPrefix($0) }) else {
      // It needs a person at a terminal, would serve until a signal comes, or measure for half a
      // minute, or needs a real player, or results.
      #expect(throws: Never.self) { try Program.playhead.parse(words(String(line))) }
      return
    }
    let run = try ProgramRun(String(line))
    expect(run.code, equals: .ok)
    // A sweep shows a table of the results that it keeps.
    expect(run.output.isEmpty, equals: (line.contains(" -o ") && !line.hasPrefix("sweep ")))
    expect(!run.diagnostics.contains("playhead: cannot"))
  }
}
