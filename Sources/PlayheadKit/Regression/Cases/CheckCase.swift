/// One session to check: what is played, over which network, by which player, and what is expected.
public struct CheckCase: Hashable, Sendable {
  /// What it is called, unlike any other of its suite: `trailer`, or of a product
  /// `trailer [a.mp4, 3g]`.
  public var name: String
  /// What it is one of.
  public var tags: [String]
  /// What is played.
  public var media: CheckedMedia
  /// Over what.
  public var network: CheckedNetwork
  /// How the network's rate reaches a request.
  public var transport: Transport
  /// By what player.
  public var player: CheckedPlayer
  /// What the user does.
  public var actions: [UserAction]
  /// How many times the media is played in all, at least once.
  public var loops: Int
  /// The wall time of the simulation at which the session is given up; `nil` for that of
  /// ``SessionOptions/defaultLimit(for:loops:)``.
  public var limit: MediaTime?
  /// What is expected, in order.
  public var expectations: [SessionExpectation]
  /// How far metrics may lie from those of a baseline.
  public var tolerances: Tolerances
  /// Whether the case may pass although its media is damaged.
  public var allowsDamage: Bool
  /// The case of the suite file that it was made from.
  public var origin: CaseOrigin
  /// Where it stands in its suite's file; `nil` if it is from none.
  public var mark: YAMLMark?

  /// A case of the parts given.
  ///
  /// - Precondition: `loops` is at least 1, a limit is not negative.
  public init(
    name: String, tags: [String] = [], media: CheckedMedia, network: CheckedNetwork,
    transport: Transport = .fluid, player: CheckedPlayer, actions: [UserAction] = [],
    loops: Int = 1, limit: MediaTime? = nil, expectations: [SessionExpectation],
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
    self.actions = actions
    self.loops = loops
    self.limit = limit
    self.expectations = expectations
    self.tolerances = tolerances
    self.allowsDamage = allowsDamage
    self.origin = origin ?? CaseOrigin(name: name, position: 0)
    self.mark = mark
  }
}
