public import PlayheadKit

extension MediaReader {
  /// Reads a case's media; its sessions then run without the file.
  ///
  /// - Parameter media: the media, and how much of it to decode.
  /// - Returns: what a session of it needs.
  /// - Throws: `CaseError` if it cannot be read or played.
  public func playable(_ media: CheckedMedia) throws(CaseError) -> PlayableMedia {
    let reading: MediaReading
    do throws(MediaReadingError) {
      reading = try read(media.location, decode: media.decode, tracks: media.tracks)
    } catch {
      throw CaseError(error)
    }
    do throws(PresentationError) {
      let presentation = try Presentation(reading.index, tracks: media.tracks)
      var playable = PlayableMedia(
        presentation,
        damage: MediaDamage(reading.index, presentation, decoding: reading.decoding),
        decoded: reading.decoding == nil ? .none : media.decode.whereDecoded,
        remarks: reading.index.remarks(on: presentation))
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
  public init(_ reader: MediaReader) {
    self.init(jobs: reader.cores) { media throws(CaseError) in
      try reader.playable(media)
    }
    isInterrupted = { reader.interruption.isRequested }
  }
}
