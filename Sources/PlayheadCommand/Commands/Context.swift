import MediaReading
import POSIX
import PlayheadKit

/// The environment of a command.
struct Context: Sendable {
  /// The program's table.
  var program: Program
  /// The terminal, if any.
  var terminal: Terminal
  /// The destination of results.
  var output: StandardOutput
  /// The destination of diagnostics.
  var diagnostics: Diagnostics
  /// The user's request to stop.
  var interruption: Interruption
  /// The progress of the work.
  var whereabouts = Whereabouts()
  /// The files not yet complete and in place.
  var unfinishedFiles = UnfinishedFiles()
  /// Ends the process.
  var ending = Ending()
  /// Reads media in processes of their own; `nil` to read it in this one.
  var helper: ReadingHelper?
  /// What progress lines begin with, such as which file of how many it is.
  var progressPrefix = ""
  /// The cache of media readings; `nil` if it has no folder.
  var cache: ReadingCache?

  /// Writes a result to the file at `path`; `nil` or `-` is standard output.
  func deliver(_ text: String, to path: String?) throws(Failure) {
    try deliver(Array(text.utf8), to: path)
  }

  /// What `exporter` writes of a report named `name`; a note tells each property that is lost.
  func text<Report>(
    of report: Report, by exporter: some Exporter<Report>, style: TextStyle, named name: String
  ) throws(Failure) -> [UInt8] {
    do throws(ExportError) {
      let exported = try exporter.rest(of: report, style: style)
      for loss in exported.losses { diagnostics.note("\(name) as \(exporter.name): \(loss)") }
      return exported.bytes
    } catch {
      throw Failure(.badData, "cannot write as \(exporter.name)", at: name, why: error.reason)
    }
  }

  /// Writes a result to the file at `path`; `nil` or `-` is standard output.
  func deliver(_ bytes: [UInt8], to path: String?) throws(Failure) {
    try checkInterruption()
    whereabouts.enter(.delivering)
    guard let path, path != "-" else { return try output.write(bytes) }
    try write(bytes, to: path)
  }

  /// Writes the file at `path` atomically.
  func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    do throws(FileWriteError) {
      try AtomicFile.write(to: path, listedIn: unfinishedFiles) { write throws(SystemError) in
        unsafe try write(bytes.span.bytes)
      }
    } catch {
      throw Failure(error)
    }
  }

  /// Writes a result in parts to the file at `path`, atomically; `nil` or `-` is standard output,
  /// which receives each part as it comes.
  func deliver(
    to path: String?, _ produce: ((_ part: [UInt8]) throws(Failure) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    guard let path, path != "-" else {
      return try produce { part throws(Failure) in try output.write(part) }
    }
    // The failure that stopped it, if not of the file.
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

  /// The terminal for the result of `arguments`; not a terminal if the result goes to a file.
  func resultTerminal(_ arguments: ParsedArguments) -> Terminal {
    var terminal = terminal
    if let path = arguments.value(.output), path != "-" {
      terminal.output = Terminal.Stream(isTerminal: false)
    }
    return terminal
  }

  /// Whether the result of `arguments` uses colour.
  func usesColor(_ arguments: ParsedArguments) -> Bool {
    resultTerminal(arguments).usesColor(arguments.choice(.color) ?? .auto)
  }

  /// Whether the result of `arguments` may use block characters.
  func usesBlocks(_ arguments: ParsedArguments) -> Bool {
    terminal.usesBlocks(ascii: arguments.has(.ascii))
  }

  /// Refuses to overwrite an input file with the result.
  func refuseOverwriting(_ inputs: [String], by output: String?) throws(Failure) {
    guard let output, let target = FileIdentity(regularFileAt: output) else { return }
    for input in inputs where FileIdentity(regularFileAt: input) == target {
      throw Failure(
        .usage, "output is an input", at: output, why: "it would be overwritten",
        hint: "write to another file")
    }
  }

  /// Throws if the user has requested to stop.
  func checkInterruption() throws(Failure) {
    if interruption.isRequested { throw .interrupted }
  }

  /// Reports why the command failed and, if it was interrupted, its progress.
  func report(_ failure: Failure) {
    ending.beginTelling()
    diagnostics.report(failure == .interrupted ? whereabouts.interruption : failure)
  }

  /// A progress line on standard error; it stays silent without a terminal or with `--quiet`.
  func progressLine(
    _ label: String, counting unit: ProgressLine.Unit = .bytes, arguments: ParsedArguments
  ) -> ProgressLine {
    let diagnostics = diagnostics
    return ProgressLine(
      label: progressPrefix.isEmpty ? label : progressPrefix + label.lowercased(), unit: unit,
      isVisible: terminal.showsProgress && !arguments.has(.quiet),
      usesBlocks: usesBlocks(arguments),
      width: { Terminal.ofProcess().progressWidth }, write: { diagnostics.draw($0) })
  }
}
