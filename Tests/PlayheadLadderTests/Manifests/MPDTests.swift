import Expectations
import PlayheadLadder
import PlayheadManifests
import PlayheadModel
import Testing

@Suite("MPDs")
struct MPDTests {
  /// An MPD of 20 s with `contents`, at `http://h/d/m.mpd`.
  private func manifest(
    _ contents: String, attributes: String = "mediaPresentationDuration=\"PT20S\"",
    options: ManifestOptions = ManifestOptions()
  ) throws -> Manifest {
    try ManifestFiles([MPDText.url: MPDText.document(contents, attributes)])
      .manifest(MPDText.url, options: options)
  }

  private func segments(_ addressing: String, period: String = "") throws -> [ManifestSegment] {
    try manifest(MPDText.video(addressing, period: period)).lanes[0].levels[0].segments
  }

  @Test("Segments of a duration are counted up to the end of the period, which cuts the last one")
  func simpleTemplate() throws {
    let manifest = try manifest(
      MPDText.video(
        "<SegmentTemplate duration=\"600\" timescale=\"100\" startNumber=\"7\" "
          + "initialization=\"$RepresentationID$/i$Bandwidth$.mp4\" "
          + "media=\"$$s-$Number%05d$.m4s\"/>"
      ))
    let level = manifest.lanes[0].levels[0]
    expect(level.segments.map(\.declared), equals: seconds([(0, 6), (6, 12), (12, 18), (18, 20)]))
    expect(
      level.segments.map(\.reference.name),
      equals: [
        "$s-00007.m4s", "$s-00008.m4s", "$s-00009.m4s", "$s-00010.m4s",
      ])
    expect(level.segments[0].reference.location.text == "http://h/d/$s-00007.m4s")
    expect(level.initializations.map(\.name), equals: ["v/i1000.mp4"])
    expect(level.segments.allSatisfy { $0.initialization == 0 && !$0.isDiscontinuity })
    expect(
      level.segments[0].timing,
      equals: .period(
        seconds([(0, 20)])[0], presentationTimeOffset: 0, timescale: 100))
    expect(level.name, equals: "v")
    expect(manifest.duration, equals: .seconds(20))
    expect(manifest.lanes.map(\.kind), equals: [.video])
  }

  @Test("What an MPD says of the clock and of its service is read")
  func service() throws {
    func updates(_ elements: String) throws -> MPDUpdates? {
      try manifest(
        elements + MPDText.video("<SegmentTemplate duration=\"5\" media=\"$Number$\"/>")
      ).updates
    }
    let clock = "<UTCTiming schemeIdUri=\"urn:mpeg:dash:utc:"
    for scheme in ["http-head:2014", "http-xsdate:2012", "http-iso:2014", "direct:2014"] {
      try expect(updates("\(clock)\(scheme)\" value=\"t\"/>")?.tellsTime, equals: true)
    }
    for scheme in ["ntp:2014", "http-ntp:2014", "http-head:2013", "http-head"] {
      try expect(updates("\(clock)\(scheme)\" value=\"t\"/>")?.tellsTime == nil)
    }
    let both = try updates(
      "<ServiceDescription><Latency target=\"3000\"/><PlaybackRate min=\"0.95\" max=\"1.05\"/>"
        + "</ServiceDescription>")
    expect(both?.targetLatency, equals: .seconds(3))
    expect(both?.minimumRate?.thousandths == 950 && both?.maximumRate?.thousandths == 1050)
    let odd = try updates(
      "<ServiceDescription><PlaybackRate min=\"-1\" max=\"fast\"/></ServiceDescription>")
    expect(odd != nil && odd?.minimumRate == nil && odd?.maximumRate == nil)
  }

