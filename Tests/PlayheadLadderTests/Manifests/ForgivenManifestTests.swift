import Expectations
import PlayheadLadder
import PlayheadManifests
import PlayheadModel
import Testing

@Suite("Departures from the standards that players pass over")
struct ForgivenManifestTests {
  private static let end = "#EXTINF:4,\na.ts\n#EXTINF:6,\nb.ts\n#EXT-X-ENDLIST\n"

  private static func manifest(_ text: String) throws -> Manifest {
    try ManifestFiles(["x.m3u8": text]).manifest("x.m3u8", options: .lenient)
  }

  /// What hls.js 1.6.15 makes of each (`src/loader/m3u8-parser.ts`, `src/utils/attr-list.ts`),
  /// Media3 of a playlist without a target duration.
  @Test(
    "of media playlists are noted, and refused only if asked to be",
    arguments: [
      ("#EXTM3U\n#EXT-X-TARGETDURATION:9.9\n" + end, 9, "9 taken"),
      ("#EXTM3U\n" + end, 6, "the longest segment's"),
      ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-TARGETDURATION:8\n" + end, 6, "duplicate tag"),
      ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:\n" + end, 6, "ignored"),
      ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:-1\n" + end, 6, "“-1”: 0"),
      (
        "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:VOD\n"
          + "#EXTINF:4,\na.ts\n#EXTINF:6,\nb.ts\n", 6, "taken as ended"
      ),
      ("#EXTM3U\n#EXT-X-TARGETDURATION:6\nstray.ts\n" + end, 6, "left out"),
      ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:x,\nstray.ts\n" + end, 6, "left out"),
    ])
  func media(text: String, target: Int64, note: String) throws {
    let manifest = try Self.manifest(text)
    let level = manifest.lanes[0].levels[0]
    expect(level.segments.map(\.declared.duration), equals: [.seconds(4), .seconds(6)])
    expect(level.targetDuration, equals: .seconds(target))
    expect(manifest.notes.contains { $0.contains(note) }, "\(manifest.notes)")
    expect(ManifestFiles.problems(text, at: "x.m3u8") != nil, "strictly, it is refused")
  }

  @Test("blanks before the first line and within numbers are passed")
  func blanks() throws {
    let text =
      "\n \n#EXTM3U\n#EXT-X-TARGETDURATION: 6\n#EXTINF: 4 ,\n#EXT-X-BYTERANGE: 10 @ 5\na.ts\n"
      + "#EXTINF:6,\n#EXT-X-BYTERANGE:20@\na.ts\n#EXT-X-ENDLIST\n"
    let segments = try Self.manifest(text).lanes[0].levels[0].segments
    expect(segments.map(\.reference.range), equals: [ByteRange(5, 15), ByteRange(15, 35)])
  }

  @Test(
    "of attributes are noted",
    arguments: [
      ("BANDWIDTH=1,BANDWIDTH=2000", 2000, nil, []),
      ("AVERAGE-BANDWIDTH=900", 900, nil, []),
      ("BANDWIDTH=1000,RESOLUTION=320X180", 1000, nil, []),
      ("BANDWIDTH=1000,CODECS=avc1.64001f,RESOLUTION=320x180", 1000, 320, ["avc1.64001f"]),
      ("BANDWIDTH=\"1000\"", 1000, nil, []),
      // The digits that a number begins with.
      ("BANDWIDTH=1500000.0", 1_500_000, nil, []),
      // What lies between commas and is no attribute is passed over.
      (
        "BANDWIDTH=1000,CODECS=avc1.64001f,mp4a.40.2,RESOLUTION=320x180", 1000, 320,
        ["avc1.64001f"]
      ),
      ("BANDWIDTH=1000,name=\"a,b\",RESOLUTION=320x180", 1000, 320, []),
      ("BANDWIDTH=1000,AUDIO=\"none\"", 1000, nil, []),
    ] as [(String, Int64, Int?, [String])])
  func variants(attributes: String, rate: Int64, width: Int?, codecs: [String]) throws {
    let files = ManifestFiles([
      "m.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:\(attributes)\nx.m3u8\n",
      "x.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + Self.end,
    ])
    let manifest = try files.manifest("m.m3u8", options: .lenient)
    let level = manifest.lanes[0].levels[0]
    expect(level.bitRate, equals: BitRate(bitsPerSecond: rate))
    expect(level.resolution?.width == width && level.codecs == codecs)
    expect(!manifest.notes.isEmpty)
    #expect(throws: (any Error).self) { try files.manifest("m.m3u8") }
  }

