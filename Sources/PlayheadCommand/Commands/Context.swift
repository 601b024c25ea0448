import MediaReading
import PlayheadKit

/// What a command has around it.
struct Context: Sendable {
  /// The table that it is part of.
  var program: Program
  /// The terminal, if there is one.
  var terminal: Terminal
  /// Where results go.
  var output: StandardOutput
  /// Where the rest goes.
  var diagnostics: Diagnostics
  /// Says when the user wants to stop.
  var interruption: Interruption
  /// Where what was read of media is kept; `nil` if there is no place for it.
  var cache: ReadingCache?

  /// Writes a result to the file at `path`; to standard output if there is none or it is `-`.
  func deliver(_ text: String, to path: String?) throws(Failure) {
    try deliver(Array(text.utf8), to: path)
  }

  /// Writes a result to the file at `path`; to standard output if there is none or it is `-`.
  func deliver(_ bytes: [UInt8], to path: String?) throws(Failure) {
    guard let path, path != "-" else { return try output.write(bytes) }
    do {
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw Failure(error)
    }
  }

  /// The terminal as far as the result of `arguments` goes: none where that goes into a file.
  func resultTerminal(_ arguments: ParsedArguments) -> Terminal {
    var terminal = terminal
    if let path = arguments.value(.output), path != "-" {
      terminal.output = Terminal.Stream(isTerminal: false)
    }
    return terminal
  }

  /// Whether the result of `arguments` is to be in colour.
  func usesColor(_ arguments: ParsedArguments) -> Bool {
    resultTerminal(arguments).usesColor(arguments.choice(.color) ?? .auto)
  }

  /// Whether the result of `arguments` may hold block characters.
  func usesBlocks(_ arguments: ParsedArguments) -> Bool {
    terminal.usesBlocks(ascii: arguments.has(.ascii))
  }

  /// Refuses to write the result over one of the files that it is made from.
  func refuseOverwriting(_ inputs: [String], by output: String?) throws(Failure) {
    guard let output, let target = FileIdentity(regularFileAt: output) else { return }
    for input in inputs where FileIdentity(regularFileAt: input) == target {
      throw Failure(
        .usage, "output is an input", at: output, why: "it would be lost",
        hint: "write to another file")
    }
  }

  /// Ends the command if the user wants to stop.
  func checkInterruption() throws(Failure) {
    if interruption.isRequested { throw .interrupted }
  }

  /// A progress line on standard error; where nobody watches, or wants to, one that writes nothing.
  func progressLine(
    _ label: String, counting unit: ProgressLine.Unit = .bytes, arguments: ParsedArguments
  ) -> ProgressLine {
    let diagnostics = diagnostics
    return ProgressLine(
      label: label, unit: unit, isVisible: terminal.error.isTerminal && !arguments.has(.quiet),
      usesBlocks: usesBlocks(arguments),
      width: { Terminal.ofProcess().progressWidth }, write: { diagnostics.writeRaw($0) })
  }
}
