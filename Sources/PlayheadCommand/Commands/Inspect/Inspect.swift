import MediaReading
import PlayheadKit

/// `playhead inspect`: what about files matters for buffering, and what to do about it.
enum Inspect {
  static let command = Command(
    name: "inspect",
    abstract: "Review how files are encoded and packaged for streaming",
    operands: [
      Command.Operand(
        placeholder: "FILE|URL",
        help: "The media: files, HLS or DASH, http(s) URLs, or - for standard input", kind: .file,
        isRepeatable: true)
    ],
    options: [
      .failOn,
      .network.withDefault("120 % of the file's mean rate, 50 ms of latency"), .networkFormat,
      .latency.with(brief: nil), .scale, .offset, .hold, .jitter, .loss, .seed, .tcp, .tls,
      .player, .tracks, .inspectDecode,
    ] + Option.manifestReading + Option.ofLimits + Option.download + [
      .inspectFormat, .details, .durations, .output, .color, .ascii, .quiet, .verbose,
    ],
    examples: [
      Command.Example(
        words: "playhead inspect Fixtures/clips/moov-at-end.mp4",
        help: "What delays this file, and which command mends it?"),
      Command.Example(
        words:
          "playhead inspect Fixtures/clips/faststart.mp4 --fail-on error --format sarif -o media.sarif",
        help: "Findings for a code host; exit 1 if one is an error"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    let inspecting = try Inspecting(arguments)
    return try OperandInspection(arguments, context, inspecting).run()
  }
}
