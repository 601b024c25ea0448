import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite("Help comes from the table and fits")
struct HelpTests {
  private static let commands: [String?] = [nil] + Program.playhead.commandNames

  private func help(_ name: String?, width: Int) throws -> String {
    let renderer = HelpRenderer(program: .playhead, width: width)
    guard let name else { return renderer.complete() }
    return try renderer.complete(Program.playhead.command(name))
  }

  private func brief(_ name: String?, width: Int) throws -> String {
    let renderer = HelpRenderer(program: .playhead, width: width)
    guard let name else { return renderer.brief() }
    return try renderer.brief(Program.playhead.command(name))
  }

  @Test(
    "No line is wider than asked for", arguments: commands,
    [20, 24, 30, 40, 41, 60, 72, 80, 120, 200])
  func width(name: String?, width: Int) throws {
    for text in [try help(name, width: width), try brief(name, width: width)] {
      for line in text.split(separator: "\n") {
        expect(line.count <= width)
        expect(line.last != " ")
      }
    }
  }

  @Test("The short help leaves room for a prompt on a screen of 80 by 24", arguments: commands)
  func screen(name: String?) throws {
    try expect(brief(name, width: 80).filter(\.isNewline).count < 24)
  }

  @Test("What examples name is there")
  func exampleFiles() {
    let words = Program.playhead.commands.flatMap(\.examples).flatMap {
      $0.words.split { " ,".contains($0) }.filter { $0.hasPrefix("Fixtures/") && !$0.contains("*") }
    }
    let missing = words.filter {
      !FileManager.default.fileExists(atPath: "\(Project.root)/\($0)")
    }
    expect(words.count > 10 && missing == [])
  }

  @Test("A command is found by its name")
  func names() throws {
    for command in Program.playhead.commands {
      try expect(Program.playhead.command(command.name).abstract, equals: command.abstract)
    }
  }

  @Test("The short help names what most people need, and where the rest is")
  func briefly() throws {
    for command in Program.playhead.commands {
      let text = try brief(command.name, width: 80)
      for option in command.allOptions {
        let isNamed = ["\n", " ", "["].contains { text.contains(" \(option.spelling)\($0)") }
        expect(option.brief == nil || isNamed, "\(command.name) \(option.spelling)")
      }
      expect(text.contains("'playhead help \(command.name)'"))
    }
  }

  @Test("The complete help of the program names every exit code, variable and file")
  func program() throws {
    let text = try help(nil, width: 80)
    for code in ExitCode.allCases {
      expect(text.contains("  \(code.rawValue) ") && text.contains(code.meaning.prefix(20)))
    }
    for term in Program.playhead.environment + Program.playhead.files {
      expect(text.contains(term.name))
    }
    let heeded = Terminal.variables + ["XDG_CACHE_HOME", "HOME", "TMPDIR"]
    for variable in heeded { expect(text.contains(variable)) }
  }

  @Test("Width is kept within what is good to read")
  func limits() throws {
    try expect(help("analyze", width: 10), equals: help("analyze", width: 20))
    try expect(help("analyze", width: 500), equals: help("analyze", width: 120))
  }

  @Test("Every option, value and operand is named", arguments: [40, 80])
  func complete(width: Int) throws {
    for command in Program.playhead.commands {
      let text = try help(command.name, width: width)
      expect(text.contains(command.abstract.prefix(20)))
      for option in command.allOptions {
        let value = option.value?.synopsis() ?? ""
        expect(text.contains(option.spelling + value))
      }
      for operand in command.operands { expect(text.contains(operand.placeholder)) }
    }
  }

  @Test("A command has no option that says nothing in it")
  func silent() throws {
    try expect(help("analyze", width: 80).contains("--optimum[=SCORE]"))
    try expect(!help("validate", width: 80).contains("--optimum"))
  }

  @Test("The table is sound: names and letters differ, and no help ends in a full stop")
  func sound() {
    for command in Program.playhead.commands {
      let options = command.allOptions
      expect(Set(options.map(\.name)).count, equals: options.count)
      expect(Set(options.compactMap(\.letter)).count, equals: options.compactMap(\.letter).count)
      let texts = options.map(\.help) + options.compactMap(\.brief) + command.operands.map(\.help)
      for text in texts + [command.abstract] {
        expect(!text.isEmpty && text.last != ".")
      }
      // A screen has no room for more.
      for brief in options.compactMap(\.brief) { expect(brief.count <= 46, "\(brief)") }
    }
  }

  @Test("Every command has examples, and they parse")
  func examples() throws {
    for command in Program.playhead.commands {
      expect(command.examples.count >= 2)
      for example in command.examples {
        expect(example.words.hasPrefix("playhead "))
        let arguments = Array(words(example.words).dropFirst())
        guard case .command(let parsed, _) = try Program.playhead.parse(arguments) else {
          Issue.record("not a command: \(example.words)")
          continue
        }
        expect(parsed.name, equals: command.name)
      }
    }
  }

  @Test("The help of a command, to the letter")
  func golden() throws {
    expect(
      HelpRenderer(program: .fixture, width: 60).complete(
        try Program.fixture.command("work")),
      equals: """
        Work on a file.

        Usage: tool work [OPTION]... FILE [OTHER]

        Operands:
          FILE                      The file.
          OTHER                     Another.

        Network:
          -r, --rate RATE           A rate. May be repeated.

        Player:
              --resume-buffer TIME  A time.
              --restart             A flag.

        Output:
          -s, --shade light|dark    A shade.
          -t, --target FILE         A file.
          -l, --loud                A flag.
          -f, --fast                A flag.
              --tint[=light|dark]   A tint.

        General:
          -h, --help                Show a summary of the options.

        """)
  }
}
