import Expectations
import PlayheadLadder
import PlayheadModel
import Testing

@testable import PlayheadManifests

/// Recorded playlists, put together.
@Suite("Recorded playlists")
struct RecordedEventTests {
  private static let begun: Int64 = 1_800_000_000_000_000_000

  /// The event whose playlist was asked for each second and said these, empty for as before.
  private func event(_ lists: [String]) throws -> RecordedEvent {
    var journal = RecordingJournal(of: "http://a.example/list.m3u8", begun: Self.begun)
    for (number, list) in lists.enumerated() {
      let time = Self.begun + Int64(number) * 1_000_000_000
      var response = RecordedResponse(
        .manifest, journal.url, sent: time, at: time, status: list.isEmpty ? 304 : 200)
      response.file = list.isEmpty ? nil : "\(number)"
      journal.responses.append(response)
    }
    let lines =
      [RecordingJournal.line(journal.head(generator: "test"))]
      + journal.responses.map { RecordingJournal.line($0.json) }
    let read = try RecordingJournal(Array(lines.joined()) + Array("{\"event\": \"re".utf8))
    expect(read.responses == journal.responses && read.wholeBytes == lines.joined().count)
    return try RecordedEvent(read) { Int($0).map { Array(lists[$0].utf8) } }
  }

  /// A playlist from a number on, of two seconds a segment.
  private func list(_ sequence: Int, _ names: [String], _ more: String = "") -> String {
    "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:\(sequence)\n\(more)"
      + names.map { "#EXTINF:2,\n\($0)\n" }.joined()
  }

  /// What of it there was at each time.
  private static func recording(of event: inout RecordedEvent) throws -> EventRecording {
    let manifest = try event.manifest(
      ManifestOptions(asVoD: true), failing: { (_: ManifestFiles.Missing) in nil }
    ) { (_: ManifestReference) throws(ManifestFiles.Missing) -> [UInt8] in
      throw ManifestFiles.Missing(text: "")
    }
    let recording = event.publication(of: manifest.lanes.map(\.levels))
    return try #require(recording)
  }

  private func names(of event: RecordedEvent) throws -> [String] {
    let playlist = try #require(event.playlists[event.location])
    return playlist.segments.map(\.uri)
  }

  private func listings(of event: RecordedEvent) throws -> [String] {
    let playlist = try #require(event.playlists[event.location])
    return playlist.listings.map { listing in
      let second = (listing.time - Self.begun) / 1_000_000_000
      return "\(second): \(listing.segments.lowerBound)-\(listing.segments.upperBound)"
    }
  }

  @Test("A window that slides lists each segment once")
  func sliding() throws {
    let event = try event([
      list(5, ["a", "b", "c"]), "", list(6, ["b", "c", "d"]), list(6, ["b", "c", "d"]),
      list(8, ["d", "e?token=1"]), list(8, ["d?token=2", "e?token=2"]),
    ])
    try expect(names(of: event), equals: ["a", "b", "c", "d", "e?token=1"])
    try expect(listings(of: event), equals: ["0: 0-3", "2: 1-4", "4: 3-5"])
    expect(event.notes.isEmpty)
  }

  @Test("A list that goes back lists what it did before")
  func goingBack() throws {
    let event = try event([list(1, ["a", "b"]), list(2, ["b", "c"]), list(1, ["a", "b"])])
    try expect(names(of: event), equals: ["a", "b", "c"])
    try expect(listings(of: event), equals: ["0: 0-2", "1: 1-3", "2: 0-2"])
  }

