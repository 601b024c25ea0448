import Expectations
import PlayheadLadder
import PlayheadModel
import Testing

@testable import PlayheadManifests

@Suite("Playlists and MPDs of a live event are written from those on demand")
struct PublishedManifestTests {
  private static let playlist = """
    #EXTM3U
    #EXT-X-VERSION:6
    #EXT-X-TARGETDURATION:4
    #EXT-X-PLAYLIST-TYPE:VOD
    #EXT-X-MEDIA-SEQUENCE:10
    #EXT-X-KEY:METHOD=AES-128,URI="k0"
    #EXT-X-MAP:URI="i0.mp4"
    #EXTINF:4,
    #EXT-X-BYTERANGE:100@7
    a.mp4
    #EXTINF:4,
    #EXT-X-BYTERANGE:50
    a.mp4
    #EXT-X-DISCONTINUITY
    #EXT-X-KEY:METHOD=NONE
    #EXT-X-MAP:URI="i1.mp4"
    #EXTINF:3.5,
    b.mp4
    #EXTINF:4,
    c.mp4
    #EXT-X-ENDLIST
    """

  private static func written(_ listing: LivePlaylist.Listing) -> [String] {
    let bytes = LivePlaylist(Array(playlist.utf8)).bytes(listing: listing)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("What holds for the first segment listed is written before it, with where its bytes lie")
  func window() {
    let lines = Self.written(
      .init(segments: 1..<3, isEnded: false, dates: [1: 1_000_000, 2: 4_001_000_000]))
    expect(
      lines,
      equals: [
        "#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-TARGETDURATION:4", "#EXT-X-MEDIA-SEQUENCE:11",
        "#EXT-X-DISCONTINUITY-SEQUENCE:0", "#EXT-X-KEY:METHOD=AES-128,URI=\"k0\"",
        "#EXT-X-MAP:URI=\"i0.mp4\"", "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:00.001Z",
        "#EXTINF:4,", "#EXT-X-BYTERANGE:50@107", "a.mp4", "#EXT-X-DISCONTINUITY",
        "#EXT-X-KEY:METHOD=NONE", "#EXT-X-MAP:URI=\"i1.mp4\"",
        "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:04.001Z", "#EXTINF:3.5,", "b.mp4",
      ])
  }

  @Test(
    "A discontinuity that has left the playlist counts, and the end is told once all are listed")
  func end() {
    let lines = Self.written(.init(segments: 3..<4, isEnded: true))
    expect(lines.contains("#EXT-X-DISCONTINUITY-SEQUENCE:1"))
    expect(lines.contains("#EXT-X-MEDIA-SEQUENCE:13"))
    expect(lines.suffix(3), equals: ["#EXTINF:4,", "c.mp4", "#EXT-X-ENDLIST"])
  }

  @Test("Parts are ranges of their segment, the next of which is hinted at")
  func parts() {
    var parts = LivePlaylist.Parts(target: .seconds(2), holdBack: .seconds(6))
    parts.listed = [
      3: [.init(duration: .seconds(2), range: ByteRange(0, 30), isIndependent: true)]
    ]
    parts.hint = (3, 30)
    let lines = Self.written(.init(segments: 2..<3, isEnded: false, parts: parts))
    expect(
      lines.prefix(4),
      equals: [
        "#EXTM3U", "#EXT-X-VERSION:9", "#EXT-X-TARGETDURATION:4",
        "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=6",
      ])
    expect(
      lines.suffix(3),
      equals: [
        "b.mp4", "#EXT-X-PART:DURATION=2,URI=\"c.mp4\",BYTERANGE=\"30@0\",INDEPENDENT=YES",
        "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"c.mp4\",BYTERANGE-START=30",
      ])
  }

  /// The dates are read back by the reader of playlists, which counts days in another way.
  @Test(
    "Dates are those of the Gregorian calendar",
    arguments: [
      0, 951_782_400_123, 951_868_799_999, 4_107_542_399_000, 1_795_893_052_250, 68_169_600_000,
    ])
  func dates(milliseconds: Int64) throws {
    let text = CalendarDate(nanoseconds: milliseconds * 1_000_000).text
    try expect(#require(ProgramDate(text)).nanoseconds, equals: milliseconds * 1_000_000)
  }

  private static let mpd = """
    <?xml version="1.0"?>
    <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT8S"
      minBufferTime="PT2S" profiles="urn:mpeg:dash:profile:isoff-live:2011">
      <Period id="a &amp; b">
        <AdaptationSet contentType="video">
          <Representation id="v" bandwidth="100000" mimeType="video/mp4">
            <SegmentTemplate timescale="10" presentationTimeOffset="100" startNumber="5"
              initialization="i.mp4" media="s$Number$.m4s">
              <SegmentTimeline><S t="100" d="20" r="3"/></SegmentTimeline>
            </SegmentTemplate>
          </Representation>
        </AdaptationSet>
      </Period>
    </MPD>
    """

  private static func listing(_ listed: (Int64, Int64)?) -> LiveMPD.Listing {
    var listing = LiveMPD.Listing(
      start: 0, now: 1_000_000_000, window: .seconds(60), longestSegment: .seconds(2),
      clock: "http://host/api/time")
    listing.listed = listed.map { start, end in
      let range = TimeRange(start: .seconds(start), end: .seconds(end))
      return (range, range)
    }
    return listing
  }

  /// What the reader of MPDs makes of what is written.
  @Test(
    "A timeline has the segments that are listed, by their numbers",
    arguments: [(0, 2, ["s5.m4s"]), (2, 6, ["s6.m4s", "s7.m4s"]), (6, 8, ["s8.m4s"])])
  func timeline(start: Int64, end: Int64, names: [String]) throws {
    let mpd = try #require(LiveMPD(Array(Self.mpd.utf8)))
    let text = String(
      decoding: mpd.bytes(listing: Self.listing((start, end))), as: UTF8.self)
    let manifest = try ManifestFiles(["main.mpd": text]).manifest(
      "main.mpd", options: ManifestOptions(asVoD: true))
    expect(manifest.lanes[0].levels[0].segments.map(\.reference.name), equals: names)
    expect(text.contains("type=\"dynamic\"") && text.contains("id=\"a &amp; b\""))
    expect(text.contains("availabilityStartTime=\"1970-01-01T00:00:00.000Z\""))
  }

  @Test("What is of other namespaces is kept, such as the protection of content")
  func protection() throws {
    let element =
      "<ContentProtection schemeIdUri=\"urn:mpeg:dash:mp4protection:2011\" value=\"cenc\" "
      + "xmlns:k=\"urn:mpeg:cenc:2013\" k:default_KID=\"9eb4050d-e44b-4802-932e-27d75083e266\">"
      + "<k:pssh>AAAA</k:pssh></ContentProtection>"
    let written = Self.mpd.replacing(
      "<Representation id", with: element + "<Representation id")
    let mpd = try #require(LiveMPD(Array(written.utf8)))
    let text = String(decoding: mpd.bytes(listing: Self.listing((0, 4))), as: UTF8.self)
    expect(text.contains("<k:pssh>AAAA</k:pssh>"))
    expect(text.contains("xmlns:k=\"urn:mpeg:cenc:2013\""))
    let manifest = try ManifestFiles(["main.mpd": text]).manifest(
      "main.mpd", options: ManifestOptions(asVoD: true))
    let key = try #require(manifest.lanes[0].levels[0].keys.first)
    expect(key.name, equals: "licence of key 9eb4050d-e44b-4802-932e-27d75083e266")
  }

  @Test("A delta update has what holds behind the segments that it skips, and where others are")
  func deltaAndReports() {
    var listing = LivePlaylist.Listing(segments: 0..<4, isEnded: false)
    (listing.skipUntil, listing.skippedCount) = (.seconds(24), 3)
    listing.reports = [
      .init(uri: "../high/list.m3u8", segment: 13, part: 2), .init(uri: "a.m3u8", segment: 12),
    ]
    expect(
      Self.written(listing),
      equals: [
        "#EXTM3U", "#EXT-X-VERSION:9", "#EXT-X-TARGETDURATION:4",
        "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24", "#EXT-X-MEDIA-SEQUENCE:10",
        "#EXT-X-DISCONTINUITY-SEQUENCE:0", "#EXT-X-SKIP:SKIPPED-SEGMENTS=3",
        "#EXT-X-KEY:METHOD=NONE", "#EXT-X-MAP:URI=\"i1.mp4\"", "#EXTINF:4,", "c.mp4",
        "#EXT-X-RENDITION-REPORT:URI=\"../high/list.m3u8\",LAST-MSN=13,LAST-PART=2",
        "#EXT-X-RENDITION-REPORT:URI=\"a.m3u8\",LAST-MSN=12",
      ])
  }

  @Test("Nothing listed leaves its period out, and a file of its own cannot be published")
  func nothing() throws {
    let mpd = try #require(LiveMPD(Array(Self.mpd.utf8)))
    let text = String(decoding: mpd.bytes(listing: Self.listing((0, 0))), as: UTF8.self)
    expect(!text.contains("<Period"))
    let single = Self.mpd.replacing("SegmentTemplate", with: "SegmentBase")
    expect(LiveMPD(Array(single.utf8)) == nil)
  }
}
