import Expectations
import PlayheadKit
import PlayheadLadder
import Testing

/// Events that are recorded as they are published, and played from that.
@Suite("Playback of recorded events")
struct RecordingPlaybackTests {
  /// What `one` publishes, listing by listing, as a recording has it.
  private func recording(of one: LiveCase) -> EventRecording {
    func availability(_ number: Int) -> Int64 {
      Int64(number + 1) * one.segmentLength + one.delay + (one.lateness[number] ?? 0)
    }
    func listed(at time: Int64) -> Range<Int> {
      let asked = one.stale.filter { $0.contains(time) }.map(\.lowerBound).min() ?? time
      let count =
        (0..<one.segmentCount).first { availability($0) > asked } ?? one.segmentCount
      guard count > 0 else { return 0..<0 }
      let start = Int64(count) * one.segmentLength - one.window
      let first = (0..<count).first { Int64($0 + 1) * one.segmentLength > start } ?? count - 1
      return min(first, count - 1)..<count
    }
    var listings: [EventRecording.Listing] = []
    // Nothing changes but at these times.
    let times =
      [0] + (0..<one.segmentCount).map(availability)
      + one.stale.flatMap { [$0.lowerBound, $0.upperBound] }
    for time in times.sorted() {
      let range = listed(at: time)
      if listings.last?.segments != range {
        listings.append(.init(since: .milliseconds(time), segments: range))
      }
    }
    let segments = (0..<one.segmentCount).map { number in
      EventRecording.Segment(
        availability: .milliseconds(availability(number)),
        lateness: .milliseconds(one.lateness[number] ?? 0))
    }
    return EventRecording(
      lanes: [[.init(listings: listings, segments: segments)]], begin: .zero,
      end: .milliseconds(Int64(one.segmentCount) * one.segmentLength),
      delay: .milliseconds(one.delay))
  }

  @Test(
    "A recording of an event plays as the event does",
    arguments: [
      LiveCase(), LiveCase(delay: 700), LiveCase(lateness: [30: 5000]),
      LiveCase(stale: [61_000..<68_000]), LiveCase(lateness: [31: 900, 33: 2500], holdBack: 4000),
      LiveCase(window: 10_000, transfer: 1900, stale: [70_000..<90_000]),
      LiveCase(join: 30_000, latency: 400, lateness: [20: 7000, 21: 5000]),
    ])
  func equal(_ one: LiveCase) throws {
    var recorded = one
    (recorded.lateness, recorded.stale) = ([:], [])
    let session = try recorded.played(of: recording(of: one))
    expect(LiveCase.figures(of: session), equals: LiveCase.figures(of: try one.played()))
  }

  @Test("With segments on time, or playlists up to date, a recording plays as an event without")
  func corrected() throws {
    let plain = LiveCase.figures(of: try LiveCase().played())
    let late = recording(of: LiveCase(lateness: [30: 5000]))
    let stale = recording(of: LiveCase(stale: [61_000..<68_000]))
    let onTime = try LiveCase().played(of: late) { $0.isOnTime = true }
    let fresh = try LiveCase().played(of: stale) { $0.isFresh = true }
    let figures = [onTime, fresh].map { LiveCase.figures(of: $0) }
    expect(figures.map(\.stalls), equals: [[], []])
    expect(figures.map(\.segments), equals: [plain.segments, plain.segments])
  }

  @Test("A segment that could never be had is refused")
  func missing() throws {
    var recording = recording(of: LiveCase())
    recording.lanes[0][0].segments[30].availability = nil
    let session = try LiveCase().played(of: recording)
    expect(session.live?.refusedCount ?? 0 > 0)
  }

  /// A recording whose manifest could not be had from a second after the viewer joins on.
  private func failing(_ one: LiveCase, until end: Int64, _ status: Int) -> EventRecording {
    var recording = recording(of: one)
    recording.lanes[0][0].failures = [
      .init(since: .milliseconds(61_000), until: .milliseconds(end), status: status)
    ]
    return recording
  }

  @Test("A playlist that cannot be had is asked for again, and found once it can")
  func failedPlaylists() throws {
    let one = LiveCase()
    let session = try one.played(of: failing(one, until: 64_500, 503))
    // Each answer takes 50 ms, and the next request is sent half a target duration later.
    expect(
      LiveCase.figures(of: session).playlists.prefix(6), equals: [0, 2000, 3050, 4100, 5150, 7150])
    expect(session.failures.map(\.attempt), equals: [1, 2, 3])
    let fresh = try one.played(of: failing(one, until: 64_500, 503)) { $0.isFresh = true }
    expect(fresh.failures.isEmpty)
  }

