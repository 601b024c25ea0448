public import PlayheadKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads media files: their tracks, the place and time of each sample, and whether it decodes.
public struct MediaReader: Sendable {
  /// The number of decoding threads.
  public var cores: Int
  /// The cache of surveys; `nil` for none.
  public var cache: ReadingCache?
  /// The request to stop that reading checks.
  public var interruption: Interruption
  /// Called with the progress from time to time, from any thread.
  public var onProgress: @Sendable (ReadingProgress) -> Void

  /// The limits of what is downloaded for each URL.
  public var downloadLimits = DownloadLimits()
  /// Called before the wait for a retry of a failed request, from any thread.
  public var onRetry: @Sendable (DownloadRetry) -> Void = { _ in }
  /// How downloads are made, but for their limits.
  package var httpOptions = HTTPOptions()
  /// The clock by which downloads wait and end.
  package var httpClock = HTTPClock.system

  /// What reading one file may take.
  public var limits = ReadingLimits()

  /// Reads files in processes of their own, which a damaged or hostile file can neither crash nor
  /// use up this one by; `nil` to read in this process.
  public var helper: ReadingHelper?

  /// Called when a process that read a file has crashed, before another one reads it; from any
  /// thread.
  package var onCrash: @Sendable (ReadingCrash) -> Void = { _ in }

  /// Whether surveys include the digest of the index, which takes about as long as a long file's
  /// session.
  public var digestsIndexes = true

  /// The pipes whose first bytes were read, by location.
  package var pipes: [String: BegunPipe] = [:]

  /// What of the segments of ladders at URLs is fetched.
  package var segmentReading = SegmentReading.auto

  /// Whether surveys of URLs include the SHA-256 of the download, which is deleted afterwards.
  public var hashesDownloads = false

  /// A reader that decodes on `cores` threads; `nil` for as many as the machine has cores.
  public init(
    cores: Int? = nil, cache: ReadingCache? = nil, interruption: Interruption = Interruption(),
    onProgress: @escaping @Sendable (ReadingProgress) -> Void = { _ in }
  ) {
    self.cores = max(1, cores ?? ProcessInfo.processInfo.activeProcessorCount)
    self.cache = cache
    self.interruption = interruption
    self.onProgress = onProgress
  }

  /// Reads the file at `location`, a path or an `http` or `https` URL, and decodes the tracks
  /// numbered `tracks`, or the preferred ones, as far as `mode` says.
  ///
  /// The file is read whether or not the cache has a survey of it, as that has no samples.
  ///
  /// - Throws: ``MediaReadingError`` if it is missing, cannot be read or downloaded, is not
  ///   playable media, has no such tracks, or if the work was interrupted. A file that ends early
  ///   or is damaged is read as far as possible; its index says how far that is.
  public func read(
    _ location: String, decode mode: DecodeMode = .all, tracks: [Int]? = nil
  ) throws(MediaReadingError) -> MediaReading {
    let source = MediaSource(location: location, mode: mode, tracks: tracks)
    return try open(source, kept: { _ in nil }) {
      (file, _, _) throws(MediaReadingError) in
      try read(file, decode: mode, tracks: tracks).reading
    }
  }

  /// Surveys the file at `location`, a path or an `http` or `https` URL, of which the tracks
  /// numbered `tracks` are played, or the preferred ones; the cache is asked first.
  ///
  /// - Throws: ``MediaReadingError`` as ``read(_:decode:tracks:)`` does, and if nothing of the
  ///   tracks is ever shown.
  public func survey(
    _ location: String, decode mode: DecodeMode = .all, tracks: [Int]? = nil
  ) throws(MediaReadingError) -> MediaSurvey {
    let source = MediaSource(location: location, mode: mode, tracks: tracks)
    let name = location.isWebURL ? ShownAddress(location).text : location
    let needsDigest = hashesDownloads && location.isWebURL
    func reusable(_ key: CacheKey) -> MediaSurvey? {
      guard let kept = kept(for: key, decode: mode), !needsDigest || kept.digest != nil,
        !digestsIndexes || kept.media.indexDigest != nil
      else { return nil }
      return kept
    }
    var survey = try open(source, kept: reusable) {
      (file, key, digest) throws(MediaReadingError) in
      let (reading, resolved) = try read(file, decode: mode, tracks: tracks)
      var survey = try MediaSurvey(reading, named: name, tracks: tracks)
      if digestsIndexes { survey.media.indexDigest = reading.index.digest }
      survey.digest = digest
      if digest == nil, reading.decoding != nil {
        survey.digest = try contents(of: file, named: name).digest
      }
      if let key, let cache { survey.cacheProblem = cache.keep(survey, for: key.decoded(resolved)) }
      return survey
    }
    // What another reading kept may be larger than this one may read.
    try survey.media.index.checkPictures(within: limits, name: name)
    survey.rename(name)
    return survey
  }

  /// The cached survey for `key`, decoded as `mode` says.
  ///
  /// What ``DecodeMode/auto`` stands for depends on the duration, which only the survey has; so the
  /// result is the same whichever surveys are cached.
  private func kept(for key: CacheKey, decode mode: DecodeMode) -> MediaSurvey? {
    guard mode == .auto else { return cache?.survey(for: key) }
    for candidate in [DecodeMode.none, .all] {
      guard var kept = cache?.survey(for: key.decoded(candidate)) else { continue }
      switch mode.resolved(for: kept.media.presentation.duration) {
      case candidate: return kept
      case .none:
        kept.media = kept.media.withoutDecoding
        return kept
      default: continue
      }
    }
    return nil
  }

  /// What to read and how.
  private struct MediaSource {
    var location: String
    var mode: DecodeMode
    var tracks: [Int]?
  }

