import PlayheadKit
import PlayheadLadder

/// A session of a small ladder over a slow link, made up from a seed.
struct RandomLadderSession {
  let scenario: LadderScenario
  let rule: ScriptedRule
  let profile: BandwidthProfile

  init(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let isCoarse = random.chance(40)
    var ladder = Ladder.random(isCoarse: isCoarse, using: &random)
    profile = try BandwidthProfile.random(isCoarse: isCoarse, using: &random)
    var player = LadderPlayer.basic
    player.loading = LadderLoading.random(isCoarse: isCoarse, using: &random)
    let startup = MediaTime.milliseconds(Int64(random.pick(0, 0, 250, 1000, 3000)))
    player.policy = try BufferingPolicy(
      startupThreshold: max(.resolution, startup),
      resumeThreshold: max(.resolution, random.pick(startup, .seconds(2))), highWatermark: nil)
    var rule = ScriptedRule.random(for: ladder, isCoarse: isCoarse, using: &random)
    // Of other numbers, so that seeds keep the ladders and links that they had before.
    var more = SeededNumbers(seed: ~seed)
    player.loading.addRandom(using: &more)
    if more.chance(40) {
      var parameters = player.policy.parameters
      parameters.tracks.videoGrace = .milliseconds(Int64(more.pick(250, 1000, 3000)))
      player.policy = try BufferingPolicy(parameters)
    }
    // Of yet others.
    var last = SeededNumbers(seed: seed ^ 0x5EED)
    if last.chance(40) {
      player.loading.appends = .samples
      ladder = ladder.withParts(using: &last)
    }
    if player.loading.replacement == nil, last.chance(30) {
      rule = rule.discarding(beyond: .milliseconds(Int64(last.int(0...16) * 250)))
    }
    if last.chance(50) {
      player.loading.fetchesAllIndexes = true
      if last.chance(50) { ladder = ladder.withSearches(using: &last) }
    }
    if !player.loading.fetchesInitializationInParallel, last.chance(40) {
      player.loading.fetchesInitializationPerTag = true
      ladder = ladder.withTags(using: &last)
    }
    // Of yet others: segments that cannot be played, and what the player does about them.
    var failing = SeededNumbers(seed: seed ^ 0xFA11)
    if failing.chance(50) {
      ladder = ladder.withFailures(using: &failing)
      player.loading.failures = .random(using: &failing)
      if failing.chance(60) { player.loading.gapJump = .random(using: &failing) }
    }
    // No player both fills holes and discards segments.
    player.loading.fillsTransportStreams =
      failing.chance(30) && rule.scripts.allSatisfy { $0.discardsBeyond == nil }
    // Of yet others: documents that cannot be had, and requests that fail for a while.
    var refusing = SeededNumbers(seed: seed ^ 0xD0C5)
    var faults: [RequestFault] = []
    if refusing.chance(35) {
      faults = (0..<refusing.pick(0, 1, 1, 2)).map { _ in .random(using: &refusing) }
      if refusing.chance(60) { ladder = ladder.withoutDocuments(using: &refusing) }
      player.loading.failures.documents = .random(using: &refusing)
      // Levels that are gone on without are tested by hand.
      if player.loading.fetchesAllIndexes {
        player.loading.failures.documents[.index] = .random(endingWith: .fails, using: &refusing)
      }
      player.loading.failures.patience = .milliseconds(Int64(refusing.pick(0, 500, 3000)))
    }
    self.rule = rule
    let limit: WallTime? = random.chance(10) ? .milliseconds(Int64(random.int(0...40) * 250)) : nil
    var scenario = LadderScenario(
      ladder, over: NetworkLink(following: profile), player: player, rule: rule,
      options: SessionOptions(tickInterval: nil, limit: limit))
    scenario.faults = faults
    self.scenario = scenario
  }
}

extension Ladder {
  /// One lane or two of up to four levels each.
  static func random(isCoarse: Bool, using random: inout SeededNumbers) -> Ladder {
    let hasAudio = random.chance(45)
    let manifests = (0..<random.pick(0, 1, 1, 2)).map {
      LadderResource("manifest \($0)", bytes: Int64(random.int(1...300)))
    }
    var lanes = [LadderLane.random(hasAudio ? .video : .muxed, isCoarse, &random)]
    if hasAudio { lanes.append(.random(.audio, isCoarse, &random)) }
    return Ladder(format: .dash, manifests: manifests, lanes: lanes)
  }
}

extension Ladder {
  /// The same with each level as `change` makes it.
  func withLevels(_ change: (Level) -> Level) -> Ladder {
    Ladder(
      format: format, manifests: manifests,
      lanes: lanes.map { LadderLane($0.kind, levels: $0.levels.map(change)) })
  }

