import Expectations
import PlayheadLadder
import PlayheadModel
import Testing

@testable import PlayheadManifests

/// Recorded MPDs whose segments are known by their numbers.
@Suite("Recorded MPDs with numbered segments")
struct RecordedNumbersTests {
  /// 2027-01-15T08:00:00Z.
  private static let begun: Int64 = 1_800_000_000_000_000_000
  private static let second: Int64 = 1_000_000_000

  /// An MPD that began `age` seconds before the recording, or with the given date.
  private func mpd(
    _ start: String, window: Int? = 10, periods: String, _ more: String = ""
  ) -> String {
    "<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" type=\"dynamic\" \(more)"
      + "availabilityStartTime=\"\(start)\" minBufferTime=\"PT2S\""
      + (window.map { " timeShiftBufferDepth=\"PT\($0)S\"" } ?? "") + ">\(periods)</MPD>"
  }

  private func period(_ id: String, _ attributes: String, start number: Int = 1) -> String {
    "<Period id=\"\(id)\" \(attributes)><AdaptationSet mimeType=\"video/mp4\">"
      + "<SegmentTemplate duration=\"20\" timescale=\"10\" startNumber=\"\(number)\" "
      + "initialization=\"\(id)-init.mp4\" media=\"\(id)-$Number$.m4s\"/>"
      + "<Representation id=\"v\" bandwidth=\"100000\"/></AdaptationSet></Period>"
  }

  /// The event whose MPD said these, from when on in seconds, recorded for 20 s; segments that are
  /// not named were there in time.
  private func event(
    _ versions: [(second: Int, text: String)],
    _ segments: [(name: String, sent: Int64, status: Int)] = [], date: String? = nil
  ) throws -> RecordedEvent {
    var journal = RecordingJournal(of: "http://a.example/live.mpd", begun: Self.begun)
    for (number, version) in versions.enumerated() {
      let time = Self.begun + Int64(version.second) * Self.second
      var response = RecordedResponse(
        .manifest, journal.url, sent: time, at: time, status: 200,
        headers: date.map { ["date": $0] } ?? [:])
      response.file = "\(number)"
      journal.responses.append(response)
    }
    for (name, sent, status) in segments {
      let time = Self.begun + sent * 1_000_000
      journal.responses.append(
        RecordedResponse(
          .segment, "http://a.example/\(name)", sent: time, at: time, status: status))
    }
    let last = Self.begun + 20 * Self.second
    journal.responses.append(
      RecordedResponse(.manifest, journal.url, sent: last, at: last, status: 304))
    return try RecordedEvent(journal) { Int($0).map { Array(versions[$0].text.utf8) } }
  }

