import Expectations
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
    expect(
      names(manifest),
      equals: [
        ["l9.m4s", "l10.m4s", "l11.m4s"], ["h9.m4s", "h10.m4s", "h11.m4s"],
        ["a9.m4s", "a10.m4s", "a11.m4s"],
      ])
    for level in manifest.lanes.flatMap(\.levels) {
      expect(level.segments.map(\.declared), equals: seconds([(0, 4), (4, 8), (8, 12)]))
      expect(level.segments.allSatisfy { $0.timing == .discontinuity(sequence: 0, start: .zero) })
    }
    expect(manifest.notes.contains { $0.contains("5 segments that not all live playlists list") })
    expect(manifest.notes.contains { $0.contains("EXT-X-MEDIA-SEQUENCE") })
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
    expect(
      names(manifest), equals: [["l1.m4s", "l2.m4s", "l3.m4s"], ["h1.m4s", "h2.m4s", "h3.m4s"]])
    // The one begins 100 ms after the other, by their dates.
    expect(
      manifest.lanes[0].levels.map { $0.segments.map(\.declared) },
      equals: [
        ranges([(100, 4100), (4100, 8100), (8100, 12_100)]),
        ranges([(0, 4000), (4000, 8000), (8000, 12_000)]),
      ])
    expect(manifest.notes.contains { $0.contains("EXT-X-PROGRAM-DATE-TIME") })
  }

  private func ranges(_ milliseconds: [(Int64, Int64)]) -> [TimeRange] {
    milliseconds.map { TimeRange(start: .milliseconds($0), end: .milliseconds($1)) }
  }

  @Test("Playlists of other cuts keep what their dates are apart")
  func otherCuts() throws {
    let date = "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T12:00:"
    let video = Self.media("\(date)00Z", Self.plain(0, 4, "v"), seconds: 6)
    let manifest = try manifest(
      video, video, audio: Self.media("\(date)03Z", Self.plain(0, 12, "a"), seconds: 2))
    // From 12:00:06, and from 12:00:05: audio up to there would play alone.
    expect(names(manifest)[0], equals: ["v1.m4s", "v2.m4s", "v3.m4s"])
    expect(names(manifest)[2], equals: (1..<11).map { "a\($0).m4s" })
    let levels = manifest.lanes.flatMap(\.levels)
    for level in levels[..<2] {
      expect(level.segments.map(\.declared), equals: seconds([(1, 7), (7, 13), (13, 19)]))
    }
    expect(
      levels[2].segments.map(\.declared),
      equals: ranges((0..<10).map { (2000 * $0, 2000 * $0 + 2000) }))
    // Both lanes are on one clock, whatever they begin with.
    for level in levels {
      expect(level.segments.allSatisfy { $0.timing == .discontinuity(sequence: 0, start: .zero) })
    }
  }

  @Test("A discontinuity that one playlist begins behind is at one time in both")
  func sharedClock() throws {
    let date = "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T12:00:"
    let mark = "#EXT-X-DISCONTINUITY\n"
    let manifest = try manifest(
      Self.media(
        "\(date)00Z", [("", "l0.m4s"), (mark, "l1.m4s"), ("", "l2.m4s"), ("", "l3.m4s")]),
      Self.media(
        "#EXT-X-DISCONTINUITY-SEQUENCE:1\n\(date)05Z", Self.plain(1, 3, "h")))
    expect(
      names(manifest), equals: [["l1.m4s", "l2.m4s", "l3.m4s"], ["h1.m4s", "h2.m4s", "h3.m4s"]])
    let levels = manifest.lanes[0].levels
    expect(levels[0].segments.map(\.declared), equals: seconds([(0, 4), (4, 8), (8, 12)]))
    expect(levels[1].segments.map(\.declared), equals: seconds([(1, 5), (5, 9), (9, 13)]))
    for level in levels {
      expect(level.segments.allSatisfy { $0.timing == .discontinuity(sequence: 1, start: .zero) })
    }
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
    expect(
      names(manifest), equals: [["l1.m4s", "l2.m4s", "l3.m4s"], ["h1.m4s", "h2.m4s", "h3.m4s"]])
    for level in manifest.lanes[0].levels {
      expect(
        level.segments.map(\.timing),
        equals: [
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
    expect(live.lanes[0].levels.allSatisfy { $0.segments.count == 3 })
    expect(live.notes.allSatisfy { !$0.contains("left out") })
    let ended = try manifest(
      Self.media("#EXT-X-MEDIA-SEQUENCE:7", Self.plain(7, 3, "l")) + "#EXT-X-ENDLIST\n",
      Self.media("#EXT-X-MEDIA-SEQUENCE:0", Self.plain(7, 4, "h")) + "#EXT-X-ENDLIST\n")
    expect(ended.lanes[0].levels.map(\.segments.count), equals: [3, 4])
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
