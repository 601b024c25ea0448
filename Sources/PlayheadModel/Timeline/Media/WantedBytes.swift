/// The bytes of a file that playback needs, as ranges with the gaps between them.
public struct WantedBytes: Hashable, Sendable {
  /// The ranges in byte order, none of them adjoining or empty.
  public let ranges: [ByteRange]
  /// The position at which everything is loaded; past the last byte if a sample without bytes lies
  /// there.
  public let end: Int64
  /// The longest gap after a range in each block of ``blockSize`` ranges.
  private let longestGaps: [Int64]

  private static let blockSize = 64

  /// The bytes of `ranges`, in byte order, which are loaded at `end`.
  init(_ ranges: [ByteRange], end: Int64) {
    self.ranges = ranges
    self.end = end
    longestGaps = stride(from: 0, to: ranges.count, by: Self.blockSize).map { start in
      (start..<min(start + Self.blockSize, ranges.count)).map { place in
        place + 1 < ranges.count
          ? ranges[place + 1].lowerBound - ranges[place].upperBound : Int64.max
      }.max() ?? 0
    }
  }

  /// The end of the last wanted byte before `position`; zero if none exists.
  func end(before position: Int64) -> Int64 {
    let place = ranges.partitionPoint { $0.lowerBound >= position } - 1
    return place < 0 ? 0 : min(position, ranges[place].upperBound)
  }

  /// The first wanted byte from `position` on that is not in `cached`; `nil` if none is missing.
  func firstMissing(from position: Int64, besides cached: ByteRangeSet) -> Int64? {
    var position = position
    while true {
      position = cached.firstMissing(from: position)
      let place = ranges.partitionPoint { $0.upperBound > position }
      guard place < ranges.count else { return nil }
      guard ranges[place].lowerBound > position else { return position }
      position = ranges[place].lowerBound
      if cached.firstMissing(from: position) == position { return position }
    }
  }

  /// The end of the last wanted byte before `position` that is not in `cached`; zero if none is
  /// missing.
  func endOfMissing(before position: Int64, besides cached: ByteRangeSet) -> Int64 {
    var position = position
    while true {
      position = cached.endOfMissing(before: position)
      let place = ranges.partitionPoint { $0.lowerBound >= position } - 1
      guard place >= 0 else { return 0 }
      guard ranges[place].upperBound < position else { return position }
      position = ranges[place].upperBound
      if cached.endOfMissing(before: position) == position { return position }
    }
  }

  /// The end of the range that contains `position`, joined with ranges at most `gap` apart.
  func runEnd(from position: Int64, readingThrough gap: Int64) -> Int64 {
    var place = ranges.partitionPoint { $0.upperBound > position }
    guard place < ranges.count else { return position }
    while true {
      if place % Self.blockSize == 0, longestGaps[place / Self.blockSize] <= gap {
        place += Self.blockSize
        continue
      }
      let isLast = place + 1 == ranges.count
      if isLast || ranges[place + 1].lowerBound - ranges[place].upperBound > gap {
        return ranges[place].upperBound
      }
      place += 1
    }
  }
}
