import PlayheadKit

/// How to write an overview: what of ``OutputFormat`` is not of one session.
enum OverviewFormat: String, CaseIterable, Sendable {
  /// For people.
  case text
  /// For programs.
  case json
  /// For spreadsheets: a record a network.
  case csv
  /// For a pull request.
  case markdown
}

extension Option {
  /// What of `playhead analyze` is of one network or of one session.
  ///
  /// `--latency` is not: it is in place of that of every network, and that of the least rate.
  static let ofOneSession: [Option] =
    [
      .networkFormat, .scale, .offset, .hold, .jitter, .loss, .seed, .lowData, .tick, .metric,
    ] + sessionText
}

extension ParsedArguments {
  /// How to write the overview.
  func overviewFormat() throws(Failure) -> OverviewFormat {
    guard let name = value(.format) else { return .text }
    guard let format = OverviewFormat(rawValue: name) else {
      throw Failure(
        badValue: name, of: .format, why: "\(name) describes one session",
        hint: "name a network with \(Option.network.spelling)=1.5Mbps")
    }
    return format
  }
}
