import Expectations
import Foundation
import PlayheadLadder
import PlayheadManifests
import PlayheadModel
import Testing

@Suite("What of a manifest is played")
struct PlayedManifestTests {
  @Test(
    "an encrypted playlist is read, and it is known what of it is hidden",
    arguments: [
      ("AES-128", .whole), ("SAMPLE-AES", .samples), ("SAMPLE-AES-CTR", .samples),
    ] as [(String, SegmentEncryption)])
  func keys(method: String, encryption: SegmentEncryption) throws {
    let text = """
      #EXTM3U
      #EXT-X-TARGETDURATION:6
      #EXTINF:6,
      clear.ts
      #EXT-X-KEY:METHOD=\(method),URI="k"
      #EXTINF:6,
      a.ts
      #EXT-X-KEY:METHOD=NONE
      #EXTINF:6,
      b.ts
      #EXT-X-ENDLIST
      """
    let manifest = try ManifestFiles(["x.m3u8": text]).manifest("x.m3u8")
    expect(manifest.lanes[0].levels[0].segments.map(\.encryption), equals: [nil, encryption, nil])
    expect(manifest.notes.contains { $0.contains("segments are encrypted (\(method))") })
  }

  @Test("what a data: URI holds is a key, or what the licence of a DRM system is asked for with")
  func dataKeys() throws {
    let drm = "KEYFORMAT=\"urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed\""
    let keys = ["AAAA\",\(drm)", "BBBB\",\(drm)", "AAAA\",\(drm)", "AAAA\""]
    let text =
      "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"
      + keys.enumerated().map {
        "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"data:text/plain;base64,\($0.element)\n"
          + "#EXTINF:6,\n\($0.offset).ts\n"
      }.joined() + "#EXT-X-ENDLIST\n"
    let level = try ManifestFiles(["x.m3u8": text]).manifest("x.m3u8").lanes[0].levels[0]
    expect(level.segments.map(\.key), equals: [0, 1, 0, 2])
    expect(level.keys.map(\.isLicence), equals: [true, true, false])
    expect(level.keys.map(\.bytes), equals: [nil, nil, [0, 0, 0]])
  }

  private static let variants = """
    #EXTM3U
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="low",NAME="en",URI="l.m3u8"
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="low2",NAME="en",URI="backup/l.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=200000,RESOLUTION=160x90,CODECS="avc1.64000a,mp4a.40.2",AUDIO="low"
    a.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=320x180,CODECS="hvc1.1.6.L60.90,mp4a.40.2",\
    AUDIO="low"
    b.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=200000,RESOLUTION=160x90,CODECS="avc1.64000a,mp4a.40.2",AUDIO="low2"
    backup/a.m3u8
    """

  private static var files: ManifestFiles {
    let media = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\ns.ts\n#EXT-X-ENDLIST\n"
    return ManifestFiles(
      ["l", "backup/l", "a", "b", "backup/a"].reduce(into: ["m.m3u8": variants]) {
        $0["\($1).m3u8"] = media
      })
  }

  @Test("copies with groups of their own are one level, and are asked for nothing")
  func copies() throws {
    let manifest = try Self.files.manifest("m.m3u8")
    expect(manifest.lanes[0].levels.map(\.playlist?.name), equals: ["a.m3u8", "b.m3u8"])
    expect(manifest.lanes[1].levels.map(\.playlist?.name), equals: ["l.m3u8"])
  }

  @Test(
    "only codecs that play are, by what the player is known not to play or by what is asked for",
    arguments: [
      (nil, [], ["a.m3u8", "b.m3u8"]), (nil, ["hvc1"], ["a.m3u8"]), (nil, ["hev1"], ["a.m3u8"]),
      (["avc1", "mp4a"], [], ["a.m3u8"]), (["hev1", "mp4a"], ["hvc1"], ["b.m3u8"]),
    ] as [([String]?, [String], [String])])
  func codecs(playable: [String]?, unplayable: [String], levels: [String]) throws {
    var options = ManifestOptions()
    (options.codecs, options.unplayableCodecs) = (playable, unplayable)
    let manifest = try Self.files.manifest("m.m3u8", options: options)
    expect(manifest.lanes[0].levels.map(\.playlist?.name), equals: levels)
    expect(
      manifest.notes.contains { $0.contains("codecs do not play") }, equals: (levels.count == 1))
  }

