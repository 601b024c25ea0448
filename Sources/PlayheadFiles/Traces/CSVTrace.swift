import PlayheadModel

/// A CSV trace with a header: `seconds` or `duration_seconds`, `kbps` and, optionally,
/// `latency_ms`.
///
/// `seconds` is the time at which the row's rate begins. The first is 0, and the last row lasts as
/// long as the one before it; a single row is held. `duration_seconds` is the duration of the row's
/// rate. It can express every profile, so it is the column that is written.
enum CSVTrace {
  static let start = TraceQuantity.seconds("seconds")
  static let duration = TraceQuantity.seconds("duration_seconds")
  static let rate = TraceQuantity.kilobits("kbps")
  static let latency = TraceQuantity.milliseconds("latency_ms")
  static let columns = [start, duration, rate, latency].map(\.name)

  /// Whether the headings are others that can be understood: none of these, or all of them by their
  /// units.
  private static func isOther(_ header: CSVHeader, _ lines: TraceLines) -> Bool {
    guard !header.names.allSatisfy(columns.contains) else { return false }
    guard header.names.contains(where: columns.contains) else { return true }
    return header.names.allSatisfy { HeadedTrace.column($0) != nil }
  }

  static func read(_ lines: inout TraceLines) throws(ProfileError) -> IntervalList {
    guard try lines.next() else {
      throw ProfileError(.whole, "expected a header such as seconds,kbps")
    }
    let beginning = lines
    let header = CSVHeader(&lines)
    if isOther(header, beginning) {
      lines = beginning
      return try HeadedTrace.read(&lines)
    }
    for name in header.names where !columns.contains(name) {
      // Ignoring a misspelled latency column would simulate a different network.
      let nearest = name.nearest(in: columns)
      let hint = nearest.map { ": did you mean \($0)?" } ?? ": \(columns.joined(separator: ", "))"
      throw lines.text.refusal(ofLineAt: header.offset, "“\(name)” is none of the columns\(hint)")
    }
    let rate = try header.required(rate.name, in: lines.text)
    let latency = try header.index(of: latency.name, in: lines.text)
    let duration = try header.index(of: duration.name, in: lines.text)
    let begin = try header.index(of: start.name, in: lines.text)
    switch (begin, duration) {
    case (let start?, nil):
      return try readStarts(&lines, header, time: start, rate: rate, latency: latency)
    case (nil, let duration?):
      return try readDurations(&lines, header, time: duration, rate: rate, latency: latency)
    case (nil, nil):
      throw lines.text.refusal(
        ofLineAt: header.offset, "the header has no column seconds or duration_seconds")
    default:
      throw lines.text.refusal(
        ofLineAt: header.offset, "the header has both columns seconds and duration_seconds")
    }
  }

  private static func readDurations(
    _ lines: inout TraceLines, _ header: CSVHeader, time: Int, rate: Int, latency: Int?
  ) throws(ProfileError) -> IntervalList {
    var list = IntervalList()
    var fields: [Range<Int>] = []
    while try lines.next() {
      try header.readRow(&lines, into: &fields)
      try list.append(
        duration: try lines.text.value(fields[time], of: duration),
        bitsPerSecond: try lines.text.value(fields[rate], of: self.rate),
        latency: try latencyValue(latency, fields, lines), at: lines.lineStart, of: lines.text)
    }
    guard !list.isEmpty else { throw noRows }
    return list
  }

  private static func readStarts(
    _ lines: inout TraceLines, _ header: CSVHeader, time: Int, rate: Int, latency: Int?
  ) throws(ProfileError) -> IntervalList {
    var list = IntervalList()
    var fields: [Range<Int>] = []
    var row: (start: Int64, rate: Int64, latency: Int64)?
    var last: Int64 = 0
    while try lines.next() {
      try header.readRow(&lines, into: &fields)
      let start = try lines.text.value(fields[time], of: self.start)
      if let row {
        guard start >= row.start else {
          throw lines.text.refusal(
            at: fields[time].lowerBound,
            "seconds, the times at which rates begin, are less than in the row before; "
              + "the column of durations is called duration_seconds")
        }
        last = start - row.start
        try list.append(
          duration: last, bitsPerSecond: row.rate, latency: row.latency, at: lines.lineStart,
          of: lines.text)
      } else if start > 0 {
        throw lines.text.refusal(
          at: fields[time].lowerBound,
          "seconds are the times at which rates begin, and the first is 0; "
            + "the column of durations is called duration_seconds")
      }
      row = (
        start, try lines.text.value(fields[rate], of: self.rate),
        try latencyValue(latency, fields, lines)
      )
    }
    guard let row else { throw noRows }
    if list.isEmpty { list.afterwards = .holdsLast }
    try list.append(
      duration: last, bitsPerSecond: row.rate, latency: row.latency, at: lines.lineStart,
      of: lines.text)
    return list
  }

  private static func latencyValue(
    _ column: Int?, _ fields: [Range<Int>], _ lines: TraceLines
  ) throws(ProfileError) -> Int64 {
    guard let column else { return 0 }
    return try lines.text.value(fields[column], of: latency)
  }

  private static var noRows: ProfileError {
    ProfileError(.whole, "the header has no rows below it")
  }
}

extension CSVTrace {
  /// The file for `intervals`, with a latency column if any interval has a latency.
  static func bytes(_ intervals: [BandwidthProfile.Interval]) -> [UInt8] {
    bytes(intervals, time: duration) { $0.duration }
  }

  /// A file of a single row, which is held.
  static func constant(_ interval: BandwidthProfile.Interval) -> [UInt8] {
    bytes([interval], time: start) { _ in .zero }
  }

  private static func bytes(
    _ intervals: [BandwidthProfile.Interval], time: TraceQuantity,
    _ value: (BandwidthProfile.Interval) -> WallTime
  ) -> [UInt8] {
    let hasLatency = intervals.contains { $0.latency > .zero }
    var bytes = Array("\(time.name),\(rate.name)\(hasLatency ? ",\(latency.name)" : "")\n".utf8)
    for interval in intervals {
      bytes.append(value(interval).nanoseconds, places: 9)
      bytes.append(",")
      bytes.append(interval.rate.bitsPerSecond, places: 3)
      if hasLatency {
        bytes.append(",")
        bytes.append(interval.latency.nanoseconds, places: 6)
      }
      bytes.append("\n")
    }
    return bytes
  }
}
