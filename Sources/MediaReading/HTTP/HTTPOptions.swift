/// How patient a download is, and who it says it is.
package struct HTTPOptions: Hashable, Sendable {
  /// The `User-Agent`.
  package var userAgent = "playhead/0.1"
  /// How long finding the host, connecting and agreeing on a secure connection may take.
  package var connectSeconds = 20
  /// How long not a single byte may come.
  package var stallSeconds = 30
  /// How many redirects to follow.
  package var redirectLimit = 10
  /// How often to go on where a connection broke.
  package var retries = 3
  /// The wait before the first retry; it doubles from one to the next.
  package var retryMilliseconds = 500
  /// Where the temporary file is made.
  package var directory = TemporaryFile.systemDirectory

  /// The defaults.
  package init() {}
}
