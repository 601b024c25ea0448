import Expectations
import PlayheadKit
import PlayheadLadder
import Testing

/// Events whose manifests tell nothing new, though nothing says that they are over.
///
/// Segments and the target duration are of 2 s, an answer takes 50 ms and a segment 450 ms. The
/// viewer joins at 60 s, three target durations from the end, and plays from 54 s on since 0.5 s.
@Suite("Events that stand still")
struct StandstillTests {
  /// The event whose playlists list up to segment 35 from 70 s on, 10 s after the viewer joins.
  ///
  /// That is loaded at 10.05 s, and played to its end at 16.5 s. From 12 s on, it is loaded again
  /// each second.
  private let stale = LiveCase(stale: [70_000..<110_000])

  private func player(_ name: String) throws -> LadderPlayer {
    try #require(LadderPlayer.all.first { $0.name.hasPrefix(name) })
  }

  private func milliseconds(_ time: WallTime) -> Int64 { time.nanoseconds / 1_000_000 }

  /// Media3 finds at 18.05 s that nothing changed for 8 s, which is more than 7; AVPlayer at 14.05
  /// s for 4 s, which is more than 3, and plays what it has.
  @Test(
    "Players end with an error once nothing is left to play, as their rules say",
    arguments: [
      ("media3", 18_050, "has not changed for more than 7 s (PlaylistStuckException)"),
      ("avplayer", 16_500, "has not changed for more than 3 s (CoreMediaErrorDomain error -12888)"),
    ] as [(String, Int64, String)])
  func stuck(player: String, end: Int64, words: String) throws {
    let session = try stale.played(by: self.player(player))
    expect(session.session.endReason, equals: .error)
    expect(milliseconds(session.session.elapsed), equals: end)
    let failure = try #require(session.failures.last)
    expect(failure.kind == .stalePlaylist && failure.content == .playlist)
    expect(failure.reason.contains(words), "\(failure.reason)")
    expect(failure.response, equals: .outcome(.fails, delay: .zero))
  }

  @Test(
    "Players without such a rule wait until playlists go on",
    arguments: ["basic", "hls.js", "shaka"])
  func patient(player: String) throws {
    let session = try stale.played(by: self.player(player))
    expect(session.session.endReason, equals: .ended)
    expect(session.failures.isEmpty)
    expect(session.session.stalls.first?.duration ?? .zero > .seconds(30))
  }

  @Test("A playlist that changes within 3.5 target durations is no error to Media3")
  func short() throws {
    let session = try LiveCase(stale: [70_000..<77_000]).played(by: .media3)
    expect(session.session.endReason == .ended && session.failures.isEmpty)
  }

  /// Segments 27 and 28 show 54 s to 58 s, at the most 6 s from the edge at 60 s.
  @Test("One that loads nothing more after a failure plays what it has, and ends with an error")
  func loadsNothingMore() throws {
    var scenario = try LiveCase().scenario(by: .media3)
    let fault = RequestFault.Target.content(.segment, number: 29, level: nil)
    scenario.faults = [RequestFault(fault, .unreadable, of: .all)]
    var simulation = LadderSimulation(scenario)
    let session = simulation.run()
    expect(session.session.endReason, equals: .error)
    expect(session.failures.map(\.segment), equals: [29])
    expect(session.played.last?.range.end, equals: .seconds(58))
    expect(session.session.elapsed < .seconds(10))
  }

  /// A recording of 40 segments, up to 80 s, that ends at `end` and says so or not.
  private func recording(until end: Int64, hasEnd: Bool?) -> EventRecording {
    let listings = (1...40).map { count in
      EventRecording.Listing(
        since: .milliseconds(Int64(count) * 2000), segments: max(0, count - 30)..<count)
    }
    let segments = (0..<40).map { number in
      EventRecording.Segment(availability: .milliseconds(Int64(number + 1) * 2000))
    }
    var recording = EventRecording(
      lanes: [[.init(listings: listings, segments: segments)]], begin: .zero,
      end: .milliseconds(end))
    recording.hasEnd = hasEnd
    return recording
  }

