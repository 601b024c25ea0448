import Expectations
import PlayheadLadder
import PlayheadManifests
import PlayheadModel
import Testing

@Suite("HLS multivariant playlists")
struct MultivariantPlaylistTests {
  private static let media =
    "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\ns.ts\n#EXT-X-ENDLIST\n"
  private static let names = [
    "lo.m3u8", "mid.m3u8", "hi.m3u8", "backup/lo.m3u8", "en.m3u8", "de.m3u8", "en2.m3u8",
    "side.m3u8", "au.m3u8",
  ]

  private func manifest(
    _ text: String, options: ManifestOptions = ManifestOptions()
  ) throws -> Manifest {
    var texts = Dictionary(uniqueKeysWithValues: Self.names.map { ("v/" + $0, Self.media) })
    texts["v/main.m3u8"] = "#EXTM3U\n" + text
    return try ManifestFiles(texts).manifest("v/main.m3u8", options: options)
  }

  @Test("Variants become levels in ascending order of bit rate, ties in that of the playlist")
  func levels() throws {
    let manifest = try manifest(
      """
      #EXT-X-STREAM-INF:BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1500000,\
      CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=29.970
      hi.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=500000, CODECS="avc1.42c00d,mp4a.40.2",RESOLUTION=640x360
      mid.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=500000,CODECS="avc1.42c00d,mp4a.40.2",RESOLUTION=320x180
      lo.m3u8
      """)
    let lane = manifest.lanes[0]
    expect(lane.kind, equals: .muxed)
    expect(lane.levels.map(\.name), equals: ["640x360", "320x180", "1280x720"])
    expect(lane.levels.map(\.manifestIndex), equals: [1, 2, 0])
    let high = lane.levels[2]
    expect(high.bitRate, equals: BitRate(bitsPerSecond: 2_000_000))
    expect(high.averageBitRate, equals: BitRate(bitsPerSecond: 1_500_000))
    expect(high.frameRateThousandths, equals: 29_970)
    expect(high.resolution, equals: Resolution(width: 1280, height: 720))
    expect(high.codecs, equals: ["avc1.64001f", "mp4a.40.2"])
    expect(high.audioLevel == nil)
    expect(
      manifest.documents.map(\.reference.location.text),
      equals: [
        "v/main.m3u8", "v/mid.m3u8", "v/lo.m3u8", "v/hi.m3u8",
      ])
    expect(manifest.documents.map { $0.levels.map(\.level) }, equals: [[], [0], [1], [2]])
    expect(manifest.documents[1].bytes, equals: Int64(Self.media.utf8.count))
  }

  private static let groups = """
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",AUTOSELECT=YES,URI="en.m3u8"
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de-AT",DEFAULT=YES,URI="de.m3u8"
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="b",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="en2.m3u8"
    #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",URI="subs.m3u8"
    #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="i.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=3000,AUDIO="b",SUBTITLES="s"
    hi.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO="a"
    lo.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=2000,AUDIO="a"
    hi.m3u8
    """

  @Test("Each variant plays the default rendition of its audio group, each playlist once")
  func audioGroups() throws {
    let manifest = try manifest(Self.groups)
    expect(manifest.lanes.map(\.kind), equals: [.video, .audio])
    expect(manifest.lanes[0].levels.map(\.name), equals: ["lo", "hi", "hi"])
    expect(manifest.lanes[0].levels.map(\.audioLevel), equals: [0, 0, 1])
    expect(manifest.lanes[1].levels.map(\.name), equals: ["Deutsch", "English"])
    expect(manifest.lanes[1].levels.map(\.manifestIndex), equals: [1, 2])
    expect(manifest.lanes[1].language, equals: "de-AT")
    // The playlist of two variants is loaded once.
    expect(manifest.documents.map(\.levels.count), equals: [0, 1, 2, 1, 1])
    expect(
      manifest.notes,
      equals: [
        "I-frame playlists, for trick play, that are not played: i.m3u8 (1 bit/s)",
        "renditions that are not played: English (SUBTITLES)",
        "other renditions that are not played: English (audio)",
      ])
  }

