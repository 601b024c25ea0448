import MediaReading
import PlayheadKit

/// `playhead worst`: the least change to a network that breaks an expectation.
enum Worst {
  static let command = Command(
    name: "worst",
    abstract: "Find the least change to a network that breaks an expectation",
    operands: [.media],
    options: [
      .worstExpectation, .budget, .worstNetwork, .networkFormat, .latency.with(brief: nil), .scale,
      .offset, .hold, .loss, .lowData, .tcp, .tls,
    ] + Option.policy.map { $0.with(brief: nil) } + [
      .action.with(brief: nil), .loop, .limit, .tracks,
    ] + Option.ladder + [.noCache] + Option.ofLimits + Option.download + [
      .worstFormat, .save, .durations, .output, .color, .ascii, .quiet, .verbose,
    ],
    examples: [
      Command.Example(
        words: "playhead worst Fixtures/clips/faststart.mp4 --from 1.2M",
        help: "How much may 1.2 Mbit/s drop, and for how long, before it stalls?"),
      Command.Example(
        words: "playhead worst Fixtures/ladders/hls/master.m3u8 --player hls.js "
          + "--expect 'startup <= 2s' --from 3g",
        help: "What makes hls.js start later than 2 s?"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    let budget = try arguments.budget()
    var asked = arguments.with(.checkDecode, as: DecodeMode.none.rawValue)
    asked = asked.with(.network, as: arguments.value(.worstNetwork) ?? Self.anyNetwork.name)
    if !arguments.has(.expect) { asked = asked.with(.expect, as: "no stall") }
    let single = SingleCheck(arguments: asked, context: context)
    let suiteCase = try namingNetworks { () throws(Failure) in try single.checkCase() }
    let inputs = [suiteCase.media.location, arguments.value(.worstNetwork), arguments.playerPath]
      .compactMap(\.self)
    try context.refuseOverwriting(inputs, by: arguments.value(.output))
    let saving = try arguments.value(.save).map { folder throws(Failure) in
      try WorstSaving(in: folder, suiteCase, arguments)
    }
    let media = try single.media(suiteCase.media)
    context.helper?.finish()

    let interruption = context.interruption
    var progress = context.progressLine("Searching", counting: .cases, arguments: arguments)
    defer { progress.erase() }
    context.whereabouts.enter(.playing(suiteCase.media.name, frames: nil, time: nil))
    let report: WorstReport
    do throws(WorstCaseProblem) {
      let broken = try BrokenCase(suiteCase, media) { interruption.isRequested }
      let (given, profile) = try Self.network(asked, broken)
      let finder = WorstCaseFinder(broken, around: given, budget: budget) { done, total in
        progress.update(completed: Int64(done), total: Int64(total), at: .now)
      }
      report = try finder.report(around: profile)
    } catch {
      switch error {
      case .interrupted: throw .interrupted
      case .failed(let error) where error.kind == .configuration:
        throw Failure(.usage, error.what, at: error.location, why: error.why)
      case .failed(let error): throw Failure(error)
      }
    }
    progress.erase()
    let format = arguments.choice(.worstFormat) ?? WorstFormat.text
    switch format {
    case .text:
      try context.deliver(
        WorstText(report, arguments.textStyle(context)).text, to: arguments.value(.output))
    case .json: try context.deliver(WorstJSON.bytes(report), to: arguments.value(.output))
    }
    try saving?.write(report, context, inputs: inputs)
    return .ok
  }

  /// What `work` gives, whose failures are of the option that was written.
  private static func namingNetworks<Value>(
    _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    do throws(Failure) {
      return try work()
    } catch {
      var failure = error
      failure.location = error.location?.replacing(
        "\(Option.network.spelling)=", with: "\(Option.worstNetwork.spelling)=",
        maxReplacements: 1)
      throw failure
    }
  }

  /// Stands for the network until it is known over which one the media plays.
  private static let anyNetwork = NetworkPreset.overview[0]

  /// The network of `--from` or, without it, the slowest one of the overview that breaks nothing.
  private static func network(
    _ arguments: ParsedArguments, _ broken: BrokenCase
  ) throws(WorstCaseProblem) -> (GivenNetwork, BandwidthProfile) {
    func read(_ arguments: ParsedArguments) throws(WorstCaseProblem) -> (
      GivenNetwork, BandwidthProfile
    ) {
      do throws(Failure) {
        let given = try arguments.givenNetwork()
        return (given, try arguments.profile(of: given))
      } catch {
        throw .failed(error.asCaseError)
      }
    }
    guard !arguments.has(.worstNetwork) else { return try read(arguments) }
    for preset in NetworkPreset.overview {
      let found = try read(arguments.with(.network, as: preset.name))
      if try !broken.isBroken(over: found.1) { return found }
    }
    throw .failed(
      CaseError(
        .configuration, "always broken", at: broken.suiteCase.media.name,
        why: "the expectation holds on no network of the overview; name one with "
          + "\(Option.worstNetwork.spelling)"))
  }
}

/// The forms of the least changes.
enum WorstFormat: String, CaseIterable, Sendable {
  case text, json
}

extension Option {
  fileprivate static let worstExpectation = Option.expect.repeated(
    help: "Expectation that is to break, such as 'no stall' or 'startup <= 2.5s'; of several, any",
    brief: "Expectation that is to break")
  static let worstNetwork = Option(
    "from", nil, .suggestions("NETWORK", NetworkPreset.allNames, orFile: true), in: .network,
    help: "The network that is changed: a preset, a rate, intervals, or a trace. Where it breaks "
      + "the expectation itself, its shortest part that does is found",
    brief: "The network that is changed",
    default: "the slowest of the overview on which the expectation holds")
  fileprivate static let budget = Option(
    "budget", nil, .text("NUMBER"), in: .check,
    help: "Maximum number of sessions for each kind of change", default: "5000")
  fileprivate static let worstFormat = Option(
    "format", nil, .choice(of: WorstFormat.self), in: .output, help: "Output format",
    brief: "Output format", default: "text")
  fileprivate static let save = Option(
    "save", nil, .file("FOLDER"), in: .output,
    help: "Write each network that breaks the expectation into FOLDER, in as few numbers as will "
      + "do, and suite.yaml for 'playhead check'",
    brief: "Write networks and a suite into FOLDER")
}

extension ParsedArguments {
  fileprivate func budget() throws(Failure) -> Int {
    guard let text = value(.budget) else { return 5000 }
    guard let number = Int(text), text.first != "+", (1...10_000_000).contains(number) else {
      throw Failure(
        badValue: text, of: .budget, why: "expected a whole number from 1 to 10000000")
    }
    return number
  }
}
