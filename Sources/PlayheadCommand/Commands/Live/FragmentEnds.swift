import Foundation
import PlayerValidation
import PlayheadKit

/// Where the fragments of segments on this machine end, at which alone they can be cut into parts
/// that play.
struct FragmentEnds {
  private let places: LadderPlaces
  /// The folder that paths count from; empty for the one in which we are.
  private let folder: Substring

  /// Those of `ladder`, whose manifest lies at `path`.
  init(_ ladder: Ladder, beside path: String) {
    places = LadderPlaces(ladder)
    let name = path.split(separator: "/").last ?? ""
    folder = path.dropLast(name.count)
  }

  /// The offsets in a segment behind each of its fragments; empty unless it has several.
  func offsets(in segment: LadderSegment, of level: Level) -> [Int64] {
    let path = folder + places.path(of: segment.resource, level, .segment)
    guard let file = FileHandle(forReadingAtPath: String(path)) else { return [] }
    defer { try? file.close() }
    let start = segment.resource.range?.lowerBound ?? 0
    let end = start + segment.resource.bytes
    var (position, offsets): (Int64, [Int64]) = (start, [])
    while position + 8 <= end {
      guard (try? file.seek(toOffset: UInt64(position))) != nil,
        let header = try? file.read(upToCount: 16), header.count >= 8
      else { break }
      func number(_ range: Range<Int>) -> UInt64 {
        header.count < range.upperBound ? 0 : header[range].reduce(0) { $0 << 8 | UInt64($1) }
      }
      var size = number(0..<4)
      if size == 1 { size = number(8..<16) }
      guard size >= 8, size <= UInt64(end - position) else { break }
      position += Int64(size)
      if header[4..<8].elementsEqual("mdat".utf8) { offsets.append(position - start) }
    }
    return offsets.count > 1 ? offsets : []
  }
}
