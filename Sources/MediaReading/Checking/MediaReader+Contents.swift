public import PlayheadKit

extension MediaReader {
  /// The size and SHA-256 of a case's media, computed from its current bytes.
  ///
  /// A URL is downloaded for it, unless its digest was kept with its reading and the server says
  /// that nothing has changed. A reader that hashes downloads tells it with `playable(_:)`.
  ///
  /// - Throws: `CaseError` if it cannot be read as a whole, or is a pipe, which gives
  ///   its bytes only once.
  public func contents(of media: CheckedMedia) throws(CaseError) -> RecordedMedia {
    do throws(MediaReadingError) {
      guard media.location.isWebURL else {
        return try contents(of: InputFile(path: media.location), named: media.name)
      }
      var reader = self
      reader.hashesDownloads = true
      let survey = try reader.survey(media.location, decode: .none, tracks: media.tracks)
      guard let digest = survey.digest else {
        throw .unreadable(name: media.location, reason: "the download has no digest")
      }
      return RecordedMedia(name: media.name, bytes: survey.media.index.bytes, digest: digest)
    } catch {
      throw CaseError(error)
    }
  }

  /// The size and SHA-256 of `file`, which errors call `name`.
  func contents(
    of file: InputFile, named name: String
  ) throws(MediaReadingError) -> RecordedMedia {
    let hash = try MediaReadingError.allocating(for: file) { () throws(FFmpegError) in
      try Hash(.sha256)
    }
    do {
      try file.willReadAll()
    } catch {
      throw error.error(reading: file.name)
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
    defer { unsafe buffer.deallocate() }
    var offset: Int64 = 0
    while true {
      if interruption.isRequested {
        throw .interrupted(
          name: file.name, fraction: Double(offset) / Double(max(1, file.size)))
      }
      let count: Int
      do {
        count = unsafe try file.read(into: buffer, at: offset)
      } catch {
        throw error.error(reading: file.name)
      }
      guard count > 0 else { break }
      unsafe hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += Int64(count)
    }
    return RecordedMedia(name: name, bytes: offset, digest: hexText(hash.finish()))
  }
}

/// `bytes` in lowercase hexadecimal, two digits each.
func hexText(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
