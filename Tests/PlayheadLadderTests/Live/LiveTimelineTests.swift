import Expectations
import PlayheadKit
import PlayheadLadder
import Testing

/// Live events that are worked out by hand, or millisecond by millisecond.
@Suite("Timelines of live events")
struct LiveTimelineTests {
  @Test("A steady link keeps the latency with which playback began")
  func steadyLink() throws {
    let one = LiveCase()
    let session = try one.played()
    let figures = LiveCase.figures(of: session)
    // The playlist lists 30 segments, up to 60 s: three target durations before that are 54 s.
    expect(figures.place, equals: 54_000)
    // A latency for the playlist, another and 400 ms for the first segment.
    expect(figures.start, equals: 500)
    expect(figures.stalls.isEmpty)
    expect(figures.playlists.prefix(4), equals: [0, 2000, 4000, 6000])
    let live = try #require(session.live)
    let latency = try #require(
      LiveLatency(live, duration: .seconds(120), elapsed: session.session.elapsed))
    // 60.5 s are captured as the playhead is at 54 s.
    for figure in [latency.start, latency.mean, latency.percentile95, latency.end] {
      expect(figure, equals: .milliseconds(6500))
    }
    expect(latency.course.count, equals: 2)
    let budget = try #require(live.budget)
    expect(budget.total, equals: latency.start)
    expect(budget.segment, equals: .milliseconds(500))
    expect(budget.buffer, equals: .seconds(2))
  }

  @Test("A late segment stalls playback for as long as it and its playlist are late, for good")
  func lateSegment() throws {
    // Segment 30 ends at 62 s, 2 s after joining, and can be had 5 s later.
    let session = try LiveCase(lateness: [30: 5000]).played()
    let figures = LiveCase.figures(of: session)
    // What is loaded lasts for 6 s from 0.5 s on. Playlists that list nothing new come each second;
    // that of 7 s lists it, and it takes two latencies and its transfer.
    expect(figures.playlists.prefix(8), equals: [0, 2000, 3000, 4000, 5000, 6000, 7000, 9000])
    expect(figures.stalls, equals: ["6500+1000"])
    let live = try #require(session.live)
    let latency = try #require(
      LiveLatency(live, duration: .seconds(120), elapsed: session.session.elapsed))
    expect(latency.start, equals: .milliseconds(6500))
    expect(latency.end, equals: .milliseconds(7500))
    // Of the 59.5 s up to the end of the event, 6 s are at 6.5 s, 1 s at 7 s on average, the rest
    // at 7.5 s.
    let mean = (Int64(6000) * 6500 + 1000 * 7000 + 52_500 * 7500) * 1_000_000 / 59_500
    expect(abs(latency.mean.nanoseconds - mean) <= 1)
  }

  @Test("A stale playlist stalls playback as a late segment does")
  func stalePlaylist() throws {
    let figures = LiveCase.figures(of: try LiveCase(stale: [61_000..<68_000]).played())
    // Asked for at 2, 3, … 7 s, it says what it said at 61 s; at 8 s, it lists three more.
    expect(
      figures.playlists.prefix(9), equals: [0, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 10_000])
    expect(figures.stalls, equals: ["6500+2000"])
  }

  @Test("A larger hold-back is latency without the stall")
  func holdBack() throws {
    let session = try LiveCase(lateness: [30: 5000], holdBack: 8000).played()
    let figures = LiveCase.figures(of: session)
    expect(figures.place, equals: 52_000)
    expect(figures.stalls.isEmpty)
  }

  @Test("Parts bring a viewer to within a second or two of the edge")
  func parts() throws {
    let session = try LiveCase(partLength: 500).played()
    let figures = LiveCase.figures(of: session)
    // Three parts from 60 s are 58.5 s, whose segment begins at 58 s: only its start can be decoded
    // alone.
    expect(figures.place, equals: 58_000)
    // A latency for the playlist, another and 100 ms for a part.
    expect(figures.start, equals: 200)
    expect(figures.stalls.isEmpty)
    // The server answers as there is another part, every half second, a latency before the next
    // request.
    expect(figures.playlists.prefix(4), equals: [0, 50, 550, 1050])
    expect(
      figures.segments.prefix(6),
      equals: [
        "116@50+150", "117@200+150", "118@350+150", "119@500+150", "120@650+150", "121@1050+150",
      ])
    let live = try #require(session.live)
    let latency = try #require(
      LiveLatency(live, duration: .seconds(120), elapsed: session.session.elapsed))
    for figure in [latency.start, latency.mean, latency.end] {
      expect(figure, equals: .milliseconds(2200))
    }
  }

  /// A playlist of the whole event has 100 bytes and 100 for each of 60 segments, 30 of which are
  /// in the window; a date takes 50 bytes, and what stands for skipped ones 35.
  @Test("A delta update has the segments behind the skip boundary", arguments: [12_000, 13_999])
  func delta(skipUntil: Int64) throws {
    let session = try LiveCase(playlistBytes: 6100, skipUntil: skipUntil).played()
    let bytes = session.requests.filter { $0.subject.content == .playlist }
      .map(\.subject.resource.bytes)
    expect(bytes[0], equals: 100 + 50 + 30 * 100)
    let listed: Int64 = skipUntil == 12_000 ? 6 : 7
    expect(bytes[1...4].allSatisfy { $0 == 100 + 50 + 35 + listed * 100 })
  }

  @Test(
    "A delta update leaves out whole segments only",
    arguments: [(20, 0), (12, 0), (9, 0), (8, 4), (5, 4), (4, 8)])
  func skippedParts(skipUntil: Int64, count: Int) {
    // Twelve parts of half a second, four in each segment.
    let level = LiveCase(segmentCount: 3, partLength: 500).ladder.lanes[0].levels[0]
    expect(level.skippedCount(of: 0..<12, upTo: .milliseconds(500 * skipUntil)), equals: count)
  }

  /// Segments of 2 s in chunks of 0.5 s and 100 ms each: one request a segment, whose later chunks
  /// follow at once if they are captured, else as they are.
  @Test("A segment in chunks comes as it is captured, for one request")
  func chunks() throws {
    var one = LiveCase()
    one.addressing = .numbers
    one.partLength = 500
    let session = try one.played()
    let figures = LiveCase.figures(of: session)
    // The MPD is in at 50, and the viewer joins 6 s from the edge: at 54.05 s, chunk 108.
    expect(
      figures.segments.prefix(17),
      equals: [
        "108@50+150", "109@200+100", "110@300+100", "111@400+100", "112@500+150", "113@650+100",
        "114@750+100", "115@850+100", "116@950+150", "117@1100+100", "118@1200+100",
        "119@1300+100", "120@1400+150", "121@1550+100", "122@1650+100", "123@1750+350",
        "124@2500+150",
      ])
    expect(figures.segments[17], equals: "125@2650+450")
    expect(figures.stalls, equals: [])
  }

  @Test("A segment of several fragments is cut behind the last of them that fits, or the first")
  func fragments() {
    let parts = (1..<50).map {
      LadderSegment.Part(bytes: 10 * Int64($0), end: .milliseconds(40 * Int64($0)))
    }
    let segment = LadderSegment(
      LadderResource("a", bytes: 500), declared: TimeRange(start: .zero, end: .seconds(2)),
      measured: TimeRange(start: .zero, end: .seconds(2)), parts: parts)
    let level = Level(
      name: "a", bitRate: BitRate(bitsPerSecond: 2000), segments: [segment],
      targetDuration: .seconds(2))
    let ladder = Ladder(format: .hls, lanes: [LadderLane(.video, levels: [level])])
    func ends(_ length: Int64) -> [Int64] {
      ladder.inParts(of: .milliseconds(length)) { _, _ in [130, 250, 380, 500] }
        .lanes[0].levels[0].segments.compactMap(\.resource.range?.upperBound)
    }
    expect(
      [ends(500), ends(1000), ends(100)],
      equals: [
        [130, 250, 380, 500], [250, 500], [130, 250, 380, 500],
      ])
  }

  @Test(
    "A segment is cut into parts behind the last of its samples that fits",
    arguments: [
      (500, [480, 960, 1440, 1920, 2000]), (600, [600, 1200, 1800, 2000]),
      (999, [960, 1920, 2000]), (2000, [2000]),
    ] as [(Int64, [Int64])])
  func cuts(_ length: Int64, _ ends: [Int64]) {
    // 40 ms a sample, 10 bytes each.
    let parts = (1..<50).map {
      LadderSegment.Part(bytes: 10 * Int64($0), end: .milliseconds(40 * Int64($0)))
    }
    let segment = LadderSegment(
      LadderResource("a", bytes: 500), declared: TimeRange(start: .zero, end: .seconds(2)),
      measured: TimeRange(start: .zero, end: .seconds(2)), parts: parts)
    let level = Level(
      name: "a", bitRate: BitRate(bitsPerSecond: 2000), segments: [segment],
      targetDuration: .seconds(2))
    let ladder = Ladder(format: .hls, lanes: [LadderLane(.video, levels: [level])])
    let pieces = ladder.inParts(of: .milliseconds(length)).lanes[0].levels[0].segments
    expect(pieces.reduce(0) { $0 + $1.resource.bytes }, equals: 500)
    expect(pieces.map { $0.declared.end.nanoseconds / 1_000_000 }, equals: ends)
    expect(pieces.map(\.partNumber), equals: Array(pieces.indices))
  }

  @Test(
    "Sessions agree with those played millisecond by millisecond",
    arguments: Seeds.each(few: 30, all: 1000))
  func byHand(_ seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    func below(_ bound: Int64) -> Int64 { Int64.random(in: 0..<bound, using: &random) }
    var one = LiveCase()
    one.targetDuration = 1 + below(6)
    one.segmentLength = one.targetDuration * 1000 - (below(2) == 0 ? 0 : below(500))
    one.segmentCount = 20 + Int(below(30))
    let length = one.segmentLength * Int64(one.segmentCount)
    one.join = below(length * 3 / 4)
    one.delay = below(4000)
    one.window = one.segmentLength * (1 + below(20))
    one.latency = 1 + below(400)
    one.transfer = 1 + below(one.segmentLength * 6 / 5)
    if below(3) == 0 { one.holdBack = 500 + below(20_000) }
    for _ in 0..<below(3) {
      one.lateness[Int(below(Int64(one.segmentCount)))] = 1 + below(9000)
    }
    for _ in 0..<below(3) {
      let start = below(length)
      one.stale.append(start..<start + 1 + below(12_000))
    }
    let session = try one.played()
    // By hand, nobody falls out of the window.
    guard session.live?.jumps.isEmpty == true, session.live?.refusedCount == 0 else { return }
    expect(LiveCase.figures(of: session), equals: one.byHand())
  }
}
