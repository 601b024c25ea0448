import PlayheadLadder
import PlayheadModel

extension LadderLoading {
  /// When and in which order it loads, as a baseline records it.
  var recorded: [CaseDefinition.Part] {
    let parts: KeyValuePairs<String, String> = [
      "goalSeconds": goal.level.secondsText,
      "goalBytes": goal.bytes.map(String.init) ?? "none",
      "longestGoalSeconds": goal.longest.secondsText,
      "goalAtTopLevelSeconds": Self.text(goal.atTopLevel),
      "goalAtTopLevelOfLongMediaSeconds": Self.text(goal.atTopLevelOfLongMedia),
      "goalIncludesNextSegment": String(goal.includesNextSegment),
      "resumption": goal.resumption.recorded,
      "loadsLanesInParallel": String(loadsLanesInParallel),
      "audioLeadSeconds": Self.text(audioLead),
      "fetchesInitializationInParallel": String(fetchesInitializationInParallel),
      "keepsInitializations": String(keepsInitializations),
      "adaptsAudio": String(adaptsAudio),
      "gapToleranceSeconds": gapTolerance.secondsText,
      "appliesEditLists": String(appliesEditLists),
      "backBufferSeconds": Self.text(backBuffer),
    ]
    return parts.map { CaseDefinition.Part(key: "player.loading.\($0.key)", text: $0.value) }
  }

  private static func text(_ time: MediaTime?) -> String { time?.secondsText ?? "none" }
}

extension BufferGoal.Resumption {
  /// When the player looks again, in words.
  fileprivate var recorded: String {
    switch self {
    case .atOnce: "at once"
    case .polling(let interval): "every \(interval.secondsText)s"
    case .after(let level): "at \(level.secondsText)s"
    }
  }
}
