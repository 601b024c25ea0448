import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadReporting

@Suite struct `A session too large` {
  /// 100 frames of 10 ms over a path that changes each millisecond, with an event each time while
  /// anything is missing.
  private func simulation(recordsEvents: Bool = true) throws -> Simulation {
    let profile = try BandwidthProfile(
      name: "flapping",
      intervals: [.expensive, []].map {
        BandwidthProfile.Interval(
          duration: .milliseconds(1), rate: BitRate(bitsPerSecond: 80_000), path: $0)
      }, afterwards: .repeats)
    var scenario = try Clip.frames(100, lasting: .milliseconds(10), of: 100).scenario(
      over: profile, BufferingPolicy())
    scenario.options.recordsEvents = recordsEvents
    return Simulation(scenario)
  }

  @Test func `ends at its last event, recorded or not`() throws {
    var whole = try simulation()
    let events = whole.run().events
    expect(events.count > 1000)
    for maximum in [1, 2, 100, 1000] {
      var recorded = try simulation()
      recorded.maximumEvents = maximum
      let session = recorded.run()
      expect(session.endReason, equals: .limit)
      expect(session.metBound, equals: .events)
      // What happens in one instant belongs together.
      expect(session.events.count >= maximum)
      expect(session.events, equals: Array(events.prefix(session.events.count)))
      expect(session.elapsed, equals: events[maximum - 1].wallTime)

      var quiet = try simulation(recordsEvents: false)
      quiet.maximumEvents = maximum
      var silent = session
      (silent.events, silent.phaseSpans) = ([], [])
      expect(quiet.run(), equals: silent)
    }
  }

  @Test func `ends by itself if that is all it has`() throws {
    var whole = try simulation()
    let session = whole.run()
    var bounded = try simulation()
    bounded.maximumEvents = session.events.count
    expect(bounded.run(), equals: session)
    expect(session.endReason, equals: .ended)
    expect(session.metBound == nil)
  }

  @Test func `ends at its last step`() throws {
    var whole = try simulation()
    var steps = 0
    while whole.step() { steps += 1 }
    for maximum in [1, 7, steps] {
      var bounded = try simulation()
      bounded.maximumSteps = maximum
      let session = bounded.run()
      expect(session.metBound, equals: .steps)
      var stepped = try simulation()
      for _ in 0...maximum { _ = stepped.step() }
      expect(session.elapsed <= stepped.player.wallTime)
    }
    var bounded = try simulation()
    bounded.maximumSteps = steps + 1
    expect(bounded.run(), equals: whole.session)
  }

  @Test func `says which bound it met`() throws {
    var simulation = try simulation()
    simulation.maximumEvents = 200
    let clip = Clip.frames(100, lasting: .milliseconds(10), of: 100)
    let media = MediaDescription(
      name: "clip", index: clip.index, presentation: try clip.presentation, decoding: nil)
    let scenario = try clip.scenario(over: .byteAMillisecond(), BufferingPolicy())
    let report = SessionReport(SessionSetting(media, scenario), simulation.run())
    let text = SummaryText(
      report: report, style: TextStyle(width: 200, usesUnicode: false, usesColor: false)
    ).lines
    expect(text[0], equals: "Never starts within the bound of 1000000 events.")
    expect(text.contains { $0.hasSuffix(": bound of 1000000 events") }, "\(text)")
    let json = String(decoding: SessionJSON.bytes(report), as: UTF8.self)
    expect(json.contains("\"metBound\": \"events\""))
    expect(json.contains("\"endReason\": \"limit\""))
  }
}

@Suite struct `Where a link has more stretches than media has steps` {
  /// What the mean buffer level is made of, as found over stretches and over steps.
  @Test(arguments: Seeds.blocks(9_400_000..<9_400_200, of: 10, few: 40))
  func `the buffer is the same`(block: Range<UInt64>) throws {
    for seed in block {
      var random = SplitMix64(seed: seed)
      let media = try RandomSession(seed: seed)
      let profile = try BandwidthProfile(
        name: "\(seed)",
        intervals: (0..<random.int(2...9)).map { _ in
          BandwidthProfile.Interval(
            duration: WallTime(nanoseconds: Int64(random.int(1...9_000_000))),
            rate: BitRate(bitsPerSecond: Int64(random.pick(0, random.int(1...90_000)))))
        } + [
          BandwidthProfile.Interval(
            duration: .milliseconds(2), rate: BitRate(bitsPerSecond: 7_777))
        ], afterwards: .repeats)
      var simulation = Simulation(
        FileScenario(
          try media.presentation, over: NetworkLink(following: profile), policy: media.policy,
          options: SessionOptions(tickInterval: .milliseconds(700), limit: .seconds(60))))
      while simulation.step() {
        guard simulation.loader.isAlone, simulation.loader.isOpened else { continue }
        let now = simulation.player.wallTime
        for length in [1, 999_999, 300_000_000] as [Int64] {
          let end = now + WallTime(nanoseconds: length)
          var (stretches, steps) = (LoadedIntegral(), LoadedIntegral())
          let loader = simulation.loader
          loader.integrate(
            from: now, to: end, known: .zero, &stretches, stretchesLookedAt: .max)
          loader.integrate(from: now, to: end, known: .zero, &steps, stretchesLookedAt: 0)
          // Each row of fractions of one rate is cut to a whole number.
          let rows = Int128(simulation.link.stretchCount(from: now, to: end) + 2)
          expect(
            abs(stretches.value - steps.value) <= rows, "seed \(seed) from \(now) for \(length)")
        }
      }
    }
  }
}
