import Testing

@testable import PlayheadCommand

@Suite("Help comes from the table and fits")
struct HelpTests {
  private static let commands: [String?] = [nil] + Program.playhead.commands.map(\.name)

  private func help(_ name: String?, width: Int) throws -> String {
    let renderer = HelpRenderer(program: .playhead, width: width)
    return try name.map { try renderer.text(Program.playhead.command($0)) } ?? renderer.text()
  }

  @Test("No line is wider than asked for", arguments: commands, [40, 41, 60, 72, 80, 120])
  func width(name: String?, width: Int) throws {
    for line in try help(name, width: width).split(separator: "\n") {
      #expect(line.count <= width)
      #expect(line.last != " ")
    }
  }

  @Test("Width is kept within what is good to read")
  func limits() throws {
    #expect(try help("analyze", width: 10) == help("analyze", width: 40))
    #expect(try help("analyze", width: 500) == help("analyze", width: 120))
  }

  @Test("Every option, value and operand is named", arguments: [40, 80])
  func complete(width: Int) throws {
    for command in Program.playhead.commands {
      let text = try help(command.name, width: width)
      for option in command.allOptions {
        let value = option.value.map { " \($0.placeholder)" } ?? ""
        #expect(text.contains(option.spelling + value))
      }
      for operand in command.operands { #expect(text.contains(operand.placeholder)) }
    }
  }

  @Test("The table is sound: names and letters differ, and no help ends in a full stop")
  func sound() {
    for command in Program.playhead.commands {
      let options = command.allOptions
      #expect(Set(options.map(\.name)).count == options.count)
      #expect(Set(options.compactMap(\.letter)).count == options.compactMap(\.letter).count)
      for text in options.map(\.help) + command.operands.map(\.help) + [command.abstract] {
        #expect(!text.isEmpty && text.last != ".")
      }
    }
  }

  @Test("Every command has examples, and they parse")
  func examples() throws {
    for command in Program.playhead.commands {
      #expect(command.examples.count >= 2)
      for example in command.examples {
        #expect(example.words.hasPrefix("playhead "))
        let arguments = Array(words(example.words).dropFirst())
        guard case .command(let parsed, _) = try Program.playhead.parse(arguments) else {
          Issue.record("not a command: \(example.words)")
          continue
        }
        #expect(parsed.name == command.name)
      }
    }
  }

  @Test("The help of a command, to the letter")
  func golden() throws {
    #expect(
      HelpRenderer(program: .fixture, width: 60).text(try Program.fixture.command("work")) == """
        Work on a file.

        Usage:
          tool work [OPTION]... FILE [OTHER]

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

        General:
          -h, --help                Show this help.

        """)
  }
}
