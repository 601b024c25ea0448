import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadReporting

/// An input to a player at a wall time.
private struct TimedInput {
  var wallTime: WallTime
  var input: (inout PlaybackModel, WallTime) -> Transitions

  /// Inputs of all kinds, in order of time, some at one instant.
  static func random(_ random: inout SplitMix64, duration: MediaTime) -> [TimedInput] {
    var time = WallTime.zero
    var loaded = MediaTime.zero
    return (0..<random.int(1...20)).map { number in
      if !random.chance(20) { time += WallTime(nanoseconds: Int64(random.int(0...4_000_000_000))) }
      let place = MediaTime(nanoseconds: Int64(random.int(0...Int(duration.nanoseconds))))
      let more = MediaTime(nanoseconds: Int64(random.int(0...5_000_000_000)))
      let input: (inout PlaybackModel, WallTime) -> Transitions
      switch number == 0 ? 0 : random.int(0...9) {
      case 0: input = { $0.play(at: $1) }
      case 1: input = { $0.pause(at: $1) }
      case 2: input = { $0.setRate(PlaybackRate(thousandths: 2500) ?? .normal, at: $1) }
      case 3: input = { $0.playImmediately(at: $1) }
      case 4: input = { $0.seek(to: place, at: $1) }
      case 5: input = { $0.mediaLoaded(TimeRange(start: place, end: place + more), at: $1) }
      default:
        loaded += more
        let end = loaded
        input = { $0.mediaLoaded(upTo: end, at: $1) }
      }
      return TimedInput(wallTime: time, input: input)
    }
  }
}

/// What changed, and when.
private struct Change: Hashable {
  var wallTime: WallTime
  var transitions: [PlaybackTransition]

  init?(_ wallTime: WallTime, _ transitions: Transitions) {
    guard !transitions.isEmpty else { return nil }
    self.wallTime = wallTime
    self.transitions = Array(transitions)
  }
}

@Suite struct `A driven player` {
  private static func player(_ seed: UInt64) throws -> (PlaybackModel, [TimedInput]) {
    var random = SplitMix64(seed: seed)
    let duration = MediaTime(nanoseconds: Int64(random.int(1...20_000_000_000)))
    var parameters = BufferingPolicy.Parameters()
    parameters.highWatermark = random.pick(nil, .seconds(4), .seconds(30))
    parameters.automaticallyWaitsToMinimizeStalling = random.chance(80)
    let player = PlaybackModel(
      duration: duration, policy: try BufferingPolicy(parameters),
      repeats: random.pick(0, 0, 1, 3))
    return (player, TimedInput.random(&random, duration: duration))
  }

  /// A clock that is never late: each deadline is passed on when it is due.
  private static func exactChanges(
    _ player: inout PlaybackModel, _ inputs: [TimedInput]
  ) -> [Change] {
    var changes: [Change] = []
    for input in inputs {
      while let deadline = player.nextDeadline, deadline < input.wallTime {
        changes += [Change(deadline, player.timeAdvanced(to: deadline))].compactMap(\.self)
      }
      let transitions = input.input(&player, input.wallTime)
      changes += [Change(input.wallTime, transitions)].compactMap(\.self)
    }
    return changes
  }

  @Test(arguments: Seeds.some(Array(0..<400 as Range<UInt64>), oneIn: 4))
  func `changes at the same times, whatever its clock`(seed: UInt64) throws {
    var random = SplitMix64(seed: ~seed)
    var (exact, inputs) = try Self.player(seed)
    var driven = exact
    let expected = Self.exactChanges(&exact, inputs)
    var found: [Change] = []
    func add(_ steps: [PlaybackStep]) {
      found += steps.compactMap { Change($0.wallTime, $0.transitions) }
    }
    for (number, input) in inputs.enumerated() {
      let before = number == 0 ? .zero : inputs[number - 1].wallTime
      let room = Int((input.wallTime - before).nanoseconds)
      for _ in 0..<(room > 0 ? random.int(0...3) : 0) {
        // Early by any amount, at the same time, or somewhere before the next input.
        let late = WallTime(nanoseconds: Int64(random.int(0...room - 1)))
        add(driven.drive(to: random.pick(before + late, before, before - .seconds(5), .zero)))
      }
      add(driven.drive(to: input.wallTime, input.input))
    }
    expect(found == expected && driven == exact, "seed \(seed)")
  }

