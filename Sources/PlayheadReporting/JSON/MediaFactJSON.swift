import PlayheadAnalysis
import PlayheadFiles
import PlayheadModel

/// Facts of a media file beyond its tracks, in JSON.
enum MediaFactJSON {
  static func index(_ index: ContainerIndex) -> JSONValue {
    .members([
      "name": .string(index.name),
      "offsetBytes": .integer(index.range.lowerBound),
      "bytes": .integer(index.range.count),
      "placement": .string(index.placement.rawValue),
    ])
  }

  static func opening(_ opening: OpeningTraffic) -> JSONValue {
    .members([
      "bytes": .integer(opening.bytes),
      "requests": .whole(opening.requests),
      "readsEndFirst": .bool(opening.readsEndFirst),
    ])
  }

  static func keyframeInterval(_ interval: KeyframeInterval?) -> JSONValue {
    guard let interval else { return .null }
    return .members([
      "minimumSeconds": .seconds(interval.minimum),
      "meanSeconds": .seconds(interval.mean),
      "maximumSeconds": .seconds(interval.maximum),
    ])
  }

  /// Times are counted from the media's `origin`.
  static func restarts(_ restarts: TimestampRestarts, origin: MediaTime) -> JSONValue {
    .members([
      "track": .whole(restarts.track),
      "count": .whole(restarts.count),
      "overlappingSamples": .whole(restarts.overlappingSamples),
      "places": .array(
        restarts.places.map { place in
          .members([
            "offsetBytes": .integer(place.offset),
            "fromSeconds": .seconds(place.from - origin),
            "toSeconds": .seconds(place.to - origin),
            "overlappingSamples": .whole(place.overlappingSamples),
          ])
        }),
    ])
  }

  /// What startup was spent on; what was not reached is null, and the bytes and requests of opening
  /// are those sent for until the end then.
  static func startup(_ phases: StartupPhases, cause: WaitCause?) -> JSONValue {
    .members([
      "openSeconds": .seconds(phases.milestone >= .opened ? phases.opening : nil),
      "openBytes": .integer(phases.openingBytes),
      "openRequests": .whole(phases.openingRequests),
      "firstFrameSeconds": .seconds(phases.milestone >= .firstFrame ? phases.firstFrame : nil),
      "thresholdSeconds": .seconds(phases.milestone >= .started ? phases.threshold : nil),
      "cause": CauseJSON.value(cause, of: .startup),
    ])
  }
}
