/// One track's shown samples in the order in which they are shown.
struct TrackTimeline {
  /// A shown sample: when, and the read position by which it can be decoded.
  struct Entry: BitwiseCopyable {
    var time: MediaTime
    var needs: Int64
  }

  /// The shown samples, by presentation time.
  private(set) var shown: [Entry] = []
  /// Where the last of them ends.
  private(set) var end = MediaTime(nanoseconds: .min)
  /// What the samples of the group of pictures so far need.
  private var groupNeeds: Int64 = 0
  private var isInOrder = true

  /// The first presentation time; only for a track that shows something.
  var start: MediaTime { shown.first?.time ?? .zero }

  static func timelines(of index: MediaIndex, tracks: [Int]) -> [TrackTimeline] {
    var slots = [Int?](repeating: nil, count: index.tracks.count)
    for (slot, track) in tracks.enumerated() { slots[track] = slot }
    var timelines = [TrackTimeline](repeating: TrackTimeline(), count: tracks.count)
    for (slot, track) in tracks.enumerated() {
      timelines[slot].shown.reserveCapacity(
        min(index.tracks[track].sampleCount, index.samples.count))
    }
    for sample in index.samples {
      guard let slot = slots[Int(sample.track)] else { continue }
      timelines[slot].add(sample)
    }
    for slot in timelines.indices { timelines[slot].sort() }
    return timelines
  }

  /// Adds the next sample in decoding order, which within a track is byte order.
  private mutating func add(_ sample: Sample) {
    groupNeeds = sample.isSync ? sample.needs : max(groupNeeds, sample.needs)
    guard sample.isShown, let time = sample.presentationTime else { return }
    if let last = shown.last, time < last.time { isInOrder = false }
    shown.append(Entry(time: time, needs: groupNeeds))
    end = max(end, time + sample.duration)
  }

  private mutating func sort() {
    if !isInOrder { shown.sort { $0.time < $1.time } }
  }
}
