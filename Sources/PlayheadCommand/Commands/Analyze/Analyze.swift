import MediaReading
import PlayheadKit

/// `playhead analyze`: plays a file over a network and reports the session.
enum Analyze {
  static let command = Command(
    name: "analyze",
    abstract: "Play a media file over a network: startup, stalls, buffer",
    operands: [
      Command.Operand(
        placeholder: "FILE|URL",
        help: "The media: a file, an http(s) URL, or - for standard input",
        kind: .file)
    ],
    options: [
      .network, .networkFormat, .latency, .scale, .offset, .hold, .jitter, .loss, .seed,
      .tcp, .tls, .lowData,
    ] + Option.policy + [
      .action, .loop, .tick, .limit, .startupLimit, .tracks, .decode, .noCache,
      .format, .metric,
    ] + Option.sessionText + [.durations, .output, .color, .ascii, .quiet, .verbose],
    examples: [
      Command.Example(
        words: "playhead analyze Fixtures/clips/faststart.mp4",
        help: "On which networks does it play without a stall?"),
      Command.Example(
        words: "playhead analyze Fixtures/clips/faststart.mp4 --network 800k --latency 50ms",
        help: "Does it stall at 800 kbit/s?"),
      Command.Example(
        words: "playhead analyze Fixtures/clips/faststart.mp4 -n 3g --do '5s seek 15'",
        help: "How long does a seek take on 3G?"),
      Command.Example(
        words: "playhead analyze Fixtures/clips/vp9-opus.webm -n Fixtures/traces/commute.json "
          + "--player Fixtures/players/cautious.yaml --format json",
        help: "A recorded network and a player policy, as JSON"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    guard arguments.has(.network) else { return try OverviewCommand.run(arguments, context) }
    try OverviewCommand.refuseOptionsOfOverviews(arguments)
    // All that can be wrong with the command line is told before a long reading begins.
    let link = try Link(following: arguments.network())
    var plan = try SessionPlan(arguments)
    let output = try SessionOutput(arguments, context)
    let location = arguments.mediaLocation
    try context.refuseOverwriting(
      [location, arguments.value(.network), arguments.playerPath].compactMap(\.self),
      by: arguments.value(.output))

    let media = try media(at: location, &plan, arguments, context)
    var run = SessionRun(of: media, over: link, by: plan)
    let path = arguments.value(.output)
    switch output {
    case .lines:
      try context.deliver(to: path) { write throws(Failure) in
        try run.writeLines(in: context, to: write)
      }
    case .whole(let bytes):
      let report = try run.play(in: context)
      try context.deliver(bytes(report), to: path)
    }
    return .ok
  }

  /// Reads the file and reports its missing parts.
  static func media(
    at location: String, _ plan: inout SessionPlan, _ arguments: ParsedArguments,
    _ context: Context
  ) throws(Failure) -> MediaDescription {
    try MediaLoading(arguments: arguments, context: context)
      .media(at: location, tracks: plan.tracks) { presentation throws(Failure) in
        try plan.fit(to: presentation.duration)
      }
  }
}
