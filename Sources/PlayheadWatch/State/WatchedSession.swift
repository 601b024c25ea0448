package import PlayheadAnalysis
package import PlayheadLadder
package import PlayheadModel
package import PlayheadReporting

/// A session played to its end, as it goes if the user does nothing more.
package struct WatchedSession: Sendable {
  /// What it depends on.
  package let scenario: Scenario
  /// What happens in it.
  package let played: PlayedSession
  /// The names of the network, the player, and the rule of adaptation.
  package let names: Names
  /// The levels of video by media time; `nil` for a file.
  let levels: LevelCourse?
  /// The bit rate of each level of video, the lowest first; empty for a file.
  let levelRates: [BitRate]
  /// Why it waits; `nil` until somebody has found out.
  package private(set) var causes: SessionCauses?
  /// What happens, each with its cause, in order.
  package private(set) var log: [TimelineMark] = []
  /// The marks of adaptation.
  private let ladderMarks: [TimelineMark]
  /// The buffer level behind each instant at which something happens.
  private let levelsAtEvents: [WallTime: MediaTime]

  /// Names for people.
  package struct Names: Hashable, Sendable {
    package var network: String
    package var player: String
    package var rule: String?

    package init(network: String, player: String, rule: String? = nil) {
      (self.network, self.player, self.rule) = (network, player, rule)
    }
  }

  /// The session `played` of `scenario`; `adaptation` tells of levels, if it is that of a ladder.
  package init(
    _ scenario: Scenario, _ played: PlayedSession, names: Names,
    adaptation: AdaptationReport? = nil
  ) {
    (self.scenario, self.played, self.names) = (scenario, played, names)
    if let adaptation {
      levels = adaptation.levels
      levelRates = adaptation.ladder.lanes[0].levels.map(\.bitRate)
      ladderMarks = LadderMarks(adaptation).marks
    } else {
      (levels, levelRates, ladderMarks) = (nil, [], [])
    }
    var cursor = SessionCursor(scenario)
    var found: [WallTime: MediaTime] = [:]
    for event in played.session.events where event.kind.dependsOnLevel {
      guard found[event.wallTime] == nil else { continue }
      cursor.move(to: event.wallTime)
      found[event.wallTime] = cursor.tick.bufferLevel
    }
    levelsAtEvents = found
    log = entries
  }

  /// What happens.
  package var session: Session { played.session }

  /// Tells the log why it waits.
  package mutating func take(_ causes: SessionCauses?) {
    self.causes = causes ?? SessionCauses()
    log = entries
  }

  private var entries: [TimelineMark] {
    let isLadder = levels != nil
    var marks = session.eventMarks(.clock, causes: causes).filter { mark in
      // The segments of a ladder are told by their levels.
      !(isLadder && mark.kind == .request)
    }
    let levelled = session.events.filter(\.kind.dependsOnLevel).reduce(into: Set<WallTime>()) {
      $0.insert($1.wallTime)
    }
    for number in marks.indices {
      let mark = marks[number]
      guard levelled.contains(mark.wallTime), let level = levelsAtEvents[mark.wallTime],
        Self.tellsLevel(mark)
      else { continue }
      marks[number].text += ": \(TextStyle.Durations.clock.text(level, places: 3)) loaded ahead"
    }
    return marks.merged(with: ladderMarks)
  }

  /// Whether what a mark tells follows from how much is loaded.
  private static func tellsLevel(_ mark: TimelineMark) -> Bool {
    let beginnings = [
      "starts", "resumes", "likely to keep up", "buffer full", "buffer no longer full",
      "buffer no longer empty",
    ]
    let isEnd = mark.stall == .end && mark.color == .green
    return isEnd || beginnings.contains { mark.text.hasPrefix($0) }
  }
}

extension Event.Kind {
  /// Whether how much is loaded is its cause.
  fileprivate var dependsOnLevel: Bool {
    switch self {
    case .playbackStarted, .playbackResumed, .playbackContinued, .isPlaybackBufferFull,
      .isPlaybackBufferEmpty(false), .isPlaybackLikelyToKeepUp(true):
      true
    default: false
    }
  }
}
