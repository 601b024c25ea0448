public import PlayheadKit

/// Reads media files: what they hold and where, and whether it can be decoded.
public struct MediaReader: Sendable {
  /// How many threads decode at once.
  public var cores: Int
  /// Where the user's wish to stop is seen.
  public var interruption: Interruption
  /// Called now and then, from any thread, while reading takes its time.
  public var onProgress: @Sendable (ReadingProgress) -> Void

  /// A reader that decodes on `cores` threads.
  public init(
    cores: Int, interruption: Interruption = Interruption(),
    onProgress: @escaping @Sendable (ReadingProgress) -> Void = { _ in }
  ) {
    self.cores = max(1, cores)
    self.interruption = interruption
    self.onProgress = onProgress
  }

  /// Reads the file at a path and decodes the tracks numbered `tracks`, or the preferred ones.
  public func read(
    path: String, decode mode: DecodeMode = .all, tracks: [Int]? = nil
  ) throws(MediaReadingError) -> MediaReading {
    let file = try InputFile(path: path)
    return try read(file, decode: mode, tracks: tracks)
  }

  private func read(
    _ file: InputFile, decode mode: DecodeMode, tracks: [Int]?
  ) throws(MediaReadingError) -> MediaReading {
    let index = try index(file)
    let played = try playedTracks(of: index, tracks, file)
    guard mode != .none else { return MediaReading(index: index, decoding: nil) }
    let decoding = FileDecoding(
      file: file, mode: mode, interruption: interruption, cores: cores, onProgress: onProgress)
    return MediaReading(index: index, decoding: try decoding.decode(index, tracks: played))
  }

  private func index(_ file: InputFile) throws(MediaReadingError) -> MediaIndex {
    guard file.size > 0 else { throw .notMedia(name: file.name, reason: "it is empty") }
    let head: [UInt8]
    do {
      head = try file.head(4096)
    } catch {
      throw .inputOutput(name: file.name, offset: error.offset, reason: error.reason)
    }
    if let refusal = FormatRefusal(head: head) { throw refusal.error(name: file.name) }
    var index = try Indexer(file: file, interruption: interruption, onProgress: onProgress).index()
    try PresentationTimes(file: file, interruption: interruption, cores: cores).complete(&index)
    return index
  }

  private func playedTracks(
    of index: MediaIndex, _ chosen: [Int]?, _ file: InputFile
  ) throws(MediaReadingError) -> [Int] {
    do throws(PresentationError) {
      return try index.playedTracks(chosen)
    } catch {
      switch error {
      case .noSuchTrack(let number, let count):
        throw .track(
          name: file.name, number: number, reason: "there are tracks 0 to \(count - 1) only")
      case .notPlayable(let number, let kind):
        throw .track(
          name: file.name, number: number, reason: "it is of kind \(kind.rawValue)")
      case .nothingShown:
        throw .notMedia(name: file.name, reason: "it has no audio or video")
      }
    }
  }
}

/// What reading a media file found.
public struct MediaReading: Hashable, Sendable {
  /// What the file holds and where.
  public var index: MediaIndex
  /// What decoding it found; `nil` if nothing was decoded.
  public var decoding: DecodingReport?
}
