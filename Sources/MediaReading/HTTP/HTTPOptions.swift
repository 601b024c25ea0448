public import PlayheadKit

/// The timeouts, limits and identity of a download.
package struct HTTPOptions: Hashable, Sendable {
  /// The `User-Agent`.
  package var userAgent = "playhead/\(PlayheadVersion.text)"
  /// The time limit of name lookup, connection and TLS handshake together, in seconds.
  package var connectSeconds = 20
  /// The time without a byte, or below the minimum rate, after which a download has timed out, in
  /// seconds.
  package var stallSeconds = 30
  /// The maximum number of redirects.
  package var redirectLimit = 10
  /// The maximum number of retries after a broken connection or a busy server, for each part.
  package var retries = 3
  /// The wait before the first retry, in milliseconds; it doubles with each retry.
  package var retryMilliseconds = 500
  /// The longest wait that a server can ask for with `Retry-After`, in seconds.
  package var longestRetrySeconds: Int64 = 60
  /// The folder for the temporary file.
  package var directory = TemporaryFile.systemDirectory
  /// The limits that the user set.
  package var limits = DownloadLimits()
  /// The size of the first request, in bytes; of what a server sends in parts, no more is fetched
  /// before it is needed.
  package var firstBytes: Int64 = 64 << 10
  /// Addresses that count as public although they are not, as tests have no others.
  package var hostsTakenForPublic: Set<HostAddress> = []
  /// The maximum number of connections to a server.
  package var connections = 6

  /// Creates the default options.
  package init() {}
}

/// The limits of all that is downloaded for one medium.
public struct DownloadLimits: Hashable, Sendable {
  /// The maximum number of bytes that are received.
  public var bytes: Int64 = 4 << 30
  /// The maximum time spent downloading, in milliseconds; `nil` for any.
  public var milliseconds: Int64?
  /// The minimum rate, below which a download is given up after half a minute; `nil` for a byte per
  /// second.
  public var rate: BitRate?
  /// Whether connections to loopback, link-local, private and other addresses that are not of the
  /// public Internet are refused, those after redirects included.
  public var refusesPrivateHosts = false

  /// Creates the default limits: 4 GiB.
  public init() {}
}
