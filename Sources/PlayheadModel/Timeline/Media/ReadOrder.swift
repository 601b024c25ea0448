/// The order in which a player reads the bytes of a file.
public enum ReadOrder: String, CaseIterable, Hashable, Sendable {
  /// From first to last, as players do that find samples by themselves.
  case byte
  /// As a demuxer seeks that emits the sample that is due first, after players built on FFmpeg.
  ///
  /// It differs from byte order where tracks are interleaved poorly: ``MediaIndex/demuxerOrder``.
  case demuxer
}

/// An index whose samples are in the order in which a demuxer emits them, with read positions in
/// place of offsets.
struct DemuxedIndex {
  /// The index, with the samples of the tracks that are played.
  let index: MediaIndex
  /// Where these positions lie.
  let order: ReadingOrder
  /// ``Rendition/sampleDistance``.
  let sampleDistance: Int64

  /// The tracks numbered `tracks` of `index` in the order of its demuxer; `nil` if that is byte
  /// order.
  ///
  /// Samples that share bytes are read in byte order, too.
  init?(_ index: MediaIndex, tracks: [Int]) {
    guard let order = index.demuxerOrder else { return nil }
    let isPlayed = index.tracks.map { tracks.contains($0.id) }
    var samples: [Sample] = []
    samples.reserveCapacity(index.samples.count)
    for number in order where index.samples.indices.contains(Int(number)) {
      let sample = index.samples[Int(number)]
      if isPlayed[Int(sample.track)] { samples.append(sample) }
    }
    guard Self.areApart(samples) else { return nil }
    sampleDistance = Self.sampleDistance(samples, tracks: tracks)
    var runs: [ByteRange] = []
    var position: Int64 = 0
    for number in samples.indices {
      let bytes = samples[number].bytesRead
      samples[number].offset = position
      position += bytes.count
      samples[number].needs = position
      guard bytes.count > 0 else { continue }
      if let last = runs.last, last.upperBound == bytes.lowerBound {
        runs[runs.count - 1].upperBound = bytes.upperBound
      } else {
        runs.append(bytes)
      }
    }
    guard !runs.isEmpty else { return nil }
    self.order = ReadingOrder(runs)
    guard !self.order.isStraight else { return nil }
    var demuxed = index
    demuxed.samples = samples
    demuxed.demuxerOrder = nil
    self.index = demuxed
  }

  /// The largest number of bytes from a sample of one track back to the first of another that is
  /// due a second later or more; zero if all of these lie ahead.
  private static func sampleDistance(_ samples: [Sample], tracks: [Int]) -> Int64 {
    let due = tracks.map { track in
      samples.filter { Int($0.track) == track }.compactMap { sample in
        sample.decodeTime.map { (time: $0, offset: sample.offset) }
      }
    }
    var distance: Int64 = 0
    for (number, one) in due.enumerated() {
      for (otherNumber, other) in due.enumerated() where otherNumber != number {
        var later = 0
        for sample in one {
          while later < other.count, other[later].time < sample.time + .seconds(1) { later += 1 }
          guard later < other.count else { break }
          distance = max(distance, sample.offset - other[later].offset)
        }
      }
    }
    return distance
  }

  /// Whether no two samples share a byte.
  private static func areApart(_ samples: [Sample]) -> Bool {
    let ranges = samples.map(\.bytesRead).filter { $0.count > 0 }
      .sorted { $0.lowerBound < $1.lowerBound }
    return zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
  }
}

extension Sample {
  /// The bytes that reading it takes.
  fileprivate var bytesRead: ByteRange { ByteRange(min(offset, needs), needs) }
}
