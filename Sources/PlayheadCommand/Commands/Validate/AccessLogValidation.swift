import MediaReading
import PlayerValidation
import PlayheadKit

/// `playhead validate --access-log`: holds a prediction against what a device has logged.
enum AccessLogValidation {
  static func run(
    _ path: String, _ arguments: ParsedArguments, _ context: Context
  ) throws(Failure) -> ExitCode {
    try refuseOthers(arguments)
    guard let manifest = arguments.operands.first else {
      throw Failure(
        .missingOperand(Validate.command.operands[0]), in: Validate.command, of: context.program)
    }
    guard let format = Ladder.Format(ofLadderAt: manifest), format == .hls else {
      throw Failure(
        .usage, "unsupported format", at: manifest, why: "an access log is of HLS",
        hint: "name the playlist that the device played")
    }
    let profile = try arguments.profile(of: try arguments.givenNetwork())
    let player = try arguments.ladderPlayer(.avPlayer)
    let rule = try LadderRule(parsing: arguments.value(.abr) ?? player.rule, arguments, context)
    try context.refuseOverwriting(
      [path, manifest, arguments.value(.network), arguments.playerPath].compactMap(\.self),
      by: arguments.value(.output))
    let log = try log(at: path)
    let media = try LadderLoading(arguments: arguments, context: context)
      .ladder(at: manifest, format, for: player)
    try rule.check(against: media.ladder)
    let link = NetworkLink(following: profile)
    var simulation = LadderSimulation(
      LadderScenario(
        media.ladder, over: link, by: try arguments.transport(before: nil), player: player,
        rule: try rule.rule(for: media.ladder, over: link, by: player),
        options: SessionOptions(tickInterval: nil)))
    let comparison = AccessLogComparison(log, simulation.run(), of: media.ladder)
    let bytes =
      switch arguments.choice(.validationFormat) ?? ValidationFormat.text {
      case .text:
        AccessLogReport.text(
          comparison, of: path, policy: player.name, style: arguments.textStyle(context))
      case .json: AccessLogReport.json(comparison, of: path, policy: player.name)
      case .html:
        throw Failure(
          badValue: ValidationFormat.html.rawValue, of: .validationFormat,
          why: "an access log is compared as text and JSON")
      }
    try context.deliver(bytes, to: arguments.value(.output))
    return comparison.agrees ? .ok : .checkFailed
  }

  private static func log(at path: String) throws(Failure) -> AccessLog {
    do throws(SourceFileError<JSONError>) {
      return try AccessLogReading.log(at: path)
    } catch {
      switch error {
      case .unreadable(let error): throw Failure(error, reading: "access log")
      case .malformed(let path, let error): throw Failure(error, of: "access log", in: path)
      }
    }
  }

  private static func refuseOthers(_ arguments: ParsedArguments) throws(Failure) {
    let others = [
      Option.realPlayer, .playerProgram, .playerLibrary, .repetitions, .watchLimit, .replay, .fit,
      .requiredAgreement,
    ]
    if let option = others.first(where: arguments.has) {
      throw Failure(
        contradicting: "\(option.spelling) and \(Option.accessLog.spelling)",
        why: "the log says what a device did")
    }
  }
}
