package import PlayheadAnalysis
import PlayheadFiles
import PlayheadModel
package import PlayheadReporting

/// Two files of results, session by session.
package struct ResultsComparison: Sendable {
  /// How a metric differs.
  package struct Metric: Sendable {
    package var metric: SessionMetric
    /// How the values differ; `nil` if no pair has both.
    package var difference: PairedDifference?
    /// The pairs of which only the session after is unbounded, and only the one before.
    package var unboundedNow: Int
    package var unboundedBefore: Int
    /// Whether the mean is worse for the viewer, by more than is tolerated.
    package var isRegression: Bool
    /// The sessions that got worse most.
    package var worst: [Pair]
  }

  /// Two sessions that play the same.
  package struct Pair: Hashable, Sendable {
    package var former: Int64
    package var session: Int64
    package var words: [String]
    package var formerValue: Double
    package var value: Double
  }

  package var paths: (former: String, latter: String)
  package var metrics: [Metric]
  /// The sessions of which there is only one.
  package var onlyFormer: Int
  package var onlyLatter: Int

  /// Whether any metric got worse by more than is tolerated.
  package var hasRegression: Bool { metrics.contains(where: \.isRegression) }
}

extension ResultsReader {
  /// What pairs sessions: the same media, network, player, rule and change by name, whatever their
  /// contents.
  private static let pairing = ["media", "network", "player", "rule", "whatIf"]

  /// This file, as it was before, and the one at `path`.
  ///
  /// - Parameters:
  ///   - path: the results to compare with these.
  ///   - metrics: what to compare.
  ///   - condition: a condition in SQL on the columns of both; `nil` for all sessions.
  ///   - tolerances: by how much a mean may be worse.
  ///   - seed: the seed of the bootstrap.
  /// - Returns: the comparison.
  /// - Throws: ``ResultsError`` if either file cannot be read, or the condition is wrong.
  package func comparison(
    with path: String, by metrics: [SessionMetric], where condition: String?,
    tolerances: Tolerances, seed: UInt64
  ) throws(ResultsError) -> ResultsComparison {
    // Opened for its checks, then by this connection.
    _ = try ResultsReader(path: path)
    return try reading { database throws(SQLiteError) in
      try database.execute("ATTACH ? AS latter", [.text(path)])
      let condition = condition.map { " WHERE (\($0)\n)" } ?? ""
      try database.execute("PRAGMA temp_store = MEMORY")
      let names = Self.pairing.joined(separator: ", ")
      for (table, schema) in [("one", "main"), ("other", "latter")] {
        let version = try database.integer("PRAGMA \(schema).user_version") ?? 0
        let columns = metrics.map { ResultsSchema.column(of: $0, version: version) }
          .joined(separator: ", ")
        try database.execute(
          "CREATE TEMP TABLE \(table) AS SELECT session, \(names), \(columns) FROM \(schema).results"
            + condition)
        try database.execute("CREATE INDEX temp.\(table)Pairs ON \(table) (\(names))")
      }
      let using = "JOIN other USING (\(names))"
      var compared: [ResultsComparison.Metric] = []
      for metric in metrics {
        compared.append(
          try Self.compare(metric, in: database, using, tolerances[metric], seed: seed))
      }
      return ResultsComparison(
        paths: (self.path, path), metrics: compared,
        onlyFormer: try Self.countLonely("one", beside: "other", in: database),
        onlyLatter: try Self.countLonely("other", beside: "one", in: database))
    }
  }

  /// How many sessions of `table` have none like them in another one.
  private static func countLonely(
    _ table: String, beside other: String, in database: borrowing SQLiteConnection
  ) throws(SQLiteError) -> Int {
    let names = pairing.joined(separator: ", ")
    let count = try database.integer(
      "SELECT count(*) FROM (SELECT \(names) FROM \(table) EXCEPT SELECT \(names) FROM \(other))")
    return Int(count ?? 0)
  }

  private static func compare(
    _ metric: SessionMetric, in database: borrowing SQLiteConnection, _ using: String,
    _ tolerance: Tolerance, seed: UInt64
  ) throws(SQLiteError) -> ResultsComparison.Metric {
    let name = metric.rawValue
    let statement = try database.prepare(
      """
      SELECT one.session, other.session, media, network, player, rule, whatIf,
        one.\(name), other.\(name)
      FROM one \(using)
      WHERE one.\(name) IS NOT NULL AND other.\(name) IS NOT NULL
      ORDER BY media, network, player, rule, whatIf, one.session
      """)
    var pairs: [(former: Double, value: Double)] = []
    var worst: [ResultsComparison.Pair] = []
    var (now, before) = (0, 0)
    let sign = metric.preference == .higher ? -1.0 : 1
    while try statement.step() {
      let (former, value) = (statement.real(7), statement.real(8))
      pairs.append((former, value))
      if value.isInfinite, former.isFinite { now += 1 }
      if former.isInfinite, value.isFinite { before += 1 }
      let loss = sign * (value - former)
      guard loss > 0, metric.preference != .none else { continue }
      if worst.count < 10 || loss > sign * (worst[9].value - worst[9].formerValue) {
        let pair = ResultsComparison.Pair(
          former: statement.integer(0), session: statement.integer(1),
          words: (2..<7).map { statement.text(Int32($0)) }, formerValue: former, value: value)
        let place =
          worst.firstIndex { loss > sign * ($0.value - $0.formerValue) } ?? worst.count
        worst.insert(pair, at: place)
        if worst.count > 10 { worst.removeLast() }
      }
    }
    let difference = PairedDifference(pairs, seed: seed)
    let isWorse = difference.map { difference in
      tolerance.isExceeded(by: difference, of: metric)
    }
    return ResultsComparison.Metric(
      metric: metric, difference: difference, unboundedNow: now, unboundedBefore: before,
      isRegression: metric.preference != .none && (isWorse ?? false || now > before), worst: worst)
  }
}

