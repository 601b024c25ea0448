import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import MediaReading

@Suite struct `The indexes of a container` {
  @Test(arguments: Fixtures.playable)
  func `lie where a plain search finds them`(clip: String) throws {
    let path = Fixtures.clip(clip)
    let media = try MediaReader(cores: 2).survey(path, decode: .none).media
    let expected = try PlainLayout(path: path).indexes
    expect(media.index.containerIndexes, equals: expected)
    // Whatever opening reads: only where the first index lies counts, if there is one.
    let isFirst = expected.first.map { $0.placement == .beforeMedia }
    expect(media.isFastStart, equals: (isFirst ?? !media.opening.readsEndFirst))
  }

  @Test(
    arguments: [
      ("padded-moov.mp4", true, 2, false), ("faststart.mp4", true, 1, false),
      ("moov-at-end.mp4", false, 2, true), ("fragmented.mp4", true, 1, false),
      ("fragments-indexed.mp4", true, 3, true), ("cues-first.mkv", true, 1, false),
      ("basic.mkv", false, 1, false), ("bframes.avi", false, 4, true), ("basic.ts", true, 1, false),
      ("basic.flv", true, 1, false), ("theora-vorbis.ogg", true, 1, false),
    ])
  func `say nothing of what opening reads`(
    clip: String, isFastStart: Bool, requests: Int, readsEndFirst: Bool
  ) throws {
    let media = try MediaReader(cores: 2).survey(Fixtures.clip(clip), decode: .none).media
    expect(media.isFastStart, equals: isFastStart)
    let opening = media.opening
    expect(opening.requests, equals: requests)
    expect(opening.readsEndFirst, equals: readsEndFirst)
    var read = Set<Int64>()
    for range in media.index.openingReads { read.formUnion(range.lowerBound..<range.upperBound) }
    expect(opening.bytes >= Int64(read.count))
  }

  /// Boxes of 28 bytes, some of other lengths or with lengths that are wrong.
  private static func boxes(_ names: String) -> [UInt8] {
    names.split(separator: " ").flatMap { name -> [UInt8] in
      switch name {
      case "mdat0": Layout.box("mdat", content: 0)
      case "mdatL": Layout.box("mdat", content: 30, isLong: true)
      case "mdatX": Layout.box("mdat", content: 30, announced: 0)
      case "mdatC": Layout.box("mdat", content: 30, announced: 1000)
      case "mfra":
        Layout.box(
          "mfra", content: 24, last: Layout.box("mfro", content: 8, last: [0, 0, 0, 32]))
      default: Layout.box(String(name), content: 20)
      }
    }
  }

  @Test(
    arguments: [
      ("ftyp moov mdat", ["moov at 28 beforeMedia"]),
      ("ftyp moov free mdat", ["moov at 28 beforeMedia"]),
      ("ftyp wide mdat moov", ["moov at 84 afterMedia"]),
      ("mdat moov mdat", ["moov at 28 amongMedia"]),
      ("mdat mdat moov free", ["moov at 56 afterMedia"]),
      ("mdat moov free skip mdat", ["moov at 28 amongMedia"]),
      ("mdat moov mdat0", ["moov at 28 afterMedia"]),
      ("mdat0 moov mdat", ["moov at 8 beforeMedia"]),
      ("ftyp uuid moov uuid mdat", ["moov at 56 beforeMedia"]),
      ("ftyp mdatL moov", ["moov at 74 afterMedia"]),
      ("moov mdatX", ["moov at 0 beforeMedia"]), ("moov mdatC", ["moov at 0 beforeMedia"]),
      ("moov", ["moov at 0 beforeMedia"]),
      ("moov moov mdat", ["moov at 0 beforeMedia"]),
      ("ftyp moov sidx moof mdat moof mdat", ["moov at 28 beforeMedia", "sidx at 56 beforeMedia"]),
      ("moov sidx sidx moof mdat", ["moov at 0 beforeMedia", "sidx at 28 beforeMedia"]),
      (
        "ftyp moov moof mdat moof mdat mfra", ["moov at 28 beforeMedia", "mfra at 168 afterMedia"]
      ),
      ("moof mdat moov", ["moov at 56 afterMedia"]),
      ("moov imda", ["moov at 0 beforeMedia"]),
    ] as [(String, [String])])
  func `of MP4 follow from the order of its boxes`(names: String, expected: [String]) throws {
    try expect(Layout.found(Self.boxes(names), format: "mov,mp4"), equals: expected)
  }

  @Test(arguments: ["ftyp free", "mdatX", "mdatC", "ftyp mdat"])
  func `of MP4 are unknown without a moov`(names: String) throws {
    try expect(Layout.found(Self.boxes(names), format: "mov,mp4") == nil)
  }

  @Test func `of MP4 are found behind a header that makes no sense`() throws {
    let broken = Layout.box("free", content: 20, announced: 7)
    try expect(
      Layout.found(Self.boxes("moov mdat") + broken, format: "mov"),
      equals: ["moov at 0 beforeMedia"]
    )
    try expect(Layout.found(broken + Self.boxes("moov mdat"), format: "mov") == nil)
  }

