import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import MediaReading

@Suite("The samples of Matroska by the heads of its blocks")
struct MatroskaSampleTests {
  private static let simpleBlock: UInt8 = 0xA3

  /// The place of the frame in the element of a simple block; `nil` if it is another element, or of
  /// another track than the first.
  private func picture(in element: [UInt8]) -> Int? {
    guard element.first == Self.simpleBlock else { return nil }
    let length = element[1].leadingZeroBitCount + 1
    return element[1 + length] == 0x81 ? 1 + length + 4 : nil
  }

  @Test(
    "are those that a demuxer emits, which emits only the first of them",
    arguments: ["basic.mkv", "cues-first.mkv"])
  func long(clip: String) throws {
    let outcome = try PayloadComparison.compare(LongMatroska(clip).bytes(times: 20), like: clip)
    expect(outcome.isCertain && outcome.index.samples.count > 4000)
    expect(outcome.takesMost)
    expect(outcome.index.interruption == nil)
  }

  @Test("are those that a demuxer emits where another track appears late")
  func lateTrack() throws {
    let bytes = try LongMatroska("basic.mkv").bytes(times: 20) { number, elements in
      // Sound, the second track, comes with the tenth repetition.
      if number < 10 {
        elements.removeAll { $0.first == Self.simpleBlock && self.picture(in: $0) == nil }
      }
    }
    let outcome = try PayloadComparison.compare(bytes, like: "basic.mkv")
    expect(outcome.isCertain && !outcome.takesMost)
  }

  @Test(
    "are those that a demuxer emits whatever pictures begin with",
    arguments: [
      // Slices of P, B and I pictures, by either number of their type, with and without a
      // reference.
      [0x65, 0x88], [0x65, 0xB8], [0x41, 0xB8], [0x41, 0x88], [0x41, 0xC0], [0x41, 0x9A],
      [0x01, 0xA0], [0x01, 0x9C], [0x21, 0xFF], [0x41, 0x10], [0x45, 0x00], [0x65, 0x00],
      // Delimiters, parameters, other information, parts of slices, nothing.
      [0x09, 0x10], [0x67, 0x64], [0x68, 0xEB], [0x06, 0x05], [0x06, 0x06], [0x42, 0x10],
      [0x00, 0x00], [0x1F, 0xFF],
    ] as [[UInt8]])
  func slices(beginning: [UInt8]) throws {
    let bytes = try LongMatroska("basic.mkv").bytes(times: 20) { number, elements in
      guard number >= 10 else { return }
      for place in elements.indices where place % 7 == number % 7 {
        guard let frame = picture(in: elements[place]) else { continue }
        elements[place].replaceSubrange(frame + 4..<frame + 6, with: beginning)
      }
    }
    try PayloadComparison.compare(bytes, like: "basic.mkv")
  }

  @Test(
    "are those that a demuxer emits where units have other lengths",
    arguments: [0, 1, 2, 5, 1 << 24] as [UInt32])
  func lengths(length: UInt32) throws {
    let bytes = try LongMatroska("basic.mkv").bytes(times: 20) { number, elements in
      guard number == 12, let place = elements.lastIndex(where: { picture(in: $0) != nil }),
        let frame = picture(in: elements[place])
      else { return }
      elements[place].replaceSubrange(
        frame..<frame + 4, with: (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) })
    }
    try PayloadComparison.compare(bytes, like: "basic.mkv")
  }

  @Test(
    "are those that a demuxer emits of blocks in groups",
    arguments: [
      // Nothing else, durations, a reference, room, and padding that is dropped.
      ([], true), ([0x9B, 0x81, 0x21], true), ([0x9B, 0x81, 0x00], false),
      ([0xFB, 0x81, 0xD8, 0x9B, 0x81, 0x30], true), ([0xEC, 0x82, 0, 0], true),
      ([0x75, 0xA2, 0x81, 0x10], false), ([0x9B, 0x81, 0x21, 0x9B, 0x81, 0x22], false),
    ] as [([UInt8], Bool)])
  func groups(others: [UInt8], areTaken: Bool) throws {
    let bytes = try LongMatroska("basic.mkv").bytes(times: 20) { number, elements in
      guard number >= 10 else { return }
      for place in elements.indices
      where place % 5 == 1 && elements[place].first == Self.simpleBlock {
        elements[place] = LongMatroska.group(elements[place], others)
      }
    }
    let outcome = try PayloadComparison.compare(bytes, like: "basic.mkv")
    expect(outcome.isCertain)
    expect(outcome.takesMost, equals: areTaken)
  }

  @Test(
    "are not taken from what is unusual",
    arguments: ["laced", "no time", "two times", "unknown track", "empty", "early", "between"])
  func unusual(what: String) throws {
    let bytes = try LongMatroska("basic.mkv").bytes(times: 20) { number, elements in
      guard number == 12, let place = elements.lastIndex(where: { picture(in: $0) != nil }),
        let frame = picture(in: elements[place]),
        let time = elements.firstIndex(where: { $0.first == 0xE7 })
      else { return }
      switch what {
      case "laced": elements[place][frame - 1] |= 0x04
      case "no time": elements.remove(at: time)
      case "two times": elements.insert(elements[time], at: place)
      case "unknown track": elements[place][frame - 4] = 0x89
      case "empty":
        elements[place] = [Self.simpleBlock, 0x84] + elements[place][frame - 4..<frame]
      case "early":
        elements[time].replaceSubrange(9..., with: [UInt8](repeating: 0, count: 8))
        elements[place].replaceSubrange(frame - 3..<frame - 1, with: [0xFF, 0])
      default:
        // Tags in the middle of a cluster.
        elements.insert([0x12, 0x54, 0xC3, 0x67, 0x80], at: place)
      }
    }
    let outcome = try PayloadComparison.compare(bytes, like: "basic.mkv")
    expect(!outcome.takesMost)
  }

  @Test("end as a demuxer ends at damage behind the last of them", arguments: [0x00, 0x08, 0xFF])
  func tail(byte: UInt8) throws {
    var bytes = try LongMatroska("basic.mkv").bytes(times: 20)
    let cues = try #require(bytes.lastIndex(of: 0x1C))
    for place in cues..<bytes.count { bytes[place] = byte }
    try PayloadComparison.compare(bytes, like: "basic.mkv")
  }

  @Test("end where the file does", arguments: [1, 300, 5000, 200_000])
  func cutShort(count: Int) throws {
    let bytes = try LongMatroska("basic.mkv").bytes(times: 20)
    try PayloadComparison.compare(bytes.dropLast(count), like: "basic.mkv")
  }

  @Test("are those that a demuxer emits of a damaged file", arguments: 0..<24 as Range<UInt64>)
  func damaged(seed: UInt64) throws {
    var random = SmallNumbers(seed: seed)
    // In one repetition, or in each from there on.
    let first = 3 + random.next(5)
    let isOnce = random.next(2) == 0
    let bytes = try LongMatroska("basic.mkv").bytes(times: 10) { number, elements in
      guard isOnce ? number == first : number >= first, !elements.isEmpty else { return }
      for _ in 0...random.next(2) {
        let place = random.next(elements.count)
        let byte = random.next(min(elements[place].count, random.next(2) == 0 ? 8 : 16))
        elements[place][byte] = UInt8(random.next(256))
      }
    }
    try PayloadComparison.compare(bytes, like: "basic.mkv")
  }
}
