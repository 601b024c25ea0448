import Expectations
import PlayheadKit
import PlayheadLadder
import Testing

@Suite("Sessions of ladders with real rules")
struct LadderInvariantTests {
  @Test(
    "Every rule in every player ends, loads segments once but those it replaces, counts each byte",
    arguments: Seeds.blocks(0..<1000, of: 50, few: 50))
  func invariants(seeds: Range<UInt64>) throws {
    for seed in seeds {
      let random = try RandomLadderSession(seed: seed)
      for name in AdaptationRuleName.allCases {
        let text = name == .fixed ? "fixed:0" : name.rawValue
        let rule = try NamedRule(parsing: text).rule
        let player = LadderPlayer.all[Int(seed) % LadderPlayer.all.count]
        var scenario = random.scenario.adapting(by: rule)
        scenario.player = player
        var simulation = LadderSimulation(scenario)
        let session = simulation.run()
        Self.check(session, of: scenario.ladder, "seed \(seed), \(text) in \(player.name)")
      }
    }
  }

  /// Seeds of which the link fails for good with requests in flight, or looks at them due, and the
  /// user then acts.
  @Test(
    "A session in which the user acts ends, also over a link that fails for good",
    arguments: Seeds.blocks(0..<1000, of: 50, few: 50) + [1952..<1953, 2389..<2390, 2435..<2436])
  func actions(seeds: Range<UInt64>) throws {
    for seed in seeds {
      let random = try RandomLadderSession(seed: seed)
      for number in UInt64(0)..<12 {
        var numbers = SeededNumbers(seed: seed &* 12 &+ number)
        var scenario = random.scenario
        scenario.actions = (0..<numbers.int(1...5)).map { _ in .random(using: &numbers) }
        var simulation = LadderSimulation(scenario)
        let session = simulation.run()
        let requests = session.requests.map(\.request)
        expect(
          requests.reduce(0) { $0 + $1.bytesReceived + $1.bytesWasted },
          equals: session.session.bytesDownloaded, "seed \(seed), actions \(number)")
        expect(
          zip(session.segments, session.segments.dropFirst()).allSatisfy {
            $0.wallTime <= $1.wallTime
          }, "seed \(seed), actions \(number)")
        Self.books(of: session, of: scenario.ladder, "seed \(seed), actions \(number)")
      }
    }
  }

  /// What was downloaded is what was played, replaced, dropped and left over, each counted on its
  /// own.
  private static func books(of session: LadderSession, of ladder: Ladder, _ context: String) {
    let summary = LadderSummary(session, of: ladder)
    let bytes = summary.bytes
    expect(bytes.total, equals: session.session.bytesDownloaded, "\(context)")
    let played = SessionSummary(session.session, adaptation: summary)
    expect(played.bytesWasted, equals: bytes.replaced + bytes.dropped, "\(context)")
    // Media that was played to its end without a replacement leaves nothing over, but for segments
    // that only show what others show.
    let lost = session.requests.filter {
      ![.complete, .open, .blocked].contains($0.request.endReason)
    }
    let isPlain = !session.segments.contains { $0.isReplacement || $0.damage != nil }
    if isPlain, session.failures.isEmpty {
      expect(bytes.replaced, equals: 0, "\(context)")
      let partly = session.segments.reduce(Int64(0)) { sum, segment in
        let size = ladder.lanes[segment.lane].levels[segment.level].segments[segment.segment]
        return segment.bytes < size.resource.bytes ? sum + segment.bytes : sum
      }
      let dropped =
        lost.reduce(Int64(0)) { $0 + $1.request.bytesDownloaded }
        + session.requests.filter { $0.request.endReason == .complete }
        .reduce(Int64(0)) { $0 + $1.request.bytesWasted }
      expect((dropped - partly...dropped).contains(bytes.dropped), "\(context)")
    }
    // A segment is played if its own time was.
    for (lane, content) in ladder.lanes.enumerated() where isPlain && ladder.lanes.count == 1 {
      let own = session.segments.filter { $0.lane == lane }
      let sum = own.reduce(Int64(0)) { sum, segment in
        let shown = segment.shown
        let isPlayed = session.played.contains {
          $0.range.start < shown.end && shown.start < $0.range.end
        }
        return isPlayed ? sum + segment.bytes : sum
      }
      let others = session.requests.filter {
        $0.subject.content != .segment && $0.request.endReason == .complete
      }
      guard session.failures.isEmpty, !content.levels.isEmpty else { continue }
      expect(
        bytes.played, equals: sum + others.reduce(Int64(0)) { $0 + $1.request.bytesReceived },
        "\(context)")
    }
  }

