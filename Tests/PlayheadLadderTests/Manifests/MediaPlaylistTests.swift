import Expectations
import PlayheadLadder
import PlayheadManifests
import PlayheadModel
import Testing

@Suite("HLS media playlists")
struct MediaPlaylistTests {
  /// The level of the media playlist with `lines` between its first and its last ones.
  private func level(
    _ lines: String, ending: String = "#EXT-X-ENDLIST", options: ManifestOptions = ManifestOptions()
  ) throws -> ManifestLevel {
    let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(lines)\n\(ending)\n"
    let manifest = try ManifestFiles(["a/b.m3u8": text]).manifest("a/b.m3u8", options: options)
    return manifest.lanes[0].levels[0]
  }

  @Test("Durations add up exactly, however many digits they have")
  func durations() throws {
    // A third of a nanosecond is rounded away in each.
    let level = try level(
      "#EXTINF:4,\na.ts\n#EXTINF:3.0000000003,x\nb.ts\n#EXTINF:.5\nc.ts\n#EXTINF:0.1,\nd.ts")
    expect(level.segments.map(\.declared), equals: seconds([(0, 4), (4, 7), (7, 7.5), (7.5, 7.6)]))
    expect(level.name, equals: "b")
    expect(level.bitRate == nil)
    expect(
      level.segments.map(\.reference.location.text),
      equals: ["a/a.ts", "a/b.ts", "a/c.ts", "a/d.ts"])
    expect(level.playlist?.location, equals: .file("a/b.m3u8"))
  }

  @Test("A byte range without an offset follows the range before it")
  func byteRanges() throws {
    let level = try level(
      """
      #EXT-X-MAP:URI="m.mp4",BYTERANGE="720@0"
      #EXTINF:4,
      #EXT-X-BYTERANGE:1000@720
      m.mp4
      #EXTINF:4,
      #EXT-X-BYTERANGE:500
      m.mp4
      #EXT-X-BYTERANGE:10@7
      #EXTINF:4,
      n.mp4
      #EXTINF:4,
      #EXT-X-BYTERANGE:3
      n.mp4
      """)
    expect(
      level.segments.map(\.reference.range),
      equals: [
        ByteRange(720, 1720), ByteRange(1720, 2220), ByteRange(7, 17), ByteRange(17, 20),
      ])
    expect(level.segments.map(\.bytes), equals: [1000, 500, 10, 3])
    expect(level.initializations.map(\.range), equals: [ByteRange(0, 720)])
    expect(level.segments.allSatisfy { $0.initialization == 0 })
  }

  @Test("What is for reloads of live playlists means nothing to one that has ended")
  func reloads() throws {
    let lines =
      "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.0\n#EXT-X-PART-INF:PART-TARGET=1\n"
      + "#EXT-X-PART:DURATION=1,URI=\"p\"\n#EXTINF:4,\na.ts\n#EXTINF:4,\nb.ts"
    try expect(level(lines).segments.map(\.declared), equals: seconds([(0, 4), (4, 8)]))
    let live = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(lines)\n"
    // Whole segments hold what parts of them do.
    let files = ManifestFiles(["a/b.m3u8": live])
    let played = try files.manifest("a/b.m3u8", options: ManifestOptions(asVoD: true))
    expect(played.lanes[0].levels[0].segments.count, equals: 2)
    expect(played.notes.contains { $0.contains("partial segments are left out") })
    let problems = ManifestFiles.problems(live, at: "a/b.m3u8")
    expect(
      problems?.prefix(2),
      equals: [
        "line 4, column 1: EXT-X-PART-INF: partial segments of Low-Latency HLS are not supported",
        "line 5, column 1: EXT-X-PART: partial segments of Low-Latency HLS are not supported",
      ])
    let whole = try level(
      "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES\n#EXTINF:4,\na.ts", ending: "",
      options: ManifestOptions(asVoD: true))
    expect(whole.segments.count, equals: 1)
  }

  @Test("A playlist says of what type it is, and whether segments are independent")
  func listing() throws {
    let level = try level(
      "#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXTINF:4,\na.ts")
    expect(
      level.listing,
      equals: PlaylistListing(type: "VOD", isEnded: true, hasIndependentSegments: true))
    try expect(self.level("#EXTINF:4,\na.ts").listing, equals: PlaylistListing())
  }

