/// The request of a command line.
enum Invocation: Sendable {
  /// The short help of a command, or of the program.
  case help(Command?)
  /// The version.
  case version
  /// A command to run.
  case command(Command, ParsedArguments)
}

extension Program {
  /// Parses the arguments after the program's own name.
  func parse(_ arguments: [String]) throws(Failure) -> Invocation {
    var reader = OptionReader(arguments, options: options)
    let command: Command
    do {
      switch try reader.next() {
      case .option(.version, _): return .version
      // `--help`, the only other option before a command, or no arguments at all.
      case .option, nil: return .help(nil)
      case .operand(let name): command = try self.command(name)
      }
    } catch {
      throw Failure(error, in: nil, of: self)
    }
    return try parse(reader.rest, for: command)
  }

  private func parse(
    _ arguments: ArraySlice<String>, for command: Command
  ) throws(Failure) -> Invocation {
    do {
      guard let parsed = try ParsedArguments(arguments, for: command) else { return .help(command) }
      return .command(command, parsed)
    } catch {
      throw Failure(error, in: command, of: self)
    }
  }
}
