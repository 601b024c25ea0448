/// Everything that a session depends on: what is played, over what, by what, what the user does,
/// and how long it may last.
///
/// Equal scenarios give equal sessions. ``Simulation/init(_:)`` runs one. The digest of a
/// scenario's definition names its session only if nobody intervenes, as with
/// ``Simulation/perform(_:at:)``.
public struct FileScenario: Hashable, Sendable {
  /// The media.
  public var presentation: Presentation
  /// The link that the media comes over, with everything done to its profile.
  public var link: NetworkLink
  /// How the link's rate reaches a request.
  public var transport: Transport
  /// What the player decides by.
  public var policy: BufferingPolicy
  /// What the user does after the first play command, in order if at one time.
  public var actions: [UserAction]
  /// How many times the media is played again from the start at its end; not negative.
  public var repeats: Int
  /// How long the session may last and what is recorded.
  public var options: SessionOptions

  /// A scenario of the parts given.
  ///
  /// - Precondition: `repeats` is not negative.
  public init(
    _ presentation: Presentation, over link: NetworkLink, by transport: Transport = .fluid,
    policy: BufferingPolicy = .basic, actions: [UserAction] = [], repeats: Int = 0,
    options: SessionOptions = SessionOptions()
  ) {
    precondition(repeats >= 0, "fewer than no repeats")
    self.presentation = presentation
    self.link = link
    self.transport = transport
    self.policy = policy
    self.actions = actions
    self.repeats = repeats
    self.options = options
  }

  /// The wall time at which the session is given up: that of ``options``, or the default for as
  /// long as the media takes with its repeats, and for the user's last action.
  public var limit: WallTime {
    min(
      options.limit
        ?? SessionOptions.defaultLimit(
          for: presentation.duration, loops: repeats + 1, lastAction: actions.lastTime),
      .bound)
  }

  /// Whether the timeline could have more rows than ``SessionOptions/maximumRows``.
  public var hasTooManyRows: Bool {
    options.hasTooManyRows(within: limit)
  }
}

extension [UserAction] {
  /// The wall time of the last action; zero if there are none.
  package var lastTime: WallTime { self.map(\.wallTime).max() ?? .zero }
}
