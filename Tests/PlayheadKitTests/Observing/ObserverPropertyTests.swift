import Expectations
import PlayheadKit
import Testing

/// Players of a few nanoseconds of media, so that the simplest way is fast enough: to look at each
/// nanosecond of wall time which times the playhead has come past.
@Suite struct `Observers of random players` {
  @Test(arguments: Seeds.blocks(0..<1_000, of: 50, few: 100))
  func `tell what looking at each nanosecond finds`(block: Range<UInt64>) throws {
    for seed in block {
      let script = try ObserverScript(seed: seed)
      let expected = script.everyNanosecond()
      for stops in [false, true] {
        let found = try script.driven(stopsAtObservers: stops)
        expect(found.periodic, equals: expected.periodic, "seed \(seed)")
        expect(found.boundary, equals: expected.boundary, "seed \(seed)")
      }
    }
  }

  @Test func `have something to tell`() throws {
    let told = try (0..<100 as Range<UInt64>).map { try ObserverScript(seed: $0).everyNanosecond() }
    expect(told.filter { $0.periodic.count > 5 }.count > 50)
    expect(told.filter { !$0.boundary.isEmpty }.count > 50)
  }
}

/// What is done to a player, at which nanosecond, and what is observed of it.
struct ObserverScript {
  typealias Input = (inout PlaybackModel, WallTime) -> Transitions
  struct Told: Equatable {
    var periodic: [ObservedTime] = []
    var boundary: [ObservedTime] = []
  }

  private let player: PlaybackModel
  private let interval: MediaTime
  private let boundaries: Set<MediaTime>
  /// In order of time; at most one an instant.
  private var inputs: [(wallTime: WallTime, input: Input)] = []
  private let end = WallTime(nanoseconds: 120)

  init(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func time(_ range: ClosedRange<Int>) -> MediaTime {
      MediaTime(nanoseconds: Int64(random.int(range)))
    }
    let duration = time(1...60)
    var parameters = BufferingPolicy.Parameters()
    parameters.startupThreshold = time(0...6)
    parameters.resumeThreshold = time(0...6)
    parameters.highWatermark = random.chance(50) ? time(4...12) : nil
    parameters.automaticallyWaitsToMinimizeStalling = random.chance(80)
    player = PlaybackModel(
      duration: duration, policy: try BufferingPolicy(parameters), repeats: random.int(0...2))
    interval = time(1...9)
    boundaries = Set((0...4).map { _ in time(0...60) })
    for nanosecond in 0..<end.nanoseconds where random.chance(nanosecond == 0 ? 100 : 25) {
      let target = time(0...60)
      let rate = PlaybackRate(thousandths: Int64(random.pick(250, 333, 1000, 1500, 3001, 4000)))
      let input: Input =
        switch nanosecond == 0 ? 2 : random.int(0...9) {
        case 0: { $0.pause(at: $1) }
        case 1: { $0.seek(to: target, at: $1) }
        case 2: { $0.play(at: $1) }
        case 3: { $0.setRate(rate ?? .normal, at: $1) }
        case 4: { $0.playImmediately(atRate: rate ?? .normal, at: $1) }
        default: { $0.mediaLoaded(upTo: target, at: $1) }
        }
      inputs.append((WallTime(nanoseconds: nanosecond), input))
    }
  }

  /// Goes from one input or deadline to the next, as a driver does, and asks the observers.
  func driven(stopsAtObservers: Bool) throws -> Told {
    var player = player
    var told = Told()
    var periodic = PeriodicTimeObserver(interval: interval)
    let boundary = BoundaryTimeObserver(times: boundaries)
    func apply(at wallTime: WallTime, _ input: Input) {
      let before = player
      let transitions = input(&player, wallTime)
      told.periodic += periodic.times(from: before, to: player, transitions)
      told.boundary += boundary.times(from: before, to: player, transitions)
    }
    var steps = 0
    func advance(to wallTime: WallTime) throws {
      while true {
        var deadlines = [player.nextDeadline]
        if stopsAtObservers {
          deadlines += [periodic.nextDeadline(of: player), boundary.nextDeadline(of: player)]
        }
        guard let next = deadlines.compactMap({ $0 }).min(), next <= wallTime else { return }
        steps += 1
        try #require(steps < 10_000, "a deadline that does not pass")
        apply(at: next) { $0.timeAdvanced(to: $1) }
      }
    }
    for (wallTime, input) in inputs {
      try advance(to: wallTime)
      apply(at: wallTime, input)
    }
    try advance(to: end)
    apply(at: end) { $0.timeAdvanced(to: $1) }
    return told
  }

  /// Goes from nanosecond to nanosecond and compares where the playhead was with where it is.
  func everyNanosecond() -> Told {
    var player = player
    var told = Told()
    func tell(_ mediaTime: MediaTime) {
      let time = ObservedTime(wallTime: player.wallTime, mediaTime: mediaTime)
      if told.periodic.last != time { told.periodic.append(time) }
    }
    func apply(_ input: Input, at wallTime: WallTime) {
      let before = player
      let transitions = input(&player, wallTime)
      // No input moves the playhead by playing; only the time before it does.
      let hasLooped = transitions.contains(.looped)
      let isPlayed = before.wallTime < wallTime && before.timeControlStatus == .playing
      let reached = hasLooped ? before.duration : player.currentTime
      if isPlayed || hasLooped, before.currentTime < reached {
        for mediaTime in before.currentTime.nanoseconds + 1...reached.nanoseconds {
          let mediaTime = MediaTime(nanoseconds: mediaTime)
          if mediaTime.nanoseconds % interval.nanoseconds == 0 { tell(mediaTime) }
          if boundaries.contains(mediaTime) {
            told.boundary.append(ObservedTime(wallTime: wallTime, mediaTime: mediaTime))
          }
        }
      }
      let wasPlaying = before.timeControlStatus == .playing
      let isPlaying = player.timeControlStatus == .playing
      let hasBegunAndEnded = transitions.contains(.started) || transitions.contains(.continued)
      if hasLooped || transitions.contains(.timeJumped) || wasPlaying != isPlaying
        || hasBegunAndEnded || transitions.contains(.resumed)
      {
        tell(player.currentTime)
      }
    }
    var rest = inputs[...]
    for nanosecond in 0...end.nanoseconds {
      let wallTime = WallTime(nanoseconds: nanosecond)
      // Twice, as a buffer that is full for no time is full no longer the next time it is looked
      // at.
      for _ in 0..<2 { apply({ $0.timeAdvanced(to: $1) }, at: wallTime) }
      if let next = rest.first, next.wallTime == wallTime {
        rest.removeFirst()
        apply(next.input, at: wallTime)
        apply({ $0.timeAdvanced(to: $1) }, at: wallTime)
      }
    }
    return told
  }
}
