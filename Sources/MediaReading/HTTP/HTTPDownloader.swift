#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Downloads whole resources over `http` and `https` into temporary files.
///
/// Media is read from end to end anyway, and a file can be read in any order, even if the server
/// does not support ranges.
package struct HTTPDownloader: Sendable {
  private let options: HTTPOptions

  /// A downloader; it holds no connection.
  package init(options: HTTPOptions = HTTPOptions()) {
    self.options = options
  }

  /// Downloads `url`; resumes after a broken connection if the server supports ranges.
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
    guard url.isWebURL else {
      throw .badURL(detail: "only http:// and https:// are supported")
    }
    guard !url.utf8.contains(0) else { throw .badURL(detail: "it has a zero byte") }
    let file: TemporaryFile
    do {
      file = try TemporaryFile(in: options.directory)
    } catch {
      throw .temporaryFile(error)
    }
    var state = DownloadState(retries: options.retries)
    var delay = options.retryMilliseconds
    while true {
      do {
        let attempt = try DownloadAttempt(url, rest: state.rest, options: options)
        let end = try attempt.run(
          &state, into: file, interruption: interruption, progress: progress, accept: accept)
        switch end {
        case .whole(let response):
          return .downloaded(
            DownloadedResource(file: file, size: state.received, response: response))
        case .declined(let response): return .declined(response)
        case .startOver: continue
        }
      } catch {
        guard state.retries(after: error) else { throw error }
      }
      try wait(milliseconds: delay, interruption: interruption)
      delay *= 2
    }
  }

  private func wait(milliseconds: Int, interruption: Interruption) throws(HTTPError) {
    var left = milliseconds
    while left > 0 {
      guard !interruption.isRequested else { throw .interrupted }
      let slice = min(left, 50)
      usleep(UInt32(slice) * 1000)
      left -= slice
    }
  }
}
