import Foundation
import MediaReading
import PlayerValidation
import PlayheadKit

/// `playhead validate`: holds a prediction against a real player.
enum Validate {
  static let command = Command(
    name: "validate",
    abstract: "Compare a prediction with a real player",
    operands: [
      Command.Operand(
        placeholder: "FILE", help: "The media file, or the manifest of HLS or DASH", kind: .file,
        isOptional: true)
    ],
    options: [
      .realPlayer, .playerProgram, .playerLibrary, .network.withoutDefault, .networkFormat,
      .latency, .scale,
      .offset, .hold,
      .jitter, .loss, .seed, .tcp, .tls, .lowData,
    ] + Option.policy + Option.ladder + Option.ofLive.map { $0.with(brief: nil) } + [
      .repetitions, .watchLimit, .replay, .accessLog, .requiredAgreement, .fit, .spread,
      .tracks,
      .noCache,
    ]
      + Option.ofLimits + [
        .validationFormat, .output, .color, .ascii, .quiet, .verbose,
      ],
    examples: [
      Command.Example(
        words: "playhead validate Fixtures/clips/peak.mp4 --with mpv --network 400k",
        help: "Does mpv start and stall when it is predicted to?"),
      Command.Example(
        words: "playhead validate Fixtures/clips/peak.mp4 --with chromium -n 3g --repeat 3 "
          + "--format json",
        help: "How much does Chromium vary, and where does the prediction lie?"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    if let path = arguments.value(.accessLog) {
      return try AccessLogValidation.run(path, arguments, context)
    }
    if let path = arguments.value(.replay) {
      return try MeasurementReplay.run(path, arguments, context)
    }
    if let option = [Option.requiredAgreement, .fit].first(where: arguments.has) {
      throw Failure(
        .usage, "missing option", at: Option.replay.spelling,
        why: "\(option.spelling) applies to measurements made before",
        hint: "write \(Option.replay.spelling)=Validation/measurements")
    }
    guard let path = arguments.operands.first else {
      throw Failure(.missingOperand(command.operands[0]), in: command, of: context.program)
    }
    guard !path.isWebURL, path != "-" else {
      throw Failure(
        .usage, "unexpected operand", at: path, why: "a real player is served a file",
        hint: "download it first")
    }
    let player = try arguments.realPlayer()
    if let format = arguments.operands.first.flatMap(Ladder.Format.init(ofLadderAt:)) {
      return try LadderValidation.run(format, player, arguments, context)
    }
    try arguments.refuseLadderOptions(for: player)
    let network = try arguments.givenNetwork()
    let profile = try arguments.profile(of: network)
    let repetitions = try arguments.repetitions()
    let watchLimit = try arguments.duration(.watchLimit)
    let spread = try arguments.spread()
    let plan = try SessionPlan(arguments, player: player.policy(cores: MediaLoading.cores))
      .withoutTicks
    try context.refuseOverwriting(
      [path, arguments.value(.network), arguments.playerPath].compactMap(\.self),
      by: arguments.value(.output))

    var loading = MediaLoading(arguments: arguments, context: context)
    loading.decode = DecodeMode.none
    let media = try loading.media(at: path, tracks: plan.tracks)
    let scenario = plan.scenario(of: media.presentation, over: NetworkLink(following: profile))
    let session = try context.play(.file(scenario)).session
    let limit = watchLimit ?? Self.limit(of: session, duration: media.presentation.duration)

    let validation = ValidationRun(
      path: path, duration: media.presentation.duration, profile: profile,
      transport: plan.transport, player: player,
      program: arguments.value(.playerProgram), limit: limit)
    let results = try watch(validation, repetitions, context)
    let report = ValidationReport(
      PlayerMeasurement(
        player: player, version: results[0].version, media: path, mediaBytes: media.index.bytes,
        profile: profile, transport: plan.transport, cores: MediaLoading.cores, limit: limit,
        runs: results.map(\.outline)), policy: plan.policy.name, predicting: session
    ).beside(spread.flatMap { Spread(of: scenario, count: $0.count, seed: $0.seed) })
    return try deliver(report, arguments, context)
  }

  static func deliver(
    _ report: ValidationReport, _ arguments: ParsedArguments, _ context: Context
  ) throws(Failure) -> ExitCode {
    let bytes =
      switch arguments.choice(.validationFormat) ?? ValidationFormat.text {
      case .text: ValidationText.bytes(report, style: arguments.textStyle(context))
      case .json: ValidationJSON.bytes(report)
      case .html: ValidationPage(report).bytes
      }
    try context.deliver(bytes, to: arguments.value(.output))
    return report.agrees ? .ok : .checkFailed
  }

  /// Long enough to see what is predicted, and that it does not come; a player that takes much
  /// longer is no nearer to it.
  static func limit(of session: Session, duration: MediaTime) -> WallTime {
    let length = WallTime(nanoseconds: duration.nanoseconds)
    let expected = max(length, session.endReason == .ended ? session.elapsed : length)
    let half = WallTime(nanoseconds: expected.nanoseconds / 2)
    return min(expected + half + .seconds(20), .seconds(4 * 3600))
  }

  /// Watches the player as often as is asked for.
  static func watch(
    _ validation: ValidationRun, _ repetitions: Int, _ context: Context
  ) throws(Failure) -> [ValidationRun.Result] {
    var results: [ValidationRun.Result] = []
    for number in 1...repetitions {
      context.whereabouts.enter(.validating(completed: number - 1, total: repetitions))
      results.append(try watch(validation, number, of: repetitions, context))
    }
    return results
  }

  private static func watch(
    _ validation: ValidationRun, _ number: Int, of count: Int, _ context: Context
  ) throws(Failure) -> ValidationRun.Result {
    try withTemporaryFolder { folder throws(Failure) in
      if count > 1 { context.diagnostics.note("run \(number) of \(count)") }
      do throws(ValidationError) {
        return try validation.watch(in: folder) { [interruption = context.interruption] in
          interruption.isRequested
        }
      } catch {
        throw Failure(error, watching: validation.player)
      }
    }
  }
}

extension Failure {
  /// A real player could not be watched.
  init(_ error: ValidationError, watching player: RealPlayer) {
    switch error {
    case .missing(let programs, let package):
      self.init(
        .noInput, "missing program", at: programs[0], why: "it is not on the search path",
        hint: "install it, as with 'apt-get install \(package)'")
    case .system(let what, let code):
      self.init(
        .inputOutput, what, at: player.rawValue, why: SystemError(code: code).description)
    case .player(let why):
      self.init(.inputOutput, "cannot watch the player", at: player.rawValue, why: why)
    case .server(let error): self.init(error)
    case .interrupted: self = .interrupted
    }
  }
}