  @Test("Each tag of an initialization section is another, though it names the same one")
  func tags() throws {
    let level = try level(
      "#EXT-X-MAP:URI=\"a\"\n#EXTINF:4,\n1\n#EXT-X-MAP:URI=\"b\"\n#EXTINF:4,\n2\n"
        + "#EXT-X-MAP:URI=\"a\"\n#EXTINF:4,\n3\n#EXTINF:4,\n4")
    expect(level.segments.map(\.initialization), equals: [0, 1, 0, 0])
    expect(level.segments.map(\.initializationTag), equals: [1, 2, 3, 3])
  }

  @Test("An initialization section holds until the next one, and the same one is the same number")
  func initializations() throws {
    let level = try level(
      """
      #EXTINF:4,
      0.ts
      #EXT-X-MAP:URI="a.mp4"
      #EXTINF:4,
      1.m4s
      #EXT-X-MAP:URI="b.mp4"
      #EXTINF:4,
      2.m4s
      #EXTINF:4,
      3.m4s
      #EXT-X-MAP:URI="a.mp4"
      #EXTINF:4,
      4.m4s
      """)
    expect(level.segments.map(\.initialization), equals: [nil, 0, 1, 1, 0])
    expect(level.initializations.map(\.name), equals: ["a.mp4", "b.mp4"])
  }

  @Test("Discontinuities are counted on from their sequence, and begin at the playlist's time")
  func discontinuities() throws {
    let level = try level(
      """
      #EXT-X-DISCONTINUITY-SEQUENCE:7
      #EXTINF:4,
      0.ts
      #EXTINF:3.5,
      1.ts
      #EXT-X-DISCONTINUITY
      #EXTINF:2,
      2.ts
      #EXTINF:2,
      3.ts
      """)
    let second = MediaTime.milliseconds(7500)
    expect(
      level.segments.map(\.timing),
      equals: [
        .discontinuity(sequence: 7, start: .zero), .discontinuity(sequence: 7, start: .zero),
        .discontinuity(sequence: 8, start: second), .discontinuity(sequence: 8, start: second),
      ])
    expect(level.segments.map(\.isDiscontinuity), equals: [false, false, true, false])
  }

  @Test("Gaps hold for one segment, estimated bit rates until the next and not for byte ranges")
  func gapsAndBitRates() throws {
    let level = try level(
      """
      #EXTINF:4,
      0.ts
      #EXT-X-BITRATE:800
      #EXT-X-GAP
      #EXTINF:4,
      1.ts
      #EXTINF:4,
      2.ts
      #EXTINF:4,
      #EXT-X-BYTERANGE:3@0
      3.ts
      #EXT-X-BITRATE:900
      #EXTINF:4,
      4.ts
      """)
    expect(level.segments.map(\.isGap), equals: [false, true, false, false, false])
    expect(
      level.segments.map { $0.declaredBitRate?.bitsPerSecond },
      equals: [
        nil, 800_000, 800_000, nil, 900_000,
      ])
  }

  @Test("A byte order mark, CRLF, blank lines, comments and unknown tags change nothing")
  func lenience() throws {
    let text =
      "\u{FEFF}#EXTM3U\r\n\r\n#EXT-X-TARGETDURATION:4\r\n# a comment\r\n#EXT-X-NEW:1\r\n"
      + "#EXT-X-KEY:METHOD=NONE\r\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\r\n"
      + "#EXTINF:4,\r\n  a b.ts \r\n#EXT-X-ENDLIST"
    let manifest = try ManifestFiles(["m.m3u8": text]).manifest("m.m3u8")
    expect(manifest.lanes[0].levels[0].segments.map(\.reference.location.text), equals: ["a b.ts"])
    expect(manifest.notes.isEmpty)
    expect(manifest.duration, equals: .seconds(4))
  }

