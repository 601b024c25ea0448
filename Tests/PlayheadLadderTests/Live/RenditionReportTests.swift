import Expectations
import PlayheadKit
import PlayheadLadder
import Testing

/// Switches to a level whose playlist is an old copy, though that before reports how far it is.
@Suite("Rendition reports")
struct RenditionReportTests {
  /// A recording of two levels, of which the second lists each segment of 2 s `lag` later.
  private func recording(reports: Bool, blocks: Bool, lag: Int64 = 1500) -> EventRecording {
    func level(_ lag: Int64, _ other: Int?) -> EventRecording.Level {
      var level = EventRecording.Level(
        listings: (1...60).map { count in
          var listing = EventRecording.Listing(
            since: .milliseconds(Int64(count) * 2000 + lag), segments: max(0, count - 30)..<count)
          listing.reports = other.map { [.init(level: $0, count: count)] }
          return listing
        },
        segments: (1...60).map { .init(availability: .milliseconds(Int64($0) * 2000)) })
      level.blocksReload = blocks ? true : nil
      return level
    }
    return EventRecording(
      lanes: [[level(0, reports ? 1 : nil), level(lag, nil)]], begin: .zero,
      end: .milliseconds(120_000))
  }

  /// When the playlist of the second level is asked for and in, in milliseconds, of a player that
  /// turns to it with its third segment.
  private func opening(
    by player: LadderPlayer, of recording: EventRecording
  ) throws -> (sent: Int64, received: Int64) {
    let one = LiveCase()
    let first = one.ladder.lanes[0].levels[0]
    var second = first
    second.playlist = LadderResource("second.m3u8", bytes: 0)
    var scenario = try one.scenario(by: player)
    scenario.ladder = Ladder(format: .hls, lanes: [LadderLane(.video, levels: [first, second])])
    scenario.ladder.recording = recording
    scenario = scenario.adapting(by: ScriptedRule(0, 0, 1, 1, kind: .video))
    var simulation = LadderSimulation(scenario)
    let session = simulation.run()
    let request = try #require(
      session.requests.first {
        $0.subject.content == .playlist && $0.subject.level == 1
      }?.request)
    let received = try #require(request.end)
    return (request.sent.nanoseconds / 1_000_000, received.nanoseconds / 1_000_000)
  }

  /// The server holds the old copy back until it lists what is reported, which it does 1.5 s after
  /// each even second; else it answers after the latency of 50 ms.
  @Test(
    "A server that holds playlists back has hls.js wait for what was reported",
    arguments: [(true, true), (true, false), (false, true)])
  func wait(reports: Bool, blocks: Bool) throws {
    let (sent, received) = try opening(
      by: .hlsJS, of: recording(reports: reports, blocks: blocks))
    expect(sent % 2000 < 1450, "it is asked for at \(sent)")
    expect(received, equals: reports && blocks ? sent / 2000 * 2000 + 1550 : sent + 50)
  }

  @Test("Reports of levels follow these as they are put into another order")
  func order() {
    let recording = recording(reports: true, blocks: true)
    let moved = recording.ordering(lane: 0, by: [1, 0])
    expect(moved?.lanes[0][1].listings.first?.reports, equals: [.init(level: 0, count: 1)])
    let alone = recording.ordering(lane: 0, by: [0])
    expect(alone?.lanes[0][0].listings.first?.reports, equals: [])
  }
}
