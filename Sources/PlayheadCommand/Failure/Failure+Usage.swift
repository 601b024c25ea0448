import PlayheadKit

extension Failure {
  /// Options that cannot be combined, such as `--fold and --no-fold`.
  init(contradicting options: String, why: String) {
    self.init(
      .usage, "conflicting options", at: options, why: why, hint: "remove one")
  }

  /// `option` has no meaning without a network.
  init(needingNetworkFor option: Option) {
    self.init(
      .usage, "missing option", at: Option.network.spelling,
      why: "\(option.spelling) needs a \(Option.network.spelling)",
      hint: "write \(Option.network.spelling)=1.5Mbps, or leave out \(option.spelling)")
  }

  /// An error in the command line, of `command` if one was parsed.
  init(_ error: UsageError, in command: Command?, of program: Program) {
    let call = command.map { "\(program.name) \($0.name)" } ?? program.name
    let seeHelp = "see '\(call) --help'"
    switch error {
    case .unknownOption(let spelling, let nearest):
      self.init(
        .usage, "unknown option", at: spelling, why: "\(call) has no such option",
        hint: Self.hint(early: spelling, command, program)
          ?? nearest.map { "did you mean \($0)?" } ?? seeHelp)
    case .ambiguousOption(let spelling, let candidates):
      self.init(
        .usage, "ambiguous option", at: spelling,
        why: "it matches \(candidates.map(\.spelling).wordList(or: false))", hint: "write it out")
    case .missingValue(let option):
      let placeholder = option.value?.placeholder ?? ""
      self.init(
        .usage, "missing value", at: option.spelling, why: "the option requires one",
        hint: "write \(option.spelling)=\(placeholder)")
    case .unexpectedValue(let option, let value):
      self.init(
        .usage, "unexpected value", at: "\(option.spelling)=\(value)", why: "the option takes none",
        hint: "write \(option.spelling)")
    case .detachedValue(let option, let value):
      self.init(
        .usage, "too many operands", at: value, why: "the value of \(option.spelling) follows a =",
        hint: "write \(option.spelling)=\(value)")
    case .repeatedOption(let option):
      self.init(
        .usage, "repeated option", at: option.spelling, why: "it can be given only once",
        hint: "remove one")
    case .unknownValue(let option, let value, let names, let nearest):
      self.init(
        badValue: value, of: option, why: "expected \(names.wordList(or: true))",
        hint: nearest.map { "did you mean \($0)?" })
    case .unknownOperand(let operand, let word, let names, let nearest):
      self.init(
        .usage, "bad operand", at: word,
        why: "\(operand.placeholder) is one of \(names.wordList(or: true))",
        hint: nearest.map { "did you mean \($0)?" })
    case .missingOperand(let operand):
      self.init(
        .usage, "missing operand", at: operand.placeholder, why: "\(call) requires it",
        hint: seeHelp)
    case .unexpectedOperand(let word, let allowed):
      self.init(
        .usage, "too many operands", at: word,
        why: "\(call) takes \(allowed == 0 ? "none" : "no more than \(allowed)")", hint: seeHelp)
    case .unknownCommand(let name, let nearest):
      self.init(
        .usage, "unknown command", at: name, why: "\(program.name) has no such command",
        hint: nearest.map { "did you mean \($0)?" } ?? Self.hint(instead: name, program))
    }
  }

  /// An invalid value of an option.
  init(badValue value: String, of option: Option, why: String, hint: String? = nil) {
    self.init(.usage, "bad value", at: "\(option.spelling)=\(value)", why: why, hint: hint)
  }

  /// The hint for an option of a command that precedes it.
  private static func hint(
    early spelling: String, _ command: Command?, _ program: Program
  ) -> String? {
    guard command == nil,
      let owner = program.commands.first(where: { command in
        command.options.contains { $0.spelling == spelling }
      })
    else { return nil }
    return "write it after the command, '\(program.name) \(owner.name) \(spelling)'"
  }

  /// The hint for a file in place of a command: the command is most likely missing.
  private static func hint(instead name: String, _ program: Program) -> String {
    if let option = program.options.first(where: { $0.name == name }) {
      return "did you mean \(option.spelling)?"
    }
    guard name.contains(where: { $0 == "." || $0 == "/" }), let first = program.commandNames.first
    else { return "see '\(program.name) --help'" }
    return "did you mean '\(program.name) \(first) \(name)'?"
  }
}
