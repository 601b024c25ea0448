import PlayheadFiles
import PlayheadModel
package import PlayheadReporting

/// How many predictions agree with what real players did, player by player.
package struct AgreementTable: Hashable, Sendable {
  /// What is counted.
  package enum Quantity: String, CaseIterable, Sendable {
    case stallCount
    case startup
    case stallSeconds
    case levels
    case latency

    /// Whether it agrees.
    package func agrees(in comparison: PlayerComparison) -> Bool {
      switch self {
      case .stallCount: comparison.stallCountAgrees
      case .startup: comparison.startupAgrees
      case .stallSeconds: comparison.stalledAgrees
      case .levels: comparison.levelsAgree
      case .latency: comparison.latencyAgrees
      }
    }
  }

  package var reports: [ValidationReport]

  package init(_ reports: [ValidationReport]) { self.reports = reports }

  /// The shares of each player, as rows of a table under ``headings``.
  var rows: [[String]] {
    versions.map { version in
      let reports = reports(of: version)
      return [version, String(reports.count)]
        + quantities.map { Self.text(AgreementTable(reports).share(of: $0)) }
    }
  }

  var headings: [String] { ["Player", "Cases"] + quantities.map(Self.heading) }

  /// What differs, a line for each case that is not as predicted.
  var differences: [String] { reports.filter { !$0.comparison.agrees }.map(Self.line) }

  /// The versions of players that were measured, in order.
  private var versions: [String] { Set(reports.map(\.measurement.version)).sorted() }

  private func reports(of version: String) -> [ValidationReport] {
    reports.filter { $0.measurement.version == version }
  }

  /// What is counted of `quantity`, and how much of it agrees: predictions, or for levels segments.
  private func share(of quantity: Quantity) -> (agreeing: Int, all: Int) {
    if quantity == .levels {
      let levels = reports.compactMap(\.comparison.levels)
      return (
        levels.reduce(0) { $0 + $1.agreeing }, levels.reduce(0) { $0 + $1.segments.count }
      )
    }
    return (reports.count { quantity.agrees(in: $0.comparison) }, reports.count)
  }

  /// The number of predictions that agree in `quantity`, or of segments.
  package func count(of quantity: Quantity) -> Int { share(of: quantity).agreeing }

  /// What there is to count.
  private var quantities: [Quantity] {
    let hasLevels = reports.contains { $0.comparison.levels != nil }
    let isLive = reports.contains { $0.comparison.live != nil }
    return Quantity.allCases.filter {
      ($0 != .levels || hasLevels) && ($0 != .latency || isLive)
    }
  }

  /// Whether at least `percent` of 100 predictions agree in `quantity`, for each player.
  package func hasAtLeast(_ percent: Int, of quantity: Quantity) -> Bool {
    versions.allSatisfy { version in
      let share = AgreementTable(reports(of: version)).share(of: quantity)
      return share.agreeing * 100 >= percent * share.all
    }
  }

  /// The table, and a line for each prediction that does not agree.
  package func text(style: TextStyle) -> [UInt8] {
    var lines = TextTable(heading: headings, rows: rows, words: [0]).lines(style)
    let spreads = versions.compactMap { version in
      let own = reports(of: version)
      let isLive = own.contains { $0.comparison.live != nil }
      return own.compactMap(\.spread).text(isLive: isLive).map { "\(version): \($0)." }
    }
    if !spreads.isEmpty { lines += [""] + spreads }
    let others = differences
    if !others.isEmpty { lines.append("") }
    lines += others
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  static func heading(_ quantity: Quantity) -> String {
    switch quantity {
    case .stallCount: "Stall count"
    case .startup: "Startup"
    case .stallSeconds: "Stalled time"
    case .levels: "Segment levels"
    case .latency: "Mean latency"
    }
  }

  private static func text(_ share: (agreeing: Int, all: Int)) -> String {
    let of = share.all
    return "\(share.agreeing) (\((share.agreeing * 1000 / max(1, of) + 5) / 10) %)"
  }

  private static func line(_ report: ValidationReport) -> String {
    let comparison = report.comparison
    let run = comparison.runs[0]
    let predicted = comparison.predicted
    func text(_ time: WallTime?) -> String {
      time.map { $0.secondsText(places: 2) + " s" } ?? "none"
    }
    var parts: [String] = []
    if !comparison.startupAgrees {
      parts.append("startup \(text(predicted.startup)), not \(text(run.startup))")
    }
    if !comparison.stallCountAgrees {
      parts.append("\(counted(predicted.stalls.count, "stall")), not \(run.stalls.count)")
    }
    if !comparison.stalledAgrees {
      parts.append("stalled for \(text(predicted.stalled)), not \(text(run.stalled))")
    }
    if let levels = comparison.levels, let segment = levels.firstDifference {
      parts.append(
        "\(levels.agreeing) of \(counted(levels.segments.count, "level")), segment "
          + "\(segment.segment) first")
    }
    if let live = comparison.live, !live.agrees {
      func text(_ time: MediaTime?) -> String {
        time.map { $0.secondsText(places: 2) + " s" } ?? "none"
      }
      parts.append("latency \(text(live.predicted[0])), not \(text(live.real[0]))")
    }
    if !comparison.endAgrees {
      func text(_ outline: PlaybackOutline) -> String {
        if case .other(let reason) = outline.end { reason } else { "no error" }
      }
      parts.append("\(text(predicted)), not \(text(run))")
    }
    let first = comparison.firstDifference.map { "; first the \($0.mechanism.rawValue)" } ?? ""
    return "\(report.measurement.version), \(report.measurement.media), "
      + "\(report.measurement.profile.name): \(parts.joined(separator: ", "))\(first)"
  }

  /// The same as JSON, schema `playhead.agreement/1`.
  package func json() -> [UInt8] {
    var printer = JSONPrinter(openLevels: 3)
    printer.print(
      .members([
        "schema": .string("playhead.agreement/1"),
        "players": .array(
          versions.map { version in
            let reports = reports(of: version)
            let table = AgreementTable(reports)
            return .object(
              [
                .init(key: "version", value: .string(version)),
                .init(key: "cases", value: .integer(Int64(reports.count))),
              ]
                + quantities.flatMap { quantity -> [JSONValue.Member] in
                  let share = table.share(of: quantity)
                  let count = JSONValue.Member(
                    key: quantity.rawValue, value: .integer(Int64(share.agreeing)))
                  guard quantity == .levels else { return [count] }
                  return [count, .init(key: "segments", value: .integer(Int64(share.all)))]
                })
          }),
        "cases": .array(
          reports.map { report in
            .object(
              [
                .init(key: "version", value: .string(report.measurement.version)),
                .init(key: "media", value: .string(report.measurement.media)),
                .init(key: "network", value: .string(report.measurement.profile.name)),
              ]
                + quantities.map {
                  .init(key: $0.rawValue, value: .bool($0.agrees(in: report.comparison)))
                })
          }),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }
}
