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

  /// Ends the command if the user wants to stop.
  func checkInterruption() throws(Failure) {
    if interruption.isRequested { throw .interrupted }
  }

  /// A progress line on standard error; where nobody watches, or wants to, one that writes nothing.
  func progressLine(_ label: String, arguments: ParsedArguments) -> ProgressLine {
    let diagnostics = diagnostics
    return ProgressLine(
      label: label, isVisible: terminal.error.isTerminal && !arguments.has(.quiet),
      usesBlocks: terminal.usesBlocks(ascii: arguments.has(.ascii)),
      width: { Terminal.ofProcess().progressWidth }, write: { diagnostics.writeRaw($0) })
  }
}
