import PlayheadKit

/// How often a session is played to tell how sure its figures are.
struct SpreadRequest: Sendable {
  /// The number of runs.
  var count: Int
  /// The seed of what varies.
  var seed: UInt64
}

extension Option {
  static let spread = Option(
    "spread", nil, Value.text("COUNT").optional, in: .output,
    help: "Play the session COUNT times with what varies from run to run of the player, such as "
      + "processing times and timers, and give the range of 90 % of the runs",
    default: "\(Spread.usualCount), without a COUNT")
}

extension ParsedArguments {
  /// What `--spread` asks for; `nil` without it.
  func spread() throws(Failure) -> SpreadRequest? {
    guard has(.spread) else { return nil }
    guard let text = value(.spread), !text.isEmpty else {
      return SpreadRequest(count: Spread.usualCount, seed: try seed() ?? 1)
    }
    guard let count = Int(text), text.first != "+", (2...Spread.maximumCount).contains(count)
    else {
      throw Failure(
        badValue: text, of: .spread,
        why: "expected a number of runs from 2 to \(Spread.maximumCount)")
    }
    return SpreadRequest(count: count, seed: try seed() ?? 1)
  }

  /// The spread of `scenario` that `--spread` asks for; `nil` without it, and if it is cancelled.
  func spread(
    of scenario: LadderScenario, isCancelled: () -> Bool = { false }
  ) throws(Failure) -> Spread? {
    guard let request = try spread() else { return nil }
    guard !(scenario.rule is any FallibleRule) else {
      throw Failure(
        contradicting: "\(Option.spread.spelling) and \(Option.abr.spelling)",
        why: "a program decides one session only")
    }
    return Spread(
      of: scenario, count: request.count, seed: request.seed, isCancelled: isCancelled)
  }
}
