/// Facts of a media file as the header and Markdown state them.
struct MediaFacts {
  let media: MediaDescription
  let durations: TextStyle.Durations

  /// Mean and peak rates, as far as there are any.
  var rates: [String] {
    func peak(_ rate: BitRate?, _ window: MediaTime) -> String? {
      rate.map { "\($0.rounded.text) over \(durations.text(window))" }
    }
    let peaks = [
      peak(media.peakRates.over1Second, .seconds(1)).map { "peak \($0)" },
      peak(media.peakRates.over10Seconds, .seconds(10)),
    ]
    return ([media.averageRate.map { "mean \($0.rounded.text)" }, playedRate] + peaks)
      .compactMap(\.self)
  }

  /// The mean rate of what is played, where much of the file is something else; and where a peak, which
  /// is of what is played, is below the mean, which is of the file.
  private var playedRate: String? {
    guard let mean = media.averageRate, let played = media.playedRate else { return nil }
    let peaks = [media.peakRates.over1Second, media.peakRates.over10Seconds].compactMap(\.self)
    guard played.bitsPerSecond < mean.bitsPerSecond / 10 * 9 || peaks.contains(where: { $0 < mean })
    else { return nil }
    return "played samples \(played.rounded.text)"
  }

  /// Where the index lies, and what opening the file reads.
  var opening: [String] {
    let opening = media.opening
    return indexes
      + [
        opening.requests > 0
          ? "opening reads \(byteText(opening.bytes)) in \(counted(opening.requests, "request"))"
          : nil,
        opening.readsEndFirst ? "reads the end of the file first" : nil,
      ].compactMap(\.self)
  }

  private var indexes: [String] {
    guard let indexes = media.index.containerIndexes else { return [] }
    let placement =
      switch indexes.first?.placement {
      case nil: "no index needed"
      case .beforeMedia: "fast start"
      case .amongMedia: "index among the media"
      case .afterMedia: "index after the media"
      }
    return [placement]
      + indexes.map { "\($0.name) \(byteText($0.range.count)) at byte \($0.range.lowerBound)" }
  }

  /// The keyframe interval of `track`; `nil` unless it is a video track.
  func keyframes(_ track: Track) -> String? {
    guard track.kind == .video else { return nil }
    guard let interval = media.keyframeIntervals.first(where: { $0.track == track.id }) else {
      let count = track.syncSampleCount
      return count == 0 ? "no keyframes" : counted(count, "keyframe")
    }
    func text(_ time: MediaTime) -> String { durations.text(time, places: 2) }
    let (minimum, maximum) = (text(interval.minimum), text(interval.maximum))
    return minimum == maximum
      ? "keyframes every \(minimum)"
      : "keyframes every \(minimum) to \(maximum), mean \(text(interval.mean))"
  }

  /// The tracks whose timestamps begin again.
  var restarts: [String] {
    media.timestampRestarts.map { restarts in
      let place = restarts.places.first.map {
        " at \(durations.text($0.from - media.presentation.origin, places: 2))"
      }
      return "track \(restarts.track): timestamps restart "
        + (restarts.count == 1 ? "once," : "\(restarts.count) times, first") + (place ?? "")
        + ", \(counted(restarts.overlappingSamples, "sample")) overlap"
    }
  }
}
