import Expectations
import PlayheadKit
import Testing

@testable import PlayheadLadder

/// What an MPD says of the clock and of rates, and who heeds it.
@Suite("MPDs that tell the time and describe their service")
struct ServiceDescriptionTests {
  /// The MPD's updates with `change`, in a ladder by number of 240 s.
  private func ladder(_ change: (inout MPDUpdates) -> Void) -> Ladder {
    var one = LiveCase(segmentCount: 120)
    one.addressing = .numbers
    let plain = one.ladder
    var updates = MPDUpdates(listsSegments: false)
    change(&updates)
    return Ladder(
      format: .dash, manifests: plain.manifests, lanes: plain.lanes, updates: updates)
  }

  /// dash.js and Media3 have a clock of their own without `UTCTiming`; Shaka takes the device's.
  @Test(
    "A wrong clock is put right where the MPD tells the time, or the player knows it",
    arguments: [
      (LadderPlayer.basic, false), (.dashJS, true), (.shaka, false), (.media3, true),
    ] as [(LadderPlayer, Bool)])
  func clock(player: LadderPlayer, hasOwn: Bool) throws {
    var setting = LiveSetting()
    setting.event.clockOffset = .seconds(3)
    for tellsTime in [true, false] {
      let ladder = ladder { $0.tellsTime = tellsTime ? true : nil }
      let event = try setting.event(of: ladder, by: player)
      expect((event.clockOffset == .zero), equals: (tellsTime || hasOwn))
    }
  }

  private func rates(
    _ player: LadderPlayer, parts: Bool = false, _ change: (inout MPDUpdates) -> Void
  ) throws -> String? {
    var ladder = ladder(change)
    if parts { ladder = ladder.inParts(of: .milliseconds(500)) }
    let profile = try BandwidthProfile(
      name: "link", intervals: [.init(duration: .zero, rate: BitRate(bitsPerSecond: 1_000_000))],
      afterwards: .holdsLast)
    let scenario = LadderScenario(
      ladder, over: NetworkLink(following: profile), player: player, rule: FixedRule(level: 0),
      live: try LiveSetting().event(of: ladder, by: player))
    return scenario.liveRules?.catchUp.map {
      "\($0.minimum.thousandths)-\($0.maximum.thousandths)"
        + ($0.target.map { " \($0.nanoseconds / 1_000_000)" } ?? "")
    }
  }

  @Test("Players take the rates of an MPD as their sources do")
  func described() throws {
    let (slow, fast) = (PlaybackRate(thousandths: 900), PlaybackRate(thousandths: 1200))
    let both: (inout MPDUpdates) -> Void = { ($0.minimumRate, $0.maximumRate) = (slow, fast) }
    // dash.js catches up with chunks only, and not downwards without a least rate.
    try expect(rates(.dashJS, both) == nil)
    try expect(rates(.dashJS, parts: true, both), equals: "900-1200")
    try expect(rates(.dashJS, parts: true) { $0.maximumRate = fast }, equals: "1000-1200")
    try expect(rates(.dashJS, parts: true) { _ in }, equals: "500-1500")
    // Media3 does so for rates alone, Shaka for a target alone.
    try expect(rates(.media3, both), equals: "900-1200")
    try expect(rates(.media3) { $0.maximumRate = fast }, equals: "970-1200")
    try expect(rates(.shaka, both) == nil)
    try expect(rates(.shaka) { $0.targetLatency = .seconds(3) }, equals: "950-1100 3000")
    try expect(
      rates(.shaka) {
        both(&$0)
        $0.targetLatency = .seconds(3)
      }, equals: "900-1200 3000")
  }

  /// Shaka counts from the end of its seek range, where it joins.
  ///
  /// With a target of 3 s it slows down until it is 2.5 s behind that.
  @Test("Shaka falls back to half a second within the target of an MPD")
  func shakaTarget() throws {
    let ladder = ladder { $0.targetLatency = .seconds(3) }
    let profile = try BandwidthProfile(
      name: "link",
      intervals: [
        .init(
          duration: .zero, rate: BitRate(bitsPerSecond: 1_000_000), latency: .milliseconds(50))
      ], afterwards: .holdsLast)
    var setting = LiveSetting()
    setting.join = .seconds(60)
    var simulation = LadderSimulation(
      LadderScenario(
        ladder, over: NetworkLink(following: profile), player: .shaka, rule: FixedRule(level: 0),
        options: SessionOptions(tickInterval: nil),
        live: try setting.event(of: ladder, by: .shaka)))
    let session = simulation.run()
    let live = try #require(session.live)
    expect(live.rates.map(\.rate.thousandths), equals: [950, 1000])
    let latency = try #require(
      LiveLatency(live, duration: .seconds(240), elapsed: session.session.elapsed))
    // By its looks of a quarter of a second, at a twentieth slower.
    let behind = latency.end - live.targetLatency
    expect(behind >= .milliseconds(2500) && behind < .milliseconds(2513))
  }
}
