public import PlayheadKit

extension MediaReader {
  /// Reads the media of a case, which is then played without touching the file again.
  ///
  /// - Parameters:
  ///   - media: the media.
  ///   - mode: how much to decode; it changes nothing of what is played.
  ///   - inspect: is shown what was read before its samples are let go.
  /// - Returns: what a session of it needs.
  /// - Throws: `CaseError` if it cannot be read or played.
  public func playable(
    _ media: CheckedMedia, decode mode: DecodeMode = .none,
    inspect: (MediaReading, Presentation) -> Void = { _, _ in }
  ) throws(CaseError) -> PlayableMedia {
    let reading: MediaReading
    do throws(MediaReadingError) {
      reading = try read(media.location, decode: mode, tracks: media.tracks)
    } catch {
      throw CaseError(error)
    }
    do throws(PresentationError) {
      let presentation = try Presentation(reading.index, tracks: media.tracks)
      inspect(reading, presentation)
      var playable = PlayableMedia(presentation)
      playable.digest = reading.digest
      return playable
    } catch {
      // Tracks that are not there were told of by the reader.
      throw .nothingShown(of: media.location)
    }
  }
}

extension SuiteRunner {
  /// A runner that reads media with `reader`, and runs as many cases at once as that has cores.
  public init(_ reader: MediaReader, decode mode: DecodeMode = .none) {
    self.init(jobs: reader.cores) { media throws(CaseError) in
      try reader.playable(media, decode: mode)
    }
    isInterrupted = { reader.interruption.isRequested }
  }
}
