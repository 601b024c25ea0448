import PlayheadKit

extension ParsedArguments {
  /// The command line that has these arguments to `command`, for a shell: without where the result
  /// goes, and without what gives access to an address.
  func shellLine(of command: Command) -> String {
    let options = command.allOptions.filter { has($0) && $0 != .output }
    let words = options.flatMap { option -> [String] in
      let values = values(option)
      guard !values.isEmpty else { return [option.spelling] }
      return values.map { "\(option.spelling)=\(ShownAddress.hiding(in: $0))" }
    }
    let operands = operands.map { $0.isWebURL ? ShownAddress($0).text : $0 }
    let separator = operands.contains { $0.hasPrefix("-") && $0 != "-" } ? ["--"] : []
    return (["playhead", command.name] + words + separator + operands).map(\.shellWord)
      .joined(separator: " ")
  }
}
