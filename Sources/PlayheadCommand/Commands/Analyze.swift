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
      .network, .latency,
      .startupBuffer, .resumeBuffer, .maxBuffer, .tick, .limit,
      .tracks, .decode, .noCache,
      .format, .output, .color, .ascii, .quiet, .verbose,
    ],
    examples: [
      Command.Example(
        words: "playhead analyze movie.mp4 --network 4mbit --latency 60ms",
        help: "Does it play without a stall on 4 Mbit/s?"),
      Command.Example(
        words: "playhead analyze movie.mp4 -n drive.csv --format json -o session.json",
        help: "The session on a recorded network, tick by tick, for a program"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    throw Failure(.defect, "not there yet", at: "analyze")
  }
}
