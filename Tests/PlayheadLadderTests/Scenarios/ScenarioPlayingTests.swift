import Expectations
import PlayheadKit
import PlayheadLadder
import Testing

@Suite struct `A scenario that is played` {
  private struct Stopped: Error {}

  /// A ladder's session that stalls and switches.
  private static func ladder(seed: UInt64) throws -> Scenario {
    var scenario = try RandomLadderSession(seed: seed).scenario
    scenario.options.tickInterval = .milliseconds(500)
    return .ladder(scenario)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `gives the session of its engine, and its events as they happen`(seed: UInt64) throws {
    guard case .ladder(let scenario) = try Self.ladder(seed: seed) else { return }
    var simulation = LadderSimulation(scenario)
    let expected = simulation.run()
    let played = Scenario.ladder(scenario).play()
    expect(played.ladder == expected && played.session == expected.session)
    var events: [Event] = []
    var times: [WallTime] = []
    let streamed = Scenario.ladder(scenario).play(
      check: { times.append($0) }, notice: { events += $0 })
    expect(streamed, equals: played)
    expect(events, equals: expected.session.events)
    expect(times == times.sorted() && times.first == .zero)
  }

  @Test func `ends where its check throws`() throws {
    let scenario = try Self.ladder(seed: 1)
    let half = WallTime(nanoseconds: scenario.play().session.elapsed.nanoseconds / 2)
    var latest = WallTime.zero
    #expect(throws: Stopped.self) {
      try scenario.play { time throws(Stopped) in
        latest = time
        if time >= half { throw Stopped() }
      }
    }
    expect(latest >= half)
  }

  @Test func `of a ladder has the figures of its adaptation`() throws {
    guard case .ladder(let scenario) = try Self.ladder(seed: 2) else { return }
    let played = Scenario.ladder(scenario).play()
    let ladder = try #require(played.ladder)
    expect(
      played.adaptation(in: .ladder(scenario)), equals: LadderSummary(ladder, of: scenario.ladder))
    expect(Scenario.ladder(scenario).duration, equals: scenario.ladder.duration)
    expect(Scenario.ladder(scenario).limit, equals: scenario.limit)
  }
}
