import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite("On a terminal and in a pipe it behaves as people expect", .serialized)
struct TerminalMannersTests {
  private let utf8 = ["LANG": "C.UTF-8", "TERM": "xterm", "NO_COLOR": ""]
  private let session = ["analyze", "Fixtures/clips/faststart.mp4", "-n", "800k", "--tick", "5s"]

  private func terminal(
    _ arguments: [String], columns: Int = 80, _ environment: [String: String]
  ) throws -> String {
    let run = try Pseudoterminal(columns: columns).run(arguments, environment: environment)
    expect(run.code, equals: 0)
    return run.text
  }

  @Test("Colour is for terminals, unless somebody wants it otherwise")
  func color() throws {
    let quiet = session + ["-q"]
    let cases: [([String], [String: String], Bool)] = [
      ([], [:], true), ([], ["NO_COLOR": "1"], false), (["--color", "never"], [:], false),
      (["--color", "always"], ["NO_COLOR": "1"], true), ([], ["TERM": "dumb"], false),
    ]
    for (options, environment, expected) in cases {
      let text = try terminal(quiet + options, utf8.merging(environment) { $1 })
      expect(text.contains("\u{1B}["), equals: expected, "\(options) \(environment)")
    }
  }

  @Test("Lines are as wide as the terminal, and block characters are for UTF-8")
  func width() throws {
    for columns in [40, 80, 200] {
      let text = try terminal(session + ["-q", "--color=never"], columns: columns, utf8)
      let lines = Pseudoterminal.lines(text)
      expect(lines.allSatisfy { $0.count <= columns })
      expect(lines.contains { $0.contains("▒") })
    }
    let text = try terminal(session + ["-q"], ["LANG": "C", "TERM": "dumb"])
    // The terminal's own line ends aside, nothing but ASCII.
    expect(text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test("In a pipe there is no carriage return and no colour, not even on standard error")
  func pipe() throws {
    for options in [[], ["-v"], ["--format", "json"]] {
      let run = try ToolRun(
        [ProgramProcess.executable.path] + session + options + ["--no-cache"],
        environment: utf8)
      expect(run.code, equals: 0)
      for text in [run.output, run.diagnostics] {
        expect(!text.utf8.contains(0x0D) && !text.utf8.contains(0x1B))
      }
    }
    let forced = try ToolRun(
      [ProgramProcess.executable.path] + session,
      environment: utf8.merging(["CLICOLOR_FORCE": "1"]) { $1 })
    expect(forced.output.contains("\u{1B}[") && !forced.diagnostics.contains("\u{1B}"))
  }

  @Test("The test's own screen shows what a terminal shows")
  func screen() {
    let texts = [
      "Reading ###\r\u{1B}[Kplayhead: x\r\n": ["playhead: x", ""],
      "Reading ###\rplayhead: x\r\n": ["playhead: x", ""], "abcdef\rxy": ["xycdef"],
      "abcdef\rxy\u{1B}[K": ["xy"], "abc\r\u{1B}[0K": [""], "ab\u{1B}[K": ["ab"],
      "\u{1B}[31mred\u{1B}[0m \n\nend": ["red", "", "end"],
    ]
    for (text, expected) in texts {
      expect(Pseudoterminal.lines(text), equals: expected, "\(text.debugDescription)")
    }
  }

  @Test(
    "What is said never runs into the progress line", arguments: ["damaged.mp4", "truncated.ts"])
  func messages(clip: String) throws {
    for options in [[], ["-v"], ["-q"]] {
      let text = try terminal(
        ["analyze", "Fixtures/clips/\(clip)", "-n", "3g", "-o", "/dev/null"] + options, utf8)
      let lines = Pseudoterminal.lines(text).filter { !$0.isEmpty }
      expect(lines.allSatisfy { $0.hasPrefix("playhead: ") }, "\(lines)")
      expect(lines.isEmpty, equals: (options == ["-q"]), "\(lines)")
      expect(lines.contains { $0.contains("FFmpeg") }, equals: (options == ["-v"]), "\(lines)")
    }
  }

  @Test("A reader who has had enough ends it without a word", arguments: ["text", "json"])
  func head(format: String) throws {
    let command =
      "\"$0\" \(session.dropLast(2).joined(separator: " ")) -q --tick 10ms --format \(format) | head -n 1; "
      + "echo ${PIPESTATUS[0]}"
    let run = try ToolRun(["bash", "-c", command, ProgramProcess.executable.path])
    expect(run.diagnostics.isEmpty)
    let lines = run.output.split(separator: "\n")
    expect(lines.count == 2 && lines.last == "0", "\(run.output)")
  }

  @Test("An error is one line however narrow the terminal is")
  func narrow() throws {
    for arguments in [
      ["analyse"], ["analyze", "x.mp4", "-n", "3gg"], ["analyze", "no.mp4", "-n3g"],
    ] {
      let run = try Pseudoterminal(columns: 40).run(arguments, environment: utf8)
      expect(run.code != 0)
      expect(run.text.hasPrefix("playhead: ") && run.text.hasSuffix("\r\n"))
      expect(run.text.filter(\.isNewline).count, equals: 1)
    }
  }
}
