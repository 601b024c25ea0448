package import PlayheadAnalysis
public import PlayheadFiles
package import PlayheadLadder
public import PlayheadModel

/// One session to check: what is played, over which network, by which player, and what is expected.
public struct SuiteCase: Hashable, Sendable {
  /// The name, unique in its suite: `trailer`, or in a product `trailer [a.mp4, 3g]`.
  public var name: String
  /// The tags.
  public var tags: [String]
  /// The media.
  public var media: CheckedMedia
  /// The network.
  public var network: CheckedNetwork
  /// How the network's rate reaches a request.
  public var transport: Transport
  /// The player.
  public var player: CheckedPlayer
  /// The rule that chooses levels of a ladder; `nil` for the player's.
  package var rule: RuleChoice?
  /// The user's actions.
  public var actions: [UserAction]
  /// The number of times that the media plays, at least 1.
  public var loops: Int
  /// The requests of a ladder that fail.
  package var faults: [RequestFault]
  /// The live event as which a ladder is played; `nil` on demand, and of recordings as they are.
  package var live: LiveSetting?
  /// The maximum wall time of the session; `nil` for
  /// ``SessionOptions/defaultLimit(for:loops:lastAction:)``.
  public var limit: WallTime?
  /// The expectations, in order.
  public var expectations: [SessionExpectation]
  /// The permitted deviations from a baseline.
  package var tolerances: Tolerances
  /// Whether the case may pass although its media is damaged.
  public var allowsDamage: Bool
  /// The case of the suite file that it was made from.
  package var origin: CaseOrigin
  /// Where it stands in its suite's file; `nil` if it is from none.
  public var mark: YAMLMark?

  /// A case with the given values.
  ///
  /// - Precondition: `loops` is at least 1, and a limit is not negative.
  package init(
    name: String, tags: [String] = [], media: CheckedMedia, network: CheckedNetwork,
    transport: Transport = .fluid, player: CheckedPlayer, rule: RuleChoice? = nil,
    actions: [UserAction] = [], loops: Int = 1, faults: [RequestFault] = [],
    live: LiveSetting? = nil, limit: WallTime? = nil, expectations: [SessionExpectation],
    tolerances: Tolerances = Tolerances(), allowsDamage: Bool = false, origin: CaseOrigin? = nil,
    mark: YAMLMark? = nil
  ) {
    precondition(loops >= 1, "media is played at least once")
    precondition(limit.map { $0 >= .zero } ?? true, "a negative limit")
    self.name = name
    self.tags = tags
    self.media = media
    self.network = network
    self.transport = transport
    self.player = player
    self.rule = rule
    self.actions = actions
    self.loops = loops
    self.faults = faults
    self.live = live
    self.limit = limit
    self.expectations = expectations
    self.tolerances = tolerances
    self.allowsDamage = allowsDamage
    self.origin = origin ?? CaseOrigin(name: name, position: 0)
    self.mark = mark
  }
}

/// Where a case comes from: a case as it is written in a suite file, which may stand for several.
package struct CaseOrigin: Hashable, Sendable {
  /// The name that is written, without the parts of a product: `home` for `home [cable, basic]`.
  package var name: String
  /// The position among the cases that it stands for, from 0.
  package var position: Int

  /// The case at `position` of those that the case written as `name` stands for.
  package init(name: String, position: Int) {
    self.name = name
    self.position = position
  }
}
