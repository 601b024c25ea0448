import MediaReading
import PlayheadKit

/// Inspects what the operands name, one after the other, and writes what was found.
struct OperandInspection<Report: Sendable> {
  private let arguments: ParsedArguments
  private let context: Context
  private let format: InspectionFormat
  private let threshold: Severity?
  private let report: (String) throws(Failure) -> (Report, worst: Severity?)
  private let document: (InspectionFormat, [Inspected<Report>], TextStyle) -> [UInt8]

  /// Checks the options: errors of the command line are reported before a long reading begins.
  ///
  /// - Parameters:
  ///   - arguments: what is inspected, and what is written of it.
  ///   - context: where it is written.
  ///   - report: the report on what is at a location, and the severity of its worst finding.
  ///   - document: the document in a format on several of these.
  /// - Throws: `Failure` if the options contradict each other.
  init(
    _ arguments: ParsedArguments, _ context: Context,
    of report: @escaping (String) throws(Failure) -> (Report, worst: Severity?),
    as document:
      @escaping (InspectionFormat, [Inspected<Report>], TextStyle) -> [UInt8]
  ) throws(Failure) {
    self.arguments = arguments
    self.context = context
    self.report = report
    self.document = document
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
    var inspected: [Inspected<Report>] = []
    var codes: [ExitCode] = []
    try context.deliver(to: arguments.value(.output)) { write throws(Failure) in
      for (number, location) in arguments.operands.enumerated() {
        try context.checkInterruption()
        let (file, code) = try inspect(location)
        codes.append(code)
        if format == .text {
          let isFirst = !inspected.contains { $0.report != nil }
          let text = document(format, [file], style)
          if !text.isEmpty { try write((isFirst ? [] : [UInt8(ascii: "\n")]) + text) }
        }
        inspected.append(file)
        if format != .text, number == arguments.operands.count - 1 {
          context.whereabouts.enter(.delivering)
          try write(document(format, inspected, style))
        }
      }
    }
    return ExitCode(worstOf: codes)
  }

  /// What came of `operand`, and the exit code that it stands for.
  ///
  /// What cannot be read is reported, and the others are inspected all the same.
  private func inspect(_ operand: String) throws(Failure) -> (Inspected<Report>, ExitCode) {
    let location = operand == "-" ? "/dev/stdin" : operand
    let name = location.isWebURL ? ShownAddress(location).text : location
    do throws(Failure) {
      let (report, worst) = try report(location)
      let fails = threshold.map { threshold in worst.map { $0 >= threshold } ?? false } ?? false
      return (Inspected(name: name, .report(report)), fails ? .checkFailed : .ok)
    } catch {
      // What stops one because of the command, or the user, stops all of them.
      if error.isSilent || error.code == .usage || arguments.operands.count == 1 && format == .text
      {
        throw error
      }
      context.diagnostics.report(error)
      let reason = [error.what, error.why].compactMap(\.self).joined(separator: ": ")
      return (Inspected(name: name, .failure(reason)), error.code)
    }
  }
}

extension ExitCode {
  /// The exit code of a command on several files: the first one that is no verdict, else that of the
  /// worst verdict.
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
