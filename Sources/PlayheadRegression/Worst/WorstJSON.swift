import PlayheadAnalysis
import PlayheadFiles
import PlayheadModel
import PlayheadReporting

/// The least changes to a network in JSON, schema `playhead.worst/1`.
package enum WorstJSON {
  /// The document in UTF-8, with a newline at its end.
  package static func bytes(_ report: WorstReport) -> [UInt8] {
    var printer = JSONPrinter(openLevels: 4)
    let own = report.suiteCase
    printer.print(
      .members([
        "schema": .string("playhead.worst/1"),
        "media": .string(own.media.name),
        "network": .string(report.profile.name),
        "tcp": .string(own.transport.name),
        "player": .string(own.player.name),
        "rule": .text(own.rule?.text),
        "expectations": .array(own.expectations.map { .string($0.text) }),
        "isBroken": .bool(report.isBroken),
        "summary": .object(SessionJSON.summary(report.session.summary)),
        "cases": .array(report.findings.map(finding)),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }

  private static func finding(_ finding: WorstReport.Finding) -> JSONValue {
    let worst = finding.worst
    return .members([
      "family": .string(worst.family.rawValue),
      "depth": .ratio(worst.depth),
      "change": worst.change.map(change) ?? .null,
      "isComplete": .bool(worst.isComplete),
      "isExact": .bool(worst.evidence == .exact),
      "grid": grid(worst),
      "sessionCount": .whole(worst.sessionCount),
      "summary": finding.session.map { .object(SessionJSON.summary($0.summary)) } ?? .null,
      "fixture": finding.fixture.map(fixture) ?? .null,
    ])
  }

  private static func change(_ change: NetworkChange) -> JSONValue {
    switch change {
    case .scaled(let share): .members(["scale": .ratio(share)])
    case .rate(let rate): .members(["bitsPerSecond": .rate(rate)])
    case .latency(let added): .members(["addedLatencySeconds": .seconds(added)])
    case .dip(let start, let length, let depth):
      .members([
        "startSeconds": .seconds(start), "lengthSeconds": .seconds(length), "depth": .ratio(depth),
      ])
    case .lost(let fault): .members(["fault": .string(fault.text)])
    case .window(let start, let length):
      // Nothing is missing in it, unlike in a dip.
      .members([
        "startSeconds": .seconds(start), "lengthSeconds": .seconds(length), "depth": .null,
      ])
    }
  }

  private static func grid(_ worst: WorstCase) -> JSONValue {
    guard case .grid(let grid) = worst.evidence else { return .null }
    let isShare = worst.family == .rates
    let sizes = grid.sizes.map { size -> JSONValue in
      isShare
        ? .ratio(Ratio(millionths: 1_000_000 - size)) : .seconds(WallTime(nanoseconds: size))
    }
    let resolution: JSONValue =
      isShare
      ? .ratio(Ratio(millionths: grid.resolution))
      : .seconds(WallTime(nanoseconds: grid.resolution))
    return .members([
      "sizes": .array(sizes), "resolution": resolution,
      "placeStepSeconds": .seconds(grid.placeStep), "placeCount": .whole(grid.placeCount),
    ])
  }

  private static func fixture(_ fixture: WorstFixture) -> JSONValue {
    .members([
      "isMinimal": .bool(fixture.isMinimal),
      "faults": .array(fixture.faults.map { .string($0.text) }),
      "intervals": .array(
        fixture.profile.intervals.enumerated().map { number, interval in
          .members([
            "durationSeconds": number == fixture.profile.intervals.count - 1
              ? .null : .seconds(interval.duration),
            "bitsPerSecond": .rate(interval.rate),
            "latencySeconds": .seconds(interval.latency),
          ])
        }),
    ])
  }
}
