import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite("The manual page comes from the table and is sound")
struct ManualTests {
  @Test("mandoc has nothing to say against it, not even in matters of style")
  func lint() throws {
    let run = try ToolRun(
      ["mandoc", "-T", "lint", "-W", "style"], input: ManualPage(.playhead).text)
    expect(run.code == 0 && run.output.isEmpty, "\(run.output)")
  }

  @Test("It is ASCII, and no line is hard to edit")
  func plain() {
    for line in ManualPage(.playhead).text.split(separator: "\n") {
      expect(line.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
    }
  }

  @Test("Printed, it names every command, option, operand, code, variable, file and example")
  func complete() throws {
    let run = try ToolRun(
      ["mandoc", "-T", "ascii", "-O", "width=200"], input: ManualPage(.playhead).text)
    // Bold and underlined letters are written twice, with a step back between.
    var page = ""
    for character in run.output.replacing("\r", with: "") {
      if character == "\u{8}" { page.removeLast() } else { page.append(character) }
    }
    page = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let program = Program.playhead
    for command in program.commands {
      expect(page.contains(command.abstract))
      for option in command.allOptions {
        let value = option.value?.synopsis() ?? ""
        let letter = option.letter.map { "-\($0), " } ?? ""
        expect(page.contains("\(letter)\(option.spelling)\(value) \(option.help)."))
      }
      for operand in command.operands {
        expect(page.contains("\(operand.placeholder) \(operand.help)."))
      }
      for example in command.examples { expect(page.contains(example.words)) }
    }
    for code in ExitCode.allCases { expect(page.contains("\(code.rawValue) \(code.meaning).")) }
    for term in program.environment + program.files {
      expect(page.contains("\(term.name) \(term.help)."))
    }
  }

  @Test("Every character is printed as it is", arguments: ["ascii", "utf8"])
  func characters(device: String) throws {
    let text = #"a-b --c 'd' "e" `f` g^h ~i \n j\fBk .l 10 % & * + = < > $HOME [m] {o} | ;"#
    let page = ".TH X 1 2026-11-21\n.SH NAME\n\(Roff.text(text))\n\(Roff.text(".dot first"))\n"
    let run = try ToolRun(["mandoc", "-T", device, "-O", "width=200"], input: page)
    expect(run.output.contains(text), "\(run.output)")
    expect(run.output.contains(".dot first"))
  }
}
