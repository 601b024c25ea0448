public import PlayheadKit

extension MediaReader {
  /// Reads a case's media; its sessions then run without the file.
  ///
  /// - Parameters:
  ///   - media: the media.
  ///   - mode: how much to decode, to find damage; it never changes what is played.
  /// - Returns: what a session of it needs.
  /// - Throws: `CaseError` if it cannot be read or played.
  public func playable(
    _ media: CheckedMedia, decode mode: DecodeMode = .none
  ) throws(CaseError) -> PlayableMedia {
    do throws(MediaReadingError) {
      let survey = try survey(media.location, decode: mode, tracks: media.tracks)
      var playable = PlayableMedia(survey.media.presentation, damage: survey.media.damage)
      playable.digest = survey.digest
      return playable
    } catch {
      throw CaseError(error)
    }
  }
}

extension SuiteRunner {
  /// A runner that reads media with `reader` and runs one case per core of it at a time.
  public init(_ reader: MediaReader, decode mode: DecodeMode = .none) {
    self.init(jobs: reader.cores) { media throws(CaseError) in
      try reader.playable(media, decode: mode)
    }
    isInterrupted = { reader.interruption.isRequested }
  }
}
