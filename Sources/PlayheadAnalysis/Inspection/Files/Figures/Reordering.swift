package import PlayheadModel

/// How far the frames of a video track are decoded before their turn, because frames shown before
/// them need them.
package struct Reordering: Hashable, Sendable {
  /// The number of the track.
  package let track: Int
  /// The largest number of places by which a frame is decoded before its turn: with B frames
  /// between two others, how many there are in a row.
  package let frames: Int
  /// The longest media time from a frame to one that is decoded before it and shown after it.
  package let delay: MediaTime

  /// The reordering of the track numbered `track` of `index`.
  package init(_ index: MediaIndex, track: Int) {
    var frames = 0
    var delay = MediaTime.zero
    var group: [MediaTime] = []
    func close() {
      let order = group.indices.sorted { (group[$0], $0) < (group[$1], $1) }
      for (place, number) in order.enumerated() { frames = max(frames, place - number) }
      var latest = group.first ?? .zero
      for time in group {
        delay = max(delay, latest - time)
        latest = max(latest, time)
      }
      group.removeAll(keepingCapacity: true)
    }
    for sample in index.samples where Int(sample.track) == track {
      if sample.isSync { close() }
      if let time = sample.presentationTime { group.append(time) }
    }
    close()
    self.track = track
    self.frames = frames
    self.delay = delay
  }
}
