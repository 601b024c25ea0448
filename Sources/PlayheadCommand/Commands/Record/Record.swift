import MediaReading
import PlayheadKit

/// `playhead record`: keeps the manifests of a live event as they change, and sizes its segments.
enum Record {
  static let command = Command(
    name: "record",
    abstract: "Record what a live stream publishes, and when",
    operands: [
      Command.Operand(
        placeholder: "URL",
        help: "The http(s) URL of a multivariant playlist, a media playlist or an MPD")
    ],
    options: [
      .recordingFolder, .recordingLength, .variant, .reload, .withMedia, .maximumFiles,
    ] + Option.download + [.quiet, .verbose],
    examples: [
      Command.Example(
        words: "playhead record https://example.com/live/main.m3u8 -o event/ --for 10m",
        help: "Ten minutes of a stream"),
      Command.Example(
        words: "playhead record https://example.com/live/main.m3u8 -o event/ --reload 1s",
        help: "Until it ends, with the times of its playlists to a second"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    let url = arguments.operands[0]
    guard url.isWebURL else {
      throw Failure(
        .usage, "cannot record", at: url, why: "live streams are recorded from http(s) URLs")
    }
    guard let folder = arguments.value(.recordingFolder), !folder.isEmpty else {
      throw Failure(
        .usage, "missing option", at: Option.recordingFolder.spelling,
        why: "a folder to record into is needed", hint: "write -o event/")
    }
    let options = try RecordingOptions(url, into: folder.withoutSlash, arguments)
    let (end, tally) = try EventRecordingRun(arguments: arguments, context: context).run(options)
    let words: String
    switch end {
    case .ended: words = "the event has ended"
    case .complete: words = "the time is over"
    case .limit(let limit): words = limit
    case .interrupted: throw .interrupted
    }
    let time = WallTime(nanoseconds: tally.elapsed).secondsText(places: 1)
    try context.output.write(
      Array("\(options.folder): \(time) s, \(tally.words); \(words)\n".utf8))
    return .ok
  }
}

extension String {
  /// The path of a folder without slashes at its end.
  var withoutSlash: String {
    var path = self
    while path.hasSuffix("/"), path.count > 1 { path.removeLast() }
    return path
  }
}