  @Test("The mistakes of a variant without a URI are told, too")
  func mistakesWithoutURI() {
    let text =
      "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=abc,RESOLUTION=1x,AUDIO=\"none\"\n"
      + "#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8\n"
    let problems = ManifestFiles.problems(text, at: "m.m3u8") ?? []
    for words in [
      "the URI of the variant is missing", "expected whole bits per second, found abc",
      "expected width and height, found 1x", "no EXT-X-MEDIA has the group “none”",
    ] {
      expect(problems.contains { $0.contains(words) }, "\(problems)")
    }
    expect(problems.count, equals: 4)
  }

  @Test(
    "A language that is asked for comes first",
    arguments: [
      ("en", ["en.m3u8", "en2.m3u8"]), ("de", ["de.m3u8", "en2.m3u8"]),
      ("EN", ["en.m3u8", "en2.m3u8"]),
    ])
  func language(language: String, playlists: [String]) throws {
    let manifest = try manifest(Self.groups, options: ManifestOptions(language: language))
    expect(manifest.lanes[1].levels.compactMap(\.playlist?.name), equals: playlists)
  }

  @Test(
    "A language that nothing is in is refused, with those that are",
    arguments: ["fr", "d", "en-GB"])
  func unknownLanguage(language: String) throws {
    expect(
      ManifestFiles.problems(
        "#EXTM3U\n" + Self.groups, at: "v/main.m3u8", options: ManifestOptions(language: language)),
      equals: ["“\(language)”: no audio in this language; the languages are en and de-AT"])
  }

  @Test("Audio without a URI is in the variant, and variants without audio apart are left out")
  func muxedAudio() throws {
    let manifest = try manifest(
      """
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",DEFAULT=YES
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="b",NAME="x",URI="en.m3u8"
      #EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO="a"
      lo.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=3000,AUDIO="b"
      hi.m3u8
      """)
    expect(manifest.lanes.map { $0.levels.map(\.name) }, equals: [["hi"], ["x"]])
    expect(manifest.notes.count, equals: 1)
    let muxed = try self.manifest(
      """
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",DEFAULT=YES
      #EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO="a"
      lo.m3u8
      """)
    expect(muxed.lanes.map(\.kind), equals: [.muxed])
  }

  @Test("Redundant variants, other pathways and variants without video are left out and noted")
  func leftOut() throws {
    let redundant = try manifest(
      """
      #EXT-X-STREAM-INF:BANDWIDTH=1000
      lo.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=1000
      backup/lo.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=500,CODECS="mp4a.40.2"
      au.m3u8
      """)
    expect(redundant.lanes[0].levels.compactMap(\.playlist?.name), equals: ["lo.m3u8"])
    expect(redundant.notes.count, equals: 2)
    let pathways = try manifest(
      """
      #EXT-X-CONTENT-STEERING:SERVER-URI="s.json",PATHWAY-ID="two"
      #EXT-X-STREAM-INF:BANDWIDTH=1000,PATHWAY-ID="one"
      lo.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=1000,PATHWAY-ID="two"
      backup/lo.m3u8
      """)
    expect(pathways.lanes[0].levels.compactMap(\.playlist?.name), equals: ["backup/lo.m3u8"])
    expect(pathways.notes.count, equals: 2)
  }

  @Test("Variants of audio alone are a lane of audio, and codecs without audio are one of video")
  func kinds() throws {
    let audio = try manifest("#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\"\nau.m3u8")
    expect(audio.lanes.map(\.kind), equals: [.audio])
    let video = try manifest("#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"hvc1.1\"\nlo.m3u8")
    expect(video.lanes.map(\.kind), equals: [.video])
  }

