import Expectations
import PlayheadKit
import Testing

@testable import PlayerValidation

@Suite struct `A fit of a policy` {
  /// Measurements of a player of which we know the policy, each over another rate.
  private static func cases(
    _ rates: [Int64], _ change: (inout BufferingPolicy.Parameters) -> Void
  ) throws -> [PolicyFit.Case] {
    let samples = (0..<300 as Range<Int64>).map {
      Sample(
        track: 0, offset: $0 * 1000, size: 1000, needs: $0 * 1000 + 1000,
        presentationTime: .milliseconds($0 * 100), decodeTime: nil, duration: .milliseconds(100),
        flags: .sync)
    }
    let index = MediaIndex(
      name: "clip", bytes: 300_000,
      container: "none", announcedDuration: nil, openingReads: [],
      tracks: [
        Track(
          id: 0, kind: .video, codec: "none", timeBase: Rational(1, 1000), isPreferred: true)
      ], samples: samples)
    let presentation = try Presentation(index)
    var real = BufferingPolicy.Parameters()
    change(&real)
    return try rates.map { rate in
      let profile = try BandwidthProfile(
        name: "\(rate)", rate: BitRate(bitsPerSecond: rate), latency: .milliseconds(20))
      var simulation = Simulation(
        FileScenario(
          presentation, over: NetworkLink(following: profile), policy: try BufferingPolicy(real)))
      let limit = WallTime.seconds(300)
      let run = PlaybackOutline(simulation.run(), limit: limit)
      return PolicyFit.Case(
        file: "\(rate).json",
        measurement: PlayerMeasurement(
          player: .mpv, version: "mpv 1", media: "clip", mediaBytes: 300_000, profile: profile,
          transport: .fluid, cores: 2, limit: limit, runs: [run]),
        presentation: presentation, parameters: BufferingPolicy.Parameters())
    }
  }

  private static let rates: [Int64] = [
    40_000, 45_000, 50_000, 55_000, 60_000, 65_000, 70_000, 75_000, 90_000, 120_000,
  ]

  @Test func `finds the values that a player has`() throws {
    let cases = try Self.cases(Self.rates) {
      $0.startupThreshold = .milliseconds(700)
      $0.resumeThreshold = .milliseconds(3300)
    }
    let fit = PolicyFit([.startupBuffer, .resumeBuffer], to: cases)
    expect(fit.fitted.map(\.file), equals: [40, 55, 65, 70, 120].map { "\($0)000.json" })
    expect(fit.checked.map(\.file), equals: [45, 50, 60, 75, 90].map { "\($0)000.json" })
    let proposal = try #require(fit.run())
    // A sample lasts 100 ms, so that these and up to 100 ms less mean the same.
    let allowed: [PolicyField: ClosedRange<Int64>] = [
      .startupBuffer: 610...700, .resumeBuffer: 3210...3300,
    ]
    for change in proposal.fields {
      let text = try #require(change.after)
      let seconds = try #require(Double(text.dropLast(2)))
      expect(allowed[change.field]?.contains(Int64(seconds * 1000 + 0.5)) ?? false, "\(change)")
      expect(change.before, equals: "2 s")
    }
    for half in [proposal.fitted, proposal.checked] {
      expect(half.files.count, equals: 5)
      for quantity in [AgreementTable.Quantity.startup, .stallCount, .stallSeconds] {
        expect(half.after.count(of: quantity), equals: 5)
      }
      expect(half.before.count(of: .startup) < 5)
    }
  }

  @Test func `proposes what there is where nothing agrees better`() throws {
    let cases = try Self.cases(Self.rates) { _ in }
    let proposal = try #require(
      PolicyFit([.resumeBuffer, .highWatermark, .keepUp], to: cases).run())
    expect(proposal.fields.allSatisfy { $0.before == $0.after })
  }

  @Test func `finds a word, and that there is no limit`() throws {
    let words = try Self.cases(Self.rates) { $0.automaticallyWaitsToMinimizeStalling = false }
    let field = PolicyField.automaticallyWaitsToMinimizeStalling
    let proposal = try #require(PolicyFit([field], to: words).run())
    expect(proposal.fields.map(\.after), equals: ["false"])
  }

  @Test func `has nothing to check one measurement by`() throws {
    let cases = try Self.cases([50_000]) { $0.startupThreshold = .seconds(1) }
    let proposal = try #require(PolicyFit([.startupBuffer], to: cases).run())
    expect(proposal.fitted.files.count == 1 && proposal.checked.files.isEmpty)
    let style = TextStyle(width: 80, usesUnicode: false, usesColor: false)
    let text = String(decoding: proposal.text(from: "basic", style: style), as: UTF8.self)
    expect(!text.contains("check"))
  }

  @Test func `ends when it is told to`() throws {
    let cases = try Self.cases(Self.rates) { $0.startupThreshold = .seconds(1) }
    var predictions = 0
    let proposal = PolicyFit([.startupBuffer], to: cases).run {
      predictions += 1
      return predictions > 20
    }
    expect(proposal == nil)
  }

  @Test(arguments: PolicyField.allCases)
  func `tries only values that a field can have`(field: PolicyField) {
    let value = BufferingPolicy.Parameters().value(of: field)
    var candidates = CandidateValues(of: field, besides: value)
    var tried: [Int64?] = []
    while let candidate = candidates.next() { tried.append(candidate) }
    expect(!tried.isEmpty && tried.count < 80)
    expect(tried.compactMap(\.self).allSatisfy { $0 >= 0 })
    if case .word(let words) = field.row.unit {
      expect(tried.compactMap(\.self).allSatisfy { $0 < words.count })
    }
    expect(tried.contains(nil), equals: (field.row.isOptional && value != nil))
  }
}
