import PlayheadAnalysis

/// A comparison as CSV (RFC 4180): a record for each metric of each session, the reference first.
enum SideBySideCSV {
  private static let heading = [
    "session", "media", "network", "player", "report", "metric", "direction", "value", "reference",
    "difference", "verdict",
  ]

  /// The records in UTF-8, a header before them, each with CRLF at its end; a value that does not
  /// exist is an empty field.
  static func bytes(_ report: SideBySideReport) -> [UInt8] {
    var writer = CSVWriter()
    writer.write(heading)
    for (number, named) in report.namedRuns.enumerated() {
      let session = named.run.session
      let path =
        if case .reported(_, let path) = named.run.origin { path } else { "" }
      let facts = [
        named.name, session.media.path, session.link.profile.name, session.policy.name, path,
      ]
      for metric in report.metrics {
        writer.write(
          facts + fields(of: metric, number, report))
      }
    }
    return writer.bytes
  }

  private static func fields(
    of metric: SessionMetric, _ number: Int, _ report: SideBySideReport
  ) -> [String] {
    func text(_ number: Int) -> String {
      (report.runs[number].session.metrics[metric] ?? nil)?.plainText ?? ""
    }
    let direction =
      switch metric.preference {
      case .lower: "lower"
      case .higher: "higher"
      case .none: ""
      }
    guard let comparison = report.comparison(number) else {
      return [metric.rawValue, direction, text(number), "", "", ""]
    }
    let change = comparison.changes.first { $0.metric == metric }
    let difference = change?.difference.map { ($0.isLess ? "-" : "") + $0.amount.plainText }
    return [
      metric.rawValue, direction, text(number), text(0), difference ?? "",
      change?.verdict.rawValue ?? (text(number) == text(0) ? "same" : "unknown"),
    ]
  }
}