  @Test("The default rendition of a video group plays in place of the variant")
  func videoGroups() throws {
    let manifest = try manifest(
      """
      #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="v",NAME="front",URI="lo.m3u8"
      #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="v",NAME="side",DEFAULT=YES,URI="side.m3u8"
      #EXT-X-STREAM-INF:BANDWIDTH=1000,VIDEO="v"
      lo.m3u8
      """)
    expect(manifest.lanes[0].levels.compactMap(\.playlist?.name), equals: ["side.m3u8"])
    expect(manifest.notes, equals: ["other renditions that are not played: front (video)"])
  }

  @Test("Media playlists import variables, and only those that exist")
  func importedVariables() throws {
    var files = ManifestFiles([
      "m.m3u8":
        "#EXTM3U\n#EXT-X-DEFINE:NAME=\"n\",VALUE=\"7\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv{$n}.m3u8",
      "v7.m3u8":
        "#EXTM3U\n#EXT-X-DEFINE:IMPORT=\"n\"\n#EXT-X-TARGETDURATION:4\n#EXTINF:1,\n{$n}.ts\n#EXT-X-ENDLIST",
    ])
    let manifest = try files.manifest("m.m3u8")
    expect(manifest.lanes[0].levels[0].segments.map(\.reference.name), equals: ["7.ts"])
    files.documents["v7.m3u8"] = Array("#EXTM3U\n#EXTINF:1,\n{$n}.ts\n#EXT-X-ENDLIST".utf8)
    do throws(ManifestReadingError<ManifestFiles.Missing>) {
      _ = try files.manifest("m.m3u8")
      Issue.record("read")
    } catch {
      expect(
        error.description.split(separator: "\n").map(String.init),
        equals: [
          "v7.m3u8: line 1: EXT-X-TARGETDURATION is missing; write #EXT-X-TARGETDURATION:6",
          "v7.m3u8: line 3, column 1: the variable “n” is not defined; define it before with "
            + "#EXT-X-DEFINE:NAME=\"n\",VALUE=\"…\"",
        ])
    }
  }

  @Test("A playlist that cannot be loaded is named with the error")
  func unreadable() {
    expect(
      ManifestFiles.problems("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8", at: "v/m.m3u8"),
      equals: ["v/x.m3u8: Missing(text: \"v/x.m3u8\")"])
  }

