import Expectations
import PlayheadKit
import Testing

@testable import PlayerValidation

/// Observations at milliseconds, of media of ten seconds.
private func recording(
  _ observations: [(Int64, PlayerObservation.Kind, Int64?)], until stop: Int64 = 20_000
) -> PlayerRecording {
  PlayerRecording(
    of: observations.map { time, kind, media in
      PlayerObservation(
        time: .milliseconds(1000 + time), mediaTime: media.map { .milliseconds($0) }, kind)
    }, from: .seconds(1), to: .milliseconds(1000 + stop), duration: .seconds(10))
}

@Suite struct `A recording of a real player` {
  @Test func `starts as it first plays and stalls from each wait to the next play`() {
    let recording = recording([
      (0, .asked, nil), (5, .waiting(reason: nil), 0), (300, .opened, nil), (500, .playing, 0),
      (2500, .waiting(reason: nil), 2000), (3000, .playing, 2000),
      (4000, .waiting(reason: nil), 3000), (4010, .explained("DEMUXER_UNDERFLOW"), nil),
      (4020, .explained("AUDIO"), nil), (6000, .playing, 3000), (13_000, .ended, 10_000),
    ])
    expect(recording.startup, equals: .milliseconds(500))
    expect(
      recording.stalls,
      equals: [
        .init(start: .milliseconds(2500), mediaTime: .seconds(2), duration: .milliseconds(500)),
        .init(
          start: .seconds(4), mediaTime: .seconds(3), duration: .seconds(2),
          reason: "DEMUXER_UNDERFLOW"),
      ])
    expect(recording.stalled, equals: .milliseconds(2500))
    expect(recording.end == .ended && recording.elapsed == .seconds(13))
  }

  /// Firefox says so as it next looks, up to two seconds later.
  @Test(arguments: [(1200, 1200), (1201, 1000), (2500, 1000)] as [(Int64, Int64)])
  func `stalls from where its playhead stops, if it says so late`(told: Int64, start: Int64) {
    let recording = recording([
      (100, .playing, 0), (800, .position(bufferedTo: nil), 700),
      (1000, .position(bufferedTo: nil), 880), (1100, .position(bufferedTo: nil), 880),
      (told, .waiting(reason: nil), 900), (4000, .playing, 900),
    ])
    expect(recording.stalls.map(\.start), equals: [.milliseconds(start)])
    expect(recording.stalls.map(\.duration), equals: [.milliseconds(4000 - start)])
  }

  /// Firefox says that it plays once the first frames are decoded, and fills its queues before the
  /// playhead moves.
  @Test(arguments: [(700, 500), (701, 701), (2500, 2500)] as [(Int64, Int64)])
  func `plays from where its playhead moves, if it says so early`(moved: Int64, start: Int64) {
    let recording = recording([
      (500, .playing, 0), (moved, .position(bufferedTo: nil), 0),
      (moved + 100, .position(bufferedTo: nil), 100),
      (moved + 1000, .waiting(reason: nil), 1000), (8000, .playing, 1000),
      (8000 + moved - 500, .position(bufferedTo: nil), 1000),
      (9000 + moved - 500, .position(bufferedTo: nil), 2000),
    ])
    expect(recording.startup, equals: .milliseconds(start))
    expect(recording.stalls.map(\.start), equals: [.milliseconds(moved + 1000)])
    expect(recording.stalls.map(\.duration), equals: [.milliseconds(7000 - moved + start - 500)])
  }

  /// Chromium's HLS player says so with its first segment, and moves with the second.
  @Test(arguments: [(300, 100), (301, 301), (1500, 1500)] as [(Int64, Int64)])
  func `starts where its playhead moves, if it says so long before`(moving: Int64, start: Int64) {
    let recording = recording([
      (100, .playing, 0), (100, .position(bufferedTo: nil), 0),
      (moving + 60, .position(bufferedTo: nil), 60),
      (5000, .position(bufferedTo: nil), 5000 - moving),
    ])
    expect(recording.startup, equals: .milliseconds(start))
  }