  @Test(
    "The number of segments is rounded up, or ends with endNumber",
    arguments: [
      ("duration=\"5\"", 4), ("duration=\"20\"", 1), ("duration=\"21\"", 1),
      ("duration=\"19\"", 2), ("duration=\"20001\" timescale=\"1000\"", 1),
      ("duration=\"19999\" timescale=\"1000\"", 2), ("duration=\"5\" endNumber=\"2\"", 2),
      ("duration=\"5\" startNumber=\"0\" endNumber=\"2\"", 3),
      // What lies behind the period is not played.
      ("duration=\"5\" endNumber=\"9\"", 4),
    ])
  func segmentCount(attributes: String, count: Int) throws {
    let segments = try segments("<SegmentTemplate media=\"$Number$\" \(attributes)/>")
    expect(segments.count, equals: count)
  }

  @Test("$Time$ of segments of a duration is a multiple of it")
  func timeOfDuration() throws {
    let segments = try segments("<SegmentTemplate media=\"t$Time$\" duration=\"8\"/>")
    expect(segments.map(\.reference.name), equals: ["t0", "t8", "t16"])
  }

  @Test("A timeline has starts, lengths and repeats, up to the next S or the end of the period")
  func timeline() throws {
    let segments = try segments(
      """
      <SegmentTemplate media="$Time$-$Number$" timescale="10" presentationTimeOffset="1000" \
      startNumber="3">
      <SegmentTimeline><S t="1000" d="20" r="1"/><S d="15"/><S t="1060" d="25" r="-1"/>
      <S t="1110" d="30" r="-1"/></SegmentTimeline></SegmentTemplate>
      """)
    expect(
      segments.map(\.reference.name),
      equals: [
        "1000-3", "1020-4", "1040-5", "1060-6", "1085-7", "1110-8", "1140-9", "1170-10",
      ])
    expect(
      segments.map(\.declared),
      equals: seconds([
        (0, 2), (2, 4), (4, 5.5), (6, 8.5), (8.5, 11), (11, 14), (14, 17), (17, 20),
      ]))
    expect(
      segments[3].timing,
      equals: .period(seconds([(0, 20)])[0], presentationTimeOffset: 1000, timescale: 10))
  }

  @Test("Each edge of a timeline is rounded once, from its ticks")
  func rounding() throws {
    // 1001 ÷ 3000 s = 333.666… ms; three of them are 1001 ms, and not three times what is rounded.
    let segments = try segments(
      "<SegmentTemplate media=\"$Time$\" timescale=\"3000\"><SegmentTimeline>"
        + "<S d=\"1001\" r=\"2\"/></SegmentTimeline></SegmentTemplate>")
    expect(
      segments.map(\.declared.end.nanoseconds), equals: [333_666_667, 667_333_333, 1_001_000_000])
  }

  @Test("Segments before the period and behind it are left out, those across its edges cut")
  func clipping() throws {
    let manifest = try manifest(
      MPDText.video(
        "<SegmentTemplate media=\"$Time$\" presentationTimeOffset=\"10\"><SegmentTimeline>"
          + "<S t=\"0\" d=\"4\" r=\"9\"/></SegmentTimeline></SegmentTemplate>"))
    let segments = manifest.lanes[0].levels[0].segments
    expect(segments.map(\.reference.name), equals: ["8", "12", "16", "20", "24", "28"])
    expect(
      segments.map(\.declared),
      equals: seconds([(0, 2), (2, 6), (6, 10), (10, 14), (14, 18), (18, 20)]))
    expect(manifest.notes, equals: ["4 segments outside of their period left out"])
  }

