/// What an inspection looks for, in the order in which it reports.
package enum InspectionRule: String, CaseIterable, Hashable, Sendable {
  /// Samples, bytes or time that the container announces are not in the file.
  case truncated
  /// A track of which nothing can be decoded.
  case undecodableTrack = "undecodable-track"
  /// Stretches without an intact decoded frame.
  case undecodableMedia = "undecodable-media"
  /// Tracks that were not decoded, so that nobody knows whether their frames are intact.
  case notDecoded = "not-decoded"
  /// Timestamps that begin again.
  case timestampsRestart = "timestamps-restart"
  /// Timestamps that jump ahead.
  case timestampsJump = "timestamps-jump"
  /// Frames that are decoded in another order than their timestamps say.
  case framesOutOfOrder = "frames-out-of-order"
  /// Headers that state other times than the samples have.
  case misstatedTimes = "misstated-times"
  /// An index that players have to fetch from behind the media.
  case indexAfterMedia = "index-after-media"
  /// Fragments that no `sidx` lists.
  case fragmentsWithoutIndex = "fragments-without-index"
  /// A container that does not say how long its media is.
  case missingDuration = "missing-duration"
  /// A track that is stored far behind another.
  case poorInterleaving = "poor-interleaving"
  /// Bytes before the media that no player needs.
  case largeHeader = "large-header"
  /// An index that takes long to load before the media.
  case largeIndex = "large-index"
  /// Bytes among the media that no player needs.
  case stuffing
  /// A picture that is loaded before the media.
  case attachedPicture = "attached-picture"
  /// Media that is decoded and never shown.
  case hiddenMedia = "hidden-media"
  /// Tracks that are downloaded and not played.
  case unusedTracks = "unused-tracks"
  /// Tracks that do not begin together.
  case tracksStartApart = "tracks-start-apart"
  /// Tracks that do not end together.
  case tracksEndApart = "tracks-end-apart"
  /// A rate far above the mean.
  case bitRatePeak = "bit-rate-peak"
  /// A long stretch without a key frame.
  case keyframesFarApart = "keyframes-far-apart"
  /// Key frames of which some follow much later than others.
  case keyframesIrregular = "keyframes-irregular"
  /// Many frames that are decoded before their turn.
  case deepReordering = "deep-reordering"
  /// More frames a second than players have to show.
  case highFrameRate = "high-frame-rate"
}

/// How bad a finding is, as in SARIF.
package enum Severity: String, CaseIterable, Hashable, Comparable, Sendable {
  /// To be known; the file plays as well as others do.
  case note
  /// Costs its viewers time or bytes.
  case warning
  /// Media is missing or cannot be shown.
  case error

  /// Whether `left` is less bad.
  package static func < (left: Severity, right: Severity) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}
