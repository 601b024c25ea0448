import Expectations
import Foundation
import MediaReading
import PlayheadKit
import Testing

/// Periods that do not begin or end where segments do.
///
/// The media has a key frame every 2 s, and pictures that are shown 0.08 s after they are decoded,
/// which its edit list takes back: their own times are multiples of 0.04 s from zero on.
@Suite("Reading periods of MPDs")
struct PeriodReadingTests {
  private let folder: ScratchFolder
  private let mpd: String

  init() throws {
    folder = try ScratchFolder()
    try FFmpeg.run([
      "-f", "lavfi", "-i", "testsrc2=size=64x64:rate=25:duration=8", "-f", "lavfi", "-i",
      "sine=duration=8:sample_rate=48000", "-map", "0:v", "-map", "0:v", "-map", "1:a", "-c:v",
      "libx264", "-bf", "2", "-g", "50", "-keyint_min", "50", "-sc_threshold", "0", "-b:v:0",
      "40k", "-b:v:1", "120k", "-c:a", "aac", "-f", "dash", "-seg_duration", "2", "-use_template",
      "1", "-use_timeline", "1", "-adaptation_sets", "id=0,streams=0,1 id=1,streams=2",
      "\(folder.path)/m.mpd",
    ])
    mpd = try String(contentsOfFile: "\(folder.path)/m.mpd", encoding: .utf8)
  }

  /// The ladder of the MPD with `text`.
  private func ladder(_ text: String, appliesEditLists: Bool = false) throws -> Ladder {
    let path = "\(folder.path)/\(UUID().uuidString).mpd"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return try MediaReader(cores: 2).readLadder(
      path, timing: SegmentTimeOptions(appliesEditLists: appliesEditLists)
    ).ladder
  }

  private func findings(_ ladder: Ladder) -> [LadderFinding] {
    LadderInspection(
      LadderScenario(
        ladder, over: NetworkLink(following: ladder.referenceProfile), player: .dashJS,
        rule: DashJSRule(), options: SessionOptions(tickInterval: nil))
    ).findings
  }

  /// The session of `ladder` in dash.js over 1 Mbit/s.
  private func session(_ ladder: Ladder) throws -> LadderSession {
    let profile = try BandwidthProfile(name: "link", rate: BitRate(bitsPerSecond: 1_000_000))
    var simulation = LadderSimulation(
      LadderScenario(
        ladder, over: NetworkLink(following: profile), player: .dashJS,
        rule: LanewiseRule(DashJSRule()), options: SessionOptions(tickInterval: nil)))
    return simulation.run()
  }

