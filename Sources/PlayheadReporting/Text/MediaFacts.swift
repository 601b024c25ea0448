import PlayheadModel

/// Facts of a media file as the header and Markdown state them.
struct MediaFacts {
  let media: MediaDescription
  let durations: TextStyle.Durations

  /// Mean and peak rates of the samples played, and the rate of the whole file.
  var rates: [String] {
    func peak(_ rate: BitRate?, _ window: MediaTime) -> String? {
      rate.map { "peak over \(durations.text(window)) \($0.rounded.text)" }
    }
    return [
      media.playedRate.map { "mean \($0.rounded.text)" },
      peak(media.peakRates.over1Second, .seconds(1)),
      peak(media.peakRates.over10Seconds, .seconds(10)),
      media.averageRate.map { "whole file \($0.rounded.text)" },
    ].compactMap(\.self)
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
      return count == 0 ? "no key frames" : counted(count, "key frame")
    }
    func text(_ time: MediaTime) -> String { durations.text(time, places: 2) }
    let (minimum, maximum) = (text(interval.minimum), text(interval.maximum))
    return minimum == maximum
      ? "key frames every \(minimum)"
      : "key frames every \(minimum) to \(maximum), mean \(text(interval.mean))"
  }

  /// The tracks whose timestamps restart.
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
