import PlayheadAnalysis
import PlayheadLadder
import PlayheadModel

/// The settings of a case in a suite file, or of its defaults; missing ones are `nil`.
struct CaseSettings {
  enum Key: String, CaseIterable {
    case name, media, network, player, policy, abr, actions, loop, faults, live, reading, tracks
    case limit, tcp, decode, expect, level, tags, tolerances, allowDamage
  }

  /// An expectation, and its own level if it has one.
  struct Expected {
    var condition: SessionExpectation.Condition
    var level: SessionExpectation.Level?
  }

  /// The keys that are present, valid or not.
  var given: Set<Key> = []
  var media: [String]?
  var networks: [CheckedNetwork]?
  var players: [CheckedPlayer]?
  var rule: RuleChoice?
  var actions: [UserAction]?
  var loops: Int?
  var faults: [RequestFault]?
  var isLive: Bool?
  var reading: LadderReadingSetting?
  var tracks: [Int]?
  var limit: WallTime?
  var transport: Transport?
  var decode: DecodeMode?
  var expectations: [Expected]?
  var level: SessionExpectation.Level?
  var tags: [String]?
  var tolerances: Tolerances?
  var allowsDamage: Bool?

  /// The settings, with `defaults` in place of missing ones.
  ///
  /// A value replaces its default as a whole; lists are not merged.
  func completed(by defaults: CaseSettings) -> CaseSettings {
    var settings = self
    settings.given.formUnion(defaults.given)
    settings.media = given.contains(.media) ? media : defaults.media
    settings.networks = given.contains(.network) ? networks : defaults.networks
    let hasPlayer = given.contains(.player) || given.contains(.policy)
    settings.players = hasPlayer ? players : defaults.players
    settings.rule = rule ?? defaults.rule
    settings.actions = actions ?? defaults.actions
    settings.loops = loops ?? defaults.loops
    settings.faults = faults ?? defaults.faults
    settings.isLive = isLive ?? defaults.isLive
    settings.reading = given.contains(.reading) ? reading : defaults.reading
    settings.tracks = tracks ?? defaults.tracks
    settings.limit = limit ?? defaults.limit
    settings.transport = transport ?? defaults.transport
    settings.decode = decode ?? defaults.decode
    settings.expectations = given.contains(.expect) ? expectations : defaults.expectations
    settings.level = level ?? defaults.level
    settings.tags = tags ?? defaults.tags
    settings.tolerances = tolerances ?? defaults.tolerances
    settings.allowsDamage = allowsDamage ?? defaults.allowsDamage
    return settings
  }
}