  /// All that is known is played at 26.5 s; 60 s of the event are recorded after the viewer joined.
  @Test("A stream that stops without an end is waited for as long as it was recorded")
  func stopped() throws {
    let one = LiveCase(segmentCount: 40)
    let session = try one.played(of: recording(until: 120_000, hasEnd: false))
    expect(session.session.endReason, equals: .limit)
    expect(session.session.metBound, equals: .recording)
    expect(milliseconds(session.session.elapsed), equals: 60_000)
    let figures = LiveCase.figures(of: session)
    expect(figures.stalls, equals: ["26500+-1"])
    // Half a target duration after each that did not change.
    expect(figures.playlists.suffix(3), equals: [57_000, 58_000, 59_000])
  }

  @Test(
    "One that ends, or of which the rest is not known, is played to its end",
    arguments: [
      (120_000, true), (120_000, nil), (80_000, false), (82_000, false), (86_499, false),
    ]
      as [(Int64, Bool?)])
  func ended(until end: Int64, hasEnd: Bool?) throws {
    let one = LiveCase(segmentCount: 40)
    let session = try one.played(of: recording(until: end, hasEnd: hasEnd))
    expect(session.session.endReason == .ended && session.session.metBound == nil)
    expect(milliseconds(session.session.elapsed), equals: 26_500)
    expect(session.session.stalls.isEmpty)
  }

  /// It is loaded at 20.05 s with the last segment; at 28.05 s nothing has changed for 8 s.
  @Test("Media3 ends with an error as a recorded stream stops")
  func recorded() throws {
    let one = LiveCase(segmentCount: 40)
    let session = try one.played(
      by: .media3, of: recording(until: 120_000, hasEnd: false))
    expect(session.session.endReason, equals: .error)
    expect(milliseconds(session.session.elapsed), equals: 28_050)
  }

  /// The MPD lists all by 80 s, at 20 s, which is played at 26.5 s.
  @Test("Media3 gives up on DASH after ten minutes without anything more")
  func longWait() throws {
    var one = LiveCase(segmentCount: 40)
    one.addressing = .timeline(updatePeriod: .seconds(2))
    one.holdBack = 6000
    let session = try one.played(
      by: .media3, of: recording(until: 900_000, hasEnd: false))
    expect(session.session.endReason, equals: .error)
    let stall = try #require(session.session.stalls.first)
    expect(session.session.elapsed - stall.start, equals: .seconds(600))
    expect(session.failures.last?.reason.contains("for 600 s (StuckPlayerException)") == true)
  }

  /// A playlist that is held back for 6 s tells nothing new at 26.1 s, when the recording is over;
  /// all is played at 26.5 s.
  @Test("What is known to the end of a recording is played, whatever its playlist says then")
  func heldAtEnd() throws {
    var recording = recording(until: 82_000, hasEnd: false)
    recording.lanes[0][0].blocksReload = true
    let session = try LiveCase(segmentCount: 40).played(by: .avPlayer, of: recording)
    expect(session.session.endReason == .ended && session.failures.isEmpty)
  }

  /// The playlist of 72 s, at 12 s, begins anew; what was listed before is played at 16.5 s.
  @Test("Media3 refuses a playlist whose numbers go back, which others play on")
  func reset() throws {
    var recording = recording(until: 80_000, hasEnd: nil)
    recording.lanes[0][0].resets = [35]
    let one = LiveCase(segmentCount: 40)
    let session = try one.played(by: .media3, of: recording)
    expect(session.session.endReason, equals: .error)
    expect(milliseconds(session.session.elapsed), equals: 16_500)
    expect(session.failures.last?.reason.contains("PlaylistResetException") == true)
    try expect(one.played(of: recording).session.endReason, equals: .ended)
  }

  /// Each request is answered as the next segment is listed, each two seconds, and the next sent as
  /// that is in, 50 ms later; behind the last one after three target durations.
  @Test("A recorded server that holds playlists back is asked at once, and never without end")
  func blocking() throws {
    var recording = recording(until: 110_000, hasEnd: false)
    recording.lanes[0][0].blocksReload = true
    let one = LiveCase(segmentCount: 40)
    let figures = LiveCase.figures(of: try one.played(of: recording))
    expect(figures.playlists.prefix(4), equals: [0, 50, 2050, 4050])
    expect(figures.playlists.suffix(5), equals: [20_050, 26_100, 32_150, 38_200, 44_250])
  }
}
