import PlayheadFiles
import PlayheadLadder
import PlayheadModel

/// What the JSON report of a session says of a live event.
enum LiveJSON {
  /// What came of the event, with how far the viewer was behind.
  static func value(_ live: LiveRecord, _ latency: LiveLatency?) -> JSONValue {
    .members([
      "joinMediaSeconds": live.start.map { .seconds($0) } ?? .null,
      "holdBackSeconds": live.start.map { _ in .seconds(live.holdBack) } ?? .null,
      "latency": latency.map(self.latency) ?? .null,
      "budget": live.budget.map(budget) ?? .null,
      "reloadCount": .whole(live.reloadCount),
      "unchangedReloadCount": .whole(live.unchangedCount),
      "refusedCount": .whole(live.refusedCount),
      "jumps": .array(live.jumps.map(jump)),
      "rates": .array(
        live.rates.map { change in
          .members([
            "wallSeconds": .seconds(change.wallTime), "rate": .decimal(change.rate.text),
          ])
        }),
    ])
  }

  /// The keys of the metrics of live events, in their order.
  static let latencyKeys = ["meanSeconds", "percentile95Seconds", "startSeconds", "endSeconds"]

  private static func latency(_ latency: LiveLatency) -> JSONValue {
    .members([
      "meanSeconds": .seconds(latency.mean),
      "percentile95Seconds": .seconds(latency.percentile95),
      "startSeconds": .seconds(latency.start),
      "endSeconds": .seconds(latency.end),
      "course": .array(
        latency.course.map { point in
          .members([
            "wallSeconds": .seconds(point.wallTime), "latencySeconds": .seconds(point.latency),
          ])
        }),
    ])
  }

  private static func budget(_ budget: LatencyBudget) -> JSONValue {
    .members([
      "publishingSeconds": .seconds(budget.publishing),
      "segmentSeconds": .seconds(budget.segment),
      "manifestSeconds": .seconds(budget.manifest),
      "loadingSeconds": .seconds(budget.loading),
      "bufferSeconds": .seconds(budget.buffer),
    ])
  }

  private static func jump(_ jump: LiveRecord.Jump) -> JSONValue {
    .members([
      "wallSeconds": .seconds(jump.wallTime),
      "fromMediaSeconds": .seconds(jump.range.start),
      "toMediaSeconds": .seconds(jump.range.end),
    ])
  }
}
