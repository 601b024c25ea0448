import PlayheadKit

extension Option {
  static let startupLimit = Option(
    "startup-limit", nil, .text("DURATION"), in: .player,
    help: "The longest startup that passes in the overview, without --network",
    default: "10s")

  /// What of `playhead analyze` is of one network or of one session.
  ///
  /// `--latency` is not: it replaces that of every network, and that of the minimum rate.
  static let ofOneSession: [Option] =
    [
      .networkFormat, .scale, .offset, .hold, .jitter, .loss, .seed, .lowData, .tick, .metric,
      .noCauses, .whatIf, .optimum, .spread,
    ] + sessionText
}

extension ParsedArguments {
  /// The format of the overview.
  func overviewFormat() throws(Failure) -> OverviewFormat {
    guard let name = value(.format) else { return .text }
    guard let format = OverviewFormat(rawValue: name) else {
      throw Failure(
        badValue: name, of: .format, why: "\(name) describes a single session",
        hint: "name a network with \(Option.network.spelling)=1.5Mbps")
    }
    return format
  }
}
