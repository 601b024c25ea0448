import PlayheadKit

extension Option {
  /// What makes a comparison fail.
  enum Failing: String, CaseIterable, Sendable {
    /// A session that is worse than the reference.
    case worse
  }

  static let comparedNetworks = network.repeated(
    help: network.help + ". Several are compared",
    brief: "A preset, a rate such as 4mbit, or a file"
  ).withDefault("that of the first report")
  static let comparedPlayers = player.repeated(
    help: player.help + ". Several are compared", brief: player.brief)
  static let comparedTolerance = tolerance.repeated(
    help: "Allow a metric to differ from the reference: startup=+5%, elapsed=100ms, stallCount=1; "
      + "+ allows for more, - for less, no sign for both")
  static let failOnWorse = Option(
    "fail-on", nil, .choice(of: Failing.self), in: .check,
    help:
      "Exit with 1 if a session is worse than the reference: a metric is, or it does not start or "
      + "play to the end",
    brief: "Exit with 1 if a session is worse")
  static let comparisonFormat = Option(
    "format", nil, .choice(of: SideBySideFormat.self, placeholder: "NAME"), in: .output,
    help: "Output format: " + SideBySideFormat.allCases.map(\.rawValue).joined(separator: ", "),
    brief: "Output format", default: "text")
  static let comparisonSummary = Option(
    "summary", in: .output, help: "Leave out the timeline")

  /// The options that say how media is played, which reports say for themselves.
  static let ofPlaying: [Option] =
    [
      comparedNetworks, .networkFormat, .latency, .scale, .offset, .hold, .jitter, .loss, .seed,
      .tcp, .tls, .lowData, comparedPlayers,
    ] + policy.dropFirst().map { $0.with(brief: nil) } + [
      .action.with(brief: nil), .loop, .tick, .limit, .tracks,
    ] + ladder
}

extension ParsedArguments {
  /// Refuses options of text where something else is written.
  func checkComparisonText(of format: SideBySideFormat) throws(Failure) {
    let ofText = [Option.comparisonSummary, .fold, .noFold].filter(has)
    if has(.durations), !format.hasDurations {
      throw Failure(
        contradicting: "\(Option.durations.spelling) and --format=\(format.rawValue)",
        why: "it applies to text and Markdown")
    }
    guard let option = ofText.first else { return }
    guard format == .text else {
      throw Failure(
        contradicting: "\(option.spelling) and --format=\(format.rawValue)",
        why: "it applies to text")
    }
    guard ofText.count == 1 else {
      throw Failure(
        contradicting: "\(ofText[0].spelling) and \(ofText[1].spelling)",
        why: has(.comparisonSummary)
          ? "only the timeline can be folded" : "they cannot be combined")
    }
  }

  /// The parts of the text of a comparison whose time line has so many rows.
  func comparisonContents(rows: Int) -> SideBySideText.Contents {
    has(.comparisonSummary) ? .summary : .report(folds: folds(rows: rows))
  }
}
