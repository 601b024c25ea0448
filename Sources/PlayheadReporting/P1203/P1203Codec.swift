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
}