  @Test(arguments: Seeds.some(Array(0..<400 as Range<UInt64>), oneIn: 4))
  func `changes as exactly as without further calls`(seed: UInt64) throws {
    var (exact, inputs) = try Self.player(seed)
    var driven = exact
    let expected = Self.exactChanges(&exact, inputs)
    let found = inputs.flatMap { input in
      driven.drive(to: input.wallTime, input.input).compactMap {
        Change($0.wallTime, $0.transitions)
      }
    }
    expect(found == expected && driven == exact, "seed \(seed)")
  }

  /// Six of sixty seconds are loaded, and play from 1 s on.
  private static func playing(repeats: Int = 0) throws -> PlaybackModel {
    var player = PlaybackModel(duration: .seconds(60), policy: .basic, repeats: repeats)
    player.drive(to: .zero) { $0.play(at: $1) }
    player.drive(to: .seconds(1)) { $0.mediaLoaded(upTo: .seconds(6), at: $1) }
    return player
  }

  /// Early, equal, on time, late, and far beyond any: what is asked for, what is reached, and when
  /// there are steps.
  private static let times: [(time: WallTime, reached: WallTime, steps: [WallTime])] = {
    let (start, end) = (WallTime.seconds(1), WallTime.seconds(7))
    let (before, after) = (end - .resolution, end + .resolution)
    return [
      (WallTime(nanoseconds: .min), start, [start]), (.zero, start, [start]),
      (start, start, [start]), (before, before, [before]), (end, end, [end]),
      (after, after, [end, after]), (.bound, .bound, [end, .bound]),
      (WallTime(nanoseconds: .max), .bound, [end, .bound]),
    ]
  }()

  @Test(arguments: times)
  func `takes any time`(time: WallTime, reached: WallTime, steps: [WallTime]) throws {
    var player = try Self.playing()
    expect(player.drive(to: time).map(\.wallTime), equals: steps)
    expect(player.wallTime, equals: reached)
    expect(player.stallCount, equals: (reached < .seconds(7) ? 0 : 1))
    // And any input then.
    var other = try Self.playing()
    other.drive(to: time) { $0.seek(to: .seconds(3), at: $1) }
    expect(other.wallTime == reached && other.currentTime == .seconds(3))
  }

  @Test func `has steps that follow one another`() throws {
    var player = try Self.playing(repeats: 2)
    player.drive(to: .seconds(2)) { $0.mediaLoaded(upTo: .seconds(60), at: $1) }
    let before = player
    let steps = player.drive(to: .seconds(1000))
    expect(steps.first?.before == before && steps.last?.player == player)
    for (step, next) in zip(steps, steps.dropFirst()) { expect(step.player, equals: next.before) }
    expect(
      steps.filter { $0.transitions.contains(.looped) }.map(\.wallTime),
      equals: [.seconds(61), .seconds(121)])
    expect(
      steps.filter { $0.transitions.contains(.playedToEnd) }.map(\.wallTime),
      equals: [.seconds(181)])
  }
}

@Suite struct `A recorder of steps` {
  /// The steps of a simulation's player, as an app would see them of its own that passes over those
  /// in which media comes and nothing changes.
  private static func steps(_ random: RandomSession) throws -> (steps: [PlaybackStep], Session) {
    var simulation = try random.simulation()
    simulation.inputs = []
    let session = simulation.run()
    var before = PlaybackModel(
      duration: simulation.presentation.duration, policy: random.policy, repeats: random.repeats)
    var steps: [PlaybackStep] = []
    for input in simulation.inputs ?? [] {
      if input.transitions.isEmpty, input.player.state == before.state { continue }
      steps.append(PlaybackStep(from: before, to: input.player, input.transitions))
      before = input.player
    }
    steps.append(PlaybackStep(from: before, to: simulation.player, Transitions()))
    return (steps, session)
  }

  @Test(arguments: Seeds.blocks(0..<1_000, of: 50, few: 100))
  func `finds the stalls, seeks and times that a simulation does`(block: Range<UInt64>) throws {
    for seed in block {
      try Self.check(seed)
    }
  }

