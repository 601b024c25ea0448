import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayheadCommand

@Suite("watch replays keys without a terminal")
struct WatchTests {
  private static let clip = "Fixtures/clips/faststart.mp4 -n 800k --latency 50ms"

  /// The run of `keys` on a screen of a size.
  private func run(
    _ keys: String, _ media: String = clip, size: String = "80x24", options: String = ""
  ) throws -> ProgramRun {
    let folder = try TemporaryFolder()
    try keys.write(toFile: "\(folder.path)/keys", atomically: true, encoding: .utf8)
    expect(FileManager.default.changeCurrentDirectoryPath(Project.root))
    return try ProgramRun(
      "watch \(media) --script \(folder.path)/keys --size \(size) \(options)")
  }

  @Test("The screen is printed where the script says, and then the command")
  func screens() throws {
    let run = try run("8s s show\n9s size 40x10 q")
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    expect(run.code == .ok && run.diagnostics.isEmpty && lines.count == 24 + 10 + 2)
    expect(lines[2].contains("STALLED 1 for 0.0 s") && lines[2].contains("7.600 / 20.0"))
    expect(lines[24...33].allSatisfy { $0.count <= 40 } && lines[25].contains("STALLED"))
    expect(
      lines[34],
      equals: "playhead analyze --network=800k --latency=50ms Fixtures/clips/faststart.mp4")
  }

  @Test("The command that is printed plays what was watched, and watch starts with its actions")
  func repeats() throws {
    let keys = "3s 7\n5s >\n6s n n l p\n8s space\n9s space\n"
    let watched = try run(keys + "25s q")
    let command = try #require(watched.output.split(separator: "\n").last)
    let words = command.dropFirst("playhead analyze ".count)
    expect(
      command.filter { $0 == "'" }.count == 8 && command.contains("--low-data")
        && command.contains("--do=3s seek 14"))
    let seconds = words.replacing("'", with: "'")
    let analyzed = try ProgramRun("analyze \(seconds) --events")
    // A line of the log whose words both have.
    let log = try ProgramRun("watch \(seconds) --script /dev/null --size 200x200")
    expect(analyzed.code == .ok && log.code == .ok)
    let marks = analyzed.output.split(separator: "\n").filter { $0.contains("seek 1") }
    let end = try run("30s show q", String(words), size: "200x200")
    let missing = marks.filter { mark in
      let words = mark.split(separator: " ").dropFirst(2).joined(separator: " ")
      return !end.output.contains(words)
    }
    expect(!marks.isEmpty && missing == [])
  }

  @Test("A ladder shows its levels, and rules can be changed")
  func ladders() throws {
    let run = try run("4s show a\n5s q", "Fixtures/ladders/hls/master.m3u8 -n 400k")
    expect(run.code, equals: .ok)
    for words in ["11111", "level 1,", "begins at level 1", "--abr=throughput"] {
      expect(run.output.contains(words), "\(words)")
    }
  }

  @Test("A recording is whole")
  func recording() throws {
    let folder = try TemporaryFolder()
    let run = try run("2s right\n3s q", options: "--record \(folder.path)/out.cast")
    let text = try String(contentsOfFile: "\(folder.path)/out.cast", encoding: .utf8)
    let lines = text.split(separator: "\n")
    let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) }
    expect(run.code == .ok && (objects[0] as? [String: Any])?["height"] as? Int == 24)
    let times = objects.dropFirst().compactMap { ($0 as? [Any])?[0] as? Double }
    expect(times.count == lines.count - 1 && times == times.sorted() && times.last == 3)
  }

  @Test("In colour the picture is shown")
  func pictures() throws {
    // The clip has bars of plain colours.
    let run = try run("5s show q", size: "120x36", options: "--color always")
    let without = try self.run(
      "5s show q", size: "120x36", options: "--color always --no-pictures")
    expect(run.output.contains("▄") || run.output.contains("48;5;"))
    expect(!without.output.contains("48;5;196"))
    expect(run.output.contains("48;5;196"))
  }

  @Test(
    "What cannot be done is refused in one line",
    arguments: [
      ("watch Fixtures/clips/faststart.mp4", ExitCode.usage, "terminal"),
      ("watch x.mp4 --size 1", .usage, "columns"),
      ("watch x.mp4 --speed 0.05 --size 80x24", .usage, "0.1"),
      ("watch x.mp4 --speed 101", .usage, "100"),
      ("watch x.mp4 --script none.keys", .noInput, "none.keys"),
      ("watch x.mp4 --script README.md", .badData, "README.md:3"),
      ("watch none.mp4 --script /dev/null", .noInput, "none.mp4"),
      ("watch Fixtures/clips/faststart.mp4 --script /dev/null --abr bola", .usage, "HLS"),
      ("watch Fixtures/clips/faststart.mp4 --script /dev/null --do '3s jump'", .usage, "jump"),
    ])
  func refusals(line: String, code: ExitCode, words: String) throws {
    expect(FileManager.default.changeCurrentDirectoryPath(Project.root))
    let run = try ProgramRun(line)
    expect(run.code == code && run.output.isEmpty, "\(run.diagnostics)")
    expect(run.diagnostics.contains(words), "\(run.diagnostics)")
    expect(run.diagnostics.filter(\.isNewline).count, equals: 1)
  }
}
