import Expectations
import PlayheadKit
import PlayheadLadder
import Testing

/// Recorded segments that come in chunks, as their MPD says.
@Suite("Recorded chunks")
struct RecordedChunkTests {
  /// Segments of 2 s, each of which can be asked for 1.5 s before it ends: in chunks of half a
  /// second.
  ///
  /// One of them is a second late.
  private func ladder(late: Int? = nil) -> Ladder {
    var one = LiveCase()
    one.addressing = .numbers
    var updates = MPDUpdates(listsSegments: false)
    (updates.availabilityOffset, updates.comesInChunks) = (.milliseconds(1500), true)
    var ladder = Ladder(
      format: .dash, manifests: [LadderResource("event.mpd", bytes: 0)], lanes: one.ladder.lanes,
      updates: updates)
    let segments = (1...60).map { number in
      let lateness: WallTime = number - 1 == late ? .seconds(1) : .zero
      return EventRecording.Segment(
        availability: .seconds(Int64(number) * 2) + lateness, lateness: lateness)
    }
    ladder.recording = EventRecording(
      lanes: [
        [
          .init(
            listings: [.init(since: .zero, segments: 0..<60)], segments: segments)
        ]
      ], begin: .zero, end: .seconds(120))
    return ladder.chunkLength.map { ladder.inParts(of: $0) } ?? ladder
  }

  @Test("A chunk can be had as much sooner than its segment as it ends before that")
  func availability() throws {
    let recorded = try #require(ladder(late: 1).recording?.lanes[0][0])
    expect(
      recorded.segments.prefix(8).map(\.availability),
      equals: [500, 1000, 1500, 2000, 3500, 4000, 4500, 5000].map { .milliseconds($0) })
    expect(recorded.segments[4].lateness == .seconds(1) && recorded.segments.count == 240)
    expect(recorded.listings.map(\.segments), equals: [0..<240])
  }

  @Test("Chunks that are joined can be had as the last of them")
  func joined() throws {
    let joined = ladder().joiningParts(3)
    let recorded = try #require(joined.recording?.lanes[0][0])
    expect(
      recorded.segments.prefix(4).map(\.availability),
      equals: [1500, 2000, 3500, 4000].map { .milliseconds($0) })
    expect(recorded.listings.map(\.segments), equals: [0..<120])
    expect(joined.recording?.describes(joined) == true)
  }

  /// A request reaches the server as it is sent.
  ///
  /// By its clock, a player that follows the edge asks
  /// for a segment as its first chunk of half a second is captured.
  @Test("Segments are asked for as their first chunk is there, and come as they are captured")
  func played() throws {
    var one = LiveCase()
    (one.addressing, one.holdBack) = (.numbers, 2000)
    var scenario = try one.scenario(by: .basic)
    scenario.ladder = ladder()
    var simulation = LadderSimulation(scenario)
    let session = simulation.run()
    let firsts = session.requests.filter {
      $0.subject.content == .segment && ($0.subject.segment ?? 1) % 4 == 0
    }.suffix(20)
    for request in firsts {
      let number = Int64((request.subject.segment ?? 0) / 4)
      // The viewer joined at 60 s.
      let sent = (request.request.sent + .seconds(60)).nanoseconds / 1_000_000
      expect(sent, equals: number * 2000 + 500)
    }
    expect(session.failures.isEmpty && session.session.endReason == .ended)
    // Without chunks, no segment is there before it ends.
    let mean = try #require(
      session.live.flatMap {
        LiveLatency($0, duration: .seconds(120), elapsed: session.session.elapsed)
      })
    expect(mean.mean < .milliseconds(2600), "\(mean.mean)")
  }
}