  /// Opens a file, a pipe or a URL and reads it with `work`, unless `kept` has a result.
  ///
  /// `work` receives the file, the key under which the result can be cached, if any, and the digest
  /// of a download if this reader hashes them.
  private func open<Result>(
    _ source: MediaSource, kept: (CacheKey) -> Result?,
    _ work: (InputFile, CacheKey?, String?) throws(MediaReadingError) -> Result
  ) throws(MediaReadingError) -> Result {
    let location = source.location
    if location.isWebURL { return try open(url: source, kept: kept, work) }
    var pipe = pipes[location]
    if pipe == nil {
      pipe = try BegunPipe(path: location, count: 0, interruption: interruption)
    }
    if let pipe {
      let spool = PipeSpool(pipe: pipe, onProgress: { onProgress($0) })
      return try work(spool.read(), nil, nil)
    }
    let file = try InputFile(path: location)
    let key = CacheKey(
      location: file.absolutePath, bytes: file.size, revision: String(file.modificationTime),
      mode: source.mode, tracks: source.tracks)
    if let kept = kept(key) { return kept }
    do throws(MediaReadingError) {
      return try work(file, key, nil)
    } catch .notMedia(let name, let reason) {
      throw MediaReadingError(misnamedManifest: location) ?? .notMedia(name: name, reason: reason)
    }
  }

  /// Opens a URL, unless `kept` has a result for what the server has.
  ///
  /// Of a server that sends parts, what is read is fetched; of others, all is downloaded.
  private func open<Result>(
    url source: MediaSource, kept: (CacheKey) -> Result?,
    _ work: (InputFile, CacheKey?, String?) throws(MediaReadingError) -> Result
  ) throws(MediaReadingError) -> Result {
    let url = source.location
    let address = ShownAddress(url)
    let name = address.text
    var options = httpOptions
    options.limits = downloadLimits
    let meter = DownloadMeter(options.limits, httpClock)
    let onRetry: @Sendable (HTTPError, Int) -> Void = { [onRetry] error, milliseconds in
      onRetry(
        DownloadRetry(
          address: name, reason: error.hidingSecrets(of: address), milliseconds: milliseconds))
    }
    var key: CacheKey?
    var result: Result?
    let outcome: DownloadOutcome
    func keptBlocks(_ response: ResponseHeaders) -> KeptBlocks? {
      cache.flatMap { cache in
        KeptBlocks.Key(address, response).map { KeptBlocks(cache: cache, key: $0) }
      }
    }
    var opening: OpeningRequests
    do {
      let pool = try CurlPool(connections: options.connections)
      opening = OpeningRequests(
        server: { [options, interruption] response in
          RangeFetch(
            url: url, size: response.contentLength ?? 0, state: response, options: options,
            pool: pool, meter: meter, interruption: interruption, onRetry: onRetry)
        }, blocks: keptBlocks)
      outcome = try HTTPDownloader(options: options, clock: httpClock, onRetry: onRetry).download(
        url, firstBytes: options.firstBytes, in: pool, meter, interruption: interruption,
        progress: { completed, total in
          onProgress(ReadingProgress(phase: .downloading, completed: completed, total: total))
        },
        onBeginning: { file, state in opening.look(at: file, state) },
        accept: { response in
          key = CacheKey(
            address: address, response: response, mode: source.mode, tracks: source.tracks)
          result = key.flatMap(kept)
          return result == nil
        })
    } catch {
      if error == .interrupted { throw .interrupted(name: name, fraction: 0) }
      throw .download(url: name, error.hidingSecrets(of: address))
    }
    switch consume outcome {
    case .declined:
      guard let result else { throw .unreadable(name: name, reason: "the cache has changed") }
      return result
    case .downloaded(let resource):
      let file = try InputFile(
        duplicating: resource.file.descriptor, name: name, size: resource.size)
      return try work(file, key, hashesDownloads ? contents(of: file, named: name).digest : nil)
    case .begun(let resource):
      let response = resource.response
      let remote = RemoteBytes(
        opening.transfers(after: response), beginningWith: resource, held: opening.held
      ) { [onProgress] in
        onProgress(ReadingProgress(phase: .downloading, completed: $0, total: $1))
      }
      let file = InputFile(remote, name: name)
      do {
        try OpeningFetch(file: file).fetch()
      } catch {
        throw error.error(reading: name)
      }
      let result = try work(
        file, key, hashesDownloads ? contents(of: file, named: name).digest : nil)
      _ = keptBlocks(response)?.keep(remote)
      return result
    }
  }

  /// Reads `file`; also returns the mode that `mode` stands for.
  func read(
    _ file: InputFile, decode mode: DecodeMode, tracks: [Int]?
  ) throws(MediaReadingError) -> (reading: MediaReading, mode: DecodeMode) {
    let reading = FileReading(
      file: file.limited(to: limits), mode: mode, tracks: tracks, interruption: interruption,
      cores: cores, onProgress: onProgress)
    #if os(Linux)
      if let helper {
        return try HelperReading(helper: helper, reading: reading, onCrash: onCrash).read()
      }
    #endif
    return try reading.read()
  }
}

/// A crash of a process that read a file.
package struct ReadingCrash: Hashable, Sendable {
  /// The file's name.
  package var name: String
  /// The name of the signal that ended the process.
  package var signal: String
}

/// A media file with all its samples.
public struct MediaReading: Hashable, Sendable {
  /// The tracks and samples of the file.
  public package(set) var index: MediaIndex
  /// The result of decoding; `nil` if nothing was decoded.
  package var decoding: DecodingReport?
  /// The number of bytes that were read for the index, those read twice counted twice.
  package var indexBytesRead: Int64 = 0
}
