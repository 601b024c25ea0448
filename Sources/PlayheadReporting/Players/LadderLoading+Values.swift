package import PlayheadLadder
import PlayheadModel

extension LadderLoading {
  /// When and in which order it loads, by key, each value as reports and baselines write it.
  package var values: [(key: String, text: String)] {
    let values: KeyValuePairs<String, String> = [
      "goalSeconds": goal.level.secondsText,
      "goalBytes": Self.text(goal.bytes),
      "longestGoalSeconds": goal.longest.secondsText,
      "goalAtTopLevelSeconds": Self.text(goal.atTopLevel),
      "goalAtTopLevelOfLongMediaSeconds": Self.text(goal.atTopLevelOfLongMedia),
      "goalIncludesNextSegment": String(goal.includesNextSegment),
      "resumption": goal.resumption.text,
      "loadsLanesInParallel": String(loadsLanesInParallel),
      "looksAtAllLanes": String(looksAtAllLanes),
      "audioLeadSeconds": Self.text(audioLead),
      "audioGoalSeconds": Self.text(audioGoal),
      "holdsAudioAhead": String(holdsAudioAhead),
      "adaptsAudio": String(adaptsAudio),
      "opensLevelsAhead": String(opensLevelsAhead),
      "keepsPlaylists": String(keepsPlaylists),
      "keepsInitializations": String(keepsInitializations),
      "fetchesInitializationInParallel": String(fetchesInitializationInParallel),
      "replacement": replacement?.text ?? "none",
      "looksAfterSwitch": String(looksAfterSwitch),
      "probedBytes": Self.text(probedBytes),
      "manifestProcessingSeconds": processing.manifest.secondsText,
      "playlistProcessingSeconds": processing.playlist.secondsText,
      "initializationProcessingSeconds": processing.initialization.secondsText,
      "segmentProcessingSeconds": processing.segment.secondsText,
      "appends": appends.rawValue,
      "startupSegments": String(startupSegments),
      "startupCostSeconds": startupCost.secondsText,
      "heldVideoSeconds": heldVideo.secondsText,
      "gapToleranceSeconds": gapTolerance.secondsText,
      "appliesEditLists": String(appliesEditLists),
      "backBufferSeconds": Self.text(backBuffer),
    ]
    return values.map { ($0.key, $0.value) }
  }

  private static func text(_ time: MediaTime?) -> String { time?.secondsText ?? "none" }

  private static func text(_ bytes: Int64?) -> String { bytes.map(String.init) ?? "none" }
}

extension BufferReplacement {
  /// What is replaced, in words.
  fileprivate var text: String {
    switch self {
    case .fromPlayhead: "from the playhead"
    case .atEnd(let tolerance): "at the end of what is loaded, within \(tolerance.secondsText)s"
    }
  }
}

extension BufferGoal.Resumption {
  /// When the player looks again, in words.
  fileprivate var text: String {
    switch self {
    case .atOnce: "at once"
    case .polling(let interval): "every \(interval.secondsText)s"
    case .after(let level): "at \(level.secondsText)s"
    }
  }
}
