package import PlayheadKit

/// A prediction of a live event beside runs of a real player, at the edge.
package struct LiveComparison: Hashable, Sendable {
  /// The mean latency that is predicted, over the seconds that it and a run have; `nil` if there
  /// are none.
  package var predicted: [MediaTime?]
  /// The mean latency of each run over the same seconds.
  package var real: [MediaTime?]
  /// The number of manifests that the prediction asks for.
  package var predictedManifests: Int
  /// The number of those that each run asked for.
  package var manifests: [Int]

  /// How far the mean latencies may be apart.
  package static let tolerance = MediaTime.milliseconds(250)

  package init(_ ladder: Ladder, predicted: PlaybackOutline, runs: [PlaybackOutline]) {
    let pairs = runs.map { Self.means(predicted.live, $0.live) }
    // What has no second in common is told by itself.
    self.predicted = pairs.map { $0?.predicted ?? predicted.live?.mean }
    real = zip(pairs, runs).map { $0?.real ?? $1.live?.mean }
    let places = LadderPlaces(ladder)
    func count(_ outline: PlaybackOutline) -> Int {
      outline.requests.count {
        let content = places.place(of: $0)?.content
        return content == .manifest || content == .playlist
      }
    }
    predictedManifests = count(predicted)
    manifests = runs.map(count)
  }

  private static func means(
    _ predicted: LiveOutline?, _ run: LiveOutline?
  ) -> (predicted: MediaTime, real: MediaTime)? {
    guard let predicted, let run else { return nil }
    let first = max(predicted.firstSecond, run.firstSecond)
    let last = min(
      predicted.firstSecond + Int64(predicted.latencies.count),
      run.firstSecond + Int64(run.latencies.count))
    guard first < last else { return nil }
    func mean(_ outline: LiveOutline) -> MediaTime? {
      let range = Int(first - outline.firstSecond)..<Int(last - outline.firstSecond)
      return LiveOutline(
        firstSecond: first, latencies: Array(outline.latencies[range]), rates: []
      ).mean
    }
    guard let own = mean(predicted), let other = mean(run) else { return nil }
    return (own, other)
  }

  /// Whether the mean latency is within a quarter of a second of a run's; also if neither ever
  /// played.
  package var agrees: Bool {
    zip(predicted, real).contains { predicted, real in
      guard let predicted, let real else { return predicted == nil && real == nil }
      let difference = predicted - real
      return difference <= Self.tolerance && .zero - difference <= Self.tolerance
    }
  }
}
