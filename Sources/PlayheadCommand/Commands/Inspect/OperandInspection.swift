import MediaReading
import PlayheadKit

/// Inspects what the operands name, one after the other, and writes what was found.
struct OperandInspection {
  private let arguments: ParsedArguments
  private let context: Context
  private let format: InspectionFormat
  private let threshold: Severity?
  private let inspecting: Inspecting

  /// Checks the options: errors of the command line are reported before a long reading begins.
  ///
  /// - Parameters:
  ///   - arguments: what is inspected, and what is written of it.
  ///   - context: where it is written.
  ///   - inspecting: how it is inspected.
  /// - Throws: `Failure` if the options contradict each other.
  init(
    _ arguments: ParsedArguments, _ context: Context, _ inspecting: Inspecting
  ) throws(Failure) {
    self.arguments = arguments
    self.context = context
    self.inspecting = inspecting
    format = arguments.choice(.inspectFormat) ?? .text
    try arguments.checkDurations(isText: format == .text)
    threshold = arguments.choice(.failOn, as: FailureThreshold.self)?.severity
    try context.refuseOverwriting(
      arguments.operands + [arguments.value(.network), arguments.playerPath].compactMap(\.self),
      by: arguments.value(.output))
  }

  /// Inspects all operands.
  func run() throws(Failure) -> ExitCode {
    let style = arguments.textStyle(context)
    var inspected: [Inspected] = []
    var codes: [ExitCode] = []
    try context.deliver(to: arguments.value(.output)) { write throws(Failure) in
      for (number, location) in arguments.operands.enumerated() {
        try context.checkInterruption()
        let (file, code) = try inspect(location, number: number + 1)
        codes.append(code)
        if format == .text, !isTable {
          let isFirst = !inspected.contains { $0.report != nil }
          let text = format.bytes(of: [file], style: style)
          if !text.isEmpty { try write((isFirst ? [] : [UInt8(ascii: "\n")]) + text) }
        }
        inspected.append(file)
        if format != .text || isTable, number == arguments.operands.count - 1 {
          context.whereabouts.enter(.delivering)
          try write(
            isTable
              ? Array(InspectionTable(inspected, style: style).text.utf8)
              : format.bytes(of: inspected, style: style))
        }
      }
    }
    return ExitCode(worstOf: codes)
  }

  /// Whether there are so many that a table is shown in place of what is said of each.
  private var isTable: Bool {
    format == .text && arguments.operands.count > Self.mostInFull && !arguments.has(.details)
  }

  /// More operands than this are shown in a table.
  private static var mostInFull: Int { 3 }

  /// What came of `operand`, the one of that number, and the exit code that it stands for.
  ///
  /// What cannot be read is reported, and the others are inspected all the same.
  private func inspect(
    _ operand: String, number: Int
  ) throws(Failure) -> (Inspected, ExitCode) {
    let location = operand == "-" ? "/dev/stdin" : operand
    let name = location.isWebURL ? ShownAddress(location).text : location
    let format = Ladder.Format(ofLadderAt: operand)
    let media: InspectedMedia = format == nil ? .file : .ladder
    do throws(Failure) {
      var context = context
      if arguments.operands.count > 1 {
        let file = name.split(separator: "/").last.map(String.init) ?? name
        context.progressPrefix = "File \(number) of \(arguments.operands.count), \(file.excerpt): "
      }
      let report = try inspecting.report(at: location, format, in: context)
      let fails = threshold.flatMap { threshold in report.worst.map { $0 >= threshold } } ?? false
      return (Inspected(name: name, media, .report(report)), fails ? .checkFailed : .ok)
    } catch {
      // What stops one because of the command, or the user, stops all of them.
      if error.isSilent || error.code == .usage
        || arguments.operands.count == 1 && self.format == .text
      {
        throw error
      }
      context.diagnostics.report(error)
      let reason = [error.what, error.why].compactMap(\.self).joined(separator: ": ")
      return (Inspected(name: name, media, .failure(reason)), error.code)
    }
  }
}

extension ExitCode {
  /// The exit code of a command on several files: the first one that is no verdict, else that of
  /// the worst verdict.
  fileprivate init(worstOf codes: [ExitCode]) {
    self =
      codes.first { $0 != .ok && $0 != .checkFailed }
      ?? (codes.contains(.checkFailed) ? .checkFailed : .ok)
  }
}

extension ParsedArguments {
  /// The network of `--network`; `nil` without one, and then nothing may shape it.
  func inspectionNetwork() throws(Failure) -> GivenNetwork? {
    guard !has(.network) else { return try givenNetwork() }
    let options: [Option] = [
      .networkFormat, .latency, .scale, .offset, .hold, .jitter, .loss, .seed,
    ]
    guard let option = options.first(where: has) else { return nil }
    throw Failure(needingNetworkFor: option)
  }
}
