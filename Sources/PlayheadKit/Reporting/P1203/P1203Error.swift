/// Why a session cannot be told in the input format of ITU-T P.1203.
public enum P1203Error: Error, Hashable, Sendable {
  /// The user did something at this wall time besides starting to play, of which the
  /// Recommendation knows nothing.
  case action(MediaTime)
  /// Nothing was shown.
  case neverStarted
  /// Playback stands still for good from this media time on.
  case neverEnds(MediaTime)
  /// No video track is played.
  case noVideo
  /// More than one track of a kind is played.
  case severalTracks(Track.Kind)
  /// The Recommendation does not know the codec of a track.
  case codec(String, track: Int)
  /// What the format asks of a track is not known of it.
  case unknown(String, track: Int)
}

extension P1203Error: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .action(let time):
      "it rates media played straight through, and the user acts at \(time.secondsText) s"
    case .neverStarted: "nothing is ever shown"
    case .neverEnds(let time):
      "playback stands still for good at \(time.secondsText) s, and a stall has to have an end"
    case .noVideo: "it needs a video track, and none is played"
    case .severalTracks(let kind): "it rates one \(kind.rawValue) track, and more are played"
    case .codec(let codec, let track): "it does not know \(codec), the codec of track \(track)"
    case .unknown(let fact, let track): "the \(fact) of track \(track) is not known"
    }
  }
}
