import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayheadCommand

@Suite("Shells complete what the table holds", .serialized)
struct CompletionTests {
  @Test("The shell finds no mistake in its script", arguments: Shell.allCases)
  func syntax(shell: Shell) throws {
    let folder = try TemporaryFolder()
    try shell.script.write(
      toFile: "\(folder.path)/script", atomically: true, encoding: .utf8)
    let run = try ToolRun([shell.rawValue, "-n", "\(folder.path)/script"])
    expect(run.code == 0 && run.diagnostics.isEmpty, "\(run.diagnostics)")
  }

  @Test("The command writes the script", arguments: Shell.allCases)
  func command(shell: Shell) throws {
    let run = try ProgramRun("completions \(shell)")
    expect(run.code == .ok && run.output == shell.script && run.diagnostics.isEmpty)
  }

  @Test("Every option of every command is proposed", arguments: Shell.allCases)
  func options(shell: Shell) throws {
    let commands = Program.playhead.commands
    let proposals = try shell.proposals(commands.map { "playhead \($0.name) --" })
    try #require(proposals.count == commands.count)
    for (command, proposals) in zip(commands, proposals) {
      // Fish proposes what takes a value or none twice, once with an equals sign.
      let names = Set(
        proposals.filter { $0.hasPrefix("--") }.map {
          $0.hasSuffix("=") ? String($0.dropLast()) : $0
        })
      expect(names, equals: Set(command.allOptions.map(\.spelling)), "\(command.name)")
    }
  }

  @Test("So is every value that an option can be or is likely to have", arguments: Shell.allCases)
  func values(shell: Shell) throws {
    // Zsh has to be started for each line, so it is asked for fewer.
    let commands =
      shell == .zsh ? Array(Program.playhead.commands.prefix(1)) : Program.playhead.commands
    let options = commands.flatMap { command in
      command.allOptions.compactMap { option in
        option.value.map { (command, option, Program.playhead.proposals(for: $0.kind)) }
      }
    }.filter { !$0.2.isEmpty }
    try #require(!options.isEmpty)
    let proposals = try shell.proposals(
      options.map { command, option, _ in
        let mark = option.value?.isOptional == true ? "=" : " "
        return "playhead \(command.name) \(option.spelling)\(mark)"
      })
    try #require(proposals.count == options.count)
    for ((command, option, names), proposals) in zip(options, proposals) {
      // Fish proposes the whole word.
      let values = proposals.map { $0.replacing("\(option.spelling)=", with: "") }
      expect(Set(names).isSubset(of: values), "\(command.name) \(option.spelling)")
    }
  }

  /// Lines, what is proposed at their ends, and what must not be.
  static let lines: [(String, Set<String>, Set<String>)] = [
    ("playhead ", Set(Program.playhead.commandNames), ["--version"]),
    ("playhead an", ["analyze"], ["networks"]),
    ("playhead help net", ["networks"], ["analyze"]),
    ("playhead completions ", ["bash", "zsh", "fish"], ["Fixtures"]),
    ("playhead analyze -n app", ["apple-lte"], ["3g"]),
    ("playhead analyze --network 3", ["3g", "3gfast"], ["4g"]),
    ("playhead analyze -qo READ", ["README.md"], ["LICENSE"]),
    ("playhead analyze READ", ["README.md"], ["LICENSE"]),
    ("playhead networks wpt-d", ["wpt-dial", "wpt-dsl"], ["dial"]),
    ("playhead analyze -- --f", [], ["--format"]),
    ("playhead analyze --do '1s pause' --d", ["--do", "--decode"], []),
    ("playhead analyze 'a b' --decode k", ["keyframes"], ["none"]),
    ("playhead analyze --tick ", [], ["README.md"]),
  ]

  @Test("Words are completed where they belong", arguments: Shell.allCases)
  func words(shell: Shell) throws {
    let proposals = try shell.proposals(Self.lines.map(\.0))
    try #require(proposals.count == Self.lines.count)
    for ((line, expected, unexpected), proposals) in zip(Self.lines, proposals) {
      expect(expected.isSubset(of: proposals), "\(shell): \(line): \(proposals)")
      expect(unexpected.isDisjoint(with: proposals), "\(shell): \(line): \(proposals)")
    }
  }

  @Test("A value behind an equals sign, and an option given already")
  func equalsSign() throws {
    let lines = [
      "playhead analyze --format=j", "playhead analyze --format=",
      "playhead analyze --player=Fixtures/pl", "playhead analyze -n 3g --net",
      "playhead analyze -n4", "playhead analyze --player='Fixtures/pl",
      "playhead analyze --format=json --for", "playhead analyze http://host/x --form",
    ]
    let bash = try Shell.bash.proposals(lines)
    let formats = Set(Program.playhead.proposals(for: Option.format.value?.kind ?? .text))
    // Bash replaces only what is behind the sign; an open quote stays where it is.
    expect(bash[0].contains("json") && Set(bash[1]) == formats)
    expect(
      bash[2...].map { $0 },
      equals: [
        ["Fixtures/players"], ["--network-format"], ["-n4g"], ["Fixtures/players"], [],
        ["--format"],
      ])
    let zsh = try Shell.zsh.proposals(Array(lines[...3]))
    expect(zsh[0].contains("json") && zsh[2].contains("players"))
    expect(zsh[3].contains("--network-format") && !zsh[3].contains("--network"))
    let fish = try Shell.fish.proposals(Array(lines[...2]))
    expect(fish[0].contains("--format=json") && fish[2].contains("--player=Fixtures/players/"))
  }

  @Test("A file's name with a space in it comes whole", arguments: Shell.allCases)
  func spaces(shell: Shell) throws {
    let folder = try TemporaryFolder()
    try "".write(toFile: "\(folder.path)/my film.mp4", atomically: true, encoding: .utf8)
    let proposals = try shell.proposals(["playhead analyze \(folder.path)/my"])
    // Zsh proposes what follows the folder; fish escapes the space itself, bash as it inserts it.
    let names = proposals.first?.map { $0.replacing("\\", with: "") } ?? []
    expect(names.contains { $0.hasSuffix("my film.mp4") }, "\(proposals)")
  }
}
