/// What can be wrong with a command line.
enum UsageError: Error, Equatable {
  /// No option is written so.
  case unknownOption(String, nearest: String?)
  /// The beginning of more than one option.
  case ambiguousOption(String, [Option])
  /// Nothing follows that could be the value.
  case missingValue(Option)
  /// A flag takes none.
  case unexpectedValue(Option, String)
  /// It may be given once.
  case repeatedOption(Option)
  /// It has to be one of a few.
  case unknownValue(Option, String, [String], nearest: String?)
  /// It has to be one of a few.
  case unknownOperand(Command.Operand, String, [String], nearest: String?)
  /// One that has to be there is not.
  case missingOperand(Command.Operand)
  /// There are more than may be.
  case unexpectedOperand(String, allowed: Int)
  /// No command is called so.
  case unknownCommand(String, nearest: String?)
}