  @Test("a variant whose playlist is missing or broken is known not to be had")
  func missingVariant() throws {
    var files = ManifestFiles([
      "m.m3u8":
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\ngone.m3u8\n"
        + "#EXT-X-STREAM-INF:BANDWIDTH=2\nx.m3u8\n",
      "x.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + Self.end,
    ])
    let manifest = try files.manifest("m.m3u8", options: .lenient)
    let levels = manifest.lanes[0].levels
    expect(levels.map(\.lack?.answer), equals: [.status(404), nil])
    expect(levels.map(\.hasUnknownSegments), equals: [true, false])
    // It is taken to have segments as the others do.
    expect(levels[0].segments.map(\.declared), equals: levels[1].segments.map(\.declared))
    expect(
      manifest.notes.contains { $0.hasPrefix("variant gone: its playlist is missing: ") },
      "\(manifest.notes)")
    files.documents["gone.m3u8"] = Array("<html>Not here</html>\n".utf8)
    let broken = try files.manifest("m.m3u8", options: .lenient)
    expect(broken.lanes[0].levels[0].lack?.answer, equals: .unreadable)
    #expect(throws: (any Error).self) { try files.manifest("m.m3u8") }
    // What players read and is not read here is an error.
    files.documents["gone.m3u8"] = Array(
      "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n".utf8)
    #expect(throws: (any Error).self) { try files.manifest("m.m3u8", options: .lenient) }
    files.documents["gone.m3u8"] = nil
    files.documents["x.m3u8"] = nil
    #expect(throws: (any Error).self) { try files.manifest("m.m3u8", options: .lenient) }
  }

  @Test(
    "each departure is noted once, and refused only if asked to be",
    arguments: [
      ("#EXTM3U\n#EXT-X-TARGETDURATION:x\n" + end, ["longest segment's duration taken"]),
      ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:x,\nc.ts\n" + end, ["its segment left out"]),
      ("\n#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + end, ["line 1: the first line is not #EXTM3U"]),
      ("#EXTM3U\n#EXT-X-TARGETDURATION: 6\n" + end, ["blanks around its value: passed over"]),
      (
        "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-STREAM-INF:BANDWIDTH=1\n" + end,
        ["belongs in a multivariant playlist"]
      ),
      (
        "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n#EXT-X-BYTERANGE:5\nc.ts\n" + end,
        ["an offset is needed"]
      ),
      (
        "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n#EXT-X-BYTERANGE:5@\nc.ts\n" + end,
        ["no offset behind @", "an offset is needed"]
      ),
    ] as [(String, [String])])
  func once(text: String, notes: [String]) throws {
    let found: [String]
    // The multivariant tag decides what the playlist is, unless others come first.
    found = try Self.manifest(text).notes
    expect(found.count, equals: notes.count, "\(found)")
    for (note, expected) in zip(found, notes) { expect(note.contains(expected)) }
    expect(ManifestFiles.problems(text, at: "x.m3u8") != nil, "strictly, it is refused")
  }

  @Test("digits with blanks between them are no number")
  func blanksWithin() throws {
    let text =
      "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n#EXT-X-BYTERANGE:1 0@5\na.ts\n" + Self.end
    #expect(throws: (any Error).self) { try Self.manifest(text) }
    let sequence = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:1 0\n" + Self.end
    try expect(Self.manifest(sequence).notes.contains { $0.contains("found “1 0”") })
  }

  @Test("of many departures, it is said how many are not listed")
  func many() throws {
    let text =
      "#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + String(repeating: "stray.ts\n", count: 25) + Self.end
    let notes = try Self.manifest(text).notes
    expect(notes.count, equals: 21)
    expect(notes.last, equals: "5 more departures from the standard passed over")
  }

  @Test("an MPD without @bandwidth and with whole numbers as decimals is read")
  func presentation() throws {
    let text = """
      <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" mediaPresentationDuration="PT6S"><Period>
      <AdaptationSet mimeType="video/mp4"><SegmentTemplate media="$Number$" timescale="1">
      <SegmentTimeline><S t="0" d="2" r="2.0"/></SegmentTimeline></SegmentTemplate>
      <Representation id="v"/></AdaptationSet></Period></MPD>
      """
    let manifest = try ManifestFiles(["x.mpd": text]).manifest("x.mpd", options: .lenient)
    expect(manifest.lanes[0].levels[0].segments.count, equals: 3)
    expect(manifest.notes.contains { $0.contains("taken from the sizes of segments") })
    expect(
      manifest.notes.contains { $0.contains("S@r: expected a whole number, found “2.0”: 2 taken") })
    expect(ManifestFiles.problems(text, at: "x.mpd")?.count, equals: 2)
  }
}
