public import PlayheadKit

extension MediaReader {
  /// Which content the media of a case has: its size and its SHA-256, of the bytes as they are now.
  ///
  /// A URL is downloaded for it.
  ///
  /// - Throws: `CaseError` if it cannot be read as a whole, or is a pipe, which gives
  ///   its bytes only once.
  public func contents(of media: CheckedMedia) throws(CaseError) -> RecordedMedia {
    do throws(MediaReadingError) {
      guard HTTPDownloader.handles(media.location) else {
        return try contents(of: InputFile(path: media.location), named: media.name)
      }
      return try contents(downloading: media)
    } catch {
      throw CaseError(error)
    }
  }

  private func contents(
    downloading media: CheckedMedia
  ) throws(MediaReadingError) -> RecordedMedia {
    let outcome: DownloadOutcome
    do {
      outcome = try HTTPDownloader().download(
        media.location, interruption: interruption,
        progress: { completed, total in
          onProgress(ReadingProgress(phase: .downloading, completed: completed, total: total))
        },
        accept: { _ in true })
    } catch {
      if error == .interrupted { throw .interrupted(name: media.location, fraction: 0) }
      throw .download(url: media.location, error)
    }
    guard case .downloaded(let resource) = consume outcome else {
      throw .unreadable(name: media.location, reason: "it was not downloaded")
    }
    return try contents(
      of: InputFile(
        duplicating: resource.file.descriptor, name: media.location, size: resource.size),
      named: media.name)
  }

  private func contents(
    of file: InputFile, named name: String
  ) throws(MediaReadingError) -> RecordedMedia {
    let hash = try MediaReadingError.allocating(for: file) { () throws(FFmpegError) in
      try Hash(.sha256)
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
        throw .inputOutput(name: file.name, offset: error.offset, reason: error.reason)
      }
      guard count > 0 else { break }
      unsafe hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += Int64(count)
    }
    return RecordedMedia(name: name, bytes: offset, digest: hexText(hash.finish()))
  }
}

/// `bytes` in small hexadecimal digits, two each.
func hexText(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
