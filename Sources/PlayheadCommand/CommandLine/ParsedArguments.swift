import PlayheadKit

/// The parsed options and operands of a command.
struct ParsedArguments: Sendable, Equatable {
  /// The operands, in order.
  private(set) var operands: [String] = []
  private var given: [Option: [String]] = [:]

  /// Empty arguments.
  init() {}

  /// Parses and checks the arguments of `command`; `nil` if they request its help.
  init?(_ arguments: some Sequence<String>, for command: Command) throws(UsageError) {
    var reader = OptionReader(arguments, options: command.allOptions)
    while let element = try reader.next() {
      switch element {
      case .option(.help, _): return nil
      case .option(let option, let value): try add(option, value)
      case .operand(let operand): operands.append(operand)
      }
    }
    try check(command.operands)
  }

  /// Whether `option` was given.
  func has(_ option: Option) -> Bool { given[option] != nil }

  /// The last value of `option`; `nil` if it was not given.
  func value(_ option: Option) -> String? { given[option]?.last }

  /// All values of `option`, in order.
  func values(_ option: Option) -> [String] { given[option] ?? [] }

  /// The case of `Choice` that `option` names; `nil` if it was not given.
  func choice<Choice: RawRepresentable<String>>(
    _ option: Option, as type: Choice.Type = Choice.self
  ) -> Choice? {
    value(option).flatMap(Choice.init(rawValue:))
  }

  /// A copy in which `option` has this value alone or, if that is `nil`, was not given.
  func with(_ option: Option, as value: String?) -> ParsedArguments {
    var copy = self
    copy.given[option] = value.map { [$0] }
    return copy
  }

  /// A copy in which `option` has these values, none if it is a flag.
  func with(_ option: Option, values: [String]) -> ParsedArguments {
    var copy = self
    copy.given[option] = values
    return copy
  }

  /// A copy with other operands.
  func replacing(operands: [String]) -> ParsedArguments {
    var copy = self
    copy.operands = operands
    return copy
  }

  /// A copy with the options of `others` that are not given here.
  func completed(by others: ParsedArguments) -> ParsedArguments {
    var copy = self
    copy.given.merge(others.given) { own, _ in own }
    return copy
  }

  /// A copy with other operands.
  func replacingOperands(_ operands: [String]) -> ParsedArguments {
    var copy = self
    copy.operands = operands
    return copy
  }

  private mutating func add(_ option: Option, _ value: String?) throws(UsageError) {
    guard let value else {
      if option.value != nil, has(option) { throw .repeatedOption(option) }
      given[option] = []
      return
    }
    if case .choice(let names) = option.value?.kind, !names.contains(value) {
      throw .unknownValue(option, value, names, nearest: value.nearest(in: names))
    }
    if !option.isRepeatable, has(option) { throw .repeatedOption(option) }
    given[option, default: []].append(value)
  }

  private func check(_ expected: [Command.Operand]) throws(UsageError) {
    let required = expected.prefix { !$0.isOptional }
    if operands.count < required.count { throw .missingOperand(required[operands.count]) }
    let isOpen = expected.last?.isRepeatable ?? false
    if operands.count > expected.count, !isOpen {
      for option in given.keys where option.value?.isOptional == true {
        guard case .choice(let names) = option.value?.kind else { continue }
        if let word = operands.first(where: names.contains) { throw .detachedValue(option, word) }
      }
      throw .unexpectedOperand(operands[expected.count], allowed: expected.count)
    }
    for (operand, value) in zip(expected, operands) {
      guard case .choice(let names) = operand.kind, !names.contains(value) else { continue }
      throw .unknownOperand(operand, value, names, nearest: value.nearest(in: names))
    }
  }
}
