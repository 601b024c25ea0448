import Expectations
import Foundation
import PlayheadLadder
import PlayheadModel
import Testing

@testable import PlayheadManifests

@Suite("Departures as each player reads them")
struct DepartureTests {
  private static let end = "#EXTINF:4,\na.ts\n#EXTINF:6,\nb.ts\n#EXT-X-ENDLIST\n"

  private static func options(_ player: String?) -> ManifestOptions {
    var options = ManifestOptions.lenient
    options.reader = player
    return options
  }

  /// What the parsers of hls.js 1.6.15, Media3 1.11.0, Shaka 5.2.7 and Chromium make of each.
  @Test(
    "a playlist is refused by those players whose parsers refuse it",
    arguments: [
      ("#EXT-X-TARGETDURATION:9.9\n" + end, ["chromium"]),
      (end, ["chromium", "hls.js", "shaka"]),
      ("#EXT-X-TARGETDURATION: 6\n" + end, ["media3"]),
      ("#EXT-X-TARGETDURATION:6\n#EXT-X-TARGETDURATION:6\n" + end, ["chromium", "hls.js"]),
      ("#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:\n" + end, ["media3"]),
      ("#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:LIVE\n" + end, ["chromium"]),
      ("#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:x\n" + end, ["chromium", "media3"]),
      ("#EXT-X-TARGETDURATION:6\nstray.ts\n" + end, ["chromium", "shaka"]),
      (
        "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"\n#EXT-X-TARGETDURATION:6\n" + end,
        ["chromium"]
      ),
    ])
  func media(lines: String, refusing: [String]) throws {
    let files = ManifestFiles(["x.m3u8": "#EXTM3U\n" + lines])
    let refused = try ["chromium", "hls.js", "media3", "shaka"].filter { player in
      let manifest = try files.manifest("x.m3u8", options: Self.options(player))
      expect(manifest.lanes[0].levels[0].segments.count, equals: 2)
      expect(
        (manifest.refusal != nil), equals: manifest.notes.contains { $0.contains("refuses it") })
      return manifest.refusal != nil
    }
    expect(refused, equals: refusing)
    let usual = try files.manifest("x.m3u8", options: Self.options(nil))
    expect(usual.refusal == nil && !usual.notes.isEmpty)
  }

  @Test("a variant whose playlist the player refuses fails, as long as it plays another")
  func variants() throws {
    var files = ManifestFiles([
      "m.m3u8":
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\nb.m3u8\n",
      "a.m3u8": "#EXTM3U\n" + Self.end,
      "b.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + Self.end,
    ])
    let manifest = try files.manifest("m.m3u8", options: Self.options("hls.js"))
    let levels = manifest.lanes[0].levels
    expect(levels.map(\.lack?.answer) == [.unreadable, nil] && manifest.refusal == nil)
    expect(!levels[0].hasUnknownSegments)
    expect(
      manifest.notes.contains { $0.hasPrefix("variant a: the player refuses its playlist: ") })
    try expect(
      files.manifest("m.m3u8", options: Self.options("media3")).lanes[0].levels.count, equals: 2)
    files.documents["b.m3u8"] = files.documents["a.m3u8"]
    let none = try files.manifest("m.m3u8", options: Self.options("hls.js"))
    expect(none.refusal?.isOfManifest, equals: false)
    expect(none.refusal?.reason, equals: "line 1: EXT-X-TARGETDURATION is missing")
    // Without a rate, Media3 refuses the multivariant playlist itself.
    files.documents["m.m3u8"] = Array("#EXTM3U\n#EXT-X-STREAM-INF:A=1\nb.m3u8\n".utf8)
    try expect(
      files.manifest("m.m3u8", options: Self.options("media3")).refusal?.isOfManifest, equals: true)
  }

  @Test("an MPD with decimals is refused by Media3, and an S without a length is left out")
  func presentation() throws {
    let text = """
      <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" mediaPresentationDuration="PT6S"><Period>
      <AdaptationSet mimeType="video/mp4"><SegmentTemplate media="$Number$" timescale="1">
      <SegmentTimeline><S t="0" d="0"/><S d="2" r="2.0"/></SegmentTimeline></SegmentTemplate>
      <Representation id="v" bandwidth="1"/></AdaptationSet></Period></MPD>
      """
    let files = ManifestFiles(["x.mpd": text])
    let manifest = try files.manifest("x.mpd", options: Self.options("dash.js"))
    expect(manifest.lanes[0].levels[0].segments.count == 3 && manifest.refusal == nil)
    try expect(files.manifest("x.mpd", options: Self.options("media3")).refusal != nil)
    expect(ManifestFiles.problems(text, at: "x.mpd") != nil)
  }

