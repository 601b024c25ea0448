import PlayheadModel

/// What a lane fetches for a segment.
extension LaneState {
  /// Fetches segment `place` of its level once more, after a delay.
  mutating func fetchAgain(
    _ place: Int, of number: Int, by rules: FetchingRules, after delay: WallTime,
    at wallTime: WallTime
  ) {
    lineUp(place, of: number, by: rules)
    begin(after: delay, at: wallTime)
  }

  /// Fetches a segment of the level that is decided on, or waits for as long as is decided.
  mutating func fetch(
    _ place: Int, as decision: Decision, by rules: FetchingRules, at wallTime: WallTime
  ) {
    if level != decision.level {
      if !rules.keepsInitializations { initializations = [] }
      if !rules.keepsPlaylists, !isOpenedAhead { close(decision.level) }
      // A playlist that is read again has its keys anew.
      if hasKeys, !rules.keepsKeys { keys = [] }
    }
    isOpenedAhead = false
    countedFrom = nil
    level = decision.level
    lineUp(place, of: decision.level, by: rules)
    begin(after: decision.delay, at: wallTime)
  }

  /// Fetches what is lined up, after as long as is decided.
  mutating func begin(after delay: WallTime, at wallTime: WallTime) {
    if delay > .zero {
      waitCredit = nil
      activity = .delaying(until: wallTime + delay)
    } else {
      activity = .fetching
    }
  }

  /// Lines up what has to be fetched for a segment.
  private mutating func lineUp(_ place: Int, of number: Int, by rules: FetchingRules) {
    let perTag = rules.fetchesInitializationPerTag
    if !queue.isEmpty { queue.removeAll(keepingCapacity: true) }
    // The first one comes last.
    if !lane.levels[number].segments[place].isGap {
      queue.append(
        Errand(
          .segment, lane: self.number, level: number, number: place,
          for: lane.levels[number].segments[place].resource))
      let tag = perTag ? lane.levels[number].segments[place].initializationTag : 0
      if let section = lane.levels[number].segments[place].initialization,
        !initializations.contains(.init(level: number, number: section, tag: tag))
      {
        queue.append(
          Errand(
            .initialization, lane: self.number, level: number, number: section,
            for: lane.levels[number].initializations[section]))
      }
      lineUpKey(of: place, level: number) { $0.isLicence ? .beside : rules.keyMoment }
    }
    guard hasOpenings, !openedLevels.contains(number) else { return }
    // What is in of them is not fetched again after a failure.
    let known = documentCount(of: number)
    let indexes = lane.levels[number].indexes
    let knownIndexes = max(0, known - (lane.levels[number].playlist == nil ? 0 : 1))
    for place in indexes.indices.dropFirst(knownIndexes).reversed() {
      queue.append(
        Errand(.index, lane: self.number, level: number, number: place, for: indexes[place]))
    }
    if known == 0, let playlist = lane.levels[number].playlist {
      queue.append(Errand(.playlist, lane: self.number, level: number, for: playlist))
    }
  }
}
