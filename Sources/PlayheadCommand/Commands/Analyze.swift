import MediaReading
import PlayheadKit

/// `playhead analyze`: plays a file over a network and tells how it went.
enum Analyze {
  static let command = Command(
    name: "analyze",
    abstract: "Play a media file over a simulated network and report startup, stalls and buffer",
    operands: [
      Command.Operand(
        placeholder: "FILE|URL", help: "The media to play, a file or an http(s) URL", kind: .file)
    ],
    options: [
      .network, .networkFormat, .latency, .scale, .offset, .hold, .jitter, .loss, .seed,
      .tcp, .tls, .lowData,
    ] + Option.policy + [
      .action, .loop, .tick, .limit, .tracks, .decode, .noCache,
      .format, .output, .color, .ascii, .quiet, .verbose,
    ],
    examples: [
      Command.Example(
        words: "playhead analyze movie.mp4 --network 4mbit --latency 60ms",
        help: "Does it play without a stall on 4 Mbit/s?"),
      Command.Example(
        words: "playhead analyze movie.mp4 -n drive.json --format json -o session.json",
        help: "The session on a recorded network, tick by tick, for a program"),
      Command.Example(
        words: "playhead analyze movie.mp4 -n 4M --player cautious.yaml --do '10s seek 1:00'",
        help: "How long does a seek take in a player described in a file?"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    // All that can be wrong with the command line is told before a long reading begins.
    let link = try Link(following: arguments.network())
    let transport = try arguments.transport()
    let policy = try arguments.policy()
    let actions = try arguments.userActions()
    let loops = try arguments.loops()
    var options = try arguments.sessionOptions()
    let tracks = try arguments.trackNumbers()

    let location = arguments.operands[0]
    try context.refuseOverwriting(
      [location, arguments.value(.network), arguments.playerPath].compactMap(\.self),
      by: arguments.value(.output))
    var reading = try MediaLoading(arguments: arguments, context: context)
      .read(location, tracks: tracks)
    let presentation = try presentation(of: reading.index, tracks: tracks, name: location)
    if options.limit == nil {
      options.limit = SessionOptions.defaultLimit(for: presentation.duration, loops: loops)
    }
    try check(options, for: presentation.duration)
    // From here on nobody asks for samples, of which a long file has many.
    reading.index.samples = []
    let media = MediaDescription(
      name: location, index: reading.index, presentation: presentation,
      decoding: reading.decoding)
    for loss in media.losses { context.diagnostics.note("\(location): \(loss)") }

    var simulation = Simulation(
      presentation, resourceBytes: reading.index.bytes, link: link, transport: transport,
      policy: policy, actions: actions, repeats: loops - 1, options: options)
    while simulation.step() { try context.checkInterruption() }
    try context.checkInterruption()
    let report = SessionReport(
      media: media, link: link, transport: transport, policy: policy, session: simulation.session)
    try context.deliver(bytes(of: report, arguments, context), to: arguments.value(.output))
    return .ok
  }

  private static func check(
    _ options: SessionOptions, for duration: MediaTime
  ) throws(Failure) {
    guard options.hasTooManyRows(for: duration), let tick = options.tickInterval else { return }
    throw Failure(
      badValue: tick.secondsText, of: .tick,
      why: "the timeline could come to more than \(SessionOptions.mostRows) rows",
      hint: "write a longer \(Option.tick.spelling) or a shorter \(Option.limit.spelling)")
  }

  private static func presentation(
    of index: MediaIndex, tracks: [Int]?, name: String
  ) throws(Failure) -> Presentation {
    do {
      return try Presentation(index, tracks: tracks)
    } catch {
      throw Failure(.badData, "cannot play", at: name, why: "nothing of its tracks is ever shown")
    }
  }

  private static func bytes(
    of report: SessionReport, _ arguments: ParsedArguments, _ context: Context
  ) -> [UInt8] {
    switch arguments.choice(.format) ?? OutputFormat.text {
    case .json: SessionJSON.bytes(report)
    case .text: Array(SessionText.text(report, style: arguments.textStyle(context)).utf8)
    }
  }
}
