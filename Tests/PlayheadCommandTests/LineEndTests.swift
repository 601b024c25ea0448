import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayheadCommand

@Suite("No line ends with a number whose unit begins the next")
struct LineEndTests {
  static let commands = [
    "analyze Fixtures/clips/faststart.mp4 --decode none",
    "analyze Fixtures/clips/faststart.mp4 --decode none -n 800k --tick 4s -d '3s seek 14'",
    "analyze Fixtures/clips/faststart.mp4 --decode none -n 6s@1M,0 --chart --ascii",
    "networks", "networks 3g --loss 1", "networks Fixtures/traces/commute.json",
    "check Fixtures/suites/failing.yaml", "check Fixtures/suites/example.yaml --list",
    "help", "help analyze", "help check", "help networks", "analyze --help", "check --help",
  ]

  /// Units, and what is counted; a number may well end a row whose next one begins with another
  /// word.
  static let units: Set<Substring> = [
    "s", "ms", "h", "min", "B", "kB", "MB", "GB", "KiB", "MiB", "bit/s", "kbit/s", "Mbit/s",
    "Gbit/s", "B/s", "kB/s", "MB/s", "%", "fps", "Hz", "sample", "samples", "frame", "frames",
    "request", "requests", "channel", "channels", "case", "cases", "expectation", "expectations",
    "row", "rows", "interval", "intervals", "options",
  ]

  @Test(
    "in any report and help at any width", arguments: commands,
    [20, 30, 40, 46, 60, 80])
  func ends(line: String, width: Int) throws {
    expect(FileManager.default.changeCurrentDirectoryPath(Project.root))
    let run = try ProgramRun(line, environment: ["LANG": "C.UTF-8", "COLUMNS": "\(width)"])
    expect(!run.output.isEmpty)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    for (line, next) in zip(lines, lines.dropFirst()) {
      // The times of an event may have a line of their own.
      guard !line.contains(/^[ !┃┏┗]*\d[\d:]*\.\d{3}(\s+\d[\d:]*\.\d{3})?$/),
        let last = line.split(separator: " ").last,
        let first = next.drop(while: { " ┃!".contains($0) }).split(separator: " ").first
      else { continue }
      let unit = first.prefix { !",;)".contains($0) }
      let parted = Self.units.contains(unit) && WordJoining.words(of: "\(last) \(first)").count == 1
      expect(!parted, "\(line)\n\(next)")
    }
  }
}
