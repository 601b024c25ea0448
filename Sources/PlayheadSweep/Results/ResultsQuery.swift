package import PlayheadAnalysis
import PlayheadModel

/// What is asked of results: which sessions, in which groups, by which metrics.
package struct ResultsQuery: Sendable {
  /// The columns whose values make groups; empty for one group.
  package var groups: [String]
  /// The metrics.
  package var metrics: [SessionMetric]
  /// A condition in SQL on the columns of the view `results`; `nil` for all sessions.
  package var condition: String?

  package init(groups: [String], metrics: [SessionMetric], condition: String? = nil) {
    self.groups = groups
    self.metrics = metrics
    self.condition = condition
  }

  /// A group of sessions.
  package struct Group: Hashable, Sendable {
    /// The values of the columns that make groups.
    package var key: [String]
    /// The number of sessions.
    package var count: Int
    /// The share of the weight of sessions that play through.
    package var playsThrough: Double
    /// The values of each metric, without those of sessions that have none.
    package var distributions: [Distribution]
    /// Half the width of the interval of 95 % around each mean; `nil` unless it is of a sample.
    package var intervals: [Double?]
  }
}

extension ResultsReader {
  /// The groups of `query`, by their keys.
  package func groups(_ query: ResultsQuery) throws(ResultsError) -> [ResultsQuery.Group] {
    let strata = try strata()
    var groups: [[String]: Collected] = [:]
    let columns =
      ["weight", "playsThrough", "networkClass"] + query.groups + query.metrics.map(\.rawValue)
    let condition = query.condition.map { " WHERE (\($0)\n)" } ?? ""
    let metrics = Int32(3 + query.groups.count)
    try reading { database throws(SQLiteError) in
      // In the order of jobs, so that sums do not depend on which session ended first. They are
      // sorted, as to read them in that order would jump about in all of the file.
      let statement = try database.prepare(
        "SELECT \(columns.joined(separator: ", ")) FROM results\(condition) ORDER BY +job")
      while try statement.step() {
        let key = query.groups.indices.map { place in
          let column = Int32(3 + place)
          return statement.isNull(column) ? "none" : statement.text(column)
        }
        let stratum = strata.isEmpty ? "" : statement.text(2)
        groups[key, default: Collected(metrics: query.metrics.count)].add(
          weight: statement.real(0), playsThrough: statement.integer(1) != 0, stratum: stratum,
          values: query.metrics.indices.map { place in
            let column = metrics + Int32(place)
            return statement.isNull(column) ? nil : statement.real(column)
          })
      }
    }
    return groups.map { $1.group($0, strata) }.sorted { lessByWords($0.key, $1.key) }
  }

  /// The sessions with the worst values of `metric`, the worst first.
  package func worst(
    _ count: Int, by metric: SessionMetric, where condition: String?
  ) throws(ResultsError) -> [WorstSession] {
    let name = metric.rawValue
    let order = metric.preference == .higher ? "ASC" : "DESC"
    // What did not happen is not among the worst.
    let condition =
      (metric.preference == .lower ? " AND \(name) > 0" : "")
      + (condition.map { " AND (\($0)\n)" } ?? "")
    return try reading { database throws(SQLiteError) in
      let statement = try database.prepare(
        "SELECT session, media, network, player, rule, whatIf, \(name) FROM results "
          + "WHERE \(name) IS NOT NULL\(condition) ORDER BY \(name) \(order), job LIMIT \(count)")
      var sessions: [WorstSession] = []
      while try statement.step() {
        sessions.append(
          WorstSession(
            session: statement.integer(0), media: statement.text(1), network: statement.text(2),
            player: statement.text(3), rule: statement.text(4), whatIf: statement.text(5),
            value: statement.real(6)))
      }
      return sessions
    }
  }
}

/// A session with one of the worst values.
package struct WorstSession: Hashable, Sendable {
  package var session: Int64
  package var media: String
  package var network: String
  package var player: String
  package var rule: String
  package var whatIf: String
  package var value: Double
}

/// The sessions of a group as they are read.
private struct Collected {
  private var count = 0
  private var weight = 0.0
  private var weightPlaying = 0.0
  private var values: [[(value: Double, weight: Double)]]
  /// The values of each metric by stratum, of samples.
  private var byStratum: [[String: Moments]]

  /// The number, the sum and the sum of squares of values.
  struct Moments {
    var count = 0.0
    var sum = 0.0
    var squares = 0.0
  }

  init(metrics: Int) {
    values = Array(repeating: [], count: metrics)
    byStratum = Array(repeating: [:], count: metrics)
  }

  mutating func add(
    weight: Double, playsThrough: Bool, stratum: String, values own: [Double?]
  ) {
    count += 1
    self.weight += weight
    if playsThrough { weightPlaying += weight }
    for (place, value) in own.enumerated() {
      guard let value else { continue }
      values[place].append((value, weight))
      guard !stratum.isEmpty, value.isFinite else { continue }
      var moments = byStratum[place][stratum] ?? Moments()
      moments.count += 1
      moments.sum += value
      moments.squares += value * value
      byStratum[place][stratum] = moments
    }
  }

  func group(
    _ key: [String], _ strata: [String: SweepSelection.Stratum]
  ) -> ResultsQuery.Group {
    ResultsQuery.Group(
      key: key, count: count, playsThrough: weight > 0 ? weightPlaying / weight : 0,
      distributions: values.map { Distribution($0) },
      intervals: byStratum.map { Self.interval($0, strata) })
  }

  /// Half the width of the interval of 95 % around the mean of a stratified sample, with the
  /// correction for finite populations; `nil` if nothing is known of the spread.
  private static func interval(
    _ moments: [String: Moments], _ strata: [String: SweepSelection.Stratum]
  ) -> Double? {
    guard !strata.isEmpty, !moments.isEmpty else { return nil }
    let known = moments.keys.sorted().compactMap { name in
      strata[name].flatMap { stratum in moments[name].map { (stratum, $0) } }
    }
    // A group holds the same share of each stratum's jobs as of its sample.
    let total = known.reduce(0.0) {
      $0 + Double($1.0.jobs) * $1.1.count / Double(max(1, $1.0.sampled))
    }
    guard total > 0 else { return nil }
    var variance = 0.0
    for (stratum, own) in known {
      guard own.count > 1 else { continue }
      let jobs = Double(stratum.jobs) * own.count / Double(max(1, stratum.sampled))
      let spread = max(0, (own.squares - own.sum * own.sum / own.count) / (own.count - 1))
      let share = jobs / total
      variance += share * share * (1 - min(1, own.count / max(jobs, 1))) * spread / own.count
    }
    return 1.959_964 * variance.squareRoot()
  }
}

/// Whether `left` comes before `right`, word by word in byte order, numbers by their value.
func lessByWords(_ left: [String], _ right: [String]) -> Bool {
  for (one, other) in zip(left, right) where one != other {
    if let first = Double(one), let second = Double(other), first != second {
      return first < second
    }
    return one.utf8.lexicographicallyPrecedes(other.utf8)
  }
  return left.count < right.count
}
