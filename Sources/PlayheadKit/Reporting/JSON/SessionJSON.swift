/// The JSON report of a session, schema `playhead.session/1`.
///
/// Seconds carry `Seconds`, rates `BitsPerSecond`, sizes `Bytes`; numbers are exact; what does not
/// exist is null.
public enum SessionJSON {
  /// The report in UTF-8, with a newline at its end.
  public static func bytes(_ report: SessionReport) -> [UInt8] {
    var printer = JSONPrinter(openLevels: 2)
    printer.print(
      .members([
        "schema": .string("playhead.session/1"),
        "media": media(report.media),
        "network": network(report.link, report.transport),
        "player": PlayerJSON.value(report.policy),
        "summary": .object(summary(report.summary)),
        "stalls": .array(report.session.stalls.map(stall)),
        "seeks": .array(report.session.seeks.map(seek)),
        "events": .array(report.session.events.map { .object(members(of: $0)) }),
        "ticks": .array(report.session.ticks.map(TickJSON.value)),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  static func media(_ media: MediaDescription) -> JSONValue {
    .members([
      "path": .string(media.name),
      "bytes": .integer(media.index.bytes),
      "durationSeconds": .seconds(media.presentation.duration),
      "container": .string(media.index.container),
      "bitRateBitsPerSecond": .rate(media.averageRate),
      "isFastStart": .bool(media.index.isFastStart),
      "tracks": .array(media.index.tracks.map { track($0, media) }),
    ])
  }

  private static func track(_ track: Track, _ media: MediaDescription) -> JSONValue {
    let decoded = media.decoding?.report(on: track.id)
    return .members([
      "number": .whole(track.id),
      "kind": .string(track.kind.rawValue),
      "isPlayed": .bool(media.presentation.tracks.contains(track.id)),
      "codec": .string(track.codec),
      "profile": .text(track.profile),
      "language": .text(track.language),
      "bitRateBitsPerSecond": .rate(track.bitRate),
      "width": .whole(track.dimensions?.width),
      "height": .whole(track.dimensions?.height),
      "frameRate": .text(track.frameRate.map { "\($0.numerator)/\($0.denominator)" }),
      "sampleRate": .whole(track.sampleRate),
      "channels": .whole(track.channels),
      "samples": .whole(track.sampleCount),
      "syncSamples": .whole(track.syncSampleCount),
      "missingSamples": .whole(
        track.announcedSampleCount.map { max(0, $0 - track.sampleCount) }),
      "missingSeconds": .seconds(media.missingTime),
      "framesDecoded": .whole(decoded?.frames),
      "undecodable": decoded.map { report in
        .array(report.undecodable.map { range(media.fromOrigin($0)) })
      } ?? .null,
    ])
  }

  static func range(_ range: TimeRange) -> JSONValue {
    .members(["startSeconds": .seconds(range.start), "endSeconds": .seconds(range.end)])
  }

  static func network(_ link: Link, _ transport: Transport) -> JSONValue {
    .members([
      "name": .string(link.profile.name),
      "notes": .array(link.profile.notes.map { .string($0) }),
      "intervals": .whole(link.profile.intervals.count),
      "meanBitsPerSecond": .rate(link.profile.meanRate),
      "tcp": .string(transport.name),
    ])
  }

  static func summary(_ summary: SessionSummary) -> [JSONValue.Member] {
    SessionMetric.allCases.map { .init(key: $0.rawValue, value: .metric(summary[$0])) }
  }

  static func stall(_ stall: Stall) -> JSONValue {
    .members([
      "number": .whole(stall.number),
      "startSeconds": .seconds(stall.start),
      "mediaSeconds": .seconds(stall.mediaTime),
      "durationSeconds": .seconds(stall.duration),
      "isOpen": .bool(stall.isOpen),
    ])
  }

  static func seek(_ seek: Seek) -> JSONValue {
    .members([
      "number": .whole(seek.number),
      "startSeconds": .seconds(seek.start),
      "fromSeconds": .seconds(seek.from),
      "toSeconds": .seconds(seek.to),
      "latencySeconds": .seconds(seek.latency),
    ])
  }
}
