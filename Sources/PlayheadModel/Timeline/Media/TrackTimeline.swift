/// One track's shown samples in the order in which they are shown, with one thing known of each.
///
/// Of a long file there are many samples, so only what is asked for is held, and never for long.
struct TrackTimeline {
  /// What is known of a sample.
  enum Aspect {
    /// The read position by which it can be decoded: all that its group of pictures needs so far.
    case needs
    /// Its first byte.
    case offset
    /// The first byte of its group of pictures, where decoding it begins.
    case groupOffset
    /// Its size in bytes.
    case size
  }

  /// A shown sample: when, and what is known of it.
  struct Entry: BitwiseCopyable {
    var time: MediaTime
    var value: Int64
  }

  /// The shown samples, by presentation time.
  private(set) var shown: [Entry] = []
  /// Where the last of them ends.
  private(set) var end = MediaTime(nanoseconds: .min)
  /// The track's number.
  let track: Int
  private let aspect: Aspect
  /// What is known of the group of pictures so far.
  private var group: Int64 = 0
  private var isInOrder = true

  /// The first presentation time; only for a track that shows something.
  var start: MediaTime { shown.first?.time ?? .zero }

  private init(_ track: Int, _ aspect: Aspect) {
    self.track = track
    self.aspect = aspect
    if case .groupOffset = aspect { group = .max }
  }

  /// The timeline of a track whose samples, the last of which ends at `end`, have these values of
  /// `aspect`.
  init(_ track: Int, _ aspect: Aspect, shown: [Entry], end: MediaTime) {
    self.init(track, aspect)
    self.shown = shown
    self.end = end
    isInOrder = zip(shown, shown.dropFirst()).allSatisfy { $0.time <= $1.time }
    sort()
  }

  /// The timelines of the tracks numbered `tracks`, in their order.
  static func timelines(
    of index: MediaIndex, tracks: [Int], _ aspect: Aspect
  ) -> [TrackTimeline] {
    // A pass for each track, of which few are played, is faster than one that fills all of them.
    tracks.map { track in
      var timeline = TrackTimeline(track, aspect)
      timeline.shown.reserveCapacity(min(index.tracks[track].sampleCount, index.samples.count))
      for sample in index.samples where Int(sample.track) == track { timeline.add(sample) }
      timeline.sort()
      return timeline
    }
  }

  /// The timelines of those tracks that show something.
  static func shown(
    of index: MediaIndex, tracks: [Int], _ aspect: Aspect
  ) -> [TrackTimeline] {
    timelines(of: index, tracks: tracks, aspect).filter { !$0.shown.isEmpty }
  }

  /// The shown samples of all tracks numbered `tracks`, by presentation time.
  static func merged(of index: MediaIndex, tracks: [Int], _ aspect: Aspect) -> [Entry] {
    timelines(of: index, tracks: tracks, aspect).reduce(into: []) { merged, timeline in
      merged = merged.isEmpty ? timeline.shown : Self.merge(merged, timeline.shown)
    }
  }

  private static func merge(_ first: [Entry], _ second: [Entry]) -> [Entry] {
    var merged: [Entry] = []
    merged.reserveCapacity(first.count + second.count)
    var taken = 0
    for entry in second {
      while taken < first.count, first[taken].time <= entry.time {
        merged.append(first[taken])
        taken += 1
      }
      merged.append(entry)
    }
    merged += first[taken...]
    return merged
  }

  /// Adds the next sample in decoding order, which within a track is byte order.
  private mutating func add(_ sample: Sample) {
    let offset = min(sample.offset, sample.needs)
    switch aspect {
    case .needs: group = sample.isSync ? sample.needs : max(group, sample.needs)
    case .offset: group = offset
    case .groupOffset: group = sample.isSync ? offset : min(group, offset)
    case .size: group = Int64(sample.size)
    }
    guard sample.isShown, let time = sample.presentationTime else { return }
    // A codec puts pictures a few places out of order, for which it takes no sort in the end.
    var place = shown.count
    let nearest = max(0, place - FrameOrder.maximumDepth)
    while place > nearest, shown[place - 1].time > time { place -= 1 }
    if place > 0, shown[place - 1].time > time { isInOrder = false }
    let entry = Entry(time: time, value: group)
    if place == shown.count { shown.append(entry) } else { shown.insert(entry, at: place) }
    end = max(end, time + sample.duration)
  }

  /// Keeps the order of those of equal times.
  private mutating func sort() {
    if !isInOrder { shown.sort { $0.time < $1.time } }
  }
}