  @Test("Attributes are inherited one by one, and BaseURL level by level")
  func inheritance() throws {
    let manifest = try manifest(
      """
      <BaseURL>one/</BaseURL><BaseURL>other/</BaseURL>
      <Period><BaseURL>two/</BaseURL><SegmentTemplate timescale="2" startNumber="5"/>
      <AdaptationSet contentType="video" width="320" height="180" frameRate="30000/1001" \
      codecs="avc1.1">
      <SegmentTemplate duration="20" media="$RepresentationID$-$Number$"/>
      <Representation id="a" bandwidth="2000" width="640" height="360" frameRate="25"/>
      <Representation id="b" bandwidth="1000"><BaseURL>/three/</BaseURL>
      <SegmentTemplate timescale="1"/></Representation>
      </AdaptationSet></Period>
      """)
    let levels = manifest.lanes[0].levels
    expect(levels.map(\.name), equals: ["b", "a"])
    expect(levels.map(\.manifestIndex), equals: [1, 0])
    expect(levels.map(\.frameRateThousandths), equals: [29_970, 25_000])
    expect(
      levels.map(\.resolution),
      equals: [
        Resolution(width: 320, height: 180), Resolution(width: 640, height: 360),
      ])
    expect(levels.map(\.codecs), equals: [["avc1.1"], ["avc1.1"]])
    expect(
      levels.map { $0.segments.map(\.reference.location.text) } == [
        ["http://h/three/b-5"], ["http://h/d/one/two/a-5", "http://h/d/one/two/a-6"],
      ])
    expect(
      manifest.notes,
      equals: ["of several BaseURL of an element, the first is used until a failure"])
  }

  @Test("A segment list has URLs and ranges, which include their last byte")
  func list() throws {
    let level = try manifest(
      MPDText.video(
        """
        <BaseURL>v.mp4</BaseURL><SegmentList duration="12"><Initialization range="0-719"/>
        <SegmentURL mediaRange="720-1719"/><SegmentURL media="w.mp4" mediaRange="0-0"/>\
        </SegmentList>
        """)
    ).lanes[0].levels[0]
    expect(level.initializations[0].range, equals: ByteRange(0, 720))
    expect(level.segments.map(\.reference.range), equals: [ByteRange(720, 1720), ByteRange(0, 1)])
    expect(
      level.segments.map(\.reference.location.text) == ["http://h/d/v.mp4", "http://h/d/w.mp4"])
    expect(level.segments.map(\.declared), equals: seconds([(0, 12), (12, 20)]))
  }

  @Test(
    "A file without segments is one segment of the whole period",
    arguments: ["<BaseURL>v.mp4</BaseURL>", "<BaseURL>v.mp4</BaseURL><SegmentBase/>"])
  func wholeFile(addressing: String) throws {
    let manifest = try manifest(MPDText.video(addressing))
    let segments = manifest.lanes[0].levels[0].segments
    expect(segments.map(\.declared), equals: seconds([(0, 20)]))
    expect(segments.map(\.reference.range), equals: [nil])
    expect(
      manifest.notes,
      equals: [
        "1 file without a segment index taken for one segment each: dash.js and Shaka Player play "
          + "none "
          + "of them"
      ])
  }

