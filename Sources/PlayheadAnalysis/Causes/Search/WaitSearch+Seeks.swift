import PlayheadModel

/// The causes of long seeks.
extension WaitSearch {
  /// The cause of a long seek: the first of `changes` that saves at least half of it.
  mutating func cause(ofSeek seek: Seek, by changes: [Change]) -> WaitCause? {
    let until = seek.latency.map { seek.start + $0 } ?? base.elapsed
    for change in changes {
      guard let other = counterfactuals.waits(with: [change]),
        other.seeks.indices.contains(seek.number - 1),
        let shorter = other.seeks[seek.number - 1].latency
      else { continue }
      guard let latency = seek.latency else {
        return cause([change], saves: .atLeast(until - seek.start - shorter), until: until)
      }
      guard (latency - shorter) * 2 >= latency else { continue }
      return cause([change], saves: .finite(latency - shorter), until: until)
    }
    return nil
  }

  /// The loaded media time nearest to where `seek` goes, with a second of media behind it if there
  /// is.
  func loadedTime(before seek: Seek) -> MediaTime? {
    var replay = scenario.replay
    replay.run(until: max(.zero, seek.start - .resolution))
    let times = replay.playback.loadedTimeRanges.ranges.map { range in
      min(max(seek.to, range.start), max(range.start, range.end - .seconds(1)))
    }
    func distance(_ time: MediaTime) -> MediaTime { max(time - seek.to, seek.to - time) }
    return times.min { distance($0) < distance($1) }
  }
}