  /// How often a manifest that cannot be had any more is asked for in the first ten seconds, and
  /// whether that ends playback with an error.
  @Test(
    "Players give up on a playlist that is gone as their sources say",
    arguments: [(LadderPlayer.hlsJS, 404, 3), (.hlsJS, 503, 3), (.media3, 404, 4)])
  func lostPlaylist(player: LadderPlayer, status: Int, attempts: Int) throws {
    let one = LiveCase()
    let session = try one.played(
      by: player, isPlain: false, of: failing(one, until: 200_000, status))
    let playlists = session.failures.filter { $0.content == .playlist }
    expect(playlists.map(\.attempt), equals: Array(1...attempts))
    expect(playlists.last?.response, equals: .outcome(.stopsWithError, delay: .zero))
    expect(session.session.endReason, equals: .error)
  }

  @Test("dash.js asks four times for an MPD, half a second apart, and never again")
  func lostMPD() throws {
    var one = LiveCase()
    one.addressing = .timeline(updatePeriod: .seconds(2))
    let session = try one.played(
      by: .dashJS, isPlain: false, of: failing(one, until: 200_000, 404))
    let sent = session.requests.filter { $0.subject.content == .manifest }
      .map { $0.request.sent.nanoseconds / 1_000_000 }
    expect(sent.count, equals: 5)
    expect(zip(sent.dropFirst(), sent.dropFirst(2)).map { $1 - $0 }, equals: [550, 550, 550])
  }

  @Test("Shaka Player asks for ever: twice a second apart, then a tenth of one later")
  func retriedPlaylist() throws {
    let one = LiveCase()
    let session = try one.played(
      by: .shaka, isPlain: false, of: failing(one, until: 200_000, 404))
    let delays = session.failures.filter { $0.content == .playlist }.prefix(4).map(\.response)
    let (second, tenth) = (
      SegmentFailure.Response.retry(delay: .seconds(1)),
      SegmentFailure.Response.retry(delay: .milliseconds(100))
    )
    expect(delays, equals: [second, tenth, second, tenth])
  }

  @Test("Playlists of a recording have the bytes that they had")
  func recordedBytes() throws {
    let one = LiveCase(playlistBytes: 6100)
    var recording = recording(of: one)
    for place in recording.lanes[0][0].listings.indices {
      recording.lanes[0][0].listings[place].bytes = Int64(1000 + place)
      // Every third one is a delta update, which is not what a player begins with.
      recording.lanes[0][0].listings[place].isDelta = place % 3 == 0 ? true : nil
    }
    let listings = recording.lanes[0][0].listings
    let session = try one.played(of: recording)
    let bytes = session.requests.filter { $0.subject.content == .playlist }
      .map(\.subject.resource.bytes)
    // At 60 s, thirty segments are listed by the thirtieth listing behind the first, empty one.
    let first = listings.lastIndex { $0.since <= .seconds(60) } ?? 0
    expect(bytes[0], equals: (first % 3 == 0 ? 3150 : Int64(1000 + first)))
    expect(bytes[1], equals: Int64(1000 + first + 1))
  }

  @Test("Parts that are joined have the bytes and the time of all of them", arguments: [2, 3, 10])
  func joined(_ count: Int) {
    let parts = LiveCase(partLength: 300).ladder
    let joined = parts.joiningParts(count)
    let (before, after) = (parts.lanes[0].levels[0], joined.lanes[0].levels[0])
    // Seven parts of up to 300 ms are in a segment of 2 s.
    let each = (7 + count - 1) / count
    let bytes = [before, after].map { $0.segments.reduce(0) { $0 + $1.resource.bytes } }
    let ends = zip(after.segments, after.segments.dropFirst()).allSatisfy {
      $0.declared.end == $1.declared.start
    }
    expect(after.segments.count, equals: 60 * each)
    expect(bytes[0] == bytes[1] && ends)
    expect(after.segments.prefix(each).map(\.partNumber), equals: Array(0..<each))
    expect(after.partTarget, equals: min(.seconds(2), .milliseconds(300 * Int64(count))))
  }
}
