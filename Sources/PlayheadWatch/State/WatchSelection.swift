/// Over which network, by which player and which rule a session is played.
package struct WatchSelection: Hashable, Sendable {
  /// The network, as `--network` takes it; `nil` for the usual one.
  package var network: String?
  /// The player, as `--player` takes it; `nil` for the usual one.
  package var player: String?
  /// The rule of adaptation, as `--abr` takes it; `nil` for the player's.
  package var rule: String?
  /// Whether the path is in Low Data Mode.
  package var isLowData: Bool

  package init(
    network: String?, player: String?, rule: String? = nil, isLowData: Bool = false
  ) {
    (self.network, self.player) = (network, player)
    (self.rule, self.isLowData) = (rule, isLowData)
  }
}

/// What can be chosen from while one watches.
package struct WatchChoices: Hashable, Sendable {
  /// The networks, from slow to fast.
  package var networks: [String]
  package var players: [String]
  /// The rules of adaptation; empty for a file.
  package var rules: [String]

  package init(networks: [String], players: [String], rules: [String] = []) {
    (self.networks, self.players, self.rules) = (networks, players, rules)
  }
}

/// Why a selection cannot be played, as a clause.
package struct WatchRefusal: Error, Hashable {
  package var reason: String

  package init(reason: String) { self.reason = reason }
}
