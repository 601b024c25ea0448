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
      .format,
    ] + Option.sessionText + [.durations, .output, .color, .ascii, .quiet, .verbose],
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
    try arguments.checkSessionText()
    let link = try Link(following: arguments.network())
    var plan = try SessionPlan(arguments)
    let location = arguments.operands[0]
    try context.refuseOverwriting(
      [location, arguments.value(.network), arguments.playerPath].compactMap(\.self),
      by: arguments.value(.output))

    let media = try media(at: location, &plan, arguments, context)
    var simulation = plan.simulation(of: media, over: link)
    while simulation.step() { try context.checkInterruption() }
    try context.checkInterruption()
    let report = SessionReport(
      media: media, link: link, transport: plan.transport, policy: plan.policy,
      session: simulation.session)
    try context.deliver(bytes(of: report, arguments, context), to: arguments.value(.output))
    return .ok
  }

  /// Reads the file, and says what of it is missing.
  private static func media(
    at location: String, _ plan: inout SessionPlan, _ arguments: ParsedArguments,
    _ context: Context
  ) throws(Failure) -> MediaDescription {
    var reading = try MediaLoading(arguments: arguments, context: context)
      .read(location, tracks: plan.tracks)
    let presentation = try plan.presentation(of: reading.index, name: location)
    // From here on nobody asks for samples, of which a long file has many.
    reading.index.samples = []
    let media = MediaDescription(
      name: location, index: reading.index, presentation: presentation,
      decoding: reading.decoding)
    for loss in media.losses { context.diagnostics.note("\(location): \(loss)") }
    return media
  }

  private static func bytes(
    of report: SessionReport, _ arguments: ParsedArguments, _ context: Context
  ) -> [UInt8] {
    switch arguments.choice(.format) ?? OutputFormat.text {
    case .json: SessionJSON.bytes(report)
    case .text:
      SessionText.bytes(
        report, style: arguments.textStyle(context),
        contents: arguments.contents(of: report.session, context))
    }
  }
}
