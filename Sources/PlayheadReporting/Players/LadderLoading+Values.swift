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
      "fillsTransportStreams": String(fillsTransportStreams),
      "adaptsAudio": String(adaptsAudio),
      "readsNestedIndexes": String(readsNestedIndexes),
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
      "gapJump": gapJump?.text ?? "none",
      "missingSegments": failures.missing.text,
      "unreadableSegments": failures.unreadable.text,
      "truncatedSegments": failures[.truncated].text,
      "segmentsMarkedAsGaps": failures.gap.text,
      "missingPlaylists": (failures.documents[.playlist]?.missing ?? failures.missing).text,
      "missingIndexes": (failures.documents[.index]?.missing ?? failures.missing).text,
      "missingManifests": failures.documents[.manifest]?.missing.text ?? "ends with an error",
      "appliesEditLists": String(appliesEditLists),
      "backBufferSeconds": Self.text(backBuffer),
      "runAheadWaitSeconds": runAheadWait?.secondsText ?? "none",
      "firstSegmentProcessingSeconds": processing.firstSegment?.secondsText ?? "none",
      "looksForCaptions": String(looksForCaptions),
      "asksForSessionKeys": String(asksForSessionKeys),
      "skipsToFirstMedia": String(skipsToFirstMedia),
      "levelReportSeconds": levelReportInterval?.secondsText ?? "none",
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

extension GapJump {
  /// When the player jumps and where to, in words.
  package var text: String {
    let time =
      switch moment {
      case .before(let lead): "\(lead.secondsText)s before it"
      case .stalled(let reaction): "\(reaction.secondsText)s after a stall"
      }
    return landing == .zero ? time : "\(time), to \(landing.secondsText)s behind it"
  }
}

extension SegmentFailureRule {
  /// What the player does, in words.
  package var text: String {
    var parts: [String] = []
    if attempts > 1 || lastAttempts > 1 {
      let all = countsAllFailures ? " in all" : ""
      parts.append(
        attempts == lastAttempts
          ? "\(attempts) attempts\(all)" : "\(attempts) attempt, at last \(lastAttempts)\(all)")
    }
    switch retryDelay {
    case .none: break
    case .constant(let time): parts.append("every \(time.secondsText)s")
    case .doubling(let first, let longest):
      parts.append("after \(first.secondsText)s, doubling to \(longest.secondsText)s")
    case .growing(let step, let longest):
      parts.append("after 0s, \(step.secondsText)s more each to \(longest.secondsText)s")
    }
    let others = [copies?.text, fallback?.text].compactMap(\.self)
    parts += copies?.order == .levelsFirst ? others.reversed() : others
    let delay = lastDelay == .zero ? "" : " after \(lastDelay.secondsText)s"
    parts.append(outcome.text + delay)
    if let outcomeAtStart { parts.append("at the start \(outcomeAtStart.text)") }
    return parts.joined(separator: ", ")
  }
}

extension CopyUse {
  fileprivate var text: String {
    switch reach {
    case .attempt: "copies of the level in turn with it"
    case .level: "copies of the level"
    case .ladder: "copies of all levels"
    }
  }
}

extension LevelFallback {
  fileprivate var text: String {
    let order = order == .downwards ? "levels downwards" : "levels by the rule"
    let time = delay == .zero ? "" : " after \(delay.secondsText)s"
    return "other \(order)\(time)" + (exclusion.map { ", \($0.secondsText)s without it" } ?? "")
  }
}

extension SegmentFailureRule.Outcome {
  /// What the player does, in words.
  package var text: String {
    switch self {
    case .elapses: "its time elapses"
    case .leavesHole: "left out"
    case .failsNext: "ends with an error as the next is in"
    case .stopsLoading: "stops loading"
    case .stopsWithError: "stops loading with an error"
    case .fails: "ends with an error"
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
