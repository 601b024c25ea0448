import Foundation
import PlayerValidation
import PlayheadKit
import PlayheadManifests

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
    return FragmentWalk.ends(of: ByteRange(start, start + segment.resource.bytes)) { range in
      guard (try? file.seek(toOffset: UInt64(range.lowerBound))) != nil else { return nil }
      return (try? file.read(upToCount: Int(range.count))).flatMap { $0.map { Array($0) } }
    }
  }
}