  private static func check(_ seed: UInt64) throws {
    let (steps, session) = try steps(try RandomSession.connected(seed: seed))
    var recorder = SessionRecorder()
    for step in steps { recorder.record(step) }
    let player = try #require(steps.last).player
    let found = recorder.session(of: player, endReason: session.endReason)
    expect(found.stalls, equals: session.stalls, "seed \(seed)")
    expect(found.seeks, equals: session.seeks, "seed \(seed)")
    expect(found.phases, equals: session.phases, "seed \(seed)")
    expect(found.startup == session.startup && found.openWait == session.openWait)
    expect(found.elapsed == session.elapsed && found.duration == session.duration)
    let (summary, expected) = (SessionSummary(found), SessionSummary(session))
    expect(summary.rebufferRatio, equals: expected.rebufferRatio, "seed \(seed)")
    expect(summary.meanSeekLatency, equals: expected.meanSeekLatency, "seed \(seed)")
    func kinds(_ session: Session) -> [Event] {
      session.events.filter {
        switch $0.kind {
        case .playbackStalled, .playbackResumed, .playbackStarted, .waiting, .seekFinished: true
        default: false
        }
      }
    }
    expect(kinds(found), equals: kinds(session), "seed \(seed)")
  }

  @Test func `takes the reason for the end from the player`() throws {
    var player = PlaybackModel(duration: .seconds(3), policy: .basic)
    var recorder = SessionRecorder()
    func reason() -> Session.EndReason { recorder.session(of: player).endReason }
    expect(reason(), equals: .paused)
    for step in player.drive(to: .zero, { $0.play(at: $1) }) { recorder.record(step) }
    expect(reason(), equals: .limit)
    for step in player.drive(to: .seconds(1), { $0.mediaLoaded(upTo: .seconds(3), at: $1) }) {
      recorder.record(step)
    }
    for step in player.drive(to: .seconds(2), { $0.pause(at: $1) }) { recorder.record(step) }
    expect(reason(), equals: .paused)
    for step in player.drive(to: .seconds(5), { $0.play(at: $1) }) { recorder.record(step) }
    for step in player.drive(to: .seconds(9)) { recorder.record(step) }
    let session = recorder.session(of: player, TrafficTotals(bytesDownloaded: 7))
    expect(session.endReason == .ended && session.bytesDownloaded == 7)
    expect(session.phases.startup == .seconds(1) && session.phases.playing == .seconds(3))
    expect(session.phases.paused == .seconds(3) && session.phases.ended == .seconds(2))
    expect(session.events.map(\.kind).contains(.pause))
    // Three seconds of media play away without anything to come.
    expect(SessionSummary(session).meanBuffer, equals: .milliseconds(1500))
  }

  @Test func `knows where a seek begins though it saw no step in which media came`() throws {
    var player = PlaybackModel(duration: .seconds(60), policy: .basic)
    var recorder = SessionRecorder()
    for step in player.drive(to: .zero, { $0.play(at: $1) }) { recorder.record(step) }
    for step in player.drive(to: .seconds(1), { $0.mediaLoaded(upTo: .seconds(6), at: $1) }) {
      recorder.record(step)
    }
    let before = player
    player.drive(to: .seconds(2)) { $0.mediaLoaded(upTo: .seconds(60), at: $1) }
    // Also where the seek itself ends playback.
    for target in [MediaTime.seconds(3), .seconds(60)] {
      var (player, recorder) = (player, recorder)
      let seek = try #require(player.drive(to: .seconds(9)) { $0.seek(to: target, at: $1) }.last)
      recorder.record(PlaybackStep(from: before, to: seek.player, seek.transitions))
      expect(recorder.session(of: player).seeks.map(\.from), equals: [.seconds(8)])
    }
  }

  @Test func `does not trap on a player whose beginning it has not seen`() throws {
    var player = PlaybackModel(duration: .seconds(30), policy: .basic)
    player.drive(to: .zero) { $0.play(at: $1) }
    player.drive(to: .seconds(1)) { $0.mediaLoaded(upTo: .seconds(3), at: $1) }
    player.drive(to: .seconds(8)) { $0.seek(to: .seconds(20), at: $1) }
    player.drive(to: .seconds(9)) {
      $0.mediaLoaded(TimeRange(start: .seconds(20), end: .seconds(23)), at: $1)
    }
    player.drive(to: .seconds(13))
    expect(player.isInStall)
    var recorder = SessionRecorder()
    for step in player.drive(to: .seconds(20)) { recorder.record(step) }
    expect(recorder.session(of: player).stalls.isEmpty)
  }
}
