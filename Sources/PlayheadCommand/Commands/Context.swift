import MediaReading
import PlayheadKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
  /// How far it has come.
  var whereabouts = Whereabouts()
  /// What was begun and is not in its place yet.
  var unfinishedFiles = UnfinishedFiles()
  /// Ends the process.
  var ending = Ending()
  /// Where what was read of media is kept; `nil` if there is no place for it.
  var cache: ReadingCache?

  /// Writes a result to the file at `path`; to standard output if there is none or it is `-`.
  func deliver(_ text: String, to path: String?) throws(Failure) {
    try deliver(Array(text.utf8), to: path)
  }

  /// Writes a result to the file at `path`; to standard output if there is none or it is `-`.
  func deliver(_ bytes: [UInt8], to path: String?) throws(Failure) {
    try checkInterruption()
    whereabouts.enter(.delivering)
    guard let path, path != "-" else { return try output.write(bytes) }
    try write(bytes, to: path)
  }

  /// Writes the file at `path`, whole or not at all.
  func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    do throws(FileWriteError) {
      try AtomicFile.write(to: path, listedIn: unfinishedFiles) { write throws(SystemError) in
        unsafe try write(bytes.span.bytes)
      }
    } catch {
      throw Failure(error)
    }
  }

  /// Writes a result that comes in parts to the file at `path`, whole or not at all; to standard
  /// output, each part as it comes, if there is none or it is `-`.
  func deliver(
    to path: String?, _ produce: ((_ part: [UInt8]) throws(Failure) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    guard let path, path != "-" else {
      return try produce { part throws(Failure) in try output.write(part) }
    }
    // What stopped it, if that was not the file.
    var failure: Failure?
    do throws(FileWriteError) {
      try AtomicFile.write(to: path, listedIn: unfinishedFiles) { write throws(SystemError) in
        do throws(Failure) {
          try produce { part throws(Failure) in
            do throws(SystemError) {
              unsafe try write(part.span.bytes)
            } catch {
              throw Failure(FileWriteError(.write, path: path, reason: error))
            }
          }
        } catch {
          failure = error
          throw SystemError(code: ECANCELED)
        }
      }
    } catch {
      throw failure ?? Failure(error)
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
        .usage, "output is an input", at: output, why: "it would be overwritten",
        hint: "write to another file")
    }
  }

  /// Ends the command if the user wants to stop.
  func checkInterruption() throws(Failure) {
    if interruption.isRequested { throw .interrupted }
  }

  /// Says why the command fails, and if it was interrupted how far it got.
  func report(_ failure: Failure) {
    ending.beginTelling()
    diagnostics.report(failure == .interrupted ? whereabouts.interruption : failure)
  }

  /// A progress line on standard error; where nobody watches, or wants to, one that writes nothing.
  func progressLine(
    _ label: String, counting unit: ProgressLine.Unit = .bytes, arguments: ParsedArguments
  ) -> ProgressLine {
    let diagnostics = diagnostics
    return ProgressLine(
      label: label, unit: unit, isVisible: terminal.showsProgress && !arguments.has(.quiet),
      usesBlocks: usesBlocks(arguments),
      width: { Terminal.ofProcess().progressWidth }, write: { diagnostics.draw($0) })
  }
}
