import Expectations
import Testing

@testable import PlayheadCommand

@Suite("What we know of a terminal follows from what we are given")
struct TerminalTests {
  private func terminal(
    _ environment: [String: String] = [:], output: Int? = nil, isTerminal: Bool = false
  ) -> Terminal {
    let stream = Terminal.Stream(isTerminal: isTerminal, columns: output)
    return Terminal(environment: environment, output: stream, error: stream)
  }

  @Test(
    "Colour: the option, NO_COLOR, CLICOLOR_FORCE, the terminal, in this order",
    arguments: [
      (ColorChoice.always, ["NO_COLOR": "1"], false, true),
      (.never, ["CLICOLOR_FORCE": "1"], true, false),
      (.auto, [:], true, true), (.auto, [:], false, false),
      (.auto, ["NO_COLOR": "1"], true, false), (.auto, ["NO_COLOR": ""], true, true),
      (.auto, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], true, false),
      (.auto, ["CLICOLOR_FORCE": "1"], false, true), (.auto, ["CLICOLOR_FORCE": "0"], false, false),
      (.auto, ["CLICOLOR_FORCE": ""], false, false), (.auto, ["TERM": "dumb"], true, false),
      (.auto, ["TERM": "xterm"], true, true),
    ] as [(ColorChoice, [String: String], Bool, Bool)])
  func color(
    choice: ColorChoice, environment: [String: String], isTerminal: Bool, expected: Bool
  ) {
    expect(terminal(environment, isTerminal: isTerminal).usesColor(choice), equals: expected)
  }

  @Test(
    "Width: the terminal, COLUMNS, 80, within reason",
    arguments: [
      (true, 132, "90", 132), (false, 132, "90", 90), (true, nil, "90", 90), (false, nil, nil, 80),
      (true, 0, nil, 80), (true, 5, nil, 20), (false, nil, "0", 80), (false, nil, "-3", 80),
      (false, nil, "wide", 80), (false, nil, "99999999", 1000),
      (false, nil, "99999999999999999999", 80), (false, nil, "", 80),
    ] as [(Bool, Int?, String?, Int)])
  func width(isTerminal: Bool, columns: Int?, variable: String?, expected: Int) {
    let environment = variable.map { ["COLUMNS": $0] } ?? [:]
    let terminal = terminal(environment, output: columns, isTerminal: isTerminal)
    expect(terminal.width, equals: expected)
  }

  @Test("Progress never gets more columns than there are")
  func progressWidth() {
    expect(terminal(output: 5, isTerminal: true).progressWidth, equals: 5)
  }

  @Test(
    "Text is UTF-8 if the first locale variable that is set says so",
    arguments: [
      ([:], false), (["LANG": "de_DE.UTF-8"], true), (["LANG": "C.utf8"], true),
      (["LANG": "C"], false), (["LC_ALL": "C", "LANG": "en_US.UTF-8"], false),
      (["LC_ALL": "", "LANG": "en_US.UTF-8"], true), (["LC_CTYPE": "UTF-8"], true),
      (["LC_CTYPE": "POSIX", "LANG": "en_US.UTF-8"], false),
      (["LANG": "ca_ES.UTF-8@valencia"], true),
      (["LANG": "de_DE.ISO-8859-1"], false),
    ] as [([String: String], Bool)])
  func unicode(environment: [String: String], expected: Bool) {
    let terminal = terminal(environment)
    expect(terminal.isUnicode, equals: expected)
    expect(terminal.usesBlocks(ascii: false), equals: expected)
    expect(!terminal.usesBlocks(ascii: true))
  }

  @Test(
    "Where block characters may take two columns, ASCII is drawn",
    arguments: [
      (["LANG": "ja_JP.UTF-8"], true), (["LANG": "zh_TW.UTF-8@radical"], true),
      (["LANG": "en_US.UTF-8", "LC_ALL": "ko_KR.utf8"], true),
      (["LANG": "ja_JP.UTF-8", "LC_CTYPE": "C.UTF-8"], false),
      (["LANG": "kok_IN.UTF-8"], false), (["LANG": "de_DE.UTF-8"], false), ([:], false),
    ] as [([String: String], Bool)])
  func wideLocale(environment: [String: String], isWide: Bool) {
    let terminal = terminal(environment)
    expect(terminal.ambiguousWidth, equals: (isWide ? .wide : .narrow))
    expect(terminal.usesBlocks(ascii: false), equals: (terminal.isUnicode && !isWide))
  }
}
