import PlayheadModel

extension MediaIndex {
  /// The file as it would be without the bytes of `ranges` and the samples in them.
  func cutting(_ ranges: [ByteRange]) -> MediaIndex {
    let cut = CutBytes(ranges)
    var index = self
    var numbers = [UInt32?](repeating: nil, count: samples.count)
    index.samples.removeAll(keepingCapacity: true)
    for (number, sample) in samples.enumerated() {
      let end = sample.offset + Int64(sample.size)
      if sample.size > 0, cut.holds(ByteRange(sample.offset, end)) { continue }
      var moved = sample
      moved.offset = cut.moved(sample.offset)
      moved.needs = cut.moved(sample.needs)
      numbers[number] = UInt32(index.samples.count)
      index.samples.append(moved)
    }
    index.demuxerOrder = demuxerOrder?.compactMap { numbers[Int($0)] }
    index.openingReads = openingReads.map(cut.moved).filter { $0.count > 0 }
    index.containerIndexes = containerIndexes?.map { table in
      var table = table
      table.range = cut.moved(table.range)
      return table
    }
    index.bytes = cut.moved(bytes)
    return index
  }

  /// The bytes of the samples that `isWanted`.
  func ranges(ofSamplesWhere isWanted: (Sample) -> Bool) -> [ByteRange] {
    samples.filter { $0.size > 0 && isWanted($0) }.map {
      ByteRange($0.offset, $0.offset + Int64($0.size))
    }
  }
}

/// Bytes that are cut out of a file, and where the others are then.
private struct CutBytes {
  /// In order, none touching another.
  private var ranges: [ByteRange] = []
  /// How many bytes are cut before each of them.
  private var before: [Int64] = []

  init(_ parts: [ByteRange]) {
    for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) where part.count > 0 {
      if let last = ranges.last, part.lowerBound <= last.upperBound {
        ranges[ranges.count - 1].upperBound = max(last.upperBound, part.upperBound)
      } else {
        ranges.append(part)
      }
    }
    var sum: Int64 = 0
    for range in ranges {
      before.append(sum)
      sum += range.count
    }
  }

  func moved(_ offset: Int64) -> Int64 {
    let following = ranges.partitionPoint { $0.lowerBound >= offset }
    guard following > 0 else { return offset }
    let last = ranges[following - 1]
    return offset - before[following - 1] - min(last.count, offset - last.lowerBound)
  }

  func moved(_ range: ByteRange) -> ByteRange {
    ByteRange(moved(range.lowerBound), moved(range.upperBound))
  }

  /// Whether all bytes of `range` are cut.
  func holds(_ range: ByteRange) -> Bool {
    let following = ranges.partitionPoint { $0.lowerBound > range.lowerBound }
    return following > 0 && range.upperBound <= ranges[following - 1].upperBound
  }
}
