import Foundation
import PlayheadKit

@testable import MediaReading

/// A clip of Matroska whose clusters are repeated, so that it is longer than what a demuxer reads
/// ahead.
struct LongMatroska {
  private let head: [UInt8]
  private let description: [UInt8]
  private let clusters: [[UInt8]]
  private let tail: [UInt8]

  /// The milliseconds after which the clusters are repeated.
  static let period: UInt64 = 6000

  init(_ clip: String) throws {
    let bytes = try Fixtures.bytes(of: clip)
    let top = try Self.elements(bytes[...])
    guard top.count == 2, top[1].identifier == MatroskaElement.segment else {
      throw CocoaError(.fileReadCorruptFile)
    }
    head = Array(bytes[..<Int(top[1].start)])
    let parts = try Self.elements(bytes[Int(top[1].content)...])
    func written(_ part: MatroskaElement) -> [UInt8] {
      let whole = Array(bytes[Int(part.start)..<Int(part.end ?? part.content)])
      // Places are others now.
      return part.identifier == MatroskaElement.seekHead
        ? MatroskaElement.filler(of: Int64(whole.count))
          + [UInt8](repeating: 0, count: whole.count - MatroskaElement.fillerBytes) : whole
    }
    let first = parts.firstIndex { $0.identifier == MatroskaElement.cluster } ?? 0
    let last = parts.lastIndex { $0.identifier == MatroskaElement.cluster } ?? 0
    description = parts[..<first].flatMap(written)
    tail = parts[(last + 1)...].flatMap(written)
    clusters = parts[first...last].map(written)
  }

  /// The clip with its clusters so many times over, each of which `change` may change: it gets the
  /// number of the repetition and the elements of a cluster.
  func bytes(
    times: Int, change: (Int, inout [[UInt8]]) -> Void = { _, _ in }
  ) throws -> [UInt8] {
    var content = description
    for number in 0..<times {
      for cluster in clusters {
        let parts = try Self.elements(cluster[...])
        var elements = try Self.elements(cluster[Int(parts[0].content)...]).map { element in
          let whole = Array(cluster[Int(element.start)..<Int(element.end ?? element.content)])
          guard element.identifier == MatroskaElement.clusterTime else { return whole }
          let time = whole.dropFirst(2).bigEndian + UInt64(number) * Self.period
          return Self.element(
            [0xE7], (0..<8).map { UInt8(truncatingIfNeeded: time >> (56 - 8 * $0)) })
        }
        change(number, &elements)
        content += Self.element([0x1F, 0x43, 0xB6, 0x75], elements.flatMap(\.self))
      }
    }
    return head + Self.element([0x18, 0x53, 0x80, 0x67], content + tail)
  }

  /// An element with a length of eight bytes.
  static func element(_ identifier: [UInt8], _ content: [UInt8]) -> [UInt8] {
    identifier + [1]
      + (1..<8).map { UInt8(truncatingIfNeeded: content.count >> (56 - 8 * $0)) } + content
  }

  /// A group of the frame in `block`, a simple block, and of `others`.
  static func group(_ block: [UInt8], _ others: [UInt8] = []) -> [UInt8] {
    let length = block[1].leadingZeroBitCount + 1
    return element([0xA0], element([0xA1], Array(block[(1 + length)...])) + others)
  }

  /// The elements that follow each other in `bytes`, by their places.
  private static func elements(_ bytes: ArraySlice<UInt8>) throws -> [MatroskaElement] {
    var elements: [MatroskaElement] = []
    var place = bytes.startIndex
    while place < bytes.endIndex {
      guard let element = MatroskaElement(bytes[place...].prefix(12), at: Int64(place)),
        let end = element.end, end <= Int64(bytes.endIndex)
      else { throw CocoaError(.fileReadCorruptFile) }
      elements.append(element)
      place = Int(end)
    }
    return elements
  }
}
