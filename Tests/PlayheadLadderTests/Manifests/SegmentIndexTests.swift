import Expectations
import PlayheadManifests
import PlayheadModel
import Testing

@Suite("Segment indexes of MPDs")
struct SegmentIndexTests {
  /// A number of `count` bytes, the highest first.
  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// A `sidx` box whose references are sizes, negative ones of further indexes, and lengths in
  /// ticks.
  private static func box(
    timescale: Int, earliest: Int = 0, firstOffset: Int = 0, version: Int = 0,
    _ references: [(size: Int, duration: Int)]
  ) -> [UInt8] {
    let width = version == 0 ? 4 : 8
    var body = bytes(version, 1) + bytes(0, 3) + bytes(1, 4) + bytes(timescale, 4)
    body += bytes(earliest, width) + bytes(firstOffset, width) + bytes(0, 2)
    body += bytes(references.count, 2)
    for reference in references {
      body += bytes(reference.size < 0 ? 1 << 31 - reference.size : reference.size, 4)
      body += bytes(reference.duration, 4) + bytes(0x9000_0000, 4)
    }
    return bytes(body.count + 8, 4) + Array("sidx".utf8) + body
  }

  private static func files(
    _ file: [UInt8], range: String, attributes: String = "", contents: String = ""
  ) -> ManifestFiles {
    var files = ManifestFiles([
      "d/m.mpd": """
      <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" mediaPresentationDuration="PT20S"><Period>
      <AdaptationSet mimeType="video/mp4"><Representation id="v" bandwidth="1">
      <BaseURL>v.mp4</BaseURL>
      <SegmentBase indexRange="\(range)" \(attributes)>\(contents)</SegmentBase>
      </Representation></AdaptationSet></Period></MPD>
      """
    ])
    files.documents["d/v.mp4"] = file
    return files
  }

  private static let references: [(size: Int, duration: Int)] = [
    (size: 1000, duration: 600), (2000, 600), (500, 500),
  ]

  @Test("References follow each other from the end of the box, behind its first offset")
  func references() throws {
    // 100 bytes of init, then 32 + 3 × 12 = 68 bytes of index, then 20 bytes of something else.
    let box = Self.box(timescale: 100, earliest: 100, firstOffset: 20, Self.references)
    expect(box.count, equals: 68)
    let file = [UInt8](repeating: 0, count: 100) + box
    let manifest = try Self.files(
      file, range: "100-167", attributes: "timescale=\"50\" presentationTimeOffset=\"50\""
    ).manifest("d/m.mpd")
    let level = manifest.lanes[0].levels[0]
    expect(
      level.segments.map(\.reference.range),
      equals: [
        ByteRange(188, 1188), ByteRange(1188, 3188), ByteRange(3188, 3688),
      ])
    expect(level.segments.map(\.declared), equals: seconds([(0, 6), (6, 12), (12, 17)]))
    expect(level.segments.allSatisfy { $0.initialization == 0 })
    expect(level.initializations.map(\.range), equals: [ByteRange(0, 100)])
    expect(level.indexes.map(\.range), equals: [ByteRange(100, 168)])
    expect(level.indexes.map(\.location), equals: [.file("d/v.mp4")])
    expect(
      level.segments[0].timing,
      equals: .period(seconds([(0, 20)])[0], presentationTimeOffset: 50, timescale: 50))
    expect(manifest.documents.map(\.bytes).last, equals: 68)
  }

  @Test(
    "An MPD without an end lasts as long as the index that can be had, whichever comes first",
    arguments: [["v", "gone"], ["gone", "v"]])
  func unknownEnd(order: [String]) throws {
    let representations = order.map {
      """
      <Representation id="\($0)" bandwidth="1"><BaseURL>\($0).mp4</BaseURL>
      <SegmentBase indexRange="0-67"/></Representation>
      """
    }.joined()
    var files = ManifestFiles([
      "d/m.mpd": """
      <MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period><AdaptationSet mimeType="video/mp4">
      \(representations)</AdaptationSet></Period></MPD>
      """
    ])
    files.documents["d/v.mp4"] = Self.box(timescale: 100, Self.references)
    let manifest = try files.manifest("d/m.mpd", options: .lenient)
    let declared = manifest.lanes[0].levels.map { $0.segments.map(\.declared) }
    expect(declared, equals: Array(repeating: seconds([(0, 6), (6, 12), (12, 17)]), count: 2))
    expect(manifest.notes.contains { $0.contains("gone: its segment index is missing") })
  }

