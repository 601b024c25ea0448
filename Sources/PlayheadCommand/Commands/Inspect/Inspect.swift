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
        help: "The media: files, http(s) URLs, or - for standard input", kind: .file,
        isRepeatable: true)
    ],
    options: [
      .failOn,
      .network.withDefault("120 % of the file's mean rate, 50 ms of latency"), .networkFormat,
      .latency.with(brief: nil), .scale, .offset, .hold, .jitter, .loss, .seed, .tcp, .tls,
      .player, .tracks, .inspectDecode,
    ] + Option.ofLimits + Option.download + [
      .inspectFormat, .durations, .output, .color, .ascii, .quiet, .verbose,
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
    let inspecting = try Inspecting(arguments, context)
    let style = arguments.textStyle(context)
    var files: [InspectedFile] = []
    var codes: [ExitCode] = []
    let format = inspecting.format
    try context.deliver(to: arguments.value(.output)) { write throws(Failure) in
      for (number, location) in arguments.operands.enumerated() {
        try context.checkInterruption()
        let (file, code) = try inspecting.file(at: location)
        codes.append(code)
        if format == .text {
          let isFirst = !files.contains { $0.report != nil }
          let text = format.rest(of: [file], style: style).bytes
          if !text.isEmpty { try write((isFirst ? [] : [UInt8(ascii: "\n")]) + text) }
        }
        files.append(file)
        if format != .text, number == arguments.operands.count - 1 {
          context.whereabouts.enter(.delivering)
          try write(format.rest(of: files, style: style).bytes)
        }
      }
    }
    return ExitCode(worstOf: codes)
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
