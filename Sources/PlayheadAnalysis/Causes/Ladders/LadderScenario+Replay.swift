import PlayheadLadder
import PlayheadModel

extension LadderScenario: Replayable {
  var replay: LadderReplay { LadderReplay(self) }

  func changed(by change: LadderChange) -> LadderScenario? { change.applied(to: self) }
}

extension LadderChange: DeliveryChange {}

/// A session of a ladder that runs to find out how it waits.
///
/// It is a class, as no associated type can be one that is not copied.
final class LadderReplay: SessionReplay {
  private var simulation: LadderSimulation

  init(_ scenario: LadderScenario) {
    simulation = LadderSimulation(scenario)
    simulation.recordsBufferLevels = false
  }

  var playback: PlaybackModel { simulation.currentPlayer }
  var waits: PlayedWaits {
    PlayedWaits(simulation.record, playhead: simulation.currentPlayer.currentTime)
  }

  func step() -> Bool { simulation.step() }
  func run(until wallTime: WallTime) { simulation.run(until: wallTime) }
}
