public import PlayheadKit

extension MediaReader {
  /// Reads a case's media; its sessions then run without the file.
  ///
  /// - Parameters:
  ///   - media: the media.
  ///   - mode: how much to decode; playback does not depend on it.
  ///   - inspect: receives the reading before its samples are released.
  /// - Returns: the values that a session needs.
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
      var playable = PlayableMedia(presentation, resourceBytes: reading.index.bytes)
      playable.digest = reading.digest
      return playable
    } catch {
      // The reader has reported missing tracks already.
      throw .nothingShown(of: media.location)
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