  @Test("codecs that were asked for and that nothing has only are refused, those of audio too")
  func unmatchedCodecs() throws {
    var options = ManifestOptions()
    options.codecs = ["avc1"]
    let mpd = Self.presentation("").replacing("bandwidth=", with: "codecs=\"av01.0.1\" bandwidth=")
    for (files, name) in [(Self.files, "m.m3u8"), (ManifestFiles(["x.mpd": mpd]), "x.mpd")] {
      do throws(ManifestReadingError<ManifestFiles.Missing>) {
        _ = try files.manifest(name, options: options)
        Issue.record("read")
      } catch {
        expect(error.description.contains("has only these codecs"), "\(error)")
        expect(error.description.contains("name those of audio, too: avc1,mp4a"), "\(error)")
      }
    }
    // What a player itself plays nothing of is played all the same, which is said.
    (options.codecs, options.unplayableCodecs) = (nil, ["mp4a", "av01"])
    for (files, name) in [(Self.files, "m.m3u8"), (ManifestFiles(["x.mpd": mpd]), "x.mpd")] {
      let notes = try files.manifest(name, options: options).notes
      expect(notes.contains { $0.contains("the player plays the codecs of no") }, "\(notes)")
    }
  }

  @Test(
    "variants that are the same on another server are copies, by whichever group of audio",
    arguments: ["low", "low2"])
  func redundant(group: String) throws {
    var files = Self.files
    let text = Self.variants.replacing("AUDIO=\"low2\"", with: "AUDIO=\"\(group)\"")
    files.documents["m.m3u8"] = Array(text.utf8)
    let manifest = try files.manifest("m.m3u8")
    expect(manifest.notes.contains { $0.contains("1 redundant variant is for failures only") })
    let copies = manifest.lanes.map { $0.levels.map { $0.copies.map(\.playlist?.name) } }
    let audio = group == "low" ? "l.m3u8" : "backup/l.m3u8"
    expect(copies, equals: [[["backup/a.m3u8"], []], [[audio]]])
  }

  @Test("one playlist with two groups of audio is one level without a copy")
  func groups() throws {
    var files = Self.files
    let text = Self.variants.replacing("\nbackup/a.m3u8", with: "\na.m3u8")
    files.documents["m.m3u8"] = Array(text.utf8)
    let manifest = try files.manifest("m.m3u8")
    expect(manifest.notes.contains { $0.contains("only in the group of audio") })
    expect(manifest.lanes.flatMap(\.levels).map(\.copies.count), equals: [0, 0, 0])
  }

  @Test("variants on other pathways are copies of those on the first")
  func pathways() throws {
    var files = Self.files
    let tag = "#EXT-X-STREAM-INF:"
    // The last of three is on the other pathway.
    let text = Self.variants.components(separatedBy: tag).enumerated().map { place, part in
      place == 0 ? part : "\(tag)PATHWAY-ID=\"\(place < 3 ? "one" : "two")\",\(part)"
    }.joined()
    files.documents["m.m3u8"] = Array(text.utf8)
    let manifest = try files.manifest("m.m3u8")
    expect(
      manifest.notes.contains {
        $0.contains("1 variant on other pathways than one is for failures")
      })
    expect(
      manifest.lanes[0].levels.map { $0.copies.map(\.playlist?.name) },
      equals: [["backup/a.m3u8"], []])
  }

  @Test("a copy that is missing or lists other segments is left out, with a note")
  func otherCopies() throws {
    for text in [nil, "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:5,\ns.ts\n#EXT-X-ENDLIST\n"] {
      var files = Self.files
      files.documents["backup/a.m3u8"] = text.map { Array($0.utf8) }
      let manifest = try files.manifest("m.m3u8")
      expect(manifest.lanes[0].levels.map(\.copies.count), equals: [0, 0])
      expect(manifest.notes.contains { $0.contains("a copy of 160x90 is left out") })
    }
  }

  @Test("each further BaseURL has a copy, unless it cannot be read")
  func bases() throws {
    let text = """
      <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" mediaPresentationDuration="PT4S">
      <BaseURL>one/</BaseURL><BaseURL>two/</BaseURL><BaseURL>http://three/</BaseURL>
      <Period><AdaptationSet mimeType="video/mp4"><SegmentTemplate duration="2"
      initialization="i.mp4" media="$Number$.mp4"/>
      <Representation id="v" bandwidth="1000"/></AdaptationSet></Period></MPD>
      """
    let manifest = try ManifestFiles(["x.mpd": text]).manifest("x.mpd")
    let level = manifest.lanes[0].levels[0]
    expect(level.segments.map(\.reference.location.text), equals: ["one/1.mp4", "one/2.mp4"])
    expect(
      level.copies.map { $0.segments.map(\.reference.location.text) },
      equals: [
        ["two/1.mp4", "two/2.mp4"]
      ])
    expect(level.copies.flatMap(\.initializations).map(\.location.text), equals: ["two/i.mp4"])
    expect(manifest.notes.contains { $0.contains("BaseURL 3 is left out") }, "\(manifest.notes)")
  }