  @Test("Periods follow each other, and a level has its place by bandwidth in each of them")
  func periods() throws {
    func period(_ attributes: String, _ rates: [Int], offset: Int) -> String {
      "<Period \(attributes)><AdaptationSet mimeType=\"video/mp4\">"
        + "<SegmentTemplate media=\"$Bandwidth$/$Time$\" initialization=\"$Bandwidth$.mp4\" "
        + "presentationTimeOffset=\"\(offset)\"><SegmentTimeline><S t=\"\(offset)\" d=\"4\" "
        + "r=\"-1\"/>"
        + "</SegmentTimeline></SegmentTemplate>"
        + rates.map { "<Representation id=\"r\($0)\" bandwidth=\"\($0)\"/>" }.joined()
        + "</AdaptationSet></Period>\n"
    }
    let manifest = try manifest(
      period("duration=\"PT6S\"", [300, 100, 200], offset: 50)
        + period("", [100, 400], offset: 0) + period("start=\"PT16S\"", [150, 250], offset: 8))
    let levels = manifest.lanes[0].levels
    expect(levels.map(\.name), equals: ["r100", "r200", "r300"])
    // The highest of all periods, and no less than the level below.
    expect(levels.map { $0.bitRate?.bitsPerSecond }, equals: [150, 400, 400])
    expect(
      levels.map { $0.periods.map(\.bitRate.bitsPerSecond) },
      equals: [
        [100, 100, 150], [200, 400, 250], [300, 400, 250],
      ])
    expect(levels[1].periods.map(\.segments), equals: [0..<2, 2..<5, 5..<6])
    // In periods of two levels, the highest stands in for a third.
    expect(levels.map { $0.periods.map(\.isStandIn) }[2], equals: [false, true, true])
    expect(
      levels[2].segments.map(\.reference.name).suffix(4),
      equals: ["400/0", "400/4", "400/8", "250/8"])
    expect(
      levels[1].segments.map(\.reference.name),
      equals: [
        "200/50", "200/54", "400/0", "400/4", "400/8", "250/8",
      ])
    expect(
      levels[1].segments.map(\.declared),
      equals: seconds([(0, 4), (4, 6), (6, 10), (10, 14), (14, 16), (16, 20)]))
    expect(
      levels[1].segments.map(\.isDiscontinuity), equals: [false, false, true, false, false, true])
    expect(levels[1].initializations.map(\.name), equals: ["200.mp4", "400.mp4", "250.mp4"])
    expect(levels[1].segments.map(\.initialization), equals: [0, 0, 1, 1, 1, 2])
    expect(levels[1].segments.map(\.initializationTag), equals: [0, 0, 1, 1, 1, 2])
    expect(
      levels[1].segments[2].timing,
      equals: .period(seconds([(6, 16)])[0], presentationTimeOffset: 0, timescale: 1))
    expect(manifest.notes.count, equals: 2)
  }

  @Test("Where a period has nothing for a lane, its time passes")
  func missingSets() throws {
    func set(_ type: String) -> String {
      "<AdaptationSet mimeType=\"\(type)/mp4\"><SegmentTemplate media=\"\(type)-$Number$\" "
        + "duration=\"5\"/>"
        + "<Representation id=\"\(type)\" bandwidth=\"9\"/></AdaptationSet>"
    }
    let manifest = try manifest(
      "<Period duration=\"PT5S\">\(set("audio"))</Period>"
        + "<Period duration=\"PT10S\">\(set("video"))\(set("audio"))</Period>"
        + "<Period>\(set("video"))</Period>")
    let levels = manifest.lanes.map { $0.levels[0] }
    expect(manifest.lanes.map(\.kind), equals: [.video, .audio])
    expect(
      levels[0].segments.map(\.declared), equals: seconds([(0, 5), (5, 10), (10, 15), (15, 20)]))
    expect(levels[0].segments.map(\.isGap), equals: [true, false, false, false])
    expect(
      levels[1].segments.map(\.declared), equals: seconds([(0, 5), (5, 10), (10, 15), (15, 20)]))
    expect(levels[1].segments.map(\.isGap), equals: [false, false, false, true])
    expect(levels.map(\.name), equals: ["video", "audio"])
    expect(
      manifest.notes.suffix(2),
      equals: [
        "period 1 without video, of which nothing is played there",
        "period 3 without audio, of which nothing is played there",
      ])
  }

  @Test("Times count from the start of the first period, where players begin")
  func lateStart() throws {
    let manifest = try manifest(
      MPDText.video(
        "<SegmentTemplate media=\"$Number$\" duration=\"4\" presentationTimeOffset=\"3\"/>",
        period: "start=\"PT12S\""))
    let segments = manifest.lanes[0].levels[0].segments
    expect(segments.map(\.declared), equals: seconds([(0, 4), (4, 8)]))
    expect(
      segments[1].timing,
      equals: .period(seconds([(0, 8)])[0], presentationTimeOffset: 3, timescale: 1))
    expect(manifest.duration, equals: .seconds(8))
    expect(
      manifest.notes,
      equals: [
        "times count from the start of the first period, at 12 s, where players begin"
      ])
  }

