import PlayheadModel

/// The names that codecs have in the input of ITU-T P.1203.
enum P1203Codec {
  /// The name of the codec of `track`; `nil` if the format has none for it.
  ///
  /// The Recommendation itself covers H.264 only. HEVC and VP9 have names where its reference
  /// implementation is extended, so they are written rather than refused.
  static func name(_ track: Track) -> String? {
    switch (track.kind, track.codec) {
    case (.video, "h264"), (.video, "hevc"), (.video, "vp9"): track.codec
    case (.audio, "mp2"), (.audio, "ac3"): track.codec
    case (.audio, "aac"):
      switch track.profile {
      case nil, "LC": "aaclc"
      case "HE-AAC", "HE-AACv2": "heaac"
      default: nil
      }
    default: nil
    }
  }

  /// The name of a codec that a manifest declares as RFC 6381 writes it, and whether it is one of
  /// audio; `nil` if the format has none for it.
  static func name(declared codec: String) -> (name: String, isAudio: Bool)? {
    switch CodecName(declared: codec)?.name {
    case let name? where ["h264", "hevc", "vp9"].contains(name): return (name, false)
    case "ac3": return ("ac3", true)
    // MPEG-4 audio object types: 2 is AAC-LC, 5 and 29 are HE-AAC with and without parametric
    // stereo.
    case "aac" where codec == "mp4a.40.2": return ("aaclc", true)
    case "aac" where ["mp4a.40.5", "mp4a.40.29"].contains(codec): return ("heaac", true)
    default: return nil
    }
  }
}