  @Test(
    "Each mistake has its line and column, and what to write",
    arguments: [
      (
        "#EXT-X-STREAM-INF:CODECS=\"a\"\nx.m3u8",
        "line 2, column 1: EXT-X-STREAM-INF: BANDWIDTH is missing; write BANDWIDTH=1500000"
      ),
      (
        "#EXT-X-STREAM-INF:BANDWIDTH=1e6\nx.m3u8",
        "line 2, column 29: EXT-X-STREAM-INF: BANDWIDTH: expected whole bits"
      ),
      (
        "#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=1280X720\nx.m3u8",
        "line 2, column 42: EXT-X-STREAM-INF: RESOLUTION: expected width and height"
      ),
      (
        "#EXT-X-STREAM-INF:BANDWIDTH=1,FRAME-RATE=x\nx.m3u8",
        "line 2, column 42: EXT-X-STREAM-INF: FRAME-RATE: expected frames per second"
      ),
      (
        "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=avc1\nx.m3u8",
        "line 2, column 38: EXT-X-STREAM-INF: CODECS: expected text in quotes, found avc1; write CODECS=\"avc1\""
      ),
      (
        "#EXT-X-STREAM-INF:BANDWIDTH=\"1\"\nx.m3u8",
        "line 2, column 29: EXT-X-STREAM-INF: BANDWIDTH: expected a word without quotes"
      ),
      (
        "#EXT-X-STREAM-INF:BANDWIDTH=\nx.m3u8",
        "line 2, column 29: EXT-X-STREAM-INF: BANDWIDTH has no value"
      ),
      (
        "#EXT-X-STREAM-INF:BANDWIDTH=1",
        "line 2, column 1: EXT-X-STREAM-INF: the URI of the variant is missing"
      ),
      (
        "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8",
        "line 2, column 1: EXT-X-I-FRAME-STREAM-INF: URI is missing"
      ),
      (
        "#EXT-X-I-FRAME-STREAM-INF:URI=\"i\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8",
        "line 2, column 1: EXT-X-I-FRAME-STREAM-INF: BANDWIDTH is missing"
      ),
      (
        "#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8\ny.m3u8",
        "line 4, column 1: EXT-X-STREAM-INF is missing before"
      ),
      (
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"aac\",NAME=\"x\"\n#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"acc\"\nx.m3u8",
        "line 3, column 1: EXT-X-STREAM-INF: AUDIO: no EXT-X-MEDIA has the group “acc”; did you mean aac?"
      ),
      (
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8",
        "line 2, column 1: EXT-X-MEDIA: NAME is missing; write NAME=\"English\""
      ),
      (
        "#EXT-X-MEDIA:TYPE=SOUND,NAME=\"x\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8",
        "line 2, column 19: EXT-X-MEDIA: TYPE: expected AUDIO, VIDEO"
      ),
      (
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"x\",DEFAULT=yes\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8",
        "line 2, column 55: EXT-X-MEDIA: DEFAULT: expected YES or NO, found yes"
      ),
      (
        "#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8\n#EXTINF:1,",
        "line 4, column 1: EXTINF: this tag belongs in a media playlist"
      ),
      ("#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,NAME=\"x\"", "line 2: the playlist lists no variants"),
      (
        "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"1\"\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"1\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8",
        "line 3, column 15: EXT-X-DEFINE: the variable “a” is defined twice"
      ),
      (
        "#EXT-X-DEFINE:IMPORT=\"a\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8",
        "line 2, column 15: EXT-X-DEFINE: only a media playlist"
      ),
    ])
  func mistakes(lines: String, problem: String) throws {
    let problems = try #require(ManifestFiles.problems("#EXTM3U\n" + lines, at: "m.m3u8"))
    expect(problems.count == 1 && problems[0].hasPrefix(problem), "\(problems)")
  }

  @Test("A variable that grows beyond all bounds is refused")
  func endlessVariables() throws {
    var lines = ["#EXT-X-DEFINE:NAME=\"v0\",VALUE=\"0123456789abcdef\""]
    lines += (1...40).map { "#EXT-X-DEFINE:NAME=\"v\($0)\",VALUE=\"{$v\($0 - 1)}{$v\($0 - 1)}\"" }
    let problems = try #require(
      ManifestFiles.problems(
        "#EXTM3U\n" + lines.joined(separator: "\n") + "\n#EXT-X-STREAM-INF:BANDWIDTH=1\n{$v40}",
        at: "m.m3u8"))
    expect(problems[0].contains("variables make this longer than 16384 bytes"))
  }

  @Test("EXT-X-SESSION-KEY names keys, of which a mistake is forgiven")
  func sessionKeys() throws {
    func keys(_ lines: String) throws -> [String] {
      let text =
        "#EXTM3U\n\(lines)\n#EXT-X-STREAM-INF:BANDWIDTH=200000\na.m3u8\n"
      return try ManifestFiles([
        "x.m3u8": text,
        "a.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n0.ts\n#EXT-X-ENDLIST\n",
      ]).manifest("x.m3u8", options: .lenient).sessionKeys.map { "\($0.name) \($0.isLicence)" }
    }
    try expect(keys("#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\""), equals: ["k false"])
    try expect(
      keys("#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI=\"skd://1\",KEYFORMAT=\"com.apple\"")
        == ["skd://1 true"])
    try expect(keys("#EXT-X-SESSION-KEY:METHOD=NONE,URI=\"k\"").isEmpty)
    try expect(keys("#EXT-X-SESSION-KEY:METHOD=AES-128").isEmpty)
  }
}
