public import PlayheadKit

extension MediaReader {
  /// Reads a case's media, a file or a ladder; its sessions then run without it.
  ///
  /// - Parameter media: the media, and how much of it to decode.
  /// - Returns: what a session of it needs.
  /// - Throws: `CaseError` if it cannot be read or played.
  public func playable(_ media: CheckedMedia) throws(CaseError) -> PlayableMedia {
    try playable(media, embeddingIn: nil)
  }

  /// Reads a case's media; writes what sessions need of it to `folder`, if that is given.
  package func playable(
    _ media: CheckedMedia, embeddingIn folder: String?
  ) throws(CaseError) -> PlayableMedia {
    if let format = Ladder.Format(ofLadderAt: media.location) {
      let playable: PlayableMedia
      do throws(LadderReadingError) {
        playable = try ladder(of: format, media)
      } catch {
        throw CaseError(error)
      }
      if let folder, case .ladder(let ladder) = playable.content {
        try EmbeddedMedia.write(ladder, remarks: playable.remarks, in: folder)
      }
      return playable
    }
    return try file(media, embeddingIn: folder)
  }

  /// The ladder of a case, read as the case asks for.
  private func ladder(
    of format: Ladder.Format, _ media: CheckedMedia
  ) throws(LadderReadingError) -> PlayableMedia {
    let reading = try readLadder(
      media.location, format, by: media.player ?? .usual(for: format), as: media.reading,
      isLive: media.isLive)
    return PlayableMedia(reading.ladder, remarks: reading.notes)
  }

  private func file(
    _ media: CheckedMedia, embeddingIn folder: String?
  ) throws(CaseError) -> PlayableMedia {
    let survey: MediaSurvey
    do throws(MediaReadingError) {
      survey = try self.survey(media.location, decode: media.decode, tracks: media.tracks)
    } catch {
      throw CaseError(error)
    }
    var playable = PlayableMedia(
      survey.media.presentation, damage: survey.media.damage,
      decoded: survey.media.decoding == nil ? .none : media.decode.whereDecoded,
      remarks: survey.media.remarks)
    playable.digest = survey.digest
    playable.indexDigest = survey.media.indexDigest
    if let folder, let digest = survey.media.indexDigest {
      try EmbeddedMedia.write(survey, digest: digest, in: folder)
    }
    return playable
  }
}

extension SuiteRunner {
  /// A runner that reads media with `reader` and runs one case per core of it at a time.
  public init(_ reader: MediaReader) {
    self.init(jobs: reader.cores) { media throws(CaseError) in
      try reader.playable(media)
    }
    isInterrupted = { reader.interruption.isRequested }
    isLadder = { Ladder.Format(ofLadderAt: $0) != nil }
  }
}
