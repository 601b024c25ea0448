import PlayheadKit

/// Over which networks and by which players media is played to be compared, parsed and checked
/// before media is read, as that may take long.
struct ComparePlan {
  /// A network and a player.
  struct Way {
    let network: GivenNetwork
    let link: NetworkLink
    let player: Player
  }

  /// A player, as it plays what there is to play.
  struct Player {
    /// How it plays files; `nil` if there are none.
    let file: SessionPlan?
    /// How it plays ladders of the formats that there are.
    let ladders: [Ladder.Format: LadderPlan]
    /// What it was made of.
    let arguments: ParsedArguments
  }

  /// The ways in which each media is played: every network with every player; none without media.
  let ways: [Way]
  private let networkCount: Int
  private let playerCount: Int

  /// The plan of `arguments`; the first of the reports in `inputs` says what options do not.
  init(
    _ arguments: ParsedArguments, _ inputs: CompareInputs, _ context: Context
  ) throws(Failure) {
    guard inputs.mediaCount > 0 else {
      (ways, networkCount, playerCount) = ([], 0, 0)
      guard let option = Option.ofPlaying.first(where: arguments.has) else { return }
      throw Failure(
        .usage, "unexpected option", at: option.spelling,
        why: "it applies to media; a report says how its session was played",
        hint: "name the media, or leave out \(option.spelling)")
    }
    if inputs.ladders.isEmpty, let option = Option.ladder.first(where: arguments.has) {
      throw Failure(appliesToLadders: option)
    }
    let former = inputs.reports.first?.report.record
    var networks: [(GivenNetwork, NetworkLink)] = []
    let names: [String?] = arguments.has(.network) ? arguments.values(.network) : [nil]
    for name in names {
      let arguments = arguments.with(.network, as: name)
      let network = try arguments.givenNetwork(before: former?.network)
      networks.append((network, NetworkLink(following: try arguments.profile(of: network))))
    }
    let players: [String?] = arguments.has(.player) ? arguments.values(.player) : [nil]
    var plans: [Player] = []
    for player in players {
      let arguments = arguments.with(.player, as: player)
      var ladders: [Ladder.Format: LadderPlan] = [:]
      for format in Set(inputs.ladders.map(\.format)) {
        ladders[format] = try LadderPlan(format, arguments, context)
      }
      plans.append(
        Player(
          file: inputs.media.isEmpty ? nil : try SessionPlan(arguments, former), ladders: ladders,
          arguments: arguments))
    }
    (networkCount, playerCount) = (networks.count, plans.count)
    ways = networks.flatMap { network in
      plans.map { Way(network: network.0, link: network.1, player: $0) }
    }
  }

  /// Refuses too few or too many sessions, and notes combinations.
  func check(_ inputs: CompareInputs, _ context: Context) throws(Failure) {
    let count = inputs.mediaCount * ways.count + inputs.reports.count
    guard count > 1 else {
      throw Failure(
        .usage, "nothing to compare", why: "there is one session only",
        hint: "name another FILE or report, or repeat \(Option.network.spelling) or "
          + Option.player.spelling)
    }
    let dimensions = [
      (inputs.mediaCount, "media"), (networkCount, "networks"), (playerCount, "players"),
    ].filter { $0.0 > 1 }
    let product = dimensions.map { "\($0.0) \($0.1)" }.joined(separator: " x ")
    guard count <= SideBySideReport.maximumRuns else {
      throw Failure(
        .usage, "too many sessions",
        why: "\(dimensions.count > 1 ? "\(product) come to " : "there are ")\(count), and "
          + "\(SideBySideReport.maximumRuns) can be compared",
        hint: "compare fewer at once")
    }
    if dimensions.count > 1 {
      context.diagnostics.note(
        "all combinations are compared with the first: \(product), \(count) sessions")
    }
  }
}