  private func read(_ event: inout RecordedEvent) throws -> (Manifest, EventRecording) {
    let manifest = try event.manifest(
      ManifestOptions(asVoD: true), failing: { (_: ManifestFiles.Missing) in nil }
    ) { (_: ManifestReference) throws(ManifestFiles.Missing) -> [UInt8] in
      throw ManifestFiles.Missing(text: "")
    }
    let recording = event.publication(of: manifest.lanes.map(\.levels))
    return (manifest, try #require(recording))
  }

  private func names(_ manifest: Manifest) -> [String] {
    manifest.lanes[0].levels[0].segments.map(\.reference.name)
  }

  /// Segment k, from zero, ends 2 k + 2 s after the event began.
  @Test("Segments are those that end in the window or while it was recorded")
  func window() throws {
    // A minute before the recording: at its start, segments up to 30 s × 2 are there, and those
    // that end more than 10 s before are gone.
    var event = try event([(0, mpd("2027-01-15T07:59:00Z", periods: period("p", "start=\"PT0S\"")))]
    )
    let (manifest, recording) = try read(&event)
    expect(names(manifest), equals: (26...40).map { "p-\($0).m4s" })
    // Media time zero is at 50 s of the event, ten seconds before the recording.
    expect(recording.begin == .seconds(10) && recording.end == .seconds(30))
    expect(recording.delay, equals: .zero)
    let level = recording.lanes[0][0]
    expect(level.segments.map(\.availability), equals: (1...15).map { .seconds(2 * $0) })
    expect(level.listings.first?.since, equals: .seconds(10))
    expect(level.listings.first?.segments, equals: 0..<5)
    expect(level.listings.last?.since, equals: .seconds(30))
  }

  @Test(
    "An event that began long ago, or by a clock that is ahead, is the same",
    arguments: [
      ("1970-01-01T00:00:00Z", nil, "p-900000000.m4s"),
      ("2028-01-15T07:59:00Z", "Sat, 15 Jan 2028 08:00:00 GMT", "p-30.m4s"),
    ])
  func clocks(start: String, date: String?, name: String) throws {
    let text = mpd(start, periods: period("p", "start=\"PT0S\""))
    var event = try event([(0, text)], date: date)
    let (manifest, recording) = try read(&event)
    expect(names(manifest).count, equals: 15)
    // The last one that is there as recording begins, but for half a second of `Date`.
    expect(names(manifest)[4], equals: name)
    let begin = recording.begin - .seconds(10)
    expect(begin.magnitude <= .milliseconds(500))
  }

  /// Dates have whole seconds: of the first, the server's clock is 0 to 1 s and an hour ahead.
  @Test(
    "The offset of a server's clock is what all its dates allow",
    arguments: [
      ([(0, 28_800)], 0), ([(0, 32_400)], 3600_500), ([(0, 32_400), (600, 32_401)], 3600_700),
      ([(0, 32_400), (900, 32_400)], 3600_050), ([(0, 28_802), (100, 28_802)], 2_450),
      ([(0, 32_400), (1000, 40_000)], 3600_500),
    ] as [([(Int64, Int64)], Int64)])
  func offsets(dates: [(Int64, Int64)], offset: Int64) throws {
    var journal = RecordingJournal(of: "http://a.example/live.mpd", begun: Self.begun)
    for (time, second) in dates {
      let sent = Self.begun + time * 1_000_000
      let clock = [second / 3600, second / 60 % 60, second % 60].map {
        $0 < 10 ? "0\($0)" : "\($0)"
      }
      var response = RecordedResponse(
        .manifest, journal.url, sent: sent, at: sent, status: 200,
        headers: ["date": "Fri, 15 Jan 2027 \(clock.joined(separator: ":")) GMT"])
      response.file = "0"
      journal.responses.append(response)
    }
    let text = mpd("2027-01-15T07:59:00Z", periods: period("p", "start=\"PT0S\""))
    let event = try RecordedEvent(journal) { _ in Array(text.utf8) }
    expect(event.clockOffset, equals: offset * 1_000_000)
  }

  @Test("A segment that is asked for in vain is late, or never there")
  func late() throws {
    // Segments 31 and 32 end at 62 s and 64 s, 2 s and 4 s after recording begins.
    var event = try event(
      [(0, mpd("2027-01-15T07:59:00Z", periods: period("p", "start=\"PT0S\"")))],
      [
        ("p-31.m4s", 2000, 404), ("p-31.m4s", 3000, 404), ("p-31.m4s", 3500, 200),
        ("p-32.m4s", 4000, 404), ("p-33.m4s", 6000, 200),
      ])
    let segments = try read(&event).1.lanes[0][0].segments
    expect(segments[5].availability, equals: .milliseconds(13_500))
    expect(segments[5].lateness, equals: .seconds(1))
    expect(segments[6].availability == nil)
    expect(segments[7].availability == .seconds(16) && segments[7].lateness == .zero)
  }

  @Test("A period that comes up follows, with its own section")
  func periods() throws {
    let first = mpd("2027-01-15T07:59:00Z", periods: period("p", "start=\"PT0S\""))
    let both = mpd(
      "2027-01-15T07:59:00Z",
      periods: period("p", "start=\"PT0S\" duration=\"PT70S\"")
        + period("q", "start=\"PT70S\"", start: 7))
    var event = try event([(0, first), (9, both)])
    let (manifest, _) = try read(&event)
    let level = manifest.lanes[0].levels[0]
    expect(
      names(manifest), equals: (26...35).map { "p-\($0).m4s" } + (7...11).map { "q-\($0).m4s" })
    expect(level.segments.map(\.declared.start), equals: (0..<15).map { .seconds(2 * $0) })
    expect(level.initializations.map(\.name), equals: ["p-init.mp4", "q-init.mp4"])
    expect(
      level.segments.map(\.initialization),
      equals: Array(repeating: 0, count: 10)
        + Array(repeating: 1, count: 5))
    expect(level.segments.filter(\.isDiscontinuity).map(\.reference.name), equals: ["q-7.m4s"])
    expect(level.periods.map(\.segments), equals: [0..<10, 10..<15])
  }

  /// The MPD of a minute before the recording, with these attributes of its template, and of a
  /// `BaseURL` if there are any.
  private func early(_ attributes: String, base: String? = nil) -> String {
    mpd(
      "2027-01-15T07:59:00Z",
      periods: period("p", "start=\"PT0S\"")
        .replacing("<SegmentTemplate ", with: "<SegmentTemplate \(attributes) ")
        .replacing(
          "<AdaptationSet",
          with: (base.map { "<BaseURL \($0)>./</BaseURL>" } ?? "")
            + "<AdaptationSet"))
  }

  @Test(
    "An offset has segments there sooner than they end, unless these come in chunks",
    arguments: [
      ("", nil, nil, false), ("availabilityTimeOffset=\"1.5\"", nil, 1500, false),
      ("availabilityTimeOffset=\"1.5\" availabilityTimeComplete=\"false\"", nil, 1500, true),
      ("", "availabilityTimeOffset=\"0.5\" availabilityTimeComplete=\"false\"", 500, true),
      ("availabilityTimeOffset=\"0.25\"", "availabilityTimeOffset=\"0.5\"", 250, false),
      ("availabilityTimeOffset=\"INF\" availabilityTimeComplete=\"false\"", nil, 60_000, true),
      ("availabilityTimeOffset=\"x\"", nil, nil, false),
      ("availabilityTimeOffset=\"0\"", nil, nil, false),
    ] as [(String, String?, Int64?, Bool)])
  func offsets(template: String, base: String?, offset: Int64?, inChunks: Bool) throws {
    var event = try event([(0, early(template, base: base))])
    let (manifest, recording) = try read(&event)
    let updates = try #require(manifest.updates)
    expect(updates.availabilityOffset, equals: offset.map { .milliseconds($0) })
    expect(updates.comesInChunks, equals: inChunks ? true : nil)
    let whole: MediaTime = inChunks ? .zero : .milliseconds(offset ?? 0)
    let level = recording.lanes[0][0]
    // Each that ends after the recording began could be had so much sooner than that.
    for (segment, recorded) in zip(manifest.lanes[0].levels[0].segments, level.segments) {
      let end = segment.declared.end - whole
      expect(recorded.availability, equals: WallTime(nanoseconds: end.nanoseconds))
    }
  }

  /// Segments end at even seconds: a second before the end of 32, half of it is captured.
  @Test("Recorders look for a segment as soon as it is there")
  func looks() throws {
    func next(_ text: String) throws -> Int64? {
      let document = try RecordedDocument(
        Array(text.utf8), at: .url("http://a.example/live.mpd"),
        now: Self.begun + 2 * Self.second)
      return document.nextAvailability.map { ($0 - Self.begun) / 1_000_000 }
    }
    try expect(next(early("")), equals: 4000)
    try expect(next(early("availabilityTimeOffset=\"1.5\"")), equals: 2500)
    let chunks = "availabilityTimeOffset=\"1.5\" availabilityTimeComplete=\"false\""
    try expect(next(early(chunks)), equals: 4000)
  }

  @Test(
    "What cannot be followed is refused with a sentence",
    arguments: [
      ("<PatchLocation ttl=\"60\">patch.mpp</PatchLocation>", "updates by patches (PatchLocation)"),
      ("<Period xlink:href=\"more.xml\"/>", "remote periods (xlink:href)"),
    ])
  func refused(element: String, words: String) throws {
    let text = mpd(
      "2027-01-15T07:59:00Z", periods: element + period("p", "start=\"PT0S\""),
      "xmlns:xlink=\"http://www.w3.org/1999/xlink\" ")
    var options = ManifestOptions(asVoD: true)
    (options.isLive, options.published) = (true, Self.begun...Self.begun)
    do {
      _ = try ManifestFiles(["live.mpd": text]).manifest("live.mpd", options: options)
      Issue.record("it is read")
    } catch {
      expect("\(error)".contains(words), "\(error)")
    }
  }
}