  @Test(
    "Only a duration that rounds to more than the target duration is noted",
    arguments: [("4.499999999", 0), ("4.5", 1), ("4.017", 0), ("5", 1)])
  func targetDuration(duration: String, count: Int) throws {
    let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:\(duration),\na.ts\n#EXT-X-ENDLIST"
    let notes = try ManifestFiles(["m.m3u8": text]).manifest("m.m3u8").notes
    expect(notes.count, equals: count)
    expect(notes.allSatisfy { $0.hasPrefix("segment 0 of \(duration) s is longer") })
  }

  @Test("A live playlist plays what it lists if it is read as VoD")
  func live() throws {
    let lines = "#EXT-X-MEDIA-SEQUENCE:100\n#EXTINF:4,\na.ts"
    #expect(throws: (any Error).self) { try self.level(lines, ending: "") }
    let level = try self.level(lines, ending: "", options: ManifestOptions(asVoD: true))
    expect(level.segments.map(\.declared), equals: seconds([(0, 4)]))
  }

  @Test("Variables are replaced in URIs and quoted values, from the playlist and its query")
  func variables() throws {
    let text = """
      #EXTM3U
      #EXT-X-TARGETDURATION:4
      #EXT-X-DEFINE:NAME="v",VALUE="x y"
      #EXT-X-DEFINE:QUERYPARAM="token"
      #EXT-X-MAP:URI="{$v}/i.mp4?t={$token}"
      #EXTINF:4,
      s{$token}{$token}.m4s
      #EXT-X-ENDLIST
      """
    let url = "https://h/p/m.m3u8?a=1&token=q%20z"
    let level = try ManifestFiles([url: text]).manifest(url).lanes[0].levels[0]
    expect(level.initializations.map(\.location.text) == ["https://h/p/x%20y/i.mp4?t=q%20z"])
    expect(level.segments.map(\.reference.location.text) == ["https://h/p/sq%20zq%20z.m4s"])
  }

