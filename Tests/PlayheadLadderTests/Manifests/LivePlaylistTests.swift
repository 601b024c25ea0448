import PlayheadManifests
import PlayheadModel
import Testing

@Suite("Live HLS playlists that are read as VoD")
struct LivePlaylistTests {
  /// A live playlist of segments called by `names`, with lines before each.
  private static func media(
    _ head: String, _ names: [(before: String, name: String)], seconds: Int = 4
  ) -> String {
    "#EXTM3U\n#EXT-X-TARGETDURATION:\(seconds)\n\(head)\n"
      + names.map { "\($0.before)#EXTINF:\(seconds),\n\($0.name)\n" }.joined()
  }

  private static func plain(_ first: Int, _ count: Int, _ prefix: String) -> [(String, String)] {
    (first..<first + count).map { ("", "\(prefix)\($0).m4s") }
  }

  private func manifest(_ low: String, _ high: String, audio: String? = nil) throws -> Manifest {
    let group = audio == nil ? "" : ",AUDIO=\"a\""
    let rendition =
      audio == nil
      ? "" : "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"en\",DEFAULT=YES,URI=\"audio.m3u8\"\n"
    var texts = [
      "main.m3u8": "#EXTM3U\n\(rendition)#EXT-X-STREAM-INF:BANDWIDTH=100000\(group)\nlow.m3u8\n"
        + "#EXT-X-STREAM-INF:BANDWIDTH=200000\(group)\nhigh.m3u8\n",
      "low.m3u8": low, "high.m3u8": high,
    ]
    texts["audio.m3u8"] = audio
    return try ManifestFiles(texts).manifest("main.m3u8", options: ManifestOptions(asVoD: true))
  }

  private func names(_ manifest: Manifest) -> [[String]] {
    manifest.lanes.flatMap(\.levels).map { $0.segments.map(\.reference.name) }
  }

  @Test("Segments of one number are at one time, and what is not at every level is left out")
  func numbers() throws {
    let manifest = try manifest(
      Self.media("#EXT-X-MEDIA-SEQUENCE:7", Self.plain(7, 5, "l")),
      Self.media("#EXT-X-MEDIA-SEQUENCE:9", Self.plain(9, 4, "h")),
      audio: Self.media("#EXT-X-MEDIA-SEQUENCE:8", Self.plain(8, 5, "a")))
    #expect(
      names(manifest) == [
        ["l9.m4s", "l10.m4s", "l11.m4s"], ["h9.m4s", "h10.m4s", "h11.m4s"],
        ["a9.m4s", "a10.m4s", "a11.m4s"],
      ])
    for level in manifest.lanes.flatMap(\.levels) {
      #expect(level.segments.map(\.declared) == seconds([(0, 4), (4, 8), (8, 12)]))
      #expect(level.segments.allSatisfy { $0.timing == .discontinuity(sequence: 0, start: .zero) })
    }
    #expect(manifest.notes.contains { $0.contains("5 segments that not all live playlists list") })
    #expect(manifest.notes.contains { $0.contains("EXT-X-MEDIA-SEQUENCE") })
  }

  /// Numbers that say otherwise lose: they need not agree across playlists (RFC 8216, 6.2.4).
  @Test("Dates go before numbers, whatever their time zones and where they stand")
  func dates() throws {
    let date = "#EXT-X-PROGRAM-DATE-TIME:"
    let manifest = try manifest(
      Self.media(
        "#EXT-X-MEDIA-SEQUENCE:7\n\(date)2024-02-29T23:59:56.500Z", Self.plain(0, 4, "l")),
      Self.media(
        "#EXT-X-MEDIA-SEQUENCE:7",
        [("", "h1.m4s"), ("\(date)2024-03-01T08:00:04.4+08:00\n", "h2.m4s"), ("", "h3.m4s")]))
    #expect(names(manifest) == [["l1.m4s", "l2.m4s", "l3.m4s"], ["h1.m4s", "h2.m4s", "h3.m4s"]])
    #expect(
      manifest.lanes[0].levels.allSatisfy {
        $0.segments.map(\.declared) == seconds([(0, 4), (4, 8), (8, 12)])
      })
    #expect(manifest.notes.contains { $0.contains("EXT-X-PROGRAM-DATE-TIME") })
  }

  @Test("A discontinuity that all list goes before numbers, and its clock begins where it is")
  func discontinuities() throws {
    let mark = "#EXT-X-DISCONTINUITY\n"
    let manifest = try manifest(
      Self.media(
        "#EXT-X-MEDIA-SEQUENCE:3\n#EXT-X-DISCONTINUITY-SEQUENCE:5",
        [("", "l0.m4s"), ("", "l1.m4s"), (mark, "l2.m4s"), ("", "l3.m4s")]),
      Self.media(
        "#EXT-X-MEDIA-SEQUENCE:3\n#EXT-X-DISCONTINUITY-SEQUENCE:5",
        [("", "h1.m4s"), (mark, "h2.m4s"), ("", "h3.m4s"), ("", "h4.m4s")]))
    #expect(names(manifest) == [["l1.m4s", "l2.m4s", "l3.m4s"], ["h1.m4s", "h2.m4s", "h3.m4s"]])
    for level in manifest.lanes[0].levels {
      #expect(
        level.segments.map(\.timing) == [
          .discontinuity(sequence: 5, start: .zero),
          .discontinuity(sequence: 6, start: .seconds(4)),
          .discontinuity(sequence: 6, start: .seconds(4)),
        ])
    }
  }

  @Test("Playlists that begin together are as they are, as are those that have ended")
  func same() throws {
    let live = try manifest(
      Self.media("#EXT-X-MEDIA-SEQUENCE:7", Self.plain(7, 3, "l")),
      Self.media("#EXT-X-MEDIA-SEQUENCE:7", Self.plain(7, 3, "h")))
    #expect(live.lanes[0].levels.allSatisfy { $0.segments.count == 3 })
    #expect(live.notes.allSatisfy { !$0.contains("left out") })
    let ended = try manifest(
      Self.media("#EXT-X-MEDIA-SEQUENCE:7", Self.plain(7, 3, "l")) + "#EXT-X-ENDLIST\n",
      Self.media("#EXT-X-MEDIA-SEQUENCE:0", Self.plain(7, 4, "h")) + "#EXT-X-ENDLIST\n")
    #expect(ended.lanes[0].levels.map(\.segments.count) == [3, 4])
  }

  @Test("Playlists of other times are refused")
  func apart() {
    #expect(throws: ManifestReadingError<ManifestFiles.Missing>.self) {
      try manifest(
        Self.media("#EXT-X-MEDIA-SEQUENCE:1", Self.plain(1, 3, "l")),
        Self.media("#EXT-X-MEDIA-SEQUENCE:4", Self.plain(4, 3, "h")))
    }
  }
}
