import PlayheadLadder
import PlayheadModel

extension LadderScenario: Replayable {
  var replay: LadderReplay { LadderReplay(self) }

  func changed(by change: LadderChange) -> LadderScenario? { change.applied(to: self) }
}

extension LadderChange: DeliveryChange {}

/// A session of a ladder that runs to find out how it waits.
struct LadderReplay: SessionReplay {
  private let scenario: LadderScenario
  private var simulation: LadderSimulation

  init(_ scenario: LadderScenario) {
    self.scenario = scenario
    simulation = LadderSimulation(scenario)
    simulation.recordsBufferLevels = false
  }

  var playback: PlaybackModel { simulation.currentPlayer }
  var waits: PlayedWaits {
    PlayedWaits(simulation.record, playhead: simulation.currentPlayer.currentTime)
  }

  mutating func step() -> Bool { simulation.step() }

  /// Advances to the last event by `wallTime`: what is loaded changes at events only.
  mutating func run(until wallTime: WallTime) {
    var ahead = self
    var steps = 0
    while ahead.step(), ahead.playback.wallTime <= wallTime { steps += 1 }
    for _ in 0..<steps { _ = step() }
  }
}
