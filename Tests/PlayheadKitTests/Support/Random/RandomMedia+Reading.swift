import PlayheadKit

extension RandomMedia {
  /// Has a demuxer emit the samples in an order in which tracks alternate as they please.
  mutating func reorder(using random: inout SplitMix64) {
    var left = index.tracks.map { track in
      index.samples.indices.filter { index.samples[$0].track == track.id }.map { UInt32($0) }[...]
    }
    let run = random.pick(1, 3, 20)
    var order: [UInt32] = []
    while order.count < index.samples.count {
      let track = random.int(0...left.count - 1)
      for _ in 0..<random.int(1...run) {
        if let number = left[track].popFirst() { order.append(number) }
      }
    }
    index.demuxerOrder = order
  }

  /// Cuts the file into resources between samples, where none needs bytes of two.
  mutating func cut(using random: inout SplitMix64) {
    let starts = index.samples.map { min($0.offset, $0.needs) }
    var cuts: [(samples: Int, bytes: Int64)] = []
    var last: Int64 = 0
    for number in 0..<index.samples.count {
      let bytes = number == 0 ? starts[0] : index.samples[number - 1].needs
      guard random.chance(30), bytes > last, bytes < index.bytes,
        starts[number...].allSatisfy({ $0 >= bytes })
      else { continue }
      cuts.append((number, bytes))
      last = bytes
    }
    guard let first = cuts.first else { return }
    index.openingReads = index.openingReads.filter { $0.lowerBound < first.bytes }
      .map { ByteRange($0.lowerBound, min($0.upperBound, first.bytes)) }
    if index.openingReads.isEmpty { index.openingReads = [ByteRange(0, min(20, first.bytes))] }
    let ends = cuts + [(index.samples.count, index.bytes)]
    var start = (samples: 0, bytes: Int64(0))
    index.resources = ends.enumerated().map { number, end in
      defer { start = end }
      for sample in start.samples..<end.samples {
        index.samples[sample].offset -= start.bytes
        index.samples[sample].needs -= start.bytes
      }
      return MediaResource(
        name: "\(number)", bytes: end.bytes - start.bytes, samples: start.samples..<end.samples)
    }
  }
}
