package import PlayheadLadder
import PlayheadModel

/// A player of ladders as headers and reports describe it.
package struct LadderPlayerFacts {
  let player: LadderPlayer
  let durations: TextStyle.Durations

  package init(player: LadderPlayer, durations: TextStyle.Durations = .clock) {
    self.player = player
    self.durations = durations
  }

  /// Its name, and how far ahead it loads.
  package var facts: [String] {
    [player.name.printable, "loads \(durations.text(player.loading.goal.level)) ahead"]
  }
}
