import PlayheadKit

/// The formats of an overview: those of ``OutputFormat`` that are not for one session only.
enum OverviewFormat: String, CaseIterable, Sendable {
  /// For people.
  case text
  /// For programs.
  case json
  /// For spreadsheets: one record per network.
  case csv
  /// For a pull request.
  case markdown
}

extension Option {
  /// The options of `playhead analyze` that concern one network or one session.
  ///
  /// `--latency` is not among them: it replaces the latency of every network, and of the minimum
  /// rate.
  static let ofOneSession: [Option] =
    [
      .networkFormat, .scale, .offset, .hold, .jitter, .loss, .seed, .lowData, .tick, .metric,
    ] + sessionText
}

extension ParsedArguments {
  /// The format of the overview.
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
