public import PlayheadKit

/// Reads media files: their tracks, the place and time of each sample, and whether it decodes.
public struct MediaReader: Sendable {
  /// The number of decoding threads.
  public var cores: Int
  /// The cache of readings; `nil` for none.
  public var cache: ReadingCache?
  /// The request to stop that reading checks.
  public var interruption: Interruption
  /// Called with the progress from time to time, from any thread.
  public var onProgress: @Sendable (ReadingProgress) -> Void

  /// Whether readings of URLs include the SHA-256 of the download, which is deleted afterwards.
  public var hashesDownloads = false

  /// Whether readings that decode include the SHA-256 of the file; it is kept with them, so that a
  /// long file is not hashed again.
  public var hashesDecodedFiles = false

  /// A reader that decodes on `cores` threads.
  public init(
    cores: Int, cache: ReadingCache? = nil, interruption: Interruption = Interruption(),
    onProgress: @escaping @Sendable (ReadingProgress) -> Void = { _ in }
  ) {
    self.cores = max(1, cores)
    self.cache = cache
    self.interruption = interruption
    self.onProgress = onProgress
  }

  /// Reads the file at `location`, a path or an `http` or `https` URL, and decodes the tracks
  /// numbered `tracks`, or the preferred ones, as far as `mode` says.
  ///
  /// - Throws: ``MediaReadingError`` if it is missing, cannot be read or downloaded, is no media
  ///   that can be played, has no such tracks, or if the work was interrupted. A file that ends
  ///   early or is damaged is read as far as it goes, and its index says where that is.
  public func read(
    _ location: String, decode mode: DecodeMode = .all, tracks: [Int]? = nil
  ) throws(MediaReadingError) -> MediaReading {
    if HTTPDownloader.handles(location) {
      return try read(url: location, decode: mode, tracks: tracks)
    }
    if PipeSpool.isPipe(location) {
      let spool = PipeSpool(
        path: location, interruption: interruption, onProgress: { onProgress($0) })
      return try read(spool.read(), decode: mode, tracks: tracks, key: nil)
    }
    let file = try InputFile(path: location)
    let key = CacheKey(
      location: file.absolutePath, bytes: file.size, revision: String(file.modificationTime),
      mode: mode, tracks: tracks)
    if var kept = kept(for: key, decode: mode) {
      if lacksDigest(kept) {
        kept.digest = try contents(of: file, named: location).digest
        if let cache {
          kept.cacheProblem = cache.keep(kept, for: key.decoded(kept.mode(asked: mode)))
        }
      }
      kept.rename(location)
      return kept
    }
    return try read(file, decode: mode, tracks: tracks, key: key)
  }

  /// Whether `reading` has to be completed with the digest of the file.
  private func lacksDigest(_ reading: MediaReading) -> Bool {
    hashesDecodedFiles && reading.decoding != nil && reading.digest == nil
  }

  /// The reading kept of what `key` names, decoded as `mode` says.
  ///
  /// What ``DecodeMode/auto`` stands for only the reading itself says, so its answer is the same
  /// whichever readings are kept.
  private func kept(for key: CacheKey, decode mode: DecodeMode) -> MediaReading? {
    guard mode == .auto else { return cache?.reading(for: key) }
    for candidate in [DecodeMode.none, .all] {
      guard var kept = cache?.reading(for: key.decoded(candidate)) else { continue }
      switch mode.resolved(for: kept.index.duration(of: key.tracks)) {
      case candidate: return kept
      case .none:
        kept.decoding = nil
        return kept
      default: continue
      }
    }
    return nil
  }