  /// The same with parts of some segments.
  fileprivate func withParts(using random: inout SeededNumbers) -> Ladder {
    withLevels { level in
      var level = level
      for place in level.segments.indices {
        level.segments[place].parts = level.segments[place].randomParts(using: &random)
      }
      return level
    }
  }

  /// The same with up to three indexes of each level.
  fileprivate func withSearches(using random: inout SeededNumbers) -> Ladder {
    withLevels { level in
      Level(
        name: level.name, bitRate: level.bitRate, playlist: level.playlist,
        indexes: (0..<random.int(0...3)).map {
          LadderResource("index \($0)", bytes: Int64(random.int(1...200)))
        }, initializations: level.initializations, segments: level.segments)
    }
  }

  /// The same with sections that are named by up to three tags.
  fileprivate func withTags(using random: inout SeededNumbers) -> Ladder {
    withLevels { level in
      var level = level
      level.segments = level.segments.map { old in
        LadderSegment(
          old.resource, initialization: old.initialization, declared: old.declared,
          measured: old.measured, isGap: old.isGap, parts: old.parts,
          initializationTag: random.int(0...2))
      }
      return level
    }
  }
}

extension LadderSegment {
  /// Up to four parts, with times that are met by others at times.
  fileprivate func randomParts(using random: inout SeededNumbers) -> [Part] {
    guard !isGap, resource.bytes > 1, damage == nil else { return [] }
    let count = random.int(0...4)
    let bytes = (0..<count).map { _ in random.int(1...Int(resource.bytes) - 1) }
    let length = Int(shown.duration.nanoseconds)
    let ends = (0..<count).map { _ in
      random.chance(50)
        ? length * random.int(1...8) / 8 : random.int(1...length)
    }
    let parts = zip(Set(bytes).sorted(), Set(ends).sorted())
    return parts.map {
      Part(bytes: Int64($0), end: shown.start + MediaTime(nanoseconds: Int64($1)))
    }
  }
}

extension LadderLane {
  fileprivate static func random(
    _ kind: LadderLane.Kind, _ isCoarse: Bool, _ random: inout SeededNumbers
  ) -> LadderLane {
    let length = isCoarse ? random.int(4...60) * 250 : random.int(1000...15_000)
    let isAligned = random.chance(60)
    let first = cuts(of: length, isCoarse, &random)
    let hasGaps = random.chance(15)
    let isMeasured = random.chance(30)
    let sections = random.pick(0, 0, 1, 1, 2)
    let (hasPlaylists, hasIndexes) = (random.chance(30), random.chance(20))
    let levels = (0..<random.int(1...4)).map { number in
      let cuts = isAligned ? first : cuts(of: length, isCoarse, &random)
      let segments = zip(cuts, cuts.dropFirst()).enumerated().map { place, times in
        segment(
          place,
          TimeRange(start: .milliseconds(Int64(times.0)), end: .milliseconds(Int64(times.1))),
          bytes: random.int(20...600) * (number + 1), sections, isMeasured, hasGaps, &random)
      }
      return Level(
        name: "\(number)", bitRate: BitRate(bitsPerSecond: Int64(1000 * (number + 1))),
        playlist: hasPlaylists ? LadderResource("list", bytes: Int64(random.int(1...200))) : nil,
        indexes: hasIndexes ? [LadderResource("index", bytes: Int64(random.int(1...200)))] : [],
        initializations: (0..<sections).map {
          LadderResource("section \($0)", bytes: Int64(random.int(1...200)))
        }, segments: segments)
    }
    return LadderLane(kind, levels: levels)
  }

  private static func segment(
    _ place: Int, _ declared: TimeRange, bytes: Int, _ sections: Int, _ isMeasured: Bool,
    _ hasGaps: Bool, _ random: inout SeededNumbers
  ) -> LadderSegment {
    var measured: TimeRange?
    if isMeasured {
      // As samples lie: a little later or earlier than declared, at times with a hole.
      let shift = MediaTime.milliseconds(Int64(random.pick(0, 0, 30, 100, 101, -20)))
      let start = max(.zero, declared.start + shift)
      let end = declared.end + .milliseconds(Int64(random.pick(0, 0, -60, 40)))
      measured = start < end ? TimeRange(start: start, end: end) : nil
    }
    return LadderSegment(
      LadderResource("segment \(place)", bytes: Int64(bytes)),
      initialization: sections == 0 ? nil : random.int(0...sections - 1), declared: declared,
      measured: measured, isGap: hasGaps && random.chance(20))
  }

  /// Times at which a level is cut, in milliseconds.
  private static func cuts(
    of length: Int, _ isCoarse: Bool, _ random: inout SeededNumbers
  ) -> [Int] {
    let target = isCoarse ? random.int(2...16) * 250 : random.int(400...4000)
    var cuts = [0]
    while let last = cuts.last, last < length {
      let step =
        random.chance(70) ? target : isCoarse ? random.int(1...16) * 250 : random.int(50...5000)
      cuts.append(min(length, last + step))
    }
    return cuts
  }
}

