public import PlayheadModel

extension LadderPlayer {
  /// When it starts and resumes, under its own name.
  package var namedPolicy: BufferingPolicy {
    var parameters = policy.parameters
    parameters.name = name
    return (try? BufferingPolicy(parameters)) ?? policy
  }

  /// The same player with the values of `policy` for when it starts and resumes and what it keeps.
  ///
  /// - Parameters:
  ///   - policy: the policy.
  ///   - loadsAsFar: whether it also loads as far ahead, rather than to its own goals.
  /// - Returns: the player under its own name.
  public func following(_ policy: BufferingPolicy, loadsAsFar: Bool) -> LadderPlayer {
    var player = self
    if loadsAsFar, let goal = policy.highWatermark {
      player.loading.goal.level = goal
      (player.loading.goal.bytes, player.loading.goal.atTopLevel) = (nil, nil)
      player.loading.goal.atTopLevelOfLongMedia = nil
    }
    var parameters = policy.parameters
    if let kept = parameters.backBuffer { player.loading.backBuffer = kept }
    // What is loaded never makes such a player stop, so nothing is ever full.
    (parameters.highWatermark, parameters.lowWatermark) = (nil, nil)
    parameters.backBuffer = nil
    player.policy = (try? BufferingPolicy(parameters)) ?? policy
    return player
  }
}
