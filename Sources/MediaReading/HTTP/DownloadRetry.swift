/// A request that is sent again after a wait.
public struct DownloadRetry: Hashable, Sendable {
  /// The address as it may be shown.
  public let address: String
  /// Why the request failed.
  public let reason: HTTPError
  /// The wait before it is sent again, in milliseconds.
  public let milliseconds: Int
}

/// Decides whether and when failed requests are sent again.
struct RetrySchedule {
  private let options: HTTPOptions
  private(set) var left: Int
  private var backoff: Int

  init(_ options: HTTPOptions) {
    self.options = options
    left = options.retries
    backoff = options.retryMilliseconds
  }

  /// The milliseconds to wait before another try, at `now`, in seconds since 1970.
  ///
  /// - Throws: `error` if that is not worth another try, and for a server that asks for too long a
  ///   wait, that it does.
  mutating func delay(
    after error: HTTPError, retryAfter: String?, now: Int64
  ) throws(HTTPError) -> Int {
    guard left > 0, error.isPassing else { throw error }
    left -= 1
    defer { backoff = min(backoff * 2, 60_000) }
    guard case .status(let status, let phrase) = error,
      let seconds = retryAfter.flatMap({ RetryAfter.seconds($0, now: now) })
    else { return backoff }
    guard seconds <= options.longestRetrySeconds else {
      throw .busy(status, phrase: phrase, seconds: seconds)
    }
    return Int(seconds) * 1000
  }

  /// Counts a retry that needs no wait.
  mutating func takeOne() { left -= 1 }

  /// Counts anew, as something came.
  mutating func reset() {
    self = RetrySchedule(options)
  }
}

extension HTTPError {
  /// Whether the same request may succeed a little later.
  var isPassing: Bool {
    switch self {
    case .connectionBroke, .timedOut: true
    case .status(let status, _): [429, 500, 502, 503, 504].contains(status)
    default: false
    }
  }
}
