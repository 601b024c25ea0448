package import PlayheadAnalysis
package import PlayheadFiles
import PlayheadModel
package import PlayheadReporting

/// Groups of sessions as a table, for each metric.
package struct ResultsTable: Sendable {
  package var query: ResultsQuery
  package var groups: [ResultsQuery.Group]

  package init(_ query: ResultsQuery, _ groups: [ResultsQuery.Group]) {
    self.query = query
    self.groups = groups
  }

  /// The quantiles, with their names.
  private static let quantiles: [(name: String, key: String, share: Double)] = [
    ("median", "median", 0.5), ("p95", "p95", 0.95), ("p99", "p99", 0.99),
  ]

  private var hasIntervals: Bool { groups.contains { $0.intervals.contains { $0 != nil } } }

  /// The table of each metric, as text.
  package func text(_ style: TextStyle) -> String {
    guard !groups.isEmpty else { return "no sessions\n" }
    var lines: [String] = []
    for (number, metric) in query.metrics.enumerated() {
      if number > 0 { lines.append("") }
      lines.append(style.set(metric.rawValue, in: .bold))
      lines += table(number, metric).fitting(
        style.width, dropping: dropped
      ).lines(style)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The columns that narrow terminals do without, by their place.
  private var dropped: [Int] {
    let first = query.groups.count
    // p99, p95, the interval, the median, the count.
    return hasIntervals
      ? [first + 5, first + 2, first + 4, first + 3, first]
      : [first + 4, first + 3, first + 2, first]
  }

  private func table(_ number: Int, _ metric: SessionMetric) -> TextTable {
    let (heading, rows) = cells(number)
    return TextTable(heading: heading, rows: rows, words: Set(query.groups.indices))
  }

  /// The heading and the cells of the table of a metric.
  func cells(_ number: Int) -> (heading: [String], rows: [[String]]) {
    let metric = query.metrics[number]
    let heading =
      query.groups + ["sessions", "mean"] + (hasIntervals ? ["± 95 %"] : [])
      + Self.quantiles.map(\.name) + ["plays through"]
    return (
      heading,
      groups.map { group in
        let distribution = group.distributions[number]
        return group.key + ["\(group.count)", metric.text(distribution.mean)]
          + (hasIntervals ? [metric.text(group.intervals[number])] : [])
          + Self.quantiles.map { metric.text(distribution.quantile($0.share)) }
          + [percentText(group.playsThrough)]
      }
    )
  }

  // MARK: For programs

  private var columns: [String] {
    query.groups + ["metric", "sessions", "values", "mean"] + (hasIntervals ? ["interval95"] : [])
      + Self.quantiles.map(\.key) + ["playsThrough"]
  }

  private func row(_ group: ResultsQuery.Group, _ number: Int) -> [JSONValue] {
    let distribution = group.distributions[number]
    return group.key.map { .string($0) }
      + [
        .string(query.metrics[number].rawValue), .whole(group.count),
        .whole(distribution.count), .number(distribution.mean),
      ] + (hasIntervals ? [.number(group.intervals[number])] : [])
      + Self.quantiles.map { .number(distribution.quantile($0.share)) }
      + [.number(group.playsThrough)]
  }

  private var rows: [[JSONValue]] {
    query.metrics.indices.flatMap { number in groups.map { row($0, number) } }
  }

  /// A row for each group and metric, as CSV.
  package var csv: [UInt8] {
    var writer = CSVWriter()
    writer.write(columns)
    for row in rows { writer.write(row.map(\.cell)) }
    return writer.bytes
  }

  /// An object for each group and metric, as JSON.
  package var json: [UInt8] { jsonTable(columns, rows, schema: "playhead.results/1") }
}

/// A table as JSON: an object for each of `rows`.
package func jsonTable(_ columns: [String], _ rows: [[JSONValue]], schema: String) -> [UInt8] {
  var printer = JSONPrinter(openLevels: 2)
  printer.print(
    .members([
      "schema": .string(schema),
      "rows": .array(
        rows.map { row in
          .object(zip(columns, row).map { .init(key: $0, value: $1) })
        }),
    ]))
  return printer.bytes + [UInt8(ascii: "\n")]
}

extension JSONValue {
  /// A number as a program reads it back, or null; unbounded ones, which older results have, are
  /// null, too.
  package static func number(_ value: Double?) -> JSONValue {
    guard let value, value.isFinite else { return .null }
    if value == value.rounded(), abs(value) < 1e15 { return .integer(Int64(value)) }
    return .decimal("\(value)")
  }

  /// What stands in a field of CSV.
  package var cell: String {
    switch self {
    case .null: ""
    case .bool(let flag): flag ? "1" : "0"
    case .integer(let number): String(number)
    case .decimal(let text), .string(let text): text
    case .array, .object: ""
    }
  }

  /// A value of a column.
  package init(_ value: SQLiteValue) {
    self =
      switch value {
      case .null: .null
      case .integer(let number): .integer(number)
      case .real(let number): .number(number)
      case .text(let text): .string(text)
      }
  }
}

/// A share in percent, to a tenth.
package func percentText(_ share: Double) -> String {
  "\(decimals(share * 100, places: 1)) %"
}

/// `value` in decimals, rounded.
package func decimals(_ value: Double, places: Int) -> String {
  guard value.isFinite else { return value < 0 ? "-inf" : "inf" }
  var power = 1.0
  for _ in 0..<places { power *= 10 }
  let scaled = (value * power).rounded()
  guard abs(scaled) < 9e18 else { return "\(value)" }
  let whole = Int64(scaled)
  return decimalText(
    whole.magnitude, places: places, isNegative: whole < 0, trimmed: false)
}

extension SessionMetric {
  /// A mean or a quantile of the metric, with its unit where people need one.
  package func text(_ value: Double?) -> String {
    guard let value else { return "none" }
    guard value.isFinite else { return value < 0 ? "-inf" : "inf" }
    return switch kind {
    case .wallTime, .mediaTime: "\(decimals(value, places: 3)) s"
    case .share: percentText(value)
    case .rate: BitRate(bitsPerSecond: Int64(value.rounded())).rounded.text
    case .bytes: byteText(Int64(value.rounded()))
    case .count, .frequency, .score, .word, .flag: decimals(value, places: 2)
    }
  }
}