  /// Downloads the whole of `url`, unless a reading of what the server has is kept, and reads it.
  private func read(
    url: String, decode mode: DecodeMode, tracks: [Int]?
  ) throws(MediaReadingError) -> MediaReading {
    var key: CacheKey?
    var kept: MediaReading?
    let outcome: DownloadOutcome
    do {
      outcome = try HTTPDownloader().download(
        url, interruption: interruption,
        progress: { completed, total in
          onProgress(ReadingProgress(phase: .downloading, completed: completed, total: total))
        },
        accept: { response in
          key = CacheKey(url: url, response: response, mode: mode, tracks: tracks)
          kept = key.flatMap { self.kept(for: $0, decode: mode) }
          if hashesDownloads, kept?.digest == nil { kept = nil }
          if let reading = kept, lacksDigest(reading) { kept = nil }
          return kept == nil
        })
    } catch {
      if error == .interrupted { throw .interrupted(name: url, fraction: 0) }
      throw .download(url: url, error)
    }
    switch consume outcome {
    case .declined:
      guard let kept else { throw .unreadable(name: url, reason: "the cache changed meanwhile") }
      return kept
    case .downloaded(let resource):
      let file = try InputFile(
        duplicating: resource.file.descriptor, name: url, size: resource.size)
      return try read(
        file, decode: mode, tracks: tracks, key: key,
        digest: hashesDownloads ? contents(of: file, named: url).digest : nil)
    }
  }

  private func read(
    _ file: InputFile, decode mode: DecodeMode, tracks: [Int]?, key: CacheKey?,
    digest: String? = nil
  ) throws(MediaReadingError) -> MediaReading {
    var reading = MediaReading(index: try index(file), decoding: nil)
    reading.digest = digest
    let played = try playedTracks(of: reading.index, tracks, file)
    let mode = mode.resolved(for: reading.index.duration(of: played))
    if mode != .none {
      let decoding = FileDecoding(
        file: file, mode: mode, interruption: interruption, cores: cores, onProgress: onProgress)
      reading.decoding = try decoding.decode(reading.index, tracks: played)
    }
    if lacksDigest(reading) { reading.digest = try contents(of: file, named: file.name).digest }
    if let key, let cache { reading.cacheProblem = cache.keep(reading, for: key.decoded(mode)) }
    return reading
  }

  private func index(_ file: InputFile) throws(MediaReadingError) -> MediaIndex {
    guard file.size > 0 else { throw .notMedia(name: file.name, reason: "it is empty") }
    let head: [UInt8]
    do {
      head = try file.bytes(4096)
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
          name: file.name, number: number,
          reason: count == 1 ? "the only track is 0" : "the tracks are 0 to \(count - 1)")
      case .notPlayable(let number, let kind):
        throw .track(
          name: file.name, number: number, reason: "\(kind.words) tracks are not played")
      case .severalOfOneKind(let first, let second, let kind):
        throw .track(
          name: file.name, number: second,
          reason: "only one \(kind.words) track plays at a time, and track \(first) is one too")
      case .nothingShown:
        throw .notMedia(name: file.name, reason: "it has no audio or video")
      }
    }
  }
}

/// The result of reading a media file.
public struct MediaReading: Hashable, Sendable {
  /// The tracks and samples of the file.
  public var index: MediaIndex
  /// The result of decoding; `nil` if nothing was decoded.
  public var decoding: DecodingReport?
  /// The SHA-256 of the whole file in lowercase hexadecimal; `nil` unless a reader that hashes
  /// downloads downloaded it, or one that hashes decoded files decoded it.
  public var digest: String?
  /// Whether the cache had it.
  public var isFromCache = false
  /// Why it could not be cached; `nil` if it was or was not meant to be.
  public var cacheProblem: String?

  /// How much was decoded, where `mode` was asked for: with ``DecodeMode/auto``, everything or
  /// nothing.
  fileprivate func mode(asked mode: DecodeMode) -> DecodeMode {
    mode != .auto ? mode : decoding == nil ? .none : .all
  }

  /// Names the file as the user does this time.
  fileprivate mutating func rename(_ name: String) {
    for number in index.resources.indices { index.resources[number].name = name }
  }
}
