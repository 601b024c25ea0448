package import PlayheadKit

/// The request log as JSON Lines, schema `playhead.served-request/1`: what is served, then each
/// request as it ends, an object a line with `type` first.
package enum RequestLines {
  /// The name of the schema.
  package static let schema = "playhead.served-request/1"

  /// The first line: what is served where, over which network.
  package static func opening(
    _ server: ThrottledServer, serving files: ServedFiles, over profile: BandwidthProfile,
    by transport: Transport
  ) -> [UInt8] {
    line([
      "type": .string("server"),
      "schema": .string(schema),
      "version": .string(PlayheadVersion.text),
      "url": .string(server.url()),
      "path": .string(files.path),
      "network": .members([
        "name": .string(profile.name),
        "meanBitsPerSecond": .rate(profile.meanRate),
        "notes": .array(profile.notes.map { .string($0) }),
      ]),
      "transport": .string(transport.name),
    ])
  }

  /// The line of `request`.
  package static func line(_ request: ServedRequest) -> [UInt8] {
    line([
      "type": .string("request"),
      "number": .whole(request.number),
      "session": .whole(request.session),
      "connection": .whole(request.connection),
      "method": .string(request.method),
      "path": .string(request.path),
      "range": .text(request.range),
      "userAgent": .text(request.userAgent),
      "status": .whole(request.status),
      "rangeFirstByte": .whole(request.firstOffset),
      "rangeLastByte": .whole(request.firstOffset.map { $0 + request.bytes - 1 }),
      "bytes": .integer(request.bytes),
      "sentBytes": .integer(request.sentBytes),
      "acknowledgedBytes": .whole(request.acknowledgedBytes),
      "askedSeconds": .seconds(request.asked),
      "headSeconds": .seconds(request.head),
      "firstByteSeconds": .seconds(request.firstByte),
      "lastByteSeconds": .seconds(request.lastByte),
      "endSeconds": .seconds(request.end),
      "droppedSeconds": .seconds(request.dropped),
      "endReason": .string(request.endReason.rawValue),
    ])
  }

  private static func line(_ members: KeyValuePairs<String, JSONValue>) -> [UInt8] {
    var printer = JSONPrinter(openLevels: 0)
    printer.print(.members(members))
    return printer.bytes + [UInt8(ascii: "\n")]
  }
}
