import Expectations
import Foundation
import PlayheadKit
import Testing

@Suite struct `The input of P.1203` {
  /// Eight seconds of video, 100 kB each, and audio from the third second to the fifth, 10 kB each.
  private static let clip = {
    var samples: [Sample] = []
    var offset: Int64 = 0
    for second in 0..<8 as Range<Int64> {
      samples.append(
        Sample(at: .seconds(second), lasting: .seconds(1), bytes: offset..<offset + 100_000))
      offset += 100_000
      guard (2..<5).contains(second) else { continue }
      samples.append(
        Sample(
          at: .seconds(second), lasting: .seconds(1), bytes: offset..<offset + 10_000, track: 1))
      offset += 10_000
    }
    return Clip(samples: samples, tracks: [.video, .audio])
  }()

  /// Starts with two seconds, goes on with one.
  private static func policy(waits: Bool) throws -> BufferingPolicy {
    var parameters = BufferingPolicy.Parameters()
    (parameters.startupThreshold, parameters.resumeThreshold) = (.seconds(2), .seconds(1))
    parameters.highWatermark = nil
    parameters.automaticallyWaitsToMinimizeStalling = waits
    return try BufferingPolicy(parameters)
  }

  private func report(
    _ actions: [UserAction] = [], over profile: BandwidthProfile? = nil, repeats: Int = 0,
    limit: WallTime? = nil, waits: Bool = true, tracks: [Track] = [.video(0), .audio(1)]
  ) throws -> SessionReport {
    // Two seconds are in at 2 s, the third at 3.1 s. At 5 s that is played, and the fourth comes
    // only behind the pause from 3.1 to 7.1 s, at 8.2 s. The fifth comes at 9.3 s, 0.1 s too late;
    // the others are in time, and at 13.3 s it is over.
    try Self.clip.report(
      over: profile ?? .steps([(3100, 100), (4000, 0), (0, 100)]), Self.policy(waits: waits),
      do: actions,
      repeats: repeats, limit: limit, tracks: tracks)
  }

  private func text(_ report: SessionReport) throws -> String {
    String(decoding: try P1203Input.bytes(report), as: UTF8.self)
  }

  @Test func `has the keys and units that its reference implementation documents`() throws {
    try expect(
      text(report()),
      equals: """
        {
          "IGen": {
            "displaySize": "1920x1080",
            "device": "pc",
            "viewingDistance": "150cm"
          },
          "I11": {
            "streamId": 1,
            "segments": [
              {"codec": "aaclc", "start": 2, "duration": 3, "bitrate": 80}
            ]
          },
          "I13": {
            "streamId": 1,
            "segments": [
              {"codec": "h264", "start": 0, "duration": 8, "bitrate": 800, "resolution": "320x180", "fps": 25}
            ]
          },
          "I23": {
            "streamId": 1,
            "stalling": [
              [0, 2],
              [3, 3.2],
              [4, 0.1]
            ]
          }
        }

        """)
  }

  @Test func `holds what was shown when the session was given up`() throws {
    // At 4 s two seconds were shown, none of them with sound; a stall from 5 s on ends at 8.2 s.
    let early = try text(report(limit: .seconds(4)))
    expect(early.contains(#""start": 0, "duration": 2, "bitrate": 800"#))
    expect(early.contains(#""segments": []"#) && !early.contains("[3, "))
    let late = try text(report(limit: .milliseconds(8200)))
    expect(late.contains(#""codec": "aaclc", "start": 2, "duration": 1, "bitrate": 80"#))
    expect(late.contains("[3, 3.2]"))
  }

  @Test(arguments: [
    (Rational(30000, 1001), "29.97003"), (Rational(25, 2), "12.5"), (Rational(24, 1), "24"),
  ])
  func `has frame rates in decimals`(rate: Rational, decimal: String) throws {
    let input = try text(report(tracks: [.video(0, frameRate: rate), .audio(1)]))
    expect(input.contains(#""fps": \#(decimal)}"#))
  }

  @Test(arguments: [
    (Track.audio(1, codec: "mp2", profile: nil), "mp2"), (.audio(1, codec: "ac3"), "ac3"),
    (.audio(1, profile: "HE-AAC"), "heaac"), (.audio(1, profile: "HE-AACv2"), "heaac"),
    (.audio(1, profile: nil), "aaclc"), (.video(1, codec: "hevc"), "hevc"),
  ])
  func `names codecs as it has them`(track: Track, name: String) throws {
    let tracks =
      track.kind == .audio ? [.video(0), track] : [.video(0, codec: track.codec), .audio(1)]
    try expect(text(report(tracks: tracks)).contains(#""codec": "\#(name)""#))
  }

  @Test func `cannot be made of what it has no words for`() throws {
    let dead = try BandwidthProfile.dead
    let dies = try BandwidthProfile.steps([(3100, 100), (0, 0)])
    let refusals: [(SessionReport, P1203Error)] = [
      (try report([UserAction(at: .seconds(3), .pause)]), .action(.seconds(3))),
      (
        try report([UserAction(at: .seconds(4), .seek(to: .zero, .exact))]), .action(.seconds(4))
      ),
      (try report(repeats: 1), .action(.milliseconds(13_300))),
      (try report(over: dead), .neverStarted), (try report(limit: .seconds(1)), .neverStarted),
      (try report(over: dies), .openStall(1)), (try report(limit: .seconds(6)), .openStall(1)),
      (try report(waits: false), .openStall(1)),
      (try report(tracks: [.audio(0), .audio(1)]), .noVideo),
      (try report(tracks: [.video(0), .video(1)]), .severalTracks(.video)),
      (
        try report(tracks: [.video(0, codec: "theora"), .audio(1)]), .codec("theora", track: 0)
      ),
      (try report(tracks: [.video(0), .audio(1, codec: "opus")]), .codec("opus", track: 1)),
      (try report(tracks: [.video(0), .audio(1, profile: "Main")]), .codec("aac", track: 1)),
      (
        try report(tracks: [.video(0, frameRate: nil), .audio(1)]), .unknown("frame rate", track: 0)
      ),
      (try report(tracks: [.video(0, dimensions: nil), .audio(1)]), .unknown("size", track: 0)),
    ]
    for (report, error) in refusals {
      #expect(throws: error) { try P1203Input.bytes(report) }
    }
  }
}
