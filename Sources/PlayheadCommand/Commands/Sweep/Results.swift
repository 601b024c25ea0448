import PlayheadKit
import PlayheadSweep

/// `playhead results`: reads what a sweep has found.
enum Results {
  static let command = Command(
    name: "results",
    abstract: "Tables, distributions and comparisons of sweeps",
    operands: [
      Command.Operand(
        placeholder: "RESULTS", help: "The file of results that 'playhead sweep' wrote",
        kind: .file),
      Command.Operand(
        placeholder: "OTHER", help: "Results to compare with it, session by session", kind: .file,
        isOptional: true),
    ],
    options: [
      .by, .resultMetric, .condition, .statement, .cumulative, .histogram, .worstSessions,
      .meanTolerance, .bootstrapSeed, .resultsFormat, .output, .color, .ascii, .quiet, .verbose,
    ],
    examples: [
      Command.Example(
        words: "playhead results results.sqlite --by network",
        help: "How much of each network stalls, and how long?"),
      Command.Example(
        words: "playhead results results.sqlite --metric startupSeconds --cdf",
        help: "How are startups distributed?"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    try checkOptions(arguments)
    try context.refuseOverwriting(arguments.operands, by: arguments.value(.output))
    let groups = try arguments.groupColumns()
    let metrics = try arguments.resultMetrics()
    let format = arguments.choice(.resultsFormat) ?? ResultsFormat.text
    let style = arguments.textStyle(context)
    let path = arguments.operands[0]
    if arguments.operands.count > 1 {
      return try compare(arguments, metrics, format, style, context)
    }
    let count = try arguments.worstCount()
    let bytes: [UInt8]
    do throws(ResultsError) {
      let reader = try ResultsReader(path: path)
      if let sql = arguments.value(.statement) {
        bytes = RowTable(try reader.rows(sql)).bytes(format, style)
      } else if let count {
        let metric = metrics[0]
        let worst = WorstTable(
          metric, try reader.worst(count, by: metric, where: arguments.value(.condition)),
          path: path)
        bytes =
          switch format {
          case .text: Array(worst.text(style).utf8)
          case .csv: worst.csv
          case .json, .html: worst.json
          }
      } else if format == .html {
        let query = ResultsQuery(
          groups: groups, metrics: Self.pictured(metrics), condition: arguments.value(.condition))
        let found = try reader.groups(query)
        bytes = ResultsPage(query, found, try reader.pictured(query, found), path: path).page.bytes
      } else {
        let query = ResultsQuery(
          groups: groups, metrics: metrics, condition: arguments.value(.condition))
        let found = try reader.groups(query)
        if format == .text, arguments.value(.condition) == nil, try reader.planCount() > 1 {
          context.diagnostics.note(
            "\(path): sessions of several plans; --where 'plan = 1' selects one")
        }
        bytes = table(query, found, arguments, format, style)
      }
    } catch {
      throw Failure(error)
    }
    try context.deliver(bytes, to: arguments.value(.output))
    return .ok
  }

  private static func table(
    _ query: ResultsQuery, _ groups: [ResultsQuery.Group], _ arguments: ParsedArguments,
    _ format: ResultsFormat, _ style: TextStyle
  ) -> [UInt8] {
    let table = ResultsTable(query, groups)
    switch format {
    case .csv: return table.csv
    case .json: return table.json
    case .text, .html: break
    }
    var text = table.text(style)
    for option in [Option.cumulative, .histogram] where arguments.has(option) {
      for (number, metric) in query.metrics.enumerated() {
        for group in groups {
          let words = option == .cumulative ? "share of sessions up to" : "share of sessions with"
          text += "\n\(words) \(metric.rawValue)"
          text += group.key.isEmpty ? "\n" : ", \(group.key.joined(separator: ", "))\n"
          text +=
            option == .cumulative
            ? DistributionChart.cumulative(group.distributions[number], of: metric, style)
            : DistributionChart.histogram(group.distributions[number], of: metric, style)
        }
      }
    }
    return Array(text.utf8)
  }

  private static func compare(
    _ arguments: ParsedArguments, _ given: [SessionMetric], _ format: ResultsFormat,
    _ style: TextStyle, _ context: Context
  ) throws(Failure) -> ExitCode {
    let metrics = arguments.has(.resultMetric) ? given : Self.compared
    let tolerances = try arguments.meanTolerances()
    let seed = try arguments.bootstrapSeed()
    let comparison: ResultsComparison
    do throws(ResultsError) {
      comparison = try ResultsReader(path: arguments.operands[0]).comparison(
        with: arguments.operands[1], by: metrics, where: arguments.value(.condition),
        tolerances: tolerances, seed: seed)
    } catch {
      throw Failure(error)
    }
    if comparison.metrics.allSatisfy({ $0.difference == nil }) {
      throw Failure(
        .badData, "nothing to compare", at: arguments.operands[1],
        why: "no session of both files has the same media, network, player, rule and change")
    }
    let bytes =
      switch format {
      case .text: Array(comparison.text(style).utf8)
      case .csv: comparison.csv
      case .json, .html: comparison.json
      }
    try context.deliver(bytes, to: arguments.value(.output))
    return comparison.hasRegression ? .checkFailed : .ok
  }

  /// What a document shows in tables: what was asked for, with what its pictures are of.
  private static func pictured(_ metrics: [SessionMetric]) -> [SessionMetric] {
    let own: [SessionMetric] = [.rebufferRatio, .startupSeconds, .meanPlayedBitRateBitsPerSecond]
    return own + metrics.filter { !own.contains($0) }
  }

  /// What is compared unless somebody says otherwise.
  private static let compared: [SessionMetric] = [
    .startupSeconds, .stallCount, .stallSeconds, .rebufferRatio, .meanPlayedBitRateBitsPerSecond,
  ]

  private static func checkOptions(_ arguments: ParsedArguments) throws(Failure) {
    let isComparison = arguments.operands.count > 1
    for option in [Option.by, .statement, .cumulative, .histogram, .worstSessions]
    where isComparison && arguments.has(option) {
      throw Failure(
        .usage, "unexpected option", at: option.spelling, why: "it reads one file of results",
        hint: "leave it out, or name one file")
    }
    for option in [Option.meanTolerance, .bootstrapSeed]
    where !isComparison && arguments.has(option) {
      throw Failure(
        .usage, "missing operand", at: "OTHER", why: "\(option.spelling) compares two files")
    }
    if arguments.has(.statement) {
      for option in [Option.by, .resultMetric, .condition, .cumulative, .histogram, .worstSessions]
      where arguments.has(option) {
        throw Failure(
          contradicting: "\(Option.statement.spelling) and \(option.spelling)",
          why: "a statement says all itself")
      }
    }
    let format = arguments.choice(.resultsFormat) ?? ResultsFormat.text
    for option in [Option.statement, .worstSessions]
    where format == .html && arguments.has(option) {
      throw Failure(
        contradicting: "\(option.spelling) and --format=html", why: "pictures are of all sessions")
    }
    if format == .html, isComparison {
      throw Failure(
        badValue: "html", of: .resultsFormat, why: "two files are compared in a table",
        hint: "write text, csv or json, or name one file")
    }
    for option in [Option.cumulative, .histogram] where format != .text && arguments.has(option) {
      throw Failure(
        contradicting: "\(option.spelling) and --format=\(format.rawValue)",
        why: "it draws in text")
    }
  }
}

/// The forms of tables of results.
enum ResultsFormat: String, CaseIterable, Sendable {
  case text, csv, json, html
}

extension Option {
  fileprivate static let condition = Option(
    "where", nil, .text("CONDITION"), in: .output,
    help:
      "Only sessions for which this holds, in SQL, such as 'player = \"hls.js\" and "
      + "stallCount > 0'",
    brief: "Only sessions for which this holds, in SQL")
  fileprivate static let statement = Option(
    "sql", nil, .text("STATEMENT"), in: .output,
    help: "Rows of a SELECT over the tables, which Documentation/sweep.md lists")
  fileprivate static let cumulative = Option(
    "cdf", in: .output, help: "Draw the cumulative distribution of each group")
  fileprivate static let histogram = Option(
    "histogram", in: .output, help: "Draw the histogram of each group")
  fileprivate static let worstSessions = Option(
    "worst", nil, Option.Value.text("NUMBER").optional, in: .output,
    help: "List the worst sessions by the first metric, with commands that play them again",
    brief: "List the worst sessions", default: "10, without a NUMBER")
  fileprivate static let meanTolerance = Option(
    "tolerance", nil, .text("METRIC=TOLERANCE"), isRepeatable: true, in: .check,
    help: "By how much a mean may be worse in OTHER, such as stallSeconds=+0.5s or startup=+5%",
    default: "nothing")
  fileprivate static let bootstrapSeed = Option(
    "seed", nil, .text("NUMBER"), in: .output, help: "Random seed of bootstrap intervals",
    default: "0")
  fileprivate static let resultsFormat = Option(
    "format", nil, .choice(of: ResultsFormat.self), in: .output,
    help: "Output format; html is a document with pictures",
    brief: "Output format", default: "text")
}

extension ParsedArguments {
  /// How many of the worst sessions are asked for; `nil` if none are.
  fileprivate func worstCount() throws(Failure) -> Int? {
    guard has(.worstSessions) else { return nil }
    guard let text = value(.worstSessions) else { return 10 }
    guard let count = Int(text), text.first != "+", (1...100_000).contains(count) else {
      throw Failure(
        badValue: text, of: .worstSessions, why: "expected a whole number from 1 to 100000")
    }
    return count
  }

  fileprivate func meanTolerances() throws(Failure) -> Tolerances {
    var tolerances = Tolerances()
    for text in values(.meanTolerance) {
      tolerances = try parse(text[...], .meanTolerance) { text throws(GrammarError) in
        var next = tolerances
        try next.add(parsing: String(text))
        return next
      }
    }
    return tolerances
  }

  fileprivate func bootstrapSeed() throws(Failure) -> UInt64 {
    guard let text = value(.bootstrapSeed) else { return 0 }
    guard let seed = UInt64(text), text.first != "+" else {
      throw Failure(
        badValue: text, of: .bootstrapSeed,
        why: "expected a whole number from 0 to \(UInt64.max)")
    }
    return seed
  }
}

/// The rows of a statement that somebody wrote.
struct RowTable {
  private let columns: [String]
  private let rows: [[JSONValue]]

  init(_ found: (columns: [String], rows: [[SQLiteValue]])) {
    columns = found.columns
    rows = found.rows.map { $0.map { JSONValue($0) } }
  }

  func bytes(_ format: ResultsFormat, _ style: TextStyle) -> [UInt8] {
    switch format {
    case .json: return jsonTable(columns, rows, schema: "playhead.rows/1")
    case .csv:
      var writer = CSVWriter()
      writer.write(columns)
      for row in rows { writer.write(row.map(\.cell)) }
      return writer.bytes
    case .text, .html:
      let words = columns.indices.filter { column in
        rows.contains { if case .string = $0[column] { true } else { false } }
      }
      let table = TextTable(
        heading: columns, rows: rows.map { $0.map(\.cell) }, words: Set(words))
      return Array((table.lines(style).joined(separator: "\n") + "\n").utf8)
    }
  }
}
