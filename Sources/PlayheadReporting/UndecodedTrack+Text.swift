import PlayheadModel

extension MediaDamage.UndecodedTrack {
  /// `track 0 (video) is not decoded: it is encrypted`.
  package var sentence: String {
    let why =
      switch reason {
      case .encrypted: "it is encrypted"
      case .noDecoder: "this FFmpeg has no decoder for \(codec == "none" ? "its codec" : codec)"
      case .notAllowed: "the decoder of \(codec) may not run here"
      }
    return "track \(number) (\(kind.words)) is not decoded: \(why)"
  }
}
