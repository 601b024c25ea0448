@testable import PlayheadModel

/// A random session, in whose midst the player plays on over another link, and the user acts.
struct SwitchedSession {
  enum Kind: CaseIterable { case alone, fetched }

  let kind: Kind
  private let random: RandomSession
  private let time: WallTime
  private let other: BandwidthProfile
  private let choices: SplitMix64

  /// The session of a seed; `nil` if its instant of change is of no use.
  init?(seed: UInt64) throws {
    var choices = SplitMix64(seed: seed &* 5 + 3)
    kind = choices.pick(.alone, .alone, .alone, .fetched)
    var random =
      switch kind {
      case .alone: try RandomSession.connected(seed: seed)
      case .fetched: try RandomSession.fetched(seed: seed)
      }
    // A link of two profiles has no jitter of its own.
    random.profile = try RandomSession(seed: seed).profile
    random.options.limit = min(try random.scenario.limit, .seconds(200))
    other = try RandomSession(seed: seed &+ 10_000).profile
    let original = try random.run()
    // What is sent or done at the very instant comes before the change.
    let length = Int(original.elapsed.nanoseconds)
    var time = WallTime(nanoseconds: Int64(choices.int(0...length)))
    if choices.chance(30), let event = original.events.last(where: { $0.wallTime <= time }) {
      // Soon after something has happened.
      time = event.wallTime + WallTime(nanoseconds: Int64(choices.int(1...300_000_000)))
    }
    guard time > .zero, time < original.elapsed,
      !original.events.contains(where: { $0.wallTime == time })
    else { return nil }
    self.time = time
    self.random = random
    self.choices = choices
  }

  /// In what the session differs from that which the oracle plays over a link spliced of both.
  func differences() throws -> [String] {
    var choices = choices
    var random = random
    var simulation = try random.simulation()
    while choices.chance(70), simulation.player.wallTime < time, simulation.endReason == nil {
      var fork = simulation
      fork.switchLink(to: NetworkLink(following: other))
      _ = fork.step()
      let now = simulation.player.wallTime
      simulation.run(until: now + WallTime(nanoseconds: (time - now).nanoseconds / 2))
    }
    simulation.run(until: time)
    let path = simulation.player.path
    simulation.switchLink(to: NetworkLink(following: other))
    var broken = simulation.loader.brokenInvariants(at: simulation.player.wallTime)
    // Later than the change, as what is done at its instant knows the other latency.
    var now = time
    for _ in 0..<choices.int(0...3) {
      now += WallTime(nanoseconds: Int64(choices.int(1...3_000_000_000)))
      let action = Self.action(&choices, of: simulation.presentation.duration)
      simulation.perform(action, at: now)
      random.actions.append(UserAction(at: now, action))
    }
    // In order, those of the scenario before others of their instant.
    random.actions = random.actions.enumerated().sorted {
      ($0.element.wallTime, $0.offset) < ($1.element.wallTime, $1.offset)
    }.map(\.element)
    while simulation.step(), broken.isEmpty {
      broken = simulation.loader.brokenInvariants(at: simulation.player.wallTime)
    }
    guard broken.isEmpty else { return broken }
    let found = simulation.run()

    let first = random.profile
    var spliced = random
    let limit = try random.scenario.limit
    spliced.profile = try first.followed(by: other, at: time, limit: limit)
    var oracle = try Oracle(spliced)
    var expected = oracle.run()
    if expected.elapsed < time {
      // Another path alone may let a player go on that has ended.
      guard NetworkLink(following: other).path(at: time) == path else { return [] }
      // Nothing is left to come over the other link: what was lived through until then stays.
      var lived = random
      lived.options.limit = time
      var oracle = try Oracle(lived)
      var session = oracle.run()
      session.events = expected.events + session.events.filter { $0.wallTime > expected.elapsed }
      session.endReason = expected.endReason
      session.unperformedActions = expected.unperformedActions
      expected = session
    }
    return PlayheadKitTests.differences(found, expected, slack: oracle.slack.bounds)
  }

  /// Something that the user can do.
  static func action(
    _ random: inout SplitMix64, of length: MediaTime
  ) -> UserAction.Kind {
    let target = MediaTime(nanoseconds: Int64(random.int(0...Int(length.nanoseconds))))
    return switch random.int(0...6) {
    case 0: .play
    case 1: .pause
    case 2: .setRate(PlaybackRate(thousandths: 1500) ?? .normal)
    case 3: .playImmediately(.normal)
    case 4: .seek(to: target, .keyframe)
    default: .seek(to: target, .exact)
    }
  }
}

extension BandwidthProfile {
  /// This profile up to `time`, and `other` from then on; one that repeats is written out for a
  /// whole cycle beyond `limit`, so that whatever changes in it still does.
  func followed(by other: BandwidthProfile, at time: WallTime, limit: WallTime) throws
    -> BandwidthProfile
  {
    var intervals: [Interval] = []
    func add(_ profile: BandwidthProfile, from start: WallTime, until stop: WallTime?) {
      let cycle = profile.intervals.reduce(WallTime.zero) { $0 + $1.duration }
      var position = WallTime.zero
      var number = 0
      while true {
        let isHeld =
          profile.afterwards == .holdsLast && number >= profile.intervals.count - 1
        var interval = profile.intervals[
          isHeld ? profile.intervals.count - 1 : number % profile.intervals.count]
        let next = isHeld ? (stop ?? .bound) : position + interval.duration
        let (from, until) = (max(start, position), min(next, stop ?? next))
        if until > from {
          interval.duration = until - from
          if isHeld, stop == nil { interval.duration = .seconds(1) }
          intervals.append(interval)
        }
        if isHeld || stop.map({ next >= $0 }) ?? false { return }
        // The last one is held, so it has to carry something if any does.
        let carries = profile.intervals.contains { $0.rate > .zero && $0.duration > .zero }
        let isLast = until > from && interval.rate > .zero || !carries
        if stop == nil, next > limit + cycle, isLast { return }
        position = next
        number += 1
      }
    }
    add(self, from: .zero, until: time)
    add(other, from: time, until: nil)
    return try BandwidthProfile(name: "spliced", intervals: intervals, afterwards: .holdsLast)
  }
}
