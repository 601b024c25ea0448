package import PlayheadAnalysis
package import PlayheadFiles
import PlayheadLadder
import PlayheadModel

/// A session as its report tells it: how to run it again, and how it went.
package struct ReportedSession: Sendable {
  /// How to run it again.
  package let record: SessionRecord
  /// How it went.
  package let session: ComparedSession

  /// Reads the report, in JSON or JSON Lines, in the file at `path`.
  ///
  /// - Throws: ``SourceFileError`` if it cannot be read, or does not hold what it takes.
  package init(path: String) throws(SourceFileError<JSONError>) {
    self = try SourceFileError.reading(path, atMost: SessionRecord.maximumBytes) {
      (contents: [UInt8]) throws(JSONError) in
      try ReportedSession(contents: contents)
    }
  }

  /// Reads a report.
  ///
  /// JSON Lines have no rows of a timeline.
  ///
  /// - Parameter contents: all bytes of the file.
  /// - Throws: ``JSONError`` if it is not one, or does not hold what it takes.
  package init(contents: [UInt8]) throws(JSONError) {
    let (report, lines) = try SessionRecordReading.document(
      contents, results: ["summary", "adaptation", "live", "stalls", "events", "ticks"])
    record = try SessionRecordReading.checkedRecord(report)
    let isWhole = report.has("summary")
    let summary = isWhole ? try report.member("summary") : try Self.summary(report, lines)
    session = ComparedSession(
      media: MediaIdentity(
        path: record.mediaPath, bytes: record.mediaBytes, indexDigest: record.indexDigest,
        tracks: try SessionRecordReading.playedTracks(report)),
      contentDigest: record.contentDigest,
      duration: try report.member("media").member("durationSeconds").seconds(),
      adaptation: record.ladder?.adaptation,
      link: NetworkLink(following: try ScenarioReading.profile(try report.member("network"))),
      transport: record.transport, policy: record.policy, actions: record.actions,
      repeats: record.loops - 1,
      limit: try report.member("run").member("limitSeconds").seconds(),
      metrics: try Self.metrics(summary, record, isWhole ? report : summary),
      stalls: try (isWhole ? report : summary).member("stalls").list { reader throws(JSONError) in
        try Self.stall(reader)
      },
      events: isWhole
        ? try report.member("events").list { reader throws(JSONError) in
          try EventReading.event(reader)
        } : try Self.events(lines),
      ticks: isWhole
        ? try report.member("ticks").list { reader throws(JSONError) in try Self.tick(reader) }
        : [])
  }

  /// The last line of JSON Lines.
  private static func summary(
    _ report: JSONReader, _ lines: [JSONReader]
  ) throws(JSONError) -> JSONReader {
    guard let last = lines.last, try last.member("type").string() == "summary" else {
      throw report.refusal("the summary is missing: the report ends before its session does")
    }
    return last
  }

  private static func events(_ lines: [JSONReader]) throws(JSONError) -> [Event] {
    var events: [Event] = []
    for line in lines where try line.member("type").string() == "event" {
      events.append(try EventReading.event(line))
    }
    return events
  }

  /// The metrics of `summary` and, of a ladder, those of adaptation, which are in `outcome`.
  private static func metrics(
    _ summary: JSONReader, _ record: SessionRecord, _ outcome: JSONReader
  ) throws(JSONError) -> MetricValues {
    var values = record.ladder == nil ? [:] : try adaptation(outcome.member("adaptation"))
    if record.ladder != nil, outcome.has("live") {
      try outcome.optional("live") { live throws(JSONError) in
        try live.optional("latency") { latency throws(JSONError) in
          for (metric, key) in zip(SessionMetric.ofLive, LiveJSON.latencyKeys) {
            values[metric] = .mediaTime(try latency.member(key).signedSeconds())
          }
          try moves(live, into: &values)
        }
      }
    }
    // An older report may not have all of today's.
    for metric in SessionMetric.allCases where summary.has(metric.rawValue) {
      values[metric] = .some(
        try summary.optional(metric.rawValue) { value throws(JSONError) in
          try Self.value(value, of: metric)
        })
    }
    // Earlier versions wrote none.
    guard summary.has(SessionJSON.lowerBoundsKey) else { return values }
    _ = try summary.optional(SessionJSON.lowerBoundsKey) { names throws(JSONError) in
      try names.list { name throws(JSONError) in
        let metric = SessionMetric(rawValue: try name.string())
        guard let metric, let value = values[metric] ?? nil, !value.isLowerBound else {
          throw name.refusal("invalid name of a metric")
        }
        values[metric] = .atLeast(value)
      }
    }
    return values
  }

  /// What a player did to stay near the edge of a live event.
  private static func moves(
    _ live: JSONReader, into values: inout MetricValues
  ) throws(JSONError) {
    let rates = try live.member("rates").list { change throws(JSONError) in
      try change.member("wallSeconds").seconds() as WallTime
    }
    let jumps = try live.member("jumps").list { jump throws(JSONError) -> MediaTime in
      try jump.member("toMediaSeconds").signedSeconds()
        - jump.member("fromMediaSeconds").signedSeconds()
    }
    values[.liveRateChangeCount] = .some(.count(Int64(rates.count)))
    values[.liveJumpCount] = .some(.count(Int64(jumps.count)))
    values[.liveSkippedSeconds] = .mediaTime(jumps.reduce(.zero, +))
  }

  private static func adaptation(_ reader: JSONReader) throws(JSONError) -> MetricValues {
    var values: MetricValues = [:]
    for metric in SessionMetric.ofAdaptation where reader.has(metric.rawValue) {
      values[metric] = .some(
        try reader.optional(metric.rawValue) { value throws(JSONError) in
          try Self.value(value, of: metric)
        })
    }
    let times = try reader.member("secondsAtLevel").list { value throws(JSONError) -> MediaTime in
      try value.seconds()
    }
    let played = times.reduce(.zero, +)
    for (level, time) in times.enumerated() {
      values[.secondsAtLevel(level)] = .mediaTime(time)
      values[.shareAtLevel(level)] = .some(Ratio(time, of: played).map { .ratio($0) })
    }
    return values
  }

  private static func value(
    _ reader: JSONReader, of metric: SessionMetric
  ) throws(JSONError) -> MetricValue {
    switch reader.node.content {
    case .bool(let flag) where metric.kind == .flag: return .flag(flag)
    case .string(let text):
      guard metric.kind == .word, let value = MetricValue(plainText: text, of: metric) else {
        break
      }
      return value
    case .number where metric.kind.isOrdered:
      let places = metric.kind.places
      let units =
        metric.kind == .score
        ? try reader.signedDecimal(power: places, atMost: .max)
        : try reader.decimal(power: places, atMost: .max)
      guard let value = MetricValue(units: units, of: metric.kind) else { break }
      return value
    default: break
    }
    throw reader.refusal("invalid value")
  }

  private static func stall(_ reader: JSONReader) throws(JSONError) -> Stall {
    Stall(
      number: Int(try reader.member("number").whole(in: 1...Int64(Int32.max))),
      start: try reader.member("startSeconds").seconds(),
      mediaTime: try reader.member("mediaSeconds").seconds(),
      elapsed: try reader.member("durationSeconds").seconds(),
      isOpen: try reader.member("isOpen").bool())
  }

  private enum PhaseName: String, CaseIterable {
    case playing, startup, stalled, seeking, paused, ended
  }

  private static func tick(_ reader: JSONReader) throws(JSONError) -> ComparedTick {
    var loaded = TimeRangeSet()
    _ = try reader.member("loadedTimeRanges").list { range throws(JSONError) in
      let start: MediaTime = try range.member("startSeconds").seconds()
      let end: MediaTime = try range.member("endSeconds").seconds()
      guard start <= end else { throw range.refusal("it ends before it begins") }
      loaded.insert(TimeRange(start: start, end: end))
    }
    let phase: PlaybackModel.Phase =
      switch try reader.member("phase").choice(of: PhaseName.self) {
      case .playing: .playing
      case .startup: .waiting(.startup)
      case .stalled: .waiting(.stall)
      case .seeking: .waiting(.seek)
      case .paused: .paused
      case .ended: .ended
      }
    return ComparedTick(
      wallTime: try reader.member("wallSeconds").seconds(),
      mediaTime: try reader.member("mediaSeconds").seconds(),
      progress: try reader.member("progress").ratio(), loadedTimeRanges: loaded, phase: phase,
      rate: try reader.member("state").string() == TimeControlStatus.playing.name
        ? try ScenarioReading.rate(reader) : .normal,
      isPlaybackBufferFull: try reader.member("isPlaybackBufferFull").bool())
  }
}