  @Test("where an index is not to be fetched, segments are as long as they may be")
  func unfetchedIndexes() throws {
    let text = """
      <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" mediaPresentationDuration="PT7S"
      maxSegmentDuration="PT2.5S"><Period><AdaptationSet mimeType="video/mp4">
      <Representation id="v" bandwidth="0"><BaseURL>v.mp4</BaseURL>
      <SegmentBase indexRange="700-799"><Initialization range="0-699"/></SegmentBase>
      </Representation></AdaptationSet></Period></MPD>
      """
    var options = ManifestOptions()
    options.fetchesIndexes = false
    let manifest = try ManifestFiles(["x.mpd": text]).manifest("x.mpd", options: options)
    let level = manifest.lanes[0].levels[0]
    expect(level.segments.map(\.declared), equals: seconds([(0, 2.5), (2.5, 5), (5, 7)]))
    expect(level.indexes.map(\.range), equals: [ByteRange(700, 800)])
    expect(level.bitRate == nil, "a rate of nothing is none")
    expect(manifest.notes.contains { $0.contains("is not fetched") }, "\(manifest.notes)")
  }

  private static func presentation(_ period: String) -> String {
    """
    <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" xmlns:xlink="http://www.w3.org/1999/xlink"
    mediaPresentationDuration="PT4S">\(period)<Period>
    <BaseURL>
      media/
    </BaseURL>
    <AdaptationSet mimeType="video/mp4">
    <ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011"/>
    <SegmentTemplate media="$Number$" duration="2"/>
    <Representation id="v" bandwidth="
    1000 "/></AdaptationSet></Period></MPD>
    """
  }

  @Test(
    "blanks and line breaks around a URL and a number are none of it, and protected media is played"
  )
  func blanks() throws {
    let manifest = try ManifestFiles(["x.mpd": Self.presentation("")]).manifest("x.mpd")
    let level = manifest.lanes[0].levels[0]
    expect(level.segments[0].reference.location, equals: .file("media/1"))
    expect(level.bitRate, equals: BitRate(bitsPerSecond: 1000))
    expect(manifest.notes.contains { $0.contains("ContentProtection") })
  }

  @Test("a period that resolves to nothing is not there, and a remote one is refused once")
  func links() throws {
    let nothing = "<Period xlink:href=\"urn:mpeg:dash:resolve-to-zero:2013\" duration=\"PT1S\"/>"
    let manifest = try ManifestFiles(["x.mpd": Self.presentation(nothing)]).manifest("x.mpd")
    expect(manifest.lanes[0].levels[0].segments.count, equals: 2)
    let remote = Self.presentation("<Period xlink:href=\"https://example.com/p.xml\"/>")
    expect(
      ManifestFiles.problems(remote, at: "x.mpd"),
      equals: ["line 2: Period: remote periods (xlink:href) are not supported"])
  }

  @Test("a manifest on disk names URLs only if that is allowed")
  func remote() throws {
    let text =
      "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nhttps://cdn.example/a.ts\n#EXT-X-ENDLIST\n"
    let files = ManifestFiles(["x.m3u8": text])
    #expect(throws: (any Error).self) { try files.manifest("x.m3u8") }
    var options = ManifestOptions()
    options.allowsRemote = true
    let segments = try files.manifest("x.m3u8", options: options).lanes[0].levels[0].segments
    expect(segments[0].reference.location == .url("https://cdn.example/a.ts"))
    let hostless = text.replacing("https://cdn.example/a.ts", with: "http:///a.ts")
    let other = text.replacing("https://cdn.example", with: "//cdn.example")
    let problems = ManifestFiles.problems(hostless, at: "x.m3u8", options: options)
    expect(
      problems?.contains { $0.contains("the URL names no host") }, equals: true, "\(problems ?? [])"
    )
    expect(problems?.contains { $0.contains("--allow-remote") }, equals: false)
    let refused = ManifestFiles.problems(other, at: "x.m3u8")
    expect(
      refused?.contains { $0.contains("add --allow-remote") }, equals: true, "\(refused ?? [])")
  }
}