  @Test("An index of version 1, with an initialization of its own and a box before it")
  func version1() throws {
    let styp = Self.bytes(12, 4) + Array("styp".utf8) + Self.bytes(0, 4)
    let box = Self.box(timescale: 10, version: 1, [(size: 7, duration: 100), (9, 150)])
    let file = styp + box
    let manifest = try Self.files(
      file, range: "0-\(file.count - 1)",
      contents: "<Initialization sourceURL=\"i.mp4\" range=\"3-5\"/>"
    ).manifest("d/m.mpd")
    let level = manifest.lanes[0].levels[0]
    let end = Int64(file.count)
    expect(
      level.segments.map(\.reference.range),
      equals: [
        ByteRange(end, end + 7), ByteRange(end + 7, end + 16),
      ])
    // The second one is cut at the end of the period.
    expect(level.segments.map(\.declared), equals: seconds([(0, 10), (10, 20)]))
    expect(level.initializations.map(\.location.text), equals: ["d/i.mp4"])
    expect(level.initializations.map(\.range), equals: [ByteRange(3, 6)])
  }

  @Test("An index of indexes is followed one level")
  func nested() throws {
    let second = Self.box(timescale: 10, earliest: 50, [(size: 11, duration: 50)])
    let first = Self.box(timescale: 1, [(size: 5, duration: 2), (6, 3)])
    // The first index covers itself and 11 bytes of media, the second itself and 11 bytes.
    let outer = Self.box(
      timescale: 1, [(size: -(first.count + 11), duration: 5), (-(second.count + 11), 5)])
    let file =
      outer + first + [UInt8](repeating: 0, count: 11) + second + [UInt8](repeating: 0, count: 11)
    let manifest = try Self.files(file, range: "0-\(outer.count - 1)").manifest("d/m.mpd")
    let segments = manifest.lanes[0].levels[0].segments
    let media = Int64(outer.count + first.count)
    let end = Int64(file.count)
    expect(
      segments.map(\.reference.range),
      equals: [
        ByteRange(media, media + 5), ByteRange(media + 5, media + 11), ByteRange(end - 11, end),
      ])
    expect(segments.map(\.declared), equals: seconds([(0, 2), (2, 5), (5, 10)]))
    // dash.js asks for all that the outer one refers to, one after the other.
    let level = manifest.lanes[0].levels[0]
    let inner = Int64(outer.count + first.count + 11)
    expect(
      level.indexes.map(\.range),
      equals: [
        ByteRange(0, Int64(outer.count)), ByteRange(Int64(outer.count), inner),
        ByteRange(inner, end),
      ])
    expect(level.nestedIndexCount, equals: 2)
    // The MPD, what an initialization section is looked for in, the outer index and two inner ones.
    expect(manifest.documents.count, equals: 5)
    let deep = Self.box(timescale: 1, [(size: -60, duration: 5)]) + outer
    #expect(throws: (any Error).self) {
      try Self.files(deep, range: "0-43").manifest("d/m.mpd")
    }
  }

  private static let mistakenDocuments: [([UInt8], String)] = [
    ([], "no segment index"),
    (box(timescale: 1, references).dropLast(), "cut off"),
    (box(timescale: 0, references), "timescale of 0"),
    (box(timescale: 1, version: 2, references), "version 2"),
    ([0, 0, 0, 8] + Array("free".utf8), "no segment index"),
    ([0, 0, 0, 4] + Array("free".utf8), "no valid size"),
    ([0, 0, 0, 9] + Array("sidx".utf8) + [0], "cut off"),
  ]

  @Test("A range without a whole index is refused", arguments: mistakenDocuments)
  func mistakes(file: [UInt8], problem: String) throws {
    do throws(ManifestReadingError<ManifestFiles.Missing>) {
      _ = try Self.files(file, range: "0-199").manifest("d/m.mpd")
      Issue.record("read")
    } catch {
      expect(error.description.contains(problem), "\(error)")
    }
  }
}
