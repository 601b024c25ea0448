package import PlayheadModel

/// Why a session cannot be expressed in the input format of ITU-T P.1203.
package enum P1203Error: Error, Hashable, Sendable {
  /// The user did something at this wall time besides starting to play, of which the
  /// Recommendation knows nothing.
  case action(WallTime)
  /// Nothing was shown.
  case neverStarted
  /// The stall of this number is still open at the end of the session.
  case openStall(Int)
  /// No video track is played.
  case noVideo
  /// More than one track of a kind is played.
  case severalTracks(Track.Kind)
  /// The Recommendation does not know the codec of a track.
  case codec(String, track: Int)
  /// What the format asks of a track is not known of it.
  case unknown(String, track: Int)
  /// The Recommendation does not know the codec of a level.
  case codecOfLevel(String, level: Int)
  /// What the format asks of a level is not declared of it.
  case unknownOfLevel(Declaration, level: Int)
  /// Segments have video and audio in them, whose rates it wants apart.
  case audioNotApart

  /// What a manifest declares of a level.
  package enum Declaration: String, Hashable, Sendable {
    /// What it is encoded with.
    case codec = "codec (CODECS, @codecs)"
    /// The size of its pictures.
    case size = "size of pictures (RESOLUTION, @width and @height)"
    /// Its pictures per second.
    case frameRate = "frame rate (FRAME-RATE, @frameRate)"
    /// Its bit rate.
    case rate = "length of segments"
  }
}

extension P1203Error: CustomStringConvertible {
  /// The reason in words.
  package var description: String {
    switch self {
    case .action(let time):
      "it rates media played straight through, and the user acts at \(time.secondsText) s"
    case .neverStarted: "nothing is ever shown"
    case .openStall(let number):
      "stall \(number) is still open at the end of the session, and the format needs its length"
    case .noVideo: "it needs a video track, and none is played"
    case .severalTracks(let kind): "it rates one \(kind.rawValue) track, and more are played"
    case .codec(let codec, let track): "it does not know \(codec), the codec of track \(track)"
    case .unknown(let fact, let track): "the \(fact) of track \(track) is not known"
    case .codecOfLevel(let codec, let level):
      "it does not know \(codec), the codec of level \(level)"
    case .unknownOfLevel(let fact, let level):
      "the manifest does not declare the \(fact.rawValue) of level \(level)"
    case .audioNotApart:
      "it wants the rates of video and audio apart, and segments have both in them"
    }
  }
}
