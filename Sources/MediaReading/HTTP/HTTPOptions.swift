import PlayheadKit

/// The timeouts, limits and identity of a download.
package struct HTTPOptions: Hashable, Sendable {
  /// The `User-Agent`.
  package var userAgent = "playhead/\(PlayheadVersion.text)"
  /// The time limit of name lookup, connection and TLS handshake together, in seconds.
  package var connectSeconds = 20
  /// The time without a byte after which a download has timed out, in seconds.
  package var stallSeconds = 30
  /// The maximum number of redirects.
  package var redirectLimit = 10
  /// The maximum number of retries after broken connections.
  package var retries = 3
  /// The wait before the first retry, in milliseconds; it doubles with each retry.
  package var retryMilliseconds = 500
  /// The folder for the temporary file.
  package var directory = TemporaryFile.systemDirectory

  /// Creates the default options.
  package init() {}
}