  /// C is a cluster, c one of unknown length, I an index, T tags, S a head that says where the
  /// index begins.
  @Test(
    arguments: [
      ("CC", []), ("ICC", ["Cues at 10 beforeMedia"]), ("CCI", ["Cues at 26 afterMedia"]),
      ("CIC", ["Cues at 18 amongMedia"]), ("CCITT", ["Cues at 26 afterMedia"]),
      ("CITTC", ["Cues at 18 amongMedia"]), ("cCI", []), ("ScI", ["Cues at 37 afterMedia"]),
      ("SCI", ["Cues at 37 afterMedia"]), ("SCCIT", ["Cues at 45 afterMedia"]),
      ("SCIC", ["Cues at 37 amongMedia"]), ("SI", ["Cues at 29 beforeMedia"]), ("SC", []),
    ] as [(String, [String])])
  func `of Matroska are where the index lies`(elements: String, expected: [String]) throws {
    func element(_ identifier: [UInt8], _ content: [UInt8], isEndless: Bool = false) -> [UInt8] {
      identifier + [isEndless ? 0xFF : 0x80 | UInt8(content.count)] + content
    }
    let lengths: [Character: Int] = ["C": 8, "c": 8, "I": 6, "T": 6, "S": 19]
    let place = elements.firstIndex(of: "I").map { end in
      elements[..<end].reduce(0) { $0 + (lengths[$1] ?? 0) }
    }
    let content = elements.flatMap { kind -> [UInt8] in
      switch kind {
      case "C": return element([0x1F, 0x43, 0xB6, 0x75], [1, 2, 3])
      case "c": return element([0x1F, 0x43, 0xB6, 0x75], [0xE7, 0x81, 0], isEndless: true)
      case "I": return element([0x1C, 0x53, 0xBB, 0x6B], [0])
      case "T": return element([0x12, 0x54, 0xC3, 0x67], [0])
      default:
        let entry =
          element([0x53, 0xAB], [0x1C, 0x53, 0xBB, 0x6B])
          + element([0x53, 0xAC], [UInt8(place ?? 200)])
        return element([0x11, 0x4D, 0x9B, 0x74], element([0x4D, 0xBB], entry))
      }
    }
    let bytes =
      element([0x1A, 0x45, 0xDF, 0xA3], []) + element([0x18, 0x53, 0x80, 0x67], content)
    try expect(Layout.found(bytes, format: "matroska,webm"), equals: expected)
    let live =
      element([0x1A, 0x45, 0xDF, 0xA3], [])
      + element([0x18, 0x53, 0x80, 0x67], content, isEndless: true)
    try expect(Layout.found(live, format: "matroska,webm"), equals: expected)
  }

  @Test func `of AVI are behind the media, or in the header`() throws {
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      let count = content.count
      return Array(name.utf8) + [UInt8(count & 255), UInt8(count >> 8), 0, 0] + content
        + (count % 2 == 1 ? [0] : [])
    }
    func list(_ name: String, _ type: String, _ content: [UInt8]) -> [UInt8] {
      chunk(name, Array(type.utf8) + content)
    }
    let header = list("LIST", "hdrl", list("LIST", "strl", chunk("strh", [1, 2, 3])))
    let indexed = list("LIST", "hdrl", list("LIST", "strl", chunk("indx", [1, 2, 3, 4])))
    let media = list("LIST", "movi", chunk("00dc", [1, 2, 3, 4, 5]))
    let old = chunk("idx1", [0, 0, 0, 0])
    func found(_ first: [UInt8], _ second: [UInt8]? = nil) throws -> [String]? {
      try Layout.found(
        list("RIFF", "AVI ", first) + (second.map { list("RIFF", "AVIX", $0) } ?? []),
        format: "avi")
    }
    // 12 bytes of RIFF, 36 of either header, 26 of media.
    expect(header.count == 36 && indexed.count == 36 && media.count == 26)
    try expect(found(header + media), equals: [])
    try expect(found(header + media + old), equals: ["idx1 at 74 afterMedia"])
    try expect(found(indexed + media), equals: ["indx at 36 beforeMedia"])
    try expect(
      found(indexed + media + old, media),
      equals: ["idx1 at 74 amongMedia", "indx at 36 beforeMedia"])
  }

  @Test(arguments: [("mpegts", 0), ("flv", 0), ("ogg", 0), ("asf", nil)] as [(String, Int?)])
  func `of other containers are none, or unknown`(format: String, count: Int?) throws {
    try expect(Layout.found([1, 2, 3], format: format)?.count, equals: count)
  }
}

/// Bytes laid out by hand, and what is found in them.
private enum Layout {
  /// A box of `content` bytes, of which `last` are the last; its header says so, or what is given.
  static func box(
    _ name: String, content: Int, isLong: Bool = false, announced: UInt32? = nil,
    last: [UInt8] = []
  ) -> [UInt8] {
    let header = isLong ? 16 : 8
    func bytes(_ number: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    let length = UInt32(header + content)
    return bytes(announced ?? (isLong ? 1 : length)) + Array(name.utf8)
      + (isLong ? [0, 0, 0, 0] + bytes(length) : [])
      + [UInt8](repeating: 0, count: content - last.count) + last
  }

  static func found(_ bytes: [UInt8], format: String) throws -> [String]? {
    let path = NSTemporaryDirectory() + "playhead-layout-\(UUID().uuidString)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try InputFile(path: path)
    return try ContainerLayout(file: file).indexes(format: format)?.map {
      "\($0.name) at \($0.range.lowerBound) \($0.placement.rawValue)"
    }
  }
}
