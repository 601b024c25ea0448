import Expectations
import PlayheadManifests
import Testing

@Suite("Mistakes of MPDs")
struct MPDMistakeTests {
  private static let mistakenDocuments: [(String, String)] = [
    ("", "line 1: MPD: it has no period"),
    ("<Period/>", "line 2: Period: it has no adaptation set of video or audio"),
    (
      MPDText.video("<SegmentTemplate duration=\"2\"/>"),
      "line 3: SegmentTemplate: media is missing"
    ),
    (
      MPDText.video("<SegmentTemplate media=\"$Number$\" duration=\"2s\"/>"),
      "line 3: SegmentTemplate@duration: expected a whole number from 1 to"
    ),
    (
      MPDText.video("<SegmentTemplate media=\"$Number$\" duration=\"0\"/>"),
      "line 3: SegmentTemplate@duration: expected a whole number from 1 to"
    ),
    (
      MPDText.video("<SegmentTemplate media=\"$Numbr$\" duration=\"2\"/>"),
      "line 3: SegmentTemplate@media: “$Numbr$”: unknown identifier “Numbr”; did you mean $Number$?"
    ),
    (
      MPDText.video("<SegmentTemplate media=\"$Number\" duration=\"2\"/>"),
      "line 3: SegmentTemplate@media: “$Number”: the closing $ is missing; write $$ for a dollar sign"
    ),
    (
      MPDText.video("<SegmentTemplate media=\"$Number%5x$\" duration=\"2\"/>"),
      "line 3: SegmentTemplate@media: “$Number%5x$”: “Number%5x” has no valid width; write $Number%05d$"
    ),
    (
      MPDText.video("<SegmentTemplate media=\"a\" duration=\"2\"/>"),
      "line 3: SegmentTemplate@media: neither $Number$ nor $Time$ is in it"
    ),
    (
      MPDText.video("<SegmentTemplate media=\"$SubNumber$\" duration=\"2\"/>"),
      "line 3: SegmentTemplate@media: “$SubNumber$”: segment sequences"
    ),
    (
      MPDText.video(
        "<SegmentTemplate media=\"$Number$\" initialization=\"$Time$\" duration=\"2\"/>"),
      "line 3: SegmentTemplate@initialization: $Number$ and $Time$ are those of segments"
    ),
    (
      MPDText.video("<SegmentTemplate media=\"$Number$\" timescale=\"0\" duration=\"2\"/>"),
      "line 3: SegmentTemplate@timescale: expected a whole number from 1 to 4294967295, found “0”"
    ),
    (
      MPDText.video("<SegmentTemplate media=\"$Number$\"><SegmentTimeline/></SegmentTemplate>"),
      "line 3: SegmentTimeline: it lists no segment"
    ),
    (
      MPDText.video(
        "<SegmentTemplate media=\"$Number$\"><SegmentTimeline>\n<S t=\"0\"/></SegmentTimeline></SegmentTemplate>"
      ), "line 4: S@d: missing; write the length in ticks"
    ),
    (
      MPDText.video(
        "<SegmentTemplate media=\"$Number$\"><SegmentTimeline>\n<S t=\"5\" d=\"2\"/>\n<S t=\"5\" d=\"2\"/></SegmentTimeline></SegmentTemplate>"
      ), "line 5: S@t: the segment begins before"
    ),
    (
      MPDText.video(
        "<SegmentTemplate media=\"$Number$\"><SegmentTimeline>\n<S t=\"5\" d=\"2\" r=\"-1\"/>\n<S t=\"5\" d=\"2\"/></SegmentTimeline></SegmentTemplate>"
      ), "line 5: S@t: the segment begins before"
    ),
    (
      MPDText.video(
        "<SegmentTemplate media=\"$Number$\"><SegmentTimeline>\n<S t=\"5\" d=\"2\" r=\"-1\"/>\n<S d=\"2\"/></SegmentTimeline></SegmentTemplate>"
      ), "line 4: S@r: below 0 needs the t of the next S"
    ),
    (
      MPDText.video(
        "<SegmentTemplate media=\"$Number$\"><SegmentTimeline>\n<S t=\"5\" d=\"2\" r=\"9999999\"/></SegmentTimeline></SegmentTemplate>"
      ), "line 4: S: more than 100000 segments"
    ),
    (
      MPDText.video(
        "<SegmentTemplate media=\"$Number$\"><SegmentTimeline xlink:href=\"x\"/></SegmentTemplate>"
      ),
      "line 3: SegmentTimeline: xlink:href is not supported"
    ),
    (
      "<Period xlink:href=\"x\"/>",
      "line 2: Period: remote periods (xlink:href) are not supported"
    ),
    (MPDText.video(""), "line 2: Representation: it has no segments"),
    (
      MPDText.video("<SegmentBase indexRange=\"0-9\"/>"), "line 3: SegmentBase: the file is unknown"
    ),
    (
      MPDText.video("<BaseURL>v</BaseURL><SegmentBase indexRange=\"9-0\"/>"),
      "line 3: SegmentBase@indexRange: expected the first and the last byte, found “9-0”; write 0-719"
    ),
    (MPDText.video("<SegmentList duration=\"2\"/>"), "line 3: SegmentList: it lists no SegmentURL"),
    (
      MPDText.video(
        "<SegmentList><SegmentURL media=\"a\"/><SegmentURL media=\"b\"/></SegmentList>"),
      "line 3: SegmentList: @duration or SegmentTimeline is missing"
    ),
    (
      MPDText.video("<BaseURL>file:///v</BaseURL>"),
      "line 3: “file:///v”: URLs of scheme file are not supported; use http or https"
    ),
    (
      MPDText.video(
        "<SegmentTemplate media=\"$Number$\" duration=\"30\" presentationTimeOffset=\"-1\"/>"),
      "line 3: SegmentTemplate@presentationTimeOffset: expected a whole number"
    ),
    (
      MPDText.video(
        "<SegmentTemplate media=\"$Time$\"><SegmentTimeline><S t=\"30\" d=\"9\"/></SegmentTimeline></SegmentTemplate>"
      ), "line 3: SegmentTemplate: no segment lies in the period"
    ),
    (
      MPDText.video("<BaseURL>v</BaseURL>", period: "start=\"P1Y\""),
      "line 2: Period@start: expected a duration, found “P1Y”"
    ),
    (
      MPDText.video("<BaseURL>v</BaseURL>", period: "duration=\"PT9S\"") + "\n"
        + MPDText.video("<BaseURL>v</BaseURL>", period: "start=\"PT8S\"") + "\n"
        + MPDText.video("<BaseURL>v</BaseURL>", period: "start=\"PT7S\""),
      "line 8: Period@start: the period begins before the one in front of it"
    ),
    ("<Period>", "line 3: the document is not well-formed XML: Opening and ending tag mismatch"),
  ]

