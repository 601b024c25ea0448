/// The bytes of a rendition that playback needs, as ranges with the gaps between them.
package struct WantedBytes: Hashable, Sendable {
  /// The ranges in reading order, none of them adjoining or empty.
  package let ranges: [ReadRange]
  /// The position at which everything is loaded; past the last byte if a sample without bytes lies
  /// there.
  package let end: ReadPosition
  /// The longest gap after a range in each block of ``blockSize`` ranges.
  private let longestGaps: [Int64]

  private static let blockSize = 64

  /// The bytes of `ranges`, in reading order, which are loaded at `end`.
  init(_ ranges: [ReadRange], end: ReadPosition) {
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
  func end(before position: ReadPosition) -> ReadPosition {
    let place = ranges.partitionPoint { $0.lowerBound >= position } - 1
    return place < 0 ? .zero : min(position, ranges[place].upperBound)
  }

  /// The first wanted byte from `position` on that is not in `cached`; `nil` if none is missing.
  func firstMissing(
    from position: ReadPosition, besides cached: ReadRangeSet
  ) -> ReadPosition? {
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
  func endOfMissing(
    before position: ReadPosition, besides cached: ReadRangeSet
  ) -> ReadPosition {
    var position = position
    while true {
      position = cached.endOfMissing(before: position)
      let place = ranges.partitionPoint { $0.lowerBound >= position } - 1
      guard place >= 0 else { return .zero }
      guard ranges[place].upperBound < position else { return position }
      position = ranges[place].upperBound
      if cached.endOfMissing(before: position) == position { return position }
    }
  }

  /// The end of the range that contains `position`, joined with ranges at most `gap` apart.
  func runEnd(from position: ReadPosition, readingThrough gap: Int64) -> ReadPosition {
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

extension WantedBytes {
  /// The bytes of the samples of `index` on the tracks numbered `tracks`.
  init(of index: MediaIndex, tracks: [Int]) {
    let isPlayed = index.tracks.map { tracks.contains($0.id) }
    var end: Int64 = 0
    // Containers with headers between samples have a range for each, so ranges are counted first:
    // a growing array would temporarily take twice the memory.
    var count = 0
    var upper = Int64.min
    for sample in index.samples where isPlayed[Int(sample.track)] {
      if min(sample.offset, sample.needs) > upper { count += 1 }
      upper = max(upper, sample.needs)
    }
    var ranges: [ReadRange] = []
    ranges.reserveCapacity(count)
    for sample in index.samples where isPlayed[Int(sample.track)] {
      end = max(end, sample.needs)
      var range = ReadRange(
        ReadPosition(min(sample.offset, sample.needs)), ReadPosition(sample.needs))
      guard range.count > 0 else { continue }
      // In order of what they need, a sample may begin before those that are whole before it.
      while let last = ranges.last, range.lowerBound <= last.upperBound {
        range.lowerBound = min(range.lowerBound, last.lowerBound)
        range.upperBound = max(range.upperBound, last.upperBound)
        ranges.removeLast()
      }
      ranges.append(range)
    }
    self.init(ranges, end: ReadPosition(end))
  }
}