  private static let sets = """
    <Period>
    <AdaptationSet id="0" contentType="video">\
    <EssentialProperty schemeIdUri="http://dashif.org/guidelines/trickmode"/>
    <Representation id="t" bandwidth="1"><BaseURL>t</BaseURL></Representation></AdaptationSet>
    <AdaptationSet id="1" mimeType="video/mp4"><Representation id="v" bandwidth="1">\
    <BaseURL>v</BaseURL></Representation></AdaptationSet>
    <AdaptationSet id="2" lang="en" contentType="audio"><Representation id="e" bandwidth="1">\
    <BaseURL>e</BaseURL></Representation></AdaptationSet>
    <AdaptationSet id="3" lang="de"><Role value="main"/>\
    <Representation codecs="mp4a.40.2" id="d" bandwidth="1"><BaseURL>d</BaseURL>\
    </Representation></AdaptationSet>
    <AdaptationSet id="4" lang="en" mimeType="application/mp4" codecs="stpp">\
    <Representation id="s" bandwidth="1"><BaseURL>s</BaseURL></Representation></AdaptationSet>
    </Period>
    """

  @Test("One set of video and one of audio play: the main one, or the one in a language")
  func adaptationSets() throws {
    let manifest = try manifest(Self.sets)
    expect(manifest.lanes.map(\.kind), equals: [.video, .audio])
    expect(manifest.lanes.map { $0.levels.map(\.name) }, equals: [["v"], ["d"]])
    expect(manifest.lanes.map(\.language), equals: [nil, "de"])
    expect(manifest.lanes.map { $0.levels.map(\.manifestIndex) }, equals: [[1], [3]])
    expect(
      manifest.notes,
      equals: [
        "adaptation sets of period 1 that are not played: 0 (trick mode), 2 (audio, en), 4 (text, "
          + "en)",
        "2 files without a segment index taken for one segment each: dash.js and Shaka Player play "
          + "none "
          + "of them",
      ])
    let english = try self.manifest(Self.sets, options: ManifestOptions(language: "en"))
    expect(english.lanes[1].levels.map(\.name), equals: ["e"])
    expect(
      ManifestFiles.problems(
        MPDText.document(Self.sets, "mediaPresentationDuration=\"PT1S\""), at: MPDText.url,
        options: ManifestOptions(language: "fr")),
      equals: ["“fr”: no audio in this language; the languages are en and de"])
  }

  @Test(
    "Of sets that are as good, the one with the highest priority plays, then the fewest bits a pixel",
    arguments: [
      ("", "", "b"), ("selectionPriority=\"2\"", "", "a"), ("", "selectionPriority=\"2\"", "b"),
      ("selectionPriority=\"2\"", "selectionPriority=\"3\"", "b"),
    ])
  func sets(first: String, second: String, chosen: String) throws {
    func set(_ name: String, _ attributes: String, _ bandwidth: Int, _ size: Int) -> String {
      "<AdaptationSet mimeType=\"video/mp4\" \(attributes)><Representation id=\"\(name)\" "
        + "bandwidth=\"\(bandwidth)\" width=\"\(size)\" "
        + "height=\"\(size)\"><BaseURL>\(name).mp4</BaseURL>"
        + "</Representation></AdaptationSet>"
    }
    // Ten bits a pixel, and five.
    let manifest = try manifest(
      "<Period>" + set("a", first, 1000, 10) + set("b", second, 2000, 20) + "</Period>")
    expect(manifest.lanes[0].levels.map(\.name), equals: [chosen])
  }

