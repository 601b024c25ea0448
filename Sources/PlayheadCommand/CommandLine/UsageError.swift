/// An error in a command line.
enum UsageError: Error, Equatable {
  /// The option is unknown.
  case unknownOption(String, nearest: String?)
  /// The abbreviation fits more than one option.
  case ambiguousOption(String, [Option])
  /// The option's value is missing.
  case missingValue(Option)
  /// A flag has a value.
  case unexpectedValue(Option, String)
  /// The value of an option that may be without one does not follow an equals sign.
  case detachedValue(Option, String)
  /// The option is repeated, but permits one value.
  case repeatedOption(Option)
  /// The value is not one of the permitted words.
  case unknownValue(Option, String, [String], nearest: String?)
  /// The operand is not one of the permitted words.
  case unknownOperand(Command.Operand, String, [String], nearest: String?)
  /// A required operand is missing.
  case missingOperand(Command.Operand)
  /// There are too many operands.
  case unexpectedOperand(String, allowed: Int)
  /// The command is unknown.
  case unknownCommand(String, nearest: String?)
}