  @Test func `stalls as it says so, where its playhead stood before it first moved`() {
    let recording = recording([
      (100, .playing, 0), (100, .position(bufferedTo: nil), 0),
      (1200, .position(bufferedTo: nil), 200), (4000, .waiting(reason: nil), 3000),
      (5000, .playing, 3000),
    ])
    expect(recording.stalls.map(\.start), equals: [.seconds(4)])
  }

  @Test func `has an open stall where watching ends in it`() {
    let recording = recording(
      [(100, .playing, 0), (1100, .waiting(reason: nil), 1000)], until: 3000)
    expect(recording.stalls.map(\.duration), equals: [nil])
    expect(recording.stalled, equals: .milliseconds(1900))
    expect(recording.end == .limit && recording.elapsed == .seconds(3))
  }

  @Test(arguments: [(9900, 0), (9899, 1)] as [(Int64, Int)])
  func `takes a wait at the end for none`(media: Int64, stalls: Int) {
    let recording = recording([
      (100, .playing, 0), (10_000, .waiting(reason: nil), media), (10_200, .ended, 10_000),
    ])
    expect(recording.stalls.count, equals: stalls)
    expect(recording.stalls.allSatisfy { $0.duration == .milliseconds(200) })
  }

  @Test func `never starts where the player gives up`() {
    let recording = recording([(0, .asked, nil), (50, .failed("no"), nil), (90, .playing, 0)])
    expect(recording.startup == nil)
    expect(recording.end == .failed("no") && recording.elapsed == .milliseconds(50))
  }
}

@Suite struct `What gst-play prints` {
  @Test func `says when it waits and plays`() {
    var reading = GstPlayDriver.Reading()
    let kinds = [
      "Press 'k' to see a list of keyboard shortcuts.", "Now playing http://a/b.mp4",
      "Buffering... 0%", "Prerolled.", "Buffering... 99%", "Buffering... 100%",
      "0:00:01.2 / 0:00:10.0", "Buffering... 3%", "Buffering... 40%", "Buffering... 100%",
      "1:02:03.5 / 2:00:00.0", "0:00:61.0 / 0:00:10.0", "Reached end of play list.",
    ].map { reading.observation(of: $0) }
    expect(
      kinds.map { $0?.kind },
      equals: [
        nil, .asked, nil, .opened, nil, .playing, .position(bufferedTo: nil),
        .waiting(reason: nil), nil, .playing, .position(bufferedTo: nil), nil, .ended,
      ])
    expect(kinds[6]?.mediaTime, equals: .milliseconds(1200))
    expect(kinds[10]?.mediaTime, equals: .milliseconds(3_723_500))
  }

  @Test func `shows a start without buffering by its position`() {
    var reading = GstPlayDriver.Reading()
    expect(
      reading.observation(of: "0:00:00.0 / 0:00:10.0")?.kind, equals: .position(bufferedTo: nil))
    expect(reading.observation(of: "0:00:00.1 / 0:00:10.0")?.kind, equals: .playing)
    expect(reading.observation(of: "Buffering... 5%")?.kind, equals: .waiting(reason: nil))
  }
}

@Suite struct `What a page tells` {
  @Test func `is placed on our clock`() throws {
    func observation(_ text: String) -> PlayerObservation? {
      JSONValue(Array(text.utf8)).flatMap {
        BrowserVideo.observation(of: $0, offset: .seconds(5))
      }
    }
    expect(
      observation(#"[1500.25, "waiting", 2.5, 3.75, null]"#),
      equals: PlayerObservation(
        time: WallTime(nanoseconds: 6_500_250_000), mediaTime: .milliseconds(2500),
        .waiting(reason: nil)))
    expect(
      observation(#"[0, "position", 1, 4, null]"#)?.kind, equals: .position(bufferedTo: .seconds(4))
    )
    expect(observation(#"[0, "error", 1, null, "bad"]"#)?.kind, equals: .failed("bad"))
    expect(observation(#"[0, "toggle", 1, null, null]"#) == nil)
    expect(observation(#"[0, "ended"]"#) == nil)
    expect(observation(#"{"a": 1}"#) == nil)
  }
}