  @Test("Any negative repeat goes on to the next S or the end", arguments: [-1, -2, -1000])
  func negative(repeats: Int) throws {
    let found = try segments(
      "<SegmentTemplate media=\"$Number$\"><SegmentTimeline><S t=\"0\" d=\"4\" r=\"\(repeats)\"/>"
        + "<S t=\"8\" d=\"6\" r=\"\(repeats)\"/></SegmentTimeline></SegmentTemplate>")
    expect(found.map(\.declared), equals: seconds([(0, 4), (4, 8), (8, 14), (14, 20)]))
  }

  @Test("Video with an audio codec and no audio apart is muxed")
  func muxed() throws {
    let manifest = try manifest(
      "<Period><AdaptationSet mimeType=\"video/mp4\" codecs=\"avc1.1,mp4a.40.2\">"
        + "<Representation id=\"v\" bandwidth=\"1\"><BaseURL>v</BaseURL></Representation>"
        + "</AdaptationSet></Period>")
    expect(manifest.lanes.map(\.kind), equals: [.muxed])
  }

  @Test("A live MPD with a timeline plays what it lists, from zero, if it is read as VoD")
  func live() throws {
    let contents =
      "<Period start=\"PT100S\"><AdaptationSet mimeType=\"video/mp4\"><SegmentTemplate "
      + "media=\"$Time$\" "
      + "timescale=\"10\"><SegmentTimeline><S t=\"500\" d=\"40\" r=\"2\"/></SegmentTimeline>"
      + "</SegmentTemplate><Representation id=\"v\" bandwidth=\"1\"/></AdaptationSet></Period>"
    #expect(throws: (any Error).self) {
      try self.manifest(contents, attributes: "type=\"dynamic\"")
    }
    let manifest = try self.manifest(
      contents, attributes: "type=\"dynamic\"", options: ManifestOptions(asVoD: true))
    expect(
      manifest.lanes[0].levels[0].segments.map(\.declared),
      equals: seconds([(0, 4), (4, 8), (8, 12)]))
    // The period began 50 s before the first segment that is listed.
    expect(
      manifest.lanes[0].levels[0].segments[0].timing,
      equals: .period(
        seconds([(-50, 12)])[0], presentationTimeOffset: 0, timescale: 10))
    expect(manifest.duration, equals: .seconds(12))
  }

  @Test(
    "Durations are those of XML Schema",
    arguments: [
      ("PT20S", 20), ("P0Y0M0DT0H0M20.0S", 20), ("PT1M", 60), ("P1DT1H", 90_000),
      ("PT0H1M0.5S", 60.5), ("PT.25S", 0.25), ("PT0.1234567891S", 0.123456789),
    ])
  func durations(text: String, length: Double) throws {
    let manifest = try manifest(
      MPDText.video("<BaseURL>v</BaseURL>"), attributes: "mediaPresentationDuration=\"\(text)\"")
    expect(manifest.duration, equals: seconds([(0, length)])[0].end)
  }

  @Test("BaseURL of folders and files resolve on disk as well")
  func localBases() throws {
    let text = MPDText.document(
      "<BaseURL>./x/</BaseURL>"
        + MPDText.video("<BaseURL>../y%20z/</BaseURL><SegmentTemplate media=\"a$Number$\"/>"),
      "mediaPresentationDuration=\"PT20S\"")
    let manifest = try ManifestFiles(["d/m.mpd": text]).manifest("d/m.mpd")
    expect(
      manifest.lanes[0].levels[0].segments.map(\.reference.location), equals: [.file("d/y z/a1")])
  }

  @Test("Elements of other namespaces are ignored, wherever they are")
  func namespaces() throws {
    let manifest = try manifest(
      "<x:Period xmlns:x=\"urn:x\"><x:y>text<x:z/></x:y></x:Period>"
        + MPDText.video("<x:y xmlns:x=\"urn:x\"/><BaseURL>v</BaseURL>")
        + "<x:y xmlns:x=\"urn:x\"></x:y>")
    expect(manifest.lanes.map(\.levels.count), equals: [1])
  }
}