  private func lasting(_ seconds: Int) -> String {
    mpd.replacing(
      /mediaPresentationDuration="[^"]*"/, with: "mediaPresentationDuration=\"PT\(seconds)S\"")
  }

  /// The period of the MPD, with other attributes, and its segments shown `offset` seconds earlier.
  private func period(_ attributes: String, offset: Int = 0, lowestOnly: Bool = false) throws
    -> String
  {
    let start = try #require(mpd.firstRange(of: /<Period[^>]*>/))
    let end = try #require(mpd.firstRange(of: "</Period>"))
    var text = String(mpd[start.upperBound..<end.upperBound])
    text.replace(/timescale="(\d+)"/) { match in
      let scale = Int(match.1) ?? 0
      return "timescale=\"\(scale)\" presentationTimeOffset=\"\(scale * offset)\""
    }
    if lowestOnly {
      text.replace(/<Representation id="1".*?<\/Representation>/.dotMatchesNewlines(), with: "")
    }
    return "<Period \(attributes)>" + text
  }

  /// An MPD of `periods`.
  private func presentation(_ periods: String..., seconds: Int) throws -> String {
    let head = lasting(seconds)
    let place = try #require(head.firstRange(of: /<Period[^>]*>/))
    return String(head[..<place.lowerBound]) + periods.joined() + "</MPD>"
  }

  @Test("Pictures are shown when Chromium's edit of a list without a wait says, as ffprobe does")
  func edits() throws {
    let init0 = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/init-stream0.m4s"))
    let first = try Data(
      contentsOf: URL(fileURLWithPath: "\(folder.path)/chunk-stream0-00001.m4s"))
    let path = "\(folder.path)/whole.mp4"
    try (init0 + first).write(to: URL(fileURLWithPath: path))
    // With the edit list the first is shown at zero, without it 1024 ticks of 12,800 later.
    let shown = try FFprobe.packets(of: path).compactMap(\.pts).min()
    let raw = try FFprobe.packets(of: path, ["-ignore_editlist", "1"]).compactMap(\.pts).min()
    expect(shown == 0 && raw == 1024)
    let segments = try ladder(mpd).lanes[0].levels[0].segments
    expect(segments.map(\.shown.start), equals: [0, 2, 4, 6].map { .seconds($0) })
  }

  @Test("A timeline that begins before its period drops the pictures up to the next key frame")
  func firstGroup() throws {
    // As in dash.js's issue 2910: the first S has no t, so that it counts from zero.
    let text = mpd.replacing(
      /<SegmentTemplate timescale="12800".*?<\/SegmentTemplate>/.dotMatchesNewlines(),
      with: """
        <SegmentTemplate timescale="12800" presentationTimeOffset="1024" \
        initialization="init-stream$RepresentationID$.m4s" \
        media="chunk-stream$RepresentationID$-$Number%05d$.m4s"><SegmentTimeline>\
        <S d="25600" r="-1"/></SegmentTimeline></SegmentTemplate>
        """
    ).replacing(/<AdaptationSet id="1".*?<\/AdaptationSet>/.dotMatchesNewlines(), with: "")
    let ladder = try ladder(text)
    let segments = ladder.lanes[0].levels[0].segments
    // Four end 0.08 s before the period does, so that a fifth is asked for.
    expect(segments.count, equals: 5)
    expect(segments.last?.damage, equals: "chunk-stream0-00005.m4s is missing")
    expect(segments[0].damage == nil && segments[0].shown.duration == .zero)
    expect(segments[1].shown.start, equals: .milliseconds(1920))
    expect(segments[1].shown.end, equals: .milliseconds(3920))
    let session = try session(ladder)
    // Playback begins at the next key frame, once that segment is in, and the fifth is an error.
    let second = try #require(session.segments.first { $0.lane == 0 && $0.segment == 1 })
    try expect(#require(session.session.startup) >= second.wallTime)
    expect(session.played.first?.range.start, equals: .milliseconds(1920))
    expect(session.failures.map(\.segment), equals: [4, 4, 4, 4])
    expect(session.failures.last?.response, equals: .outcome(.stopsWithError, delay: .zero))
  }

  @Test("A period that begins inside a segment shows nothing up to the next key frame")
  func insidePeriod() throws {
    let text = try presentation(
      period("id=\"1\" duration=\"PT4S\""),
      period("id=\"2\" duration=\"PT5S\"", offset: 1, lowestOnly: true), seconds: 9)
    let ladder = try ladder(text)
    let levels = ladder.lanes[0].levels
    expect(levels.map { $0.periods.map(\.isStandIn) }, equals: [[false, false], [false, true]])
    // Segments of 2 s that begin 1 s before the second period, whose first key frame is at 5 s.
    expect(
      levels[0].segments.map(\.shown),
      equals: [
        TimeRange(start: .zero, end: .seconds(2)), TimeRange(start: .seconds(2), end: .seconds(4)),
        TimeRange(start: .seconds(5), end: .seconds(5)),
        TimeRange(start: .seconds(5), end: .seconds(7)),
        TimeRange(start: .seconds(7), end: .seconds(9)),
      ])
    // Sound is cut instead.
    let sound = ladder.lanes[1].levels[0]
    let cut = try #require(sound.periods.last).segments.lowerBound
    expect(sound.segments[cut].shown.start, equals: .seconds(4))
    // Those who decode what comes before show everything.
    let decoded = try self.ladder(text, appliesEditLists: true).lanes[0].levels[0].segments
    expect(decoded[2].shown, equals: TimeRange(start: .seconds(4), end: .seconds(5)))
    // That is a gap, and nothing else is wrong with either period.
    let rules = findings(ladder).map(\.rule)
    expect(rules.contains(.segmentGaps))
    for rule in [
      InspectionRule.segmentDurations, .segmentOverlaps, .declaredPeak, .declaredCodecs,
      .declaredResolution, .declaredFrameRate, .missingSegments, .unalignedLevels,
    ] { expect(!rules.contains(rule), "\(rule)") }
    // Level 1 in the first period, and the only one in the second.
    let session = try session(ladder)
    let video = session.segments.filter { $0.lane == 0 }
    expect(video.filter { $0.segment < 2 }.map(\.level), equals: [1, 1])
    expect(Set(video.filter { $0.segment >= 2 }.map(\.level)), equals: [0])
    expect(session.session.endReason, equals: .ended)
  }

  @Test("Pictures that are late by their order alone leave no gap between periods")
  func lateByOrder() throws {
    // Without edit lists, pictures are shown from 0.08 s on.
    for stream in 0...1 {
      let path = URL(fileURLWithPath: "\(folder.path)/init-stream\(stream).m4s")
      var bytes = try Data(contentsOf: path)
      let place = try #require(bytes.firstRange(of: Data("edts".utf8)))
      bytes.replaceSubrange(place, with: Data("free".utf8))
      try bytes.write(to: path)
    }
    let text = try presentation(
      period("id=\"1\" duration=\"PT8.08S\""), period("id=\"2\" duration=\"PT8S\""), seconds: 17)
    let segments = try ladder(text).lanes[0].levels[0].segments
    expect(segments[0].shown.start, equals: .milliseconds(80))
    expect(segments[3].shown.end, equals: .milliseconds(8080))
    expect(segments[4].shown.start, equals: .milliseconds(8080))
  }

  @Test("An MPD that is longer or shorter than its segments is told of", arguments: [20, 5])
  func length(seconds: Int) throws {
    let ladder = try ladder(lasting(seconds))
    expect(
      ladder.declaredLength,
      equals: Ladder.DeclaredLength(periods: .seconds(Int64(seconds)), segments: .seconds(8)))
    let found = findings(ladder)
    expect(found.map(\.rule).contains(.presentationLength))
    expect(
      found.first { $0.rule == .presentationLength }?.fault.faults.first?.evidence,
      equals: .times(.seconds(Int64(seconds)), against: .seconds(8)))
    // As it is without that, whose declared length is right.
    let right = findings(try self.ladder(mpd)).map(\.rule)
    expect(!right.contains(.presentationLength))
    expect(Set(found.map(\.rule)).subtracting(right), equals: [.presentationLength])
  }

  @Test("Segments that are half as long as the MPD has them end early, and are told of")
  func nominalLength() throws {
    // As in gpac's issue 62: @duration of 4 s, segments of 2 s, $Number$.
    let text = mpd.replacing(
      /<SegmentTemplate timescale="(\d+)".*?<\/SegmentTemplate>/.dotMatchesNewlines()
    ) { match in
      "<SegmentTemplate timescale=\"1\" duration=\"4\" initialization="
        + "\"init-stream$RepresentationID$.m4s\" "
        + "media=\"chunk-stream$RepresentationID$-$Number%05d$.m4s\"/>"
    }
    let found = findings(try ladder(text)).first { $0.rule == .presentationLength }
    guard case .times(let declared, let end)? = found?.fault.faults.first?.evidence else {
      Issue.record("nothing is told")
      return
    }
    // Two of them are 4 s of the 8 s.
    expect(declared >= .seconds(8) && abs((end - .seconds(4)).nanoseconds) < 100_000_000)
  }

  @Test("The rate of a segment that its period cuts is that of all of it")
  func rates() throws {
    let ladder = try ladder(lasting(5))
    let segments = ladder.lanes[0].levels[0].segments
    expect(segments.map(\.duration), equals: [.seconds(2), .seconds(2), .seconds(1)])
    expect(segments.map(\.ownLength), equals: [.seconds(2), .seconds(2), .seconds(2)])
    let bytes = try segments.map {
      try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\($0.resource.name)")).count
    }
    let figures = LadderInspection(
      LadderScenario(
        ladder, over: NetworkLink(following: ladder.referenceProfile), player: .dashJS,
        rule: DashJSRule())
    ).figures.levels[0][0]
    expect(figures.average, equals: BitRate(bytes: Int64(bytes.reduce(0, +)), over: .seconds(6)))
  }
}
