package import PlayheadLadder
package import PlayheadModel

/// A player of ladders as headers and reports describe it.
package struct LadderPlayerFacts {
  let name: String
  let loading: LadderLoading
  let durations: TextStyle.Durations

  package init(player: LadderPlayer, durations: TextStyle.Durations = .clock) {
    self.init(name: player.name, loading: player.loading, durations: durations)
  }

  init(name: String, loading: LadderLoading, durations: TextStyle.Durations) {
    self.name = name
    self.loading = loading
    self.durations = durations
  }

  /// Its name, and how far ahead it loads.
  package var facts: [String] { [name.printable, goal] }

  /// How far ahead it loads, with each limit that holds instead.
  private var goal: String {
    let goal = loading.goal
    var text = "loads \(durations.text(goal.level)) ahead"
    if let bytes = goal.bytes {
      text +=
        ", or \(exactByteText(bytes)) where that is longer, up to \(durations.text(goal.longest))"
    }
    if let top = goal.atTopLevel { text += ", \(durations.text(top)) at the highest level" }
    if let top = goal.atTopLevelOfLongMedia {
      text += ", \(durations.text(top)) there from 10 min of media on"
    }
    return text
  }
}

extension BufferingPolicy {
  /// The buffer level at which playback starts; `nil` if it starts as soon as anything is loaded.
  package var listedStartupThreshold: MediaTime? {
    startupThreshold > .resolution ? startupThreshold : nil
  }

  /// The buffer level at which playback resumes; `nil` if it resumes as soon as anything is loaded.
  package var listedResumeThreshold: MediaTime? {
    resumeThreshold > .resolution ? resumeThreshold : nil
  }
}