extension BandwidthProfile {
  fileprivate static func random(
    isCoarse: Bool, using random: inout SeededNumbers
  ) throws -> BandwidthProfile {
    let hasLatency = random.chance(70)
    let intervals = (0..<random.pick(1, 1, 2, 3, 6)).map { _ in
      Interval(
        duration: .milliseconds(Int64(isCoarse ? random.int(1...24) * 250 : random.int(1...6000))),
        rate: BitRate(
          bitsPerSecond: random.chance(8)
            ? 0 : Int64(isCoarse ? random.int(1...20) * 800 : random.int(500...20_000))),
        latency: !hasLatency
          ? .zero
          : isCoarse
            ? .milliseconds(Int64(random.int(0...4) * 250))
            : WallTime(nanoseconds: Int64(random.int(0...800_000_000))))
    }
    return try BandwidthProfile(
      name: "random", intervals: intervals, afterwards: random.pick(.repeats, .holdsLast))
  }
}

extension LadderLoading {
  fileprivate static func random(
    isCoarse: Bool, using random: inout SeededNumbers
  ) -> LadderLoading {
    var loading = LadderLoading()
    let level = MediaTime.milliseconds(
      Int64(isCoarse ? random.int(1...40) * 250 : random.int(100...12_000)))
    loading.goal = BufferGoal(
      level, bytes: random.chance(20) ? Int64(random.int(100...3000)) : nil,
      atTopLevel: random.chance(20) ? level + .seconds(2) : nil,
      includesNextSegment: random.chance(30),
      resumption: random.pick(
        .atOnce, .atOnce, .polling(every: .milliseconds(Int64(random.pick(100, 250, 500)))),
        .after(drainingTo: MediaTime(nanoseconds: level.nanoseconds / 2))))
    loading.loadsLanesInParallel = random.chance(70)
    loading.audioLead = random.pick(nil, .zero, .seconds(1))
    let isParallel = random.chance(30)
    loading.fetchesInitializationInParallel = isParallel && loading.loadsLanesInParallel
    loading.keepsInitializations = random.chance(60)
    loading.adaptsAudio = true
    loading.gapTolerance = .milliseconds(Int64(random.pick(0, 100, 300)))
    return loading
  }
}

extension LadderLoading {
  /// What players do besides.
  fileprivate mutating func addRandom(using random: inout SeededNumbers) {
    if random.chance(40) { replacement = .fromPlayhead }
    looksAfterSwitch = random.chance(40)
    audioGoal = random.pick(nil, nil, .zero, .seconds(1))
    if random.chance(40) {
      func time() -> WallTime { .milliseconds(Int64(random.pick(0, 7, 250))) }
      processing = ProcessingTimes(
        manifest: time(), playlist: time(), initialization: time(), segment: time())
    }
    heldVideo = .milliseconds(Int64(random.pick(0, 0, 100, 300)))
    if replacement == nil, random.chance(50) {
      replacement = .atEnd(tolerance: .milliseconds(Int64(random.pick(0, 50, 250))))
    }
    holdsAudioAhead = random.chance(40)
  }
}

extension ScriptedRule {
  /// The same that discards what begins farther ahead of the playhead than this.
  fileprivate func discarding(beyond distance: MediaTime) -> ScriptedRule {
    let scripts = scripts.map { script in
      var script = script
      script.discardsBeyond = distance
      return script
    }
    return ScriptedRule(scripts, kinds: kinds, progress: progressInterval)
  }

  fileprivate static func random(
    for ladder: Ladder, isCoarse: Bool, using random: inout SeededNumbers
  ) -> ScriptedRule {
    let hasDelays = random.chance(20)
    let abandons = random.chance(30)
    let scripts = ladder.lanes.map { lane in
      let choices = (0..<random.int(1...12)).map { _ in
        let delay = hasDelays && random.chance(30) ? random.int(1...8) * 250 : 0
        return (
          level: random.int(0...lane.levels.count - 1), delay: WallTime.milliseconds(Int64(delay))
        )
      }
      var abandonments: [Int: Int] = [:]
      if abandons {
        for _ in 0..<random.int(1...3) {
          abandonments[random.int(1...15)] = random.int(0...lane.levels.count - 1)
        }
      }
      return Script(choices: choices, abandonments: abandonments)
    }
    let wall = WallTime.milliseconds(Int64(random.pick(100, 250, 400)))
    let progress = ProgressInterval(
      wall, bytes: random.pick(0, 50, 200), isTimer: random.chance(50))
    return ScriptedRule(
      scripts, kinds: ladder.lanes.map(\.kind), progress: abandons ? progress : nil)
  }
}
