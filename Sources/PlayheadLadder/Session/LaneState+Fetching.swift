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
      if !rules.keepsInitializations { media.initializations = [] }
      if !rules.keepsPlaylists, !documents.isOpenedAhead { close(decision.level) }
      // A playlist that is read again has its keys anew.
      if hasKeys, !rules.keepsKeys { keys.kept = [] }
    }
    documents.isOpenedAhead = false
    probe.countedFrom = nil
    level = decision.level
    lineUp(place, of: decision.level, by: rules)
    begin(after: decision.delay, at: wallTime)
  }

  /// Fetches what is lined up, after as long as is decided.
  mutating func begin(after delay: WallTime, at wallTime: WallTime) {
    if delay > .zero {
      timing.waitCredit = nil
      work.phase = .delaying(until: wallTime + delay)
    } else {
      work.phase = .fetching
    }
  }

  /// Lines up what has to be fetched for a segment.
  private mutating func lineUp(_ place: Int, of number: Int, by rules: FetchingRules) {
    let perTag = rules.fetchesInitializationPerTag
    if !work.job.queue.isEmpty { work.job.queue.removeAll(keepingCapacity: true) }
    // The first one comes last.
    if !lane.levels[number].segments[place].isGap {
      work.job.queue.append(
        Errand(
          .segment, lane: self.number, level: number, number: place,
          for: lane.levels[number].segments[place].resource))
      let tag = perTag ? lane.levels[number].segments[place].initializationTag : 0
      if let section = lane.levels[number].segments[place].initialization,
        !media.initializations.contains(.init(level: number, number: section, tag: tag))
      {
        work.job.queue.append(
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
      work.job.queue.append(
        Errand(.index, lane: self.number, level: number, number: place, for: indexes[place]))
    }
    if known == 0, let playlist = lane.levels[number].playlist {
      work.job.queue.append(Errand(.playlist, lane: self.number, level: number, for: playlist))
    }
  }

  /// Adds the key of segment `place` to what it fetches next, which ends with that segment.
  private mutating func lineUpKey(of place: Int, level: Int, moment: (LevelKey) -> KeyMoment) {
    guard hasKeys, let number = lane.levels[level].segments[place].key else { return }
    let key = lane.levels[level].keys[number]
    guard !keys.kept.contains(key.resource) else { return }
    var errand = Errand(.key, lane: self.number, level: level, number: number, for: key.resource)
    errand.serverTime = key.serverTime
    // The first one comes last.
    if moment(key) == .after {
      work.job.queue.insert(errand, at: 0)
    } else {
      work.job.queue.append(errand)
    }
  }
}