  @Test("a representation whose timeline lists no segments is left out, and dash.js refuses it")
  func emptyTimeline() throws {
    func text(_ video: String, audio: String) -> String {
      func template(_ entries: String) -> String {
        "<SegmentTemplate media=\"$RepresentationID$-$Number$\" timescale=\"1\">"
          + "<SegmentTimeline>\(entries)</SegmentTimeline></SegmentTemplate>"
      }
      return """
        <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" mediaPresentationDuration="PT6S"><Period>
        <AdaptationSet mimeType="video/mp4">
        <Representation id="a" bandwidth="1">\(template(video))</Representation>
        <Representation id="b" bandwidth="2">\(template("<S d='2' r='2'/>"))</Representation>
        </AdaptationSet><AdaptationSet mimeType="audio/mp4">
        <Representation id="c" bandwidth="1">\(template(audio))</Representation>
        </AdaptationSet></Period></MPD>
        """
    }
    let files = ManifestFiles(["x.mpd": text("", audio: "<S d='6'/>")])
    for player in [nil, "shaka", "media3", "dash.js"] {
      let manifest = try files.manifest("x.mpd", options: Self.options(player))
      expect(manifest.lanes.map { $0.levels.map(\.name) }, equals: [["b"], ["c"]])
      expect((manifest.refusal != nil), equals: (player == "dash.js"))
      expect(manifest.notes.contains { $0.contains("SegmentTimeline: it lists no segment") })
    }
    expect(ManifestFiles.problems(text("", audio: "<S d='6'/>"), at: "x.mpd") != nil)
    // Nothing is left of audio, and then of all.
    let silent = ManifestFiles(["x.mpd": text("", audio: "<S d='0'/>")])
    try expect(silent.manifest("x.mpd", options: Self.options(nil)).lanes.count, equals: 1)
    let empty = ManifestFiles([
      "x.mpd": text("", audio: "").replacingOccurrences(of: "<S d='2' r='2'/>", with: "")
    ])
    #expect(throws: (any Error).self) {
      try empty.manifest("x.mpd", options: Self.options(nil))
    }
  }

  @Test("the page has what the table has")
  func page() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: folder.appendingPathComponent("Documentation/departures.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    expect(rows.count, equals: ManifestDeparture.allCases.count)
    for departure in ManifestDeparture.allCases {
      let row = try #require(rows.first { $0.hasPrefix("| `\(departure.rawValue)`:") })
      let cells = departure.treatments.map {
        "\($0.player) \($0.handling.rawValue) (\($0.source))"
      }
      expect(row.contains("| \(departure.clause) | \(cells.joined(separator: "; ")) |"))
      expect(row.hasSuffix("| \(departure.usual.rawValue) |"))
      expect(Set(departure.treatments.map(\.player)).count, equals: departure.treatments.count)
    }
    let players = Set(ManifestDeparture.allCases.flatMap(\.treatments).map(\.player))
    expect(players, equals: Set(LadderPlayer.knownParsers))
    for player in players { expect(LadderPlayer.named(player)?.reader.parser, equals: player) }
  }

  @Test(
    "playback starts where the playlist says, from its end if it is negative",
    arguments: [
      ("TIME-OFFSET=5", 5000, false), ("TIME-OFFSET=-2.5,PRECISE=YES", 7500, true),
      ("TIME-OFFSET=-20", 0, false), ("TIME-OFFSET=30", 10_000, false),
    ] as [(String, Int64, Bool)])
  func start(attributes: String, milliseconds: Int64, isPrecise: Bool) throws {
    let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-START:\(attributes)\n" + Self.end
    let start = try ManifestFiles(["x.m3u8": text]).manifest("x.m3u8").start
    expect(start, equals: LadderStart(.milliseconds(milliseconds), isPrecise: isPrecise))
  }

  @Test("of a multivariant playlist it comes first, and one that cannot be read is none")
  func starts() throws {
    let list = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-START:TIME-OFFSET=3\n" + Self.end
    func start(_ line: String) throws -> MediaTime? {
      let text = "#EXTM3U\n\(line)#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n"
      return try ManifestFiles(["m.m3u8": text, "a.m3u8": list])
        .manifest("m.m3u8", options: .lenient).start?.time
    }
    try expect(start("#EXT-X-START:TIME-OFFSET=7\n"), equals: .seconds(7))
    try expect(start(""), equals: .seconds(3))
    try expect(start("#EXT-X-START:TIME-OFFSET=soon\n"), equals: .seconds(3))
  }
}