  @Test(
    "Each mistake has its line and column, and what to write",
    arguments: [
      ("#EXTINF:x,\na.ts", "line 3, column 9: EXTINF: expected a duration in seconds, found “x”"),
      ("#EXTINF:-1,\na.ts", "line 3, column 9: EXTINF: expected a duration in seconds, found “-1”"),
      ("#EXTINF\na.ts", "line 3, column 1: EXTINF: expected a duration in seconds, found nothing"),
      ("  a.ts", "line 3, column 3: EXTINF is missing before this URI"),
      (
        "#EXTINF:1,\n#EXT-X-BYTERANGE:5\na.ts",
        "line 4, column 18: EXT-X-BYTERANGE: an offset is needed"
      ),
      (
        "#EXTINF:1,\n#EXT-X-BYTERANGE:5@0\na.ts\n#EXTINF:1,\n#EXT-X-BYTERANGE:5\nb.ts",
        "line 7, column 18: EXT-X-BYTERANGE: an offset is needed"
      ),
      (
        "#EXTINF:1,\n#EXT-X-BYTERANGE:5@0\na.ts\n#EXTINF:1,\na.ts\n#EXTINF:1,\n#EXT-X-BYTERANGE:5\na.ts",
        "line 9, column 18: EXT-X-BYTERANGE: an offset is needed"
      ),
      ("#EXT-X-BYTERANGE:5@", "line 3, column 18: EXT-X-BYTERANGE: expected a number of bytes"),
      (
        "#EXTINF:1,\n#EXT-X-BYTERANGE:9223372036854775807@1\na.ts",
        "line 4, column 18: EXT-X-BYTERANGE: the range ends beyond"
      ),
      ("#EXT-X-MAP:BYTERANGE=\"1@0\"", "line 3, column 1: EXT-X-MAP: URI is missing"),
      ("#EXT-X-MAP:URI=a.mp4", "line 3, column 16: EXT-X-MAP: URI: expected text in quotes"),
      ("#EXT-X-MAP:URI=\"a.mp4", "line 3, column 16: EXT-X-MAP: URI: the closing quote is missing"),
      ("#EXT-X-MAP:uri=\"a\"", "line 3, column 12: EXT-X-MAP: expected the name of an attribute"),
      ("#EXT-X-MAP:URI=\"a\" x", "line 3, column 20: EXT-X-MAP: expected a comma, found “x”"),
      ("#EXT-X-MAP:URI=\"é\",URI=\"b\"", "line 3, column 20: EXT-X-MAP: duplicate attribute URI"),
      ("#EXT-X-MAP:URI=\"é{$q}\"", "line 3, column 18: the variable “q” is not defined"),
      ("#EXTINF:1,\né{$q", "line 4, column 2: } is missing after {$"),
      (
        "#EXT-X-KEY:METHOD=ROT13,URI=\"k\"",
        "line 3, column 1: EXT-X-KEY: segments encrypted by ROT13 are not supported"
      ),
      ("#EXT-X-SKIP:SKIPPED-SEGMENTS=3", "line 3, column 1: EXT-X-SKIP: delta updates"),
      ("#EXT-X-I-FRAMES-ONLY", "line 3, column 1: EXT-X-I-FRAMES-ONLY: playlists of I-frames"),
      (
        "#EXT-X-TARGETDURATION:5", "line 3, column 23: EXT-X-TARGETDURATION: duplicate tag"
      ),
      ("#EXT-X-BITRATE:fast", "line 3, column 16: EXT-X-BITRATE: expected a whole number"),
      (
        "#EXT-X-PLAYLIST-TYPE:LIVE", "line 3, column 22: EXT-X-PLAYLIST-TYPE: expected VOD or EVENT"
      ),
      ("#EXT-X-DEFINE:IMPORT=\"a\"", "line 3, column 15: EXT-X-DEFINE: the multivariant playlist"),
      ("#EXT-X-DEFINE:QUERYPARAM=\"a\"", "line 3, column 15: EXT-X-DEFINE: the playlist's URL"),
      ("#EXT-X-DEFINE:NAME=\"a\"", "line 3, column 1: EXT-X-DEFINE: VALUE is missing"),
      ("#EXTINF:1,\nhttp://h/a.ts", "line 4, column 1: “http://h/a.ts”: a manifest on disk"),
      ("#EXTINF:1,\nfile:///a.ts", "line 4, column 1: “file:///a.ts”: the file URL leads out"),
      ("#EXTINF:1,\n//h/a.ts", "line 4, column 1: “//h/a.ts”: a manifest on disk"),
      ("#EXTINF:1,\ndata:video/mp4,AA", "line 4, column 1: “data:video/mp4”: data URIs are not"),
      ("#EXTINF:1,\na%00.ts", "line 4, column 1: “a%00.ts”: the escapes"),
      ("#EXTINF:1,", "line 4: the URI of the last segment is missing"),
      (
        "#EXTINF:1,\na.ts\n#EXT-X-DISCONTINUITY-SEQUENCE:4",
        "line 5, column 31: EXT-X-DISCONTINUITY-SEQUENCE: it has to precede"
      ),
      ("", "line 4: the playlist lists no segments"),
    ])
  func mistakes(lines: String, problem: String) throws {
    let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(lines)\n#EXT-X-ENDLIST"
    let problems = try #require(ManifestFiles.problems(text, at: "m.m3u8"))
    expect(problems.count == 1 && problems[0].hasPrefix(problem), "\(problems)")
  }

  @Test("All mistakes come at once, twenty of them listed")
  func manyMistakes() throws {
    let lines = (0..<25).map { _ in "#EXTINF:x,\na.ts" }.joined(separator: "\n")
    let text = "#EXTM3U\n\(lines)"
    do throws(ManifestReadingError<ManifestFiles.Missing>) {
      _ = try ManifestFiles(["m.m3u8": text]).manifest("m.m3u8")
      Issue.record("read")
    } catch {
      guard case .malformed(let mistakes) = error else { throw error }
      // 25 durations, a missing target duration and a missing end.
      expect(mistakes.problems.count, equals: 20)
      expect(mistakes.unlistedCount, equals: 7)
      expect(mistakes.description.split(separator: "\n").count, equals: 21)
    }
  }

  @Test("A level has at most 100,000 segments")
  func segmentLimit() throws {
    let text =
      "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
      + String(repeating: "#EXTINF:4,\na\n", count: 100_001)
    expect(
      ManifestFiles.problems(text, at: "m.m3u8") == [
        // The URI of the first segment is in line 4.
        "line \(4 + 2 * 100_000): more than 100000 segments"
      ])
  }
}
