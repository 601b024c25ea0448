import PlayheadModel

extension FileScenario: Replayable {
  var playsStraight: Bool { actions.isEmpty && repeats == 0 }

  var replay: Simulation {
    var simulation = Simulation(self)
    simulation.recordsBufferLevels = false
    return simulation
  }

  func changed(by change: ScenarioChange) -> FileScenario? { change.applied(to: self) }

  func unitsRepacked(by change: ScenarioChange) -> Int {
    switch change {
    case .indexAtFront, .interleaved, .meanRate, .bitRate, .keyframe:
      presentation.rendition.trackLoading.reduce(0) { $0 + $1.curve.steps.count }
    default: 0
    }
  }

  /// A link that only differs from some time on is one that a running session can be put on.
  func continuation(of fork: Simulation, with change: ScenarioChange) -> Simulation? {
    guard case .dipFilled(let start, _, _) = change, fork.player.wallTime <= start else {
      return nil
    }
    var simulation = fork
    simulation.switchLink(to: link)
    return simulation
  }
}

extension Simulation: SessionReplay {
  var playback: PlaybackModel { player }
  var waits: PlayedWaits { PlayedWaits(record, playhead: player.currentTime) }
}

extension ScenarioChange: DeliveryChange {}