  private static func check(_ session: LadderSession, of ladder: Ladder, _ context: String) {
    let requests = session.requests.map(\.request)
    books(of: session, of: ladder, context)
    expect(
      requests.reduce(0) { $0 + $1.bytesReceived + $1.bytesWasted },
      equals: session.session.bytesDownloaded, "\(context)")
    expect(
      requests.reduce(0) { $0 + $1.bytesWasted }, equals: session.session.bytesWasted, "\(context)")
    // A stall waited for media that was in when it ended, and not before.
    for (stall, awaited) in zip(session.session.stalls, session.awaited) {
      guard let duration = stall.duration, let awaited else { continue }
      expect(
        session.segments.contains {
          ($0.lane, $0.level, $0.segment) == (awaited.lane, awaited.level, awaited.segment)
            && $0.begun <= stall.start + duration && $0.wallTime >= stall.start
        }, "\(context), stall \(stall.number)")
    }
    for (lane, content) in ladder.lanes.enumerated() {
      let loaded = session.segments.filter { $0.lane == lane }
      expect(loaded.allSatisfy { content.levels.indices.contains($0.level) }, "\(context)")
      // In order of presentation, none twice, as nobody sought.
      let ends = loaded.map { content.levels[$0.level].segments[$0.segment].declared.end }
      expect(
        zip(ends, ends.dropFirst()).allSatisfy { $0 < $1 }
          || loaded.contains(where: \.isReplacement), "\(context)")
      // What is shown has each time once.
      let shown = session.shownSegments(lane: lane).map(\.range)
      expect(
        zip(shown, shown.dropFirst()).allSatisfy { $0.end <= $1.start }
          || !loaded.contains(where: \.isReplacement) || !content.isExact, "\(context)")
      expect(
        zip(loaded, loaded.dropFirst()).allSatisfy { $0.wallTime <= $1.wallTime }, "\(context)")
      // What cannot be played may be left out.
      if session.session.endReason == .ended, session.failures.isEmpty {
        // From the start to the end without a hole in the manifest's times.
        var end = MediaTime.zero
        for segment in loaded {
          let declared = content.levels[segment.level].segments[segment.segment].declared
          expect(declared.start <= end, "\(context)")
          end = max(end, declared.end)
        }
      }
    }
    expect(
      session.decisions.allSatisfy {
        ladder.lanes[$0.lane].levels.indices.contains($0.decision.level)
      }, "\(context)")
  }
}

extension LadderLane {
  /// Whether segments show what is declared, at the same times in all levels.
  fileprivate var isExact: Bool {
    isAligned && levels.allSatisfy { $0.segments.allSatisfy { $0.measured == nil && !$0.isGap } }
  }
}

extension UserAction {
  /// An action in the first twenty seconds.
  fileprivate static func random(using numbers: inout SeededNumbers) -> UserAction {
    let target = MediaTime.milliseconds(Int64(numbers.int(0...60) * 250))
    let rate = PlaybackRate(thousandths: Int64(numbers.pick(500, 1333, 2000))) ?? .normal
    return UserAction(
      at: .milliseconds(Int64(numbers.int(0...80) * 250)),
      numbers.pick(
        .pause, .play, .setRate(rate), .seek(to: target, .exact), .seek(to: target, .keyframe)))
  }
}