  @Test("Numbers that begin anew are another stretch, behind a discontinuity")
  func restart() throws {
    let event = try event([list(90, ["a", "b"]), list(0, ["x", "y"]), list(1, ["y", "z"])])
    try expect(names(of: event), equals: ["a", "b", "x", "y", "z"])
    try expect(listings(of: event), equals: ["0: 0-2", "1: 2-4", "2: 3-5"])
    expect(event.notes, equals: ["list: EXT-X-MEDIA-SEQUENCE begins anew 1 time"])
    let merged = String(decoding: try #require(event.document(at: event.location)), as: UTF8.self)
    expect(merged.contains("b\n#EXT-X-DISCONTINUITY\n#EXTINF:2,\nx\n"))
  }

  @Test("Gaps stand for segments that nobody saw")
  func unseen() throws {
    let event = try event([list(1, ["a", "b"]), list(5, ["e"])])
    try expect(names(of: event).count, equals: 5)
    expect(event.notes, equals: ["list: 2 segments came and went unrecorded; gaps stand for them"])
    let merged = try MediaPlaylist(
      try #require(event.document(at: event.location)), at: event.location, importing: nil,
      options: ManifestOptions(asVoD: true))
    expect(merged.segments.map(\.isGap), equals: [false, false, true, true, false])
    expect(merged.segments.last?.declared.end, equals: .seconds(10))
  }

  @Test("A delta update has the segments that it skips, with what holds for them")
  func deltas() throws {
    let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXT-X-MAP:URI=\"i\"\n"
    func delta(_ sequence: Int, skipping count: Int, _ names: [String], _ more: String = "")
      -> String
    { list(sequence, names, "#EXT-X-VERSION:9\n#EXT-X-SKIP:SKIPPED-SEGMENTS=\(count)\n\(more)") }
    let event = try event([
      list(5, ["a", "b", "c"], key), delta(5, skipping: 2, ["c", "d"]),
      delta(6, skipping: 3, ["e"], "#EXT-X-KEY:METHOD=NONE\n"),
    ])
    try expect(names(of: event), equals: ["a", "b", "c", "d", "e"])
    try expect(listings(of: event), equals: ["0: 0-3", "1: 0-4", "2: 1-5"])
    expect(event.notes.isEmpty)
    let playlist = try #require(event.playlists[event.location])
    expect(playlist.listings.map(\.isDelta), equals: [false, true, true])
    let lines = key.split(separator: "\n").map(String.init)
    expect(playlist.segments[3].lasting, equals: lines)
    expect(playlist.segments[4].lasting, equals: [lines[1], "#EXT-X-KEY:METHOD=NONE"])
  }

  @Test(
    "A delta update that skips what nobody recorded is left out",
    arguments: [(4, 2), (5, 4), (6, 3), (5, 0), (5, -1)])
  func lostDelta(sequence: Int, count: Int) throws {
    let skip = "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(count)\n"
    let event = try event([list(5, ["a", "b", "c"]), list(sequence, ["z"], skip)])
    try expect(names(of: event), equals: ["a", "b", "c"])
    expect(event.notes, equals: ["list: 1 delta update without the playlist before left out"])
  }

  @Test(
    "Delivery directives are not part of where a playlist lies",
    arguments: [
      ("http://a/l.m3u8?_HLS_msn=3&_HLS_part=1&_HLS_skip=YES", "http://a/l.m3u8"),
      ("http://a/l.m3u8?token=1&_HLS_msn=3&x=", "http://a/l.m3u8?token=1&x="),
      ("http://a/l.m3u8?_HLS_msn=3#f", "http://a/l.m3u8#f"),
      ("http://a/_HLS_msn?a", "http://a/_HLS_msn?a"), ("http://a/l.m3u8?", "http://a/l.m3u8?"),
    ])
  func directives(url: String, bare: String) {
    expect(url.withoutDeliveryDirectives, equals: bare)
  }

  @Test("Requests that fail do so until the next one that does not")
  func failures() throws {
    var journal = RecordingJournal(of: "http://a.example/list.m3u8", begun: Self.begun)
    let second: Int64 = 1_000_000_000
    for (time, status) in [(0, 200), (4, 503), (5, 0), (7, 200), (9, 404)] {
      let sent = Self.begun + Int64(time) * second
      var response = RecordedResponse(
        .manifest, journal.url, sent: sent, at: sent + second / 2, status: status)
      if status == 200 { response.file = "\(time)" }
      if status == 0 { response.failure = "no answer" }
      journal.responses.append(response)
    }
    var event = try RecordedEvent(journal) { _ in Array(list(1, ["a", "b"]).utf8) }
    let recording = try Self.recording(of: &event)
    // Four seconds are listed as recording begins, so that media time zero was captured 4 s before.
    let failures = try #require(recording.lanes[0][0].failures)
    let begin = recording.begin
    expect(
      failures,
      equals: [
        .init(since: begin + .seconds(4), until: begin + .seconds(7), status: 503),
        .init(since: begin + .seconds(9), until: begin + .milliseconds(9500), status: 404),
      ])
    expect(recording.hasStaleManifests)
  }

  /// Segments of 2 s, which an age of the playlist explains or not.
  @Test(
    "Segments that are first listed together are late, unless the playlist is an old copy",
    arguments: [(age: 0, late: 1, unlisted: 0), (age: 5, late: 0, unlisted: 1)])
  func burst(age: Int, late: Int, unlisted: Int) throws {
    var journal = RecordingJournal(of: "http://a.example/list.m3u8", begun: Self.begun)
    let second: Int64 = 1_000_000_000
    let lists = [
      list(1, ["a", "b"]), list(1, ["a", "b", "c"]), "", "", list(1, ["a", "b", "c", "d", "e"]),
    ]
    for (number, text) in lists.enumerated() {
      let sent = Self.begun + Int64(number) * 2 * second
      var response = RecordedResponse(
        .manifest, journal.url, sent: sent, at: sent, status: text.isEmpty ? 304 : 200,
        headers: text.isEmpty && age > 0 ? ["age": "\(age)"] : [:])
      if !text.isEmpty { response.file = "\(number)" }
      journal.responses.append(response)
    }
    var event = try RecordedEvent(journal) { Int($0).map { Array(lists[$0].utf8) } }
    let recording = try Self.recording(of: &event)
    let segments = recording.lanes[0][0].segments
    // c is listed at 2 s, as it ends: d is due at 4 s, was not there at 6 s, and e at 6 s was.
    expect(segments.map { $0.lateness > .zero }.filter(\.self).count, equals: late)
    expect(segments.map { $0.unlisted > .zero }.filter(\.self).count, equals: unlisted)
    expect((age == 0 ? segments[3].lateness : segments[3].unlisted), equals: .seconds(2))
  }

  @Test(
    "A recording has its end if a playlist says so",
    arguments: [("", false), ("#EXT-X-ENDLIST\n", true)])
  func ends(tag: String, hasEnd: Bool) throws {
    var event = try event([list(1, ["a", "b"]), list(2, ["b", "c"]) + tag])
    try expect(Self.recording(of: &event).hasEnd, equals: hasEnd)
  }

  @Test("Numbers that go back, and servers that hold playlists back, are known of a level")
  func restarts() throws {
    let control = "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES\n"
    var event = try event([
      list(90, ["a", "b"]), list(0, ["x", "y"], control), list(9000, ["z"], control),
    ])
    let level = try Self.recording(of: &event).lanes[0][0]
    // What jumps ahead is newer.
    expect(level.resets == [2] && level.blocksReload == true)
    var other = try self.event([list(1, ["a", "b"]), list(2, ["b", "c"])])
    let plain = try Self.recording(of: &other).lanes[0][0]
    expect(plain.resets == nil && plain.blocksReload == nil)
  }

  /// Two levels, the first of which says how far the second is: with a part of segment 4, and then
  /// all of it.
  @Test("Reports of renditions count the segments that the other playlist lists whole")
  func reports() throws {
    let main =
      "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na/list.m3u8\n"
      + "#EXT-X-STREAM-INF:BANDWIDTH=2\nb/list.m3u8?token=1\n"
    func report(_ attributes: String) -> String {
      "#EXT-X-RENDITION-REPORT:URI=\"../b/list.m3u8\",\(attributes)\n"
    }
    let texts: [(String, String)] = [
      ("main.m3u8", main),
      ("a/list.m3u8", list(1, ["a1", "a2"], report("LAST-MSN=4,LAST-PART=1"))),
      ("b/list.m3u8?token=1", list(1, ["b1", "b2", "b3"])),
      ("a/list.m3u8", list(1, ["a1", "a2", "a3", "a4", "a5"], report("LAST-MSN=4"))),
      ("b/list.m3u8?token=1", list(2, ["b2", "b3", "b4", "b5"])),
    ]
    var journal = RecordingJournal(of: "http://x.example/main.m3u8", begun: Self.begun)
    for (number, (name, _)) in texts.enumerated() {
      let time = Self.begun + Int64(number) * 1_000_000_000
      var response = RecordedResponse(
        number == 0 ? .manifest : .playlist, "http://x.example/\(name)", sent: time, at: time,
        status: 200)
      response.file = "\(number)"
      journal.responses.append(response)
    }
    var event = try RecordedEvent(journal) { Int($0).map { Array(texts[$0].1.utf8) } }
    let read = event
    let manifest = try event.manifest(
      ManifestOptions(asVoD: true), failing: { (_: ManifestFiles.Missing) in nil }
    ) { (reference: ManifestReference) throws(ManifestFiles.Missing) -> [UInt8] in
      guard let contents = read.document(at: reference.location) else {
        throw ManifestFiles.Missing(text: reference.name)
      }
      return contents
    }
    let published = event.publication(of: manifest.lanes.map(\.levels))
    let recording = try #require(published)
    let level = try #require(
      recording.lanes[0].first { $0.listings.contains { $0.reports != nil } })
    let other = recording.lanes[0].firstIndex { !$0.listings.contains { $0.reports != nil } }
    expect(
      level.listings.map(\.reports),
      equals: [3, 4].map { [.init(level: other ?? -1, count: $0)] })
  }

  @Test("Keys and sections hold as long as they did")
  func lasting() throws {
    let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXT-X-MAP:URI=\"i\"\n"
    let event = try event([
      list(1, ["a", "b"], key), list(2, ["b", "c"], key),
      list(3, ["c"], key) + "#EXT-X-KEY:METHOD=NONE\n#EXTINF:2,\nd\n",
    ])
    let merged = String(decoding: try #require(event.document(at: event.location)), as: UTF8.self)
    expect(
      merged,
      equals: "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:1\n\(key)#EXTINF:2,\na\n"
        + "#EXTINF:2,\nb\n#EXTINF:2,\nc\n#EXT-X-KEY:METHOD=NONE\n#EXTINF:2,\nd\n")
  }

  @Test(
    "Journals that are none are refused, line by line",
    arguments: [
      ("", 1), ("{}\n", 1), ("{\"schema\": \"playhead.recording/2\"}\n", 1),
      ("x\n", 1),
    ])
  func malformed(_ text: String, _ line: Int) {
    #expect { try RecordingJournal(Array(text.utf8)) } throws: { error in
      (error as? RecordingError)?.line == line
    }
  }
}
