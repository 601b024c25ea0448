import Expectations
import PlayheadLadder
import PlayheadManifests
import PlayheadModel
import Testing

/// Files whose index an MPD does not place; the boxes are laid out by hand.
@Suite("Looking for segment indexes")
struct FileSearchTests {
  /// A number of four bytes, the highest first.
  private static func bytes(_ number: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// A box of `size` bytes.
  private static func box(_ type: String, _ size: Int) -> [UInt8] {
    bytes(size) + Array(type.utf8) + [UInt8](repeating: 0, count: size - 8)
  }

  /// An index of `count` references of 100 bytes and 1 s each, 32 + 12 × `count` bytes long.
  private static func index(_ count: Int) -> [UInt8] {
    let head = bytes(0) + bytes(1) + bytes(1) + bytes(0) + bytes(0) + bytes(count)
    let references = (0..<count).flatMap { _ in bytes(100) + bytes(1) + bytes(0x9000_0000) }
    return bytes(32 + 12 * count) + Array("sidx".utf8) + head + references
  }

  private static func manifest(
    _ file: [UInt8], _ addressing: String = "", type: String = "video/mp4"
  ) throws -> Manifest {
    var files = ManifestFiles([
      "m.mpd": """
      <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" mediaPresentationDuration="PT600S"><Period>
      <AdaptationSet mimeType="\(type)"><Representation id="v" bandwidth="1">
      <BaseURL>v.mp4</BaseURL>\(addressing)</Representation></AdaptationSet></Period></MPD>
      """
    ])
    files.documents["v.mp4"] = file
    return try files.manifest("m.mpd")
  }

  @Test(
    "An index behind the headers is found as dash.js finds it",
    arguments: [
      // All of it in the first 1501 bytes.
      (600, 0, 3, [(0, 1501), (0, 1501)]),
      // Headers that are longer, up to which it asks for 1500 bytes more each time; and from them
      // on.
      (4000, 0, 3, [(0, 1501), (0, 3001), (0, 4501), (0, 1501), (4032, 5533)]),
      // A box between them, in what it has.
      (1000, 100, 3, [(0, 1501), (0, 1501)]),
      // An index that goes on behind what it has, of 32 + 12 × 200 bytes.
      (600, 0, 200, [(0, 1501), (0, 1501), (632, 3065)]),
      // Both.
      (4000, 0, 200, [(0, 1501), (0, 3001), (0, 4501), (0, 1501), (4032, 5533), (4032, 6465)]),
    ] as [(Int, Int, Int, [(Int, Int)])])
  func finds(header: Int, between: Int, count: Int, requests: [(Int, Int)]) throws {
    let file =
      Self.box("ftyp", 32) + Self.box("moov", header)
      + (between > 0 ? Self.box("free", between) : []) + Self.index(count)
      + Self.box("moof", 100 * count)
    for addressing in ["", "<SegmentBase/>"] {
      let manifest = try Self.manifest(file, addressing)
      let level = manifest.lanes[0].levels[0]
      let asked = level.indexes.compactMap(\.range)
      expect(asked.map(\.lowerBound), equals: requests.map { Int64($0.0) })
      // Files end before some of them.
      expect(
        asked.map { min($0.upperBound, Int64(file.count)) },
        equals: requests.map { Int64(min($0.1, file.count)) })
      expect(level.initializations.map(\.range), equals: [ByteRange(0, Int64(32 + header))])
      let start = Int64(32 + header + between + 32 + 12 * count)
      expect(
        level.segments.map(\.reference.range),
        equals: (0..<Int64(count)).map { ByteRange(start + 100 * $0, start + 100 * $0 + 100) })
      expect(
        level.segments.map(\.declared),
        equals: (0..<Int64(count)).map { TimeRange(start: .seconds($0), end: .seconds($0 + 1)) })
      expect(manifest.notes.count, equals: 1)
    }
  }

  @Test("What the MPD places is not looked for")
  func placed() throws {
    let file = Self.box("ftyp", 32) + Self.box("moov", 600) + Self.index(3) + Self.box("moof", 300)
    let level = try Self.manifest(
      file, "<SegmentBase><Initialization range=\"0-631\"/></SegmentBase>"
    ).lanes[0].levels[0]
    expect(level.indexes.map(\.range), equals: [ByteRange(0, 1000)])
    expect(level.initializations.map(\.range), equals: [ByteRange(0, 632)])
    let other = try Self.manifest(file, "<SegmentBase indexRange=\"632-699\"/>")
    expect(
      other.lanes[0].levels[0].indexes.map(\.range),
      equals: [ByteRange(0, 1000), ByteRange(632, 700)])
    expect(other.lanes[0].levels[0].initializations.map(\.range), equals: [ByteRange(0, 632)])
    expect(other.lanes[0].levels[0].segments.count, equals: 3)
    expect(other.notes, equals: [])
  }

  @Test(
    "A file without an index before its media is one segment",
    arguments: [
      ([], "video/mp4"),
      (box("ftyp", 32) + box("moov", 600) + box("mdat", 5000), "video/mp4"),
      (box("ftyp", 32) + box("moov", 600) + box("moof", 50) + index(1), "video/mp4"),
      (box("ftyp", 32) + box("moov", 600), "video/mp4"),
      (box("ftyp", 32) + box("moov", 600) + index(0), "video/mp4"),
      ([0, 0, 0, 4] + [UInt8](repeating: 0, count: 3000), "video/mp4"),
      ([0, 0, 0, 1] + Array("free".utf8) + [UInt8](repeating: 0xFF, count: 3000), "video/mp4"),
      (box("ftyp", 32) + box("moov", 600) + index(3), "video/webm"),
    ] as [([UInt8], String)])
  func unindexed(file: [UInt8], type: String) throws {
    let manifest = try Self.manifest(file, type: type)
    let level = manifest.lanes[0].levels[0]
    expect(level.segments.map(\.declared), equals: seconds([(0, 600)]))
    expect(level.segments.map(\.reference.range), equals: [nil])
    expect(level.indexes == [] && level.initializations == [])
    expect(manifest.notes.count, equals: 1)
  }

  // MARK: WebM

  /// An element of EBML; a size of `nil` is unknown.
  private static func element(_ id: [UInt8], _ contents: [UInt8], size: Int?? = .none) -> [UInt8] {
    let count = size ?? contents.count
    guard let count else { return id + [0xFF] + contents }
    // Four bytes, of which the first says so.
    let length = bytes(count)
    return id + [length[0] | 0x10] + length.dropFirst() + contents
  }

  private static func number(_ value: Int) -> [UInt8] { Array(bytes(value).drop { $0 == 0 }) }

  /// A file of clusters that begin at these milliseconds and offsets behind the start of the
  /// segment.
  private static func webM(
    _ cues: [(time: Int, offset: Int)], duration: Double? = 10_400, length: Int = 9000,
    hasSize: Bool = true
  ) -> (file: [UInt8], cues: ByteRange, start: Int64) {
    let scale = element([0x2A, 0xD7, 0xB1], number(1_000_000))
    let length64 = duration.map { $0.bitPattern }
    let time = length64.map { bits in
      element([0x44, 0x89], (0..<8).reversed().map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) })
    }
    let info = element([0x15, 0x49, 0xA9, 0x66], scale + (time ?? []))
    let points = cues.flatMap { cue in
      element(
        [0xBB],
        element([0xB3], cue.time == 0 ? [0] : number(cue.time))
          + element([0xB7], element([0xF7], [1]) + element([0xF1], number(cue.offset))))
    }
    let list = element([0x1C, 0x53, 0xBB, 0x6B], points)
    let head = element([0x1A, 0x45, 0xDF, 0xA3], [1, 2, 3])
    let body = info + list
    let contents = body + [UInt8](repeating: 0, count: length - body.count)
    let segment = element([0x18, 0x53, 0x80, 0x67], contents, size: hasSize ? length : .some(nil))
    let start = head.count + segment.count - contents.count
    let place = Int64(start + info.count)
    return (head + segment, ByteRange(place, place + Int64(list.count)), Int64(start))
  }

  @Test("WebM is cut at its cues, for which players load the first 8193 bytes and the cues")
  func cues() throws {
    let (file, range, start) = Self.webM([(0, 1000), (4000, 3000), (4100, 3000), (8000, 7000)])
    let addressing =
      "<SegmentBase indexRange=\"\(range.lowerBound)-\(range.upperBound - 1)\">"
      + "<Initialization range=\"0-99\"/></SegmentBase>"
    let level = try Self.manifest(file, addressing, type: "video/webm").lanes[0].levels[0]
    expect(level.indexes.map(\.range), equals: [ByteRange(0, 8193), range])
    expect(
      level.segments.map(\.reference.range),
      equals: [(1000, 3000), (3000, 7000), (7000, 9000)].map { ByteRange(start + $0, start + $1) })
    expect(level.segments.map(\.declared), equals: seconds([(0, 4), (4, 8), (8, 10.4)]))
    expect(level.initializations.map(\.range), equals: [ByteRange(0, 100)])
    let bare = try Self.manifest(
      file, "<SegmentBase indexRange=\"\(range.lowerBound)-\(range.upperBound - 1)\"/>",
      type: "video/webm"
    ).lanes[0].levels[0]
    expect(bare.initializations.map(\.range), equals: [ByteRange(0, start + 1000)])
  }

  @Test(
    "Cues that say too little are refused",
    arguments: [
      (webM([(0, 1000)], duration: nil), "WebM without a valid duration"),
      (webM([(0, 1000)], duration: .nan), "WebM without a valid duration"),
      (webM([(0, 1000)], hasSize: false), "the size of the segment of WebM is unknown"),
      (webM([]), "no cues of WebM in the index range"),
      (webM([(0, 1000), (4000, 900)]), "the cues of WebM are not in order"),
      (webM([(0, 9000)]), "a cue of WebM without a valid time and cluster"),
      ((index(3), ByteRange(0, 40), 0), "the file does not begin with a segment of WebM"),
    ] as [((file: [UInt8], cues: ByteRange, start: Int64), String)])
  func mistakes(made: (file: [UInt8], cues: ByteRange, start: Int64), problem: String) throws {
    let range = "\(made.cues.lowerBound)-\(made.cues.upperBound - 1)"
    let error = #expect(throws: ManifestReadingError<ManifestFiles.Missing>.self) {
      try Self.manifest(
        made.file, "<SegmentBase indexRange=\"\(range)\"/>", type: "video/webm")
    }
    expect("\(String(describing: error))".contains(problem), "\(String(describing: error))")
  }

  @Test("Cues that are cut off anywhere are refused or read, and nothing breaks")
  func cutCues() throws {
    let (file, range, _) = Self.webM([(0, 1000), (4000, 3000), (8000, 7000)])
    for end in 1..<Int(range.upperBound) {
      var cut = Array(file.prefix(end))
      cut.append(contentsOf: [UInt8](repeating: 0xFF, count: 8))
      _ = try? Self.manifest(
        cut, "<SegmentBase indexRange=\"\(range.lowerBound)-\(range.upperBound - 1)\"/>",
        type: "video/webm")
      _ = try? Self.manifest(cut)
    }
  }
}
