import PlayheadKit

/// The values of `--format` for `analyze`.
enum OutputFormat: String, CaseIterable, Sendable {
  /// For people.
  case text
  /// For programs: everything in one document.
  case json
  /// For programs: one event per line, as it happens.
  case jsonl
  /// For spreadsheets: the rows of the timeline.
  case csv
  /// For a pull request.
  case markdown
  /// For models of ITU-T P.1203.
  case p1203
  /// For tools that read Common Media Client Data.
  case cmcd
}

extension Option {
  static let format = Option(
    "format", nil, .choice(of: OutputFormat.self, placeholder: "NAME"), in: .output,
    help: "Output format: "
      + OutputFormat.allCases.map(\.rawValue).joined(separator: ", "),
    brief: "Output format", default: "text")
  static let metric = Option(
    "metric", nil, .suggestions("NAME", SessionMetric.allCases.map(\.plainName), orFile: false),
    isRepeatable: true, in: .output,
    help: "Print only a metric, such as stallCount, in plain units")
}
