import Foundation
import PlayheadKit

/// Where the indexes of a file lie, found by other means than its structure where there are any: a
/// search for names in its bytes.
struct PlainLayout {
  let indexes: [ContainerIndex]

  init(path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    switch URL(fileURLWithPath: path).pathExtension {
    case "mp4", "m4a": indexes = Self.boxes(data)
    case "mkv", "webm":
      indexes = Self.named(
        "Cues", at: data.range(of: Data([0x1C, 0x53, 0xBB, 0x6B]), in: Self.behindHead(data)),
        media: data.range(of: Data([0x1F, 0x43, 0xB6, 0x75]), in: Self.behindHead(data)), data)
    case "avi":
      indexes = Self.named(
        "idx1", at: data.range(of: Data("idx1".utf8)), media: data.range(of: Data("movi".utf8)),
        data)
    default: indexes = []
    }
  }

  /// All boxes of the top level, and of those the indexes.
  private static func boxes(_ data: Data) -> [ContainerIndex] {
    var boxes: [(name: String, start: Int, length: Int)] = []
    var offset = 0
    while offset + 8 <= data.count {
      let length = data[offset..<offset + 4].reduce(0) { $0 * 256 + Int($1) }
      let name = String(decoding: data[offset + 4..<offset + 8], as: UTF8.self)
      boxes.append((name, offset, length))
      offset += length
    }
    let media = boxes.filter { ["mdat", "moof"].contains($0.name) }
    return ["moov", "sidx", "mfra"].compactMap { name in
      let parts = boxes.filter { $0.name == name }
      guard let first = parts.first else { return nil }
      let isBefore = media.allSatisfy { $0.start > first.start }
      let isAfter = media.allSatisfy { $0.start < first.start }
      return ContainerIndex(
        name: name,
        range: ByteRange(
          Int64(first.start), Int64(first.start + parts.reduce(0) { $0 + $1.length })),
        placement: isBefore ? .beforeMedia : isAfter ? .afterMedia : .amongMedia)
    }
  }

  /// A head names what lies where, and so has the identifiers of both; it ends before byte 200.
  private static func behindHead(_ data: Data) -> Range<Int> { 200..<data.count }

  /// What is found lies in one piece before or behind all media; its length is behind its name.
  private static func named(
    _ name: String, at range: Range<Int>?, media: Range<Int>?, _ data: Data
  ) -> [ContainerIndex] {
    guard let range, let media else { return [] }
    let length: Int
    if name == "idx1" {
      let bytes = data[range.upperBound..<range.upperBound + 4]
      length = 8 + bytes.reversed().reduce(0) { $0 * 256 + Int($1) }
    } else {
      let first = data[range.upperBound]
      let more = first.leadingZeroBitCount
      let bytes = data[range.upperBound + 1..<range.upperBound + 1 + more]
      length =
        5 + more + bytes.reduce(Int(first) & (0x7F >> more)) { $0 * 256 + Int($1) }
    }
    return [
      ContainerIndex(
        name: name,
        range: ByteRange(Int64(range.lowerBound), Int64(range.lowerBound + length)),
        placement: range.lowerBound < media.lowerBound ? .beforeMedia : .afterMedia)
    ]
  }
}
