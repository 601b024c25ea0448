public import PlayheadKit
import PlayheadManifests

extension MediaReader {
  /// Reads a case's media, a file or a ladder; its sessions then run without it.
  ///
  /// - Parameter media: the media, and how much of it to decode.
  /// - Returns: what a session of it needs.
  /// - Throws: `CaseError` if it cannot be read or played.
  public func playable(_ media: CheckedMedia) throws(CaseError) -> PlayableMedia {
    if let format = Ladder.Format(ofLadderAt: media.location) {
      do throws(LadderReadingError) {
        let player = media.player ?? .usual(for: format)
        var options = ManifestOptions.lenient
        options.unplayableCodecs = player.unplayableCodecs
        let reading = try readLadder(
          media.location, format, options: options, timing: SegmentTimeOptions(of: player))
        return PlayableMedia(reading.ladder, remarks: reading.notes)
      } catch {
        throw CaseError(error)
      }
    }
    do throws(MediaReadingError) {
      let survey = try survey(media.location, decode: media.decode, tracks: media.tracks)
      var playable = PlayableMedia(
        survey.media.presentation, damage: survey.media.damage,
        decoded: survey.media.decoding == nil ? .none : media.decode.whereDecoded,
        remarks: survey.media.remarks)
      playable.digest = survey.digest
      return playable
    } catch {
      throw CaseError(error)
    }
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