extension Tolerance {
  /// Whether the mean of `difference` is worse by more than the margin to that side.
  fileprivate func isExceeded(by difference: PairedDifference, of metric: SessionMetric) -> Bool {
    let isHigher = metric.preference == .higher
    let loss = isHigher ? -difference.difference : difference.difference
    guard loss > 0 else { return false }
    switch isHigher ? below : above {
    case .share(let share):
      return loss > abs(difference.formerMean) * Double(share.millionths) / 1e6
    case .units(let units):
      var unit = 1.0
      for _ in 0..<metric.kind.places { unit *= 10 }
      return loss > Double(units) / unit
    }
  }
}

extension ResultsComparison {
  /// The comparison as text.
  package func text(_ style: TextStyle) -> String {
    var lines: [String] = []
    let heading = [
      "metric", "pairs", "before", "after", "difference", "95 % of it", "better", "worse",
      "sign test",
    ]
    let rows = metrics.map { own -> [String] in
      guard let difference = own.difference else {
        return [own.metric.rawValue, "0"] + Array(repeating: "none", count: 7)
      }
      let isHigher = own.metric.preference == .higher
      let metric = own.metric
      return [
        metric.rawValue, "\(difference.count)", metric.text(difference.formerMean),
        metric.text(difference.mean), metric.text(difference: difference.difference),
        "\(metric.text(difference: difference.interval.lowerBound)) to "
          + metric.text(difference: difference.interval.upperBound),
        "\(isHigher ? difference.up : difference.down)",
        "\(isHigher ? difference.down : difference.up)",
        "p = \(Self.probability(difference.signTest))",
      ]
    }
    lines += TextTable(heading: heading, rows: rows, words: [0])
      .fitting(style.width, dropping: [8, 1, 5, 2, 3, 6, 7]).lines(style)
    for own in metrics where own.unboundedNow + own.unboundedBefore > 0 {
      lines.append(
        "\(own.metric.rawValue): still open at the end in \(own.unboundedNow) more after, "
          + "\(own.unboundedBefore) before")
    }
    if onlyFormer > 0 { lines.append("only before: \(counted(onlyFormer, "session"))") }
    if onlyLatter > 0 { lines.append("only after: \(counted(onlyLatter, "session"))") }
    for own in metrics where !own.worst.isEmpty {
      lines.append("")
      lines.append(style.set("worse by \(own.metric.rawValue)", in: .bold))
      for pair in own.worst {
        let words = pair.words.filter { $0 != "default" && $0 != "none" }.map(\.printable)
        lines.append(
          "\(own.metric.text(pair.formerValue)) -> \(own.metric.text(pair.value))  "
            + words.joined(separator: "  "))
      }
    }
    lines.append("")
    let regressions = metrics.filter(\.isRegression).map(\.metric.rawValue)
    lines.append(
      regressions.isEmpty
        ? style.set("no regression", in: .green)
        : style.set("worse: \(regressions.wordList(or: false))", in: .red))
    return lines.joined(separator: "\n") + "\n"
  }

  private static func probability(_ value: Double) -> String {
    value < 0.0001 ? "<0.0001" : decimals(value, places: 4)
  }

  private static let columns = [
    "metric", "pairs", "before", "after", "difference", "medianDifference", "lower95", "upper95",
    "up", "down", "same", "signTest", "unboundedNow", "unboundedBefore", "isRegression",
  ]

  private var rows: [[JSONValue]] {
    metrics.map { own in
      let difference = own.difference
      return [
        .string(own.metric.rawValue), .whole(difference?.count ?? 0),
        .number(difference?.formerMean), .number(difference?.mean),
        .number(difference?.difference), .number(difference?.median),
        .number(difference?.interval.lowerBound), .number(difference?.interval.upperBound),
        .whole(difference?.up), .whole(difference?.down), .whole(difference?.same),
        .number(difference?.signTest), .whole(own.unboundedNow), .whole(own.unboundedBefore),
        .bool(own.isRegression),
      ]
    }
  }

  /// A row for each metric, as CSV.
  package var csv: [UInt8] {
    var writer = CSVWriter()
    writer.write(Self.columns)
    for row in rows { writer.write(row.map(\.cell)) }
    return writer.bytes
  }

  /// An object for each metric, as JSON.
  package var json: [UInt8] {
    jsonTable(Self.columns, rows, schema: "playhead.results-comparison/1")
  }
}

extension SessionMetric {
  /// A difference with its sign.
  fileprivate func text(difference: Double) -> String {
    difference < 0 ? "-\(text(-difference))" : "+\(text(difference))"
  }
}
