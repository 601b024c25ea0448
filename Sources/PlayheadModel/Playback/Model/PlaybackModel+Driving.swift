/// An input to a player, with the player before and after it.
public struct PlaybackStep: Hashable, Sendable {
  /// The player as the input before left it.
  public let before: PlaybackModel
  /// The player after the input.
  public let player: PlaybackModel
  /// The changes that the input caused, in order.
  public let transitions: Transitions

  /// The step from `before` to `player`, in which an input caused `transitions`.
  public init(from before: PlaybackModel, to player: PlaybackModel, _ transitions: Transitions) {
    self.before = before
    self.player = player
    self.transitions = transitions
  }

  /// The wall time of the input.
  public var wallTime: WallTime { player.wallTime }
}

extension PlaybackModel {
  /// Runs every deadline before `wallTime`, then applies `input`.
  ///
  /// For drivers whose clock may be late or early: it never traps, whatever the time. A deadline
  /// runs at its own time, however late the call. A time before that of the latest input counts as
  /// that one, and a time beyond ``Time/bound`` as the bound.
  ///
  /// - Parameters:
  ///   - wallTime: the wall time, counted from the first play command.
  ///   - input: an input to the player, at the time that it is passed; by default
  ///     ``timeAdvanced(to:)``.
  ///
  /// - Returns: a step for each deadline, and one for the input, in order.
  @discardableResult
  public mutating func drive(
    to wallTime: WallTime,
    _ input: (inout PlaybackModel, WallTime) -> Transitions = { $0.timeAdvanced(to: $1) }
  ) -> [PlaybackStep] {
    let now = max(self.wallTime, min(wallTime, .bound))
    var steps: [PlaybackStep] = []
    while let deadline = nextDeadline, deadline < now {
      steps.append(step(at: deadline) { $0.timeAdvanced(to: $1) })
    }
    steps.append(step(at: now, input))
    return steps
  }

  private mutating func step(
    at wallTime: WallTime, _ input: (inout PlaybackModel, WallTime) -> Transitions
  ) -> PlaybackStep {
    let before = self
    let transitions = input(&self, wallTime)
    return PlaybackStep(from: before, to: self, transitions)
  }
}
