/// What a case of a suite file says, or what its defaults say, with nothing in the place of what
/// is left out.
struct CaseSettings {
  enum Key: String, CaseIterable {
    case name, media, network, player, policy, actions, loop, tracks, limit, tcp, expect, level
    case tags, tolerances, allowDamage
  }

  /// An expectation, and the level that it has if it has one of its own.
  struct Expected {
    var condition: SessionExpectation.Condition
    var level: SessionExpectation.Level?
  }

  /// The keys that are there, whether or not what they say can be read.
  var given: Set<Key> = []
  var media: [String]?
  var networks: [CheckedNetwork]?
  var players: [CheckedPlayer]?
  var actions: [UserAction]?
  var loops: Int?
  var tracks: [Int]?
  var limit: MediaTime?
  var transport: Transport?
  var expectations: [Expected]?
  var level: SessionExpectation.Level?
  var tags: [String]?
  var tolerances: Tolerances?
  var allowsDamage: Bool?

  /// The settings with `defaults` in the place of what they leave out.
  ///
  /// What is there replaces a default as a whole; nothing is added to lists.
  func completed(by defaults: CaseSettings) -> CaseSettings {
    var settings = self
    settings.given.formUnion(defaults.given)
    settings.media = given.contains(.media) ? media : defaults.media
    settings.networks = given.contains(.network) ? networks : defaults.networks
    let hasPlayer = given.contains(.player) || given.contains(.policy)
    settings.players = hasPlayer ? players : defaults.players
    settings.actions = actions ?? defaults.actions
    settings.loops = loops ?? defaults.loops
    settings.tracks = tracks ?? defaults.tracks
    settings.limit = limit ?? defaults.limit
    settings.transport = transport ?? defaults.transport
    settings.expectations = given.contains(.expect) ? expectations : defaults.expectations
    settings.level = level ?? defaults.level
    settings.tags = tags ?? defaults.tags
    settings.tolerances = tolerances ?? defaults.tolerances
    settings.allowsDamage = allowsDamage ?? defaults.allowsDamage
    return settings
  }
}
