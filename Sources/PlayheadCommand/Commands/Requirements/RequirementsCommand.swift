import MediaReading
import PlayheadKit

/// `playhead requirements`: the exact bounds of what a file needs to play without a stall.
enum RequirementsCommand {
  static let command = Command(
    name: "requirements",
    abstract: "Find the exact startup, rate and buffer that media needs",
    operands: [.media],
    options: [
      .startup, .network.withDefault("no bound on a network"), .networkFormat, .latency, .scale,
      .offset, .hold, .jitter, .loss, .seed, .tcp, .tls, .tracks,
    ] + Option.policy + Option.ladder + Option.ofLive.filter { $0 != .liveHoldBack }
      + [.limit, .noCache]
      + Option.ofLimits + Option.download + [
        .requirementsFormat, .durations, .output, .color, .ascii, .quiet, .verbose,
      ],
    examples: [
      Command.Example(
        words: "playhead requirements Fixtures/clips/faststart.mp4 --startup 2s",
        help: "Which rate plays it without a stall, started after 2 s?"),
      Command.Example(
        words: "playhead requirements Fixtures/clips/faststart.mp4 -n 800k --latency 50ms",
        help: "After which startup delay does it not stall at 800 kbit/s?"),
      Command.Example(
        words: "playhead requirements Fixtures/clips/faststart.mp4 --format svg -o curve.svg",
        help: "The curve of rate against startup delay, as a picture"),
      Command.Example(
        words: "playhead requirements Fixtures/ladders/hls/master.m3u8 --player hls.js",
        help: "Which rate does each level of a ladder need, and which one hls.js?"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    guard !arguments.has(.live) else { return try LiveRequirements.run(arguments, context) }
    let ofEvents = [.limit] + Option.ofLive
    if let option = ofEvents.first(where: arguments.has) {
      throw Failure(
        .usage, "unexpected option", at: option.spelling,
        why: "it applies to live events only", hint: "add \(Option.live.spelling)")
    }
    // Errors of the command line are reported before a long reading begins.
    if let format = Ladder.Format(ofLadderAt: arguments.operands[0]) {
      return try LadderRequirementsCommand.run(format, arguments, context)
    }
    if let error = MediaReadingError(misnamedManifest: arguments.operands[0]) {
      throw Failure(error)
    }
    if let option = (Option.policy + [.noCache] + Option.ladder).first(where: arguments.has) {
      throw Failure(appliesToLadders: option)
    }
    let startup = try arguments.duration(.startup) ?? Option.defaultStartup
    let givenLatency = try arguments.duration(.latency, unit: .required) ?? .zero
    let format = arguments.choice(.requirementsFormat) ?? RequirementsFormat.text
    try arguments.refuseTerminal(format.rawValue, context)
    try arguments.checkDurations(isText: format == .text)
    let network = try network(arguments)
    let link = try network.map { network throws(Failure) in
      NetworkLink(following: try arguments.profile(of: network))
    }
    // Rates are found with the network's latency, the longest where it varies.
    let latency = link?.profile.longestLatency ?? givenLatency
    let transport = try arguments.transport()
    let tracks = try arguments.trackNumbers()
    let location = arguments.mediaLocation
    try context.refuseOverwriting(
      [location, arguments.value(.network)].compactMap(\.self), by: arguments.value(.output))

    var loading = MediaLoading(arguments: arguments, context: context)
    loading.digestsIndex = format == .json
    var setting = RequirementsSetting(
      try loading.mediaWithSamples(at: location, tracks: tracks), startup: startup)
    (setting.latency, setting.link, setting.network) = (latency, link, network)
    (setting.transport, setting.tracks) = (transport, tracks)
    guard let report = RequirementsReport(setting) else {
      throw Failure(
        .badData, "cannot bound", at: location, why: "only media in a single file is supported")
    }
    let style = arguments.textStyle(context)
    let text = try context.text(of: report, by: format, style: style, named: location)
    try context.deliver(
      format.opening(of: setting, style: style) + text, to: arguments.value(.output))
    return .ok
  }

  /// The network of `--network`; `nil` without one, and then nothing may shape it but the latency,
  /// which is that of the minimum rates too.
  static func network(_ arguments: ParsedArguments) throws(Failure) -> GivenNetwork? {
    guard !arguments.has(.network) else { return try arguments.givenNetwork() }
    let options: [Option] = [
      .networkFormat, .scale, .offset, .hold, .jitter, .loss, .seed, .tcp, .tls,
    ]
    guard let option = options.first(where: arguments.has) else { return nil }
    throw Failure(needingNetworkFor: option)
  }
}