  @Test("Each mistake has its line, and what to write", arguments: mistakenDocuments)
  func mistakes(contents: String, problem: String) throws {
    let text = MPDText.document(contents, "mediaPresentationDuration=\"PT20S\"")
    let problems = try #require(ManifestFiles.problems(text, at: MPDText.url))
    expect(problems.first?.hasPrefix(problem) ?? false, "\(problems)")
  }

  @Test(
    "Mistakes of the MPD itself",
    arguments: [
      ("type=\"dynamic\"", "line 1: MPD@type: live presentations (dynamic) are not supported"),
      ("", "line 2: Period: its end is unknown; write MPD@mediaPresentationDuration"),
      (
        "mediaPresentationDuration=\"20\"", "line 1: MPD@mediaPresentationDuration: expected a dura"
      ),
      (
        "mediaPresentationDuration=\"-PT1S\"", "line 1: MPD@mediaPresentationDuration: expected a d"
      ),
      (
        "mediaPresentationDuration=\"P9999999999D\"", "line 1: MPD@mediaPresentationDuration: expec"
      ),
    ])
  func ownMistakes(attributes: String, problem: String) throws {
    let text = MPDText.document(MPDText.video("<BaseURL>v</BaseURL>"), attributes)
    let problems = try #require(ManifestFiles.problems(text, at: MPDText.url))
    expect(problems[0].hasPrefix(problem), "\(problems)")
  }

  @Test("A representation without bandwidth is refused")
  func bandwidth() throws {
    let text = MPDText.document(
      "<Period><AdaptationSet mimeType=\"video/mp4\"><Representation>"
        + "<BaseURL>v</BaseURL></Representation></AdaptationSet></Period>",
      "mediaPresentationDuration=\"PT20S\"")
    expect(
      ManifestFiles.problems(text, at: MPDText.url),
      equals: [
        "line 2: Representation@bandwidth: missing; write the peak in whole bits per second"
      ])
  }

  @Test("Document types, entities and nesting beyond measure are refused")
  func hostileXML() throws {
    let entities =
      "<!DOCTYPE MPD [<!ENTITY a \"aaaaaaaaaa\">"
      + (1...9).map { "<!ENTITY a\($0) \"&a\($0 - 1 == 0 ? "" : "\($0 - 1)");&a;&a;&a;\">" }
      .joined()
      + "]>\n<MPD>&a9;</MPD>"
    let external = "<!DOCTYPE MPD SYSTEM \"file:///etc/passwd\">\n<MPD/>"
    for text in [entities, external] {
      let problems = try #require(ManifestFiles.problems(text, at: MPDText.url))
      expect(
        problems.count == 1 && problems[0].contains("document types and entities"), "\(problems)")
    }
    let nested = "<MPD>" + String(repeating: "<a>", count: 100)
    expect(
      ManifestFiles.problems(nested, at: MPDText.url),
      equals: [
        "line 1: elements are nested more than 64 levels deep"
      ])
    let undefined = MPDText.document("<Period start=\"&x;\"/>", "")
    try expect(
      #require(ManifestFiles.problems(undefined, at: MPDText.url))[0].contains("well-formed"))
  }

  @Test(
    "A tag has at most 256 attributes, whatever is in them and before them", arguments: [256, 257])
  func attributeCount(count: Int) throws {
    let text =
      "<!-- ' --><MPD><![CDATA['\n]]>\n<Period>\n<x "
      + (0..<count).map { "a\($0)=\($0 % 2 == 0 ? "'>\"'" : "\"'>\"")" }.joined(separator: " ")
      + "/></Period></MPD>"
    let problems = try #require(ManifestFiles.problems(text, at: MPDText.url))
    expect(
      problems.contains("line 4: a tag has more than 256 attributes"), equals: (count > 256),
      "\(problems)")
  }
}
