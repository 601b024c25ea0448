import Expectations
import PlayheadKit
import Testing

@testable import PlayerValidation

@Suite struct `A measurement` {
  private static func measurement(
    _ version: String = "mpv 0.35.1", startup: Int64 = 500, stalls: Int = 1
  ) throws -> PlayerMeasurement {
    let profile = try BandwidthProfile(
      name: "steps",
      intervals: [
        .init(
          duration: .milliseconds(1500), rate: BitRate(bitsPerSecond: 123_456),
          latency: .milliseconds(50)),
        .init(duration: .seconds(2), rate: .zero),
      ], afterwards: .repeats)
    return PlayerMeasurement(
      player: .mpv, version: version, media: "media/odd “name”.mp4", mediaBytes: 1234,
      profile: profile, transport: .slowStart(setUpRoundTrips: 2), cores: 3, limit: .seconds(90),
      runs: [
        PlaybackOutline(
          startup: .milliseconds(startup),
          stalls: (0..<stalls).map { number in
            .init(
              start: .seconds(Int64(number) + 2), mediaTime: .milliseconds(1234),
              duration: .milliseconds(100), reason: "DEMUXER_UNDERFLOW")
          }, end: .ended, elapsed: WallTime(nanoseconds: 12_345_678_901),
          requests: [
            .init(
              offset: 48, asked: .zero, firstByte: .milliseconds(50), lastByte: .seconds(3),
              bytes: 999, dropped: .seconds(4))
          ]),
        PlaybackOutline(
          startup: nil, stalls: [.init(start: .seconds(2))], end: .limit, elapsed: .seconds(90),
          requests: [.init(offset: 0, asked: .zero, bytes: 0)]),
        PlaybackOutline(
          startup: nil, stalls: [], end: .other("mpv gave up"), elapsed: .seconds(1),
          requests: []),
      ])
  }

  /// A session of ten seconds of media with a startup and one stall.
  private static func session() throws -> Session {
    var samples: [Sample] = []
    for number in 0..<10 as Range<Int64> {
      samples.append(
        Sample(
          track: 0, offset: number * 100, size: 100, needs: number * 100 + 100,
          presentationTime: .seconds(number), decodeTime: nil, duration: .seconds(1),
          flags: .sync))
    }
    let index = MediaIndex(
      name: "clip", bytes: 1000, container: "none",
      announcedDuration: nil, openingReads: [],
      tracks: [
        Track(
          id: 0, kind: .video, codec: "none", timeBase: Rational(1, 1000), isPreferred: true)
      ], samples: samples)
    var simulation = try Simulation(index, over: BandwidthProfile.steady)
    return simulation.run()
  }

  @Test func `is read from the report that holds it`() throws {
    let measurement = try Self.measurement()
    let report = ValidationReport(measurement, policy: "basic", predicting: try Self.session())
    try expect(MeasurementReading.measurement(ValidationJSON.bytes(report)), equals: measurement)
  }

  @Test(arguments: [
    ("playhead.validation/1", "playhead.validation/2", "schema"),
    ("\"runs\": [", "\"rans\": [", "runs is missing"), ("\"mpv\"", "\"mpw\"", "player.name"),
    ("\"cores\": 3", "\"cores\": 0", "cores"),
    ("\"offsetBytes\": 48", "\"offsetBytes\": -1", "offset"),
  ])
  func `is refused where it is not one`(part: String, other: String, why: String) throws {
    let report = ValidationReport(
      try Self.measurement(), policy: "basic", predicting: try Self.session())
    let text = String(decoding: ValidationJSON.bytes(report), as: UTF8.self)
    expect(text.contains(part))
    let error = #expect(throws: JSONError.self) {
      try MeasurementReading.measurement(Array(text.replacing(part, with: other).utf8))
    }
    expect(error.map { "\($0)".contains(why) } ?? false, "\(String(describing: error))")
  }

  @Test func `counts for its player where the prediction agrees`() throws {
    let session = try Self.session()
    let startup = try #require(session.startup).nanoseconds / 1_000_000
    func report(_ version: String, _ difference: Int64) throws -> ValidationReport {
      var measurement = try Self.measurement(version, startup: startup + difference, stalls: 0)
      measurement.runs = [measurement.runs[0]]
      return ValidationReport(measurement, policy: "basic", predicting: session)
    }
    let table = AgreementTable([
      try report("mpv 1", 0), try report("mpv 1", 0), try report("mpv 1", 5000),
      try report("mpv 2", 0),
    ])
    expect(table.count(of: .startup), equals: 3)
    // Two of three for one version.
    expect(table.hasAtLeast(66, of: .startup) && !table.hasAtLeast(67, of: .startup))
    expect(table.hasAtLeast(100, of: .stallCount))
    let lines = String(
      decoding: table.text(style: TextStyle(width: 80, usesUnicode: true, usesColor: false)),
      as: UTF8.self
    ).split(separator: "\n")
    expect(lines.count, equals: 4)
    expect(lines[1].hasPrefix("mpv 1"))
    expect(lines[1].contains("2 (67 %)") && lines[2].contains("1 (100 %)"))
    expect(lines[3].contains("startup"))
  }
}

extension BandwidthProfile {
  fileprivate static var steady: BandwidthProfile {
    get throws {
      try BandwidthProfile(name: "steady", rate: BitRate(bitsPerSecond: 8000), latency: .zero)
    }
  }
}
