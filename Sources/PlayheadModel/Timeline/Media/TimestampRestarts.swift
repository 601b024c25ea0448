/// The places at which the timestamps of a track begin again, as in recordings joined end to end.
///
/// In decoding order a sync sample is shown after everything before it, and any other sample after
/// the sync sample before the latest. A sample that is not begins a restart. All times are by the
/// container's clock.
package struct TimestampRestarts: Hashable, Sendable, Codable {
  /// The track's number.
  package let track: Int
  /// How many restarts there are.
  package var count = 0
  /// How many samples, over all restarts, are shown at times that samples before the restart had
  /// reached.
  package var overlappingSamples = 0
  /// The first ``maximumPlaces`` of the restarts, in decoding order.
  package var places: [Place] = []

  /// The largest number of restarts that are listed.
  package static let maximumPlaces = 100

  /// A restart.
  package struct Place: Hashable, Sendable, Codable {
    /// The offset of its first sample, in bytes.
    package let offset: Int64
    /// The latest presentation time before it.
    package let from: MediaTime
    /// The presentation time of its first sample.
    package let to: MediaTime
    /// How many samples from here to the next restart are shown no later than `from`.
    package var overlappingSamples = 0
  }
}

extension MediaIndex {
  /// The restarts of the tracks numbered `tracks`, of those that have any.
  package func timestampRestarts(of tracks: [Int]) -> [TimestampRestarts] {
    var finders = self.tracks.map { RestartFinder(track: $0.id) }
    let isWanted = self.tracks.map { tracks.contains($0.id) }
    for sample in samples where isWanted[Int(sample.track)] && sample.isShown {
      if let time = sample.presentationTime { finders[Int(sample.track)].add(sample, at: time) }
    }
    return finders.map(\.found).filter { $0.count > 0 }
  }

  /// The places in ``samples`` at which the timestamps of the track numbered `track` begin again.
  package func restartPlaces(ofTrack track: Int) -> [Int] {
    var finder = RestartFinder(track: track)
    var places: [Int] = []
    for (number, sample) in samples.enumerated() where Int(sample.track) == track && sample.isShown
    {
      guard let time = sample.presentationTime else { continue }
      let count = finder.found.count
      finder.add(sample, at: time)
      if finder.found.count > count { places.append(number) }
    }
    return places
  }
}

/// Finds the restarts of one track in its shown samples, as they come.
private struct RestartFinder {
  private(set) var found: TimestampRestarts
  /// The latest presentation time since the latest restart.
  private var latest: MediaTime?
  /// The latest presentation time before that.
  private var before: MediaTime?
  /// The presentation time of the latest sync sample since the latest restart.
  private var sync: MediaTime?
  /// That of the sync sample before it.
  private var previousSync: MediaTime?

  init(track: Int) {
    found = TimestampRestarts(track: track)
  }

  mutating func add(_ sample: Sample, at time: MediaTime) {
    if let bound = sample.isSync ? latest : previousSync, time <= bound {
      let from = max(before ?? bound, latest ?? bound)
      before = from
      (latest, sync, previousSync) = (nil, nil, nil)
      found.count += 1
      if found.places.count < TimestampRestarts.maximumPlaces {
        found.places.append(.init(offset: sample.offset, from: from, to: time))
      }
    }
    if let before, time <= before {
      found.overlappingSamples += 1
      if found.count == found.places.count {
        found.places[found.count - 1].overlappingSamples += 1
      }
    }
    latest = max(latest ?? time, time)
    if sample.isSync { (sync, previousSync) = (time, sync) }
  }
}
