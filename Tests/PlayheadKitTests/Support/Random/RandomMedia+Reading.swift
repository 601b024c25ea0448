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
}
