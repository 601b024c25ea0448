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
      ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:-1\n" + end, 6, "0, as players"),
      (
        "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:4,\na.ts\n#EXTINF:6,\nb.ts\n",
        6, "taken as ended"
      ),
      ("#EXTM3U\n#EXT-X-TARGETDURATION:6\nstray.ts\n" + end, 6, "left out"),
      ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:x,\nstray.ts\n" + end, 6, "left out"),
    ])
  func media(text: String, target: Int64, note: String) throws {
    let manifest = try Self.manifest(text)
    let level = manifest.lanes[0].levels[0]
    #expect(level.segments.map(\.declared.duration) == [.seconds(4), .seconds(6)])
    #expect(level.targetDuration == .seconds(target))
    #expect(manifest.notes.contains { $0.contains(note) }, "\(manifest.notes)")
    #expect(ManifestFiles.problems(text, at: "x.m3u8") != nil, "strictly, it is refused")
  }

  @Test("blanks before the first line and within numbers are passed")
  func blanks() throws {
    let text =
      "\n \n#EXTM3U\n#EXT-X-TARGETDURATION: 6\n#EXTINF: 4 ,\n#EXT-X-BYTERANGE: 10 @ 5\na.ts\n"
      + "#EXTINF:6,\n#EXT-X-BYTERANGE:20@\na.ts\n#EXT-X-ENDLIST\n"
    let segments = try Self.manifest(text).lanes[0].levels[0].segments
    #expect(segments.map(\.reference.range) == [ByteRange(5, 15), ByteRange(15, 35)])
  }

  @Test(
    "of attributes are noted",
    arguments: [
      ("BANDWIDTH=1,BANDWIDTH=2000", 2000, nil, []),
      ("AVERAGE-BANDWIDTH=900", 900, nil, []),
      ("BANDWIDTH=1000,RESOLUTION=320X180", 1000, nil, []),
      ("BANDWIDTH=1000,CODECS=avc1.64001f,RESOLUTION=320x180", 1000, 320, ["avc1.64001f"]),
      ("BANDWIDTH=\"1000\"", 1000, nil, []),
      ("BANDWIDTH=1000,AUDIO=\"none\"", 1000, nil, []),
    ] as [(String, Int64, Int?, [String])])
  func variants(attributes: String, rate: Int64, width: Int?, codecs: [String]) throws {
    let files = ManifestFiles([
      "m.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:\(attributes)\nx.m3u8\n",
      "x.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + Self.end,
    ])
    let manifest = try files.manifest("m.m3u8", options: .lenient)
    let level = manifest.lanes[0].levels[0]
    #expect(level.bitRate == BitRate(bitsPerSecond: rate))
    #expect(level.resolution?.width == width && level.codecs == codecs)
    #expect(manifest.notes.contains { $0.hasSuffix("as players do") }, "\(manifest.notes)")
    #expect(throws: (any Error).self) { try files.manifest("m.m3u8") }
  }

  @Test("a variant whose playlist is missing is left out, as long as there is another")
  func missingVariant() throws {
    var files = ManifestFiles([
      "m.m3u8":
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\ngone.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\nx.m3u8\n",
      "x.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + Self.end,
    ])
    let manifest = try files.manifest("m.m3u8", options: .lenient)
    #expect(manifest.lanes[0].levels.map(\.bitRate) == [BitRate(bitsPerSecond: 2)])
    #expect(manifest.notes.contains("variant gone left out: its playlist cannot be read"))
    files.documents["x.m3u8"] = nil
    #expect(throws: (any Error).self) { try files.manifest("m.m3u8", options: .lenient) }
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
    #expect(manifest.lanes[0].levels[0].segments.count == 3)
    #expect(manifest.notes.contains { $0.contains("taken from the sizes of segments") })
    #expect(ManifestFiles.problems(text, at: "x.mpd")?.count == 2)
  }
}
