internal import CCurl

/// Downloads resources over `http` and `https` into temporary files.
///
/// A file can be read in any order, even if the server does not support ranges. Of a server that
/// does, only the beginning can be had, and ``RemoteBytes`` then fetches what else is needed.
package struct HTTPDownloader: Sendable {
  private let options: HTTPOptions
  private let clock: HTTPClock
  /// Called before the wait for a retry.
  private let onRetry: @Sendable (HTTPError, _ milliseconds: Int) -> Void

  /// A downloader; it holds no connection.
  package init(
    options: HTTPOptions = HTTPOptions(), clock: HTTPClock = .system,
    onRetry: @escaping @Sendable (HTTPError, _ milliseconds: Int) -> Void = { _, _ in }
  ) {
    self.options = options
    self.clock = clock
    self.onRetry = onRetry
  }

  /// Downloads all of `url`; resumes after a broken connection if the server supports ranges.
  ///
  /// - Parameters:
  ///   - url: The URL. A user and password in it are sent to its host, not to those it redirects
  ///     to.
  ///   - interruption: Ends the download with ``HTTPError/interrupted``.
  ///   - progress: Called on this thread with the bytes received and the total, if known. The
  ///     bytes start again from 0 if the resource changes under the download.
  ///   - accept: Called with the headers of the final response; `false` ends the download without
  ///     an error. Called again if the download has to start over.
  /// - Returns: The resource, or the headers by which it was declined.
  /// - Throws: The reason if the resource cannot be downloaded whole.
  package func download(
    _ url: String,
    interruption: Interruption,
    progress: (_ received: Int64, _ total: Int64?) -> Void = { _, _ in },
    accept: (ResponseHeaders) -> Bool = { _ in true }
  ) throws(HTTPError) -> DownloadOutcome {
    try download(
      url, firstBytes: nil, in: CurlPool(connections: 1), DownloadMeter(options.limits, clock),
      interruption: interruption, progress: progress, accept: accept)
  }

  /// Downloads `url` over the connections of `pool`: its first `firstBytes` bytes if the server
  /// sends parts and has more, or all of it.
  ///
  /// `onBeginning` is called with the file, and what of the beginning has come into it, while the
  /// rest is on its way.
  func download(
    _ url: String, firstBytes: Int64?, in pool: CurlPool, _ meter: DownloadMeter,
    interruption: Interruption,
    progress: (_ received: Int64, _ total: Int64?) -> Void,
    onBeginning: (borrowing TemporaryFile, DownloadState) -> Void = { _, _ in },
    accept: (ResponseHeaders) -> Bool
  ) throws(HTTPError) -> DownloadOutcome {
    try Self.check(url)
    let file: TemporaryFile
    do {
      file = try TemporaryFile(in: options.directory)
    } catch {
      throw .temporaryFile(error)
    }
    let start = clock.milliseconds()
    defer { meter.stop(since: start) }
    var state = DownloadState(options, firstBytes: firstBytes)
    while true {
      let failure: HTTPError
      do {
        let attempt = try DownloadAttempt(url, state, options: options, in: pool, meter)
        let end = try attempt.run(
          &state, into: file, since: start, interruption: interruption, progress: progress,
          onBeginning: onBeginning, accept: accept)
        switch end {
        case .whole(let response):
          return .downloaded(
            DownloadedResource(file: file, size: state.received, response: response))
        case .part(let response):
          return .begun(DownloadedResource(file: file, size: state.received, response: response))
        case .declined(let response): return .declined(response)
        case .startOver: continue
        }
      } catch {
        failure = error
      }
      let delay = try state.delay(after: failure, now: clock.secondsSince1970())
      onRetry(failure, delay)
      try meter.wait(milliseconds: delay, since: start, interruption)
    }
  }

  /// The headers of `url` as it answers HEAD, which is asked for once.
  ///
  /// Their length is that of the resource, if the server says the truth.
  func head(
    _ url: String, in pool: CurlPool, _ meter: DownloadMeter, interruption: Interruption
  ) throws(HTTPError) -> ResponseHeaders {
    try Self.check(url)
    let start = clock.milliseconds()
    defer { meter.stop(since: start) }
    let exchange = try HTTPExchange(
      url, range: nil, headersOnly: true, options: options, in: pool)
    while true {
      guard !interruption.isRequested else { throw .interrupted }
      try meter.checkTime(since: start)
      try pool.step()
      if let result = exchange.result {
        guard result == CURLE_OK else {
          throw exchange.failure(result, received: 0, total: nil, hadResponse: false)
        }
        let response = try exchange.response()
        guard response.status == 200 else {
          let phrase = exchange.head.phrase
          throw .status(
            response.status, phrase: phrase.isEmpty ? statusPhrase(response.status) : phrase)
        }
        return response
      }
      try pool.wait(milliseconds: DownloadAttempt.pollMilliseconds)
    }
  }

  /// Refuses what is no address of a web server.
  private static func check(_ url: String) throws(HTTPError) {
    guard url.isWebURL else {
      throw .badURL(detail: "only http:// and https:// are supported")
    }
    guard url.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw .badURL(detail: "it has a control character")
    }
  }
}
