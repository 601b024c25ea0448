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
    #expect(read.responses == journal.responses && read.wholeBytes == lines.joined().count)
    return try RecordedEvent(read) { Int($0).map { Array(lists[$0].utf8) } }
  }

  /// A playlist from a number on, of two seconds a segment.
  private func list(_ sequence: Int, _ names: [String], _ more: String = "") -> String {
    "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:\(sequence)\n\(more)"
      + names.map { "#EXTINF:2,\n\($0)\n" }.joined()
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
    #expect(try names(of: event) == ["a", "b", "c", "d", "e?token=1"])
    #expect(try listings(of: event) == ["0: 0-3", "2: 1-4", "4: 3-5"])
    #expect(event.notes.isEmpty)
  }

  @Test("A list that goes back lists what it did before")
  func goingBack() throws {
    let event = try event([list(1, ["a", "b"]), list(2, ["b", "c"]), list(1, ["a", "b"])])
    #expect(try names(of: event) == ["a", "b", "c"])
    #expect(try listings(of: event) == ["0: 0-2", "1: 1-3", "2: 0-2"])
  }

  @Test("Numbers that begin anew are another stretch, behind a discontinuity")
  func restart() throws {
    let event = try event([list(90, ["a", "b"]), list(0, ["x", "y"]), list(1, ["y", "z"])])
    #expect(try names(of: event) == ["a", "b", "x", "y", "z"])
    #expect(try listings(of: event) == ["0: 0-2", "1: 2-4", "2: 3-5"])
    #expect(event.notes == ["list: EXT-X-MEDIA-SEQUENCE begins anew 1 time"])
    let merged = String(decoding: try #require(event.document(at: event.location)), as: UTF8.self)
    #expect(merged.contains("b\n#EXT-X-DISCONTINUITY\n#EXTINF:2,\nx\n"))
  }

  @Test("Gaps stand for segments that nobody saw")
  func unseen() throws {
    let event = try event([list(1, ["a", "b"]), list(5, ["e"])])
    #expect(try names(of: event).count == 5)
    #expect(event.notes == ["list: 2 segments came and went unrecorded; gaps stand for them"])
    let merged = try MediaPlaylist(
      try #require(event.document(at: event.location)), at: event.location, importing: nil,
      options: ManifestOptions(asVoD: true))
    #expect(merged.segments.map(\.isGap) == [false, false, true, true, false])
    #expect(merged.segments.last?.declared.end == .seconds(10))
  }

  @Test("Keys and sections hold as long as they did")
  func lasting() throws {
    let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXT-X-MAP:URI=\"i\"\n"
    let event = try event([
      list(1, ["a", "b"], key), list(2, ["b", "c"], key),
      list(3, ["c"], key) + "#EXT-X-KEY:METHOD=NONE\n#EXTINF:2,\nd\n",
    ])
    let merged = String(decoding: try #require(event.document(at: event.location)), as: UTF8.self)
    #expect(
      merged
        == "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:1\n\(key)#EXTINF:2,\na\n"
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
