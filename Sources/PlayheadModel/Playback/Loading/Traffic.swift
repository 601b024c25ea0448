/// The wall time with a request open and not blocked.
package struct RequestTime: Sendable {
  private var total: WallTime = .zero
  private var since: WallTime?

  /// No time yet.
  package init() {}

  var isRunning: Bool { since != nil }

  /// From `wallTime` on requests are open and not blocked, or not.
  package mutating func run(_ isRunning: Bool, from wallTime: WallTime) {
    guard isRunning != self.isRunning else { return }
    total = self.total(by: wallTime)
    since = isRunning ? wallTime : nil
  }

  /// The time by `wallTime`.
  package func total(by wallTime: WallTime) -> WallTime {
    total + (since.map { wallTime - $0 } ?? .zero)
  }
}

/// The traffic counts at an instant.
public struct TrafficTotals: Hashable, Sendable {
  /// The bytes downloaded, wasted ones included.
  public var bytesDownloaded: Int64
  /// The bytes that arrived for requests already dropped.
  public var bytesWasted: Int64
  /// The number of requests sent.
  public var requestCount: Int
  /// The wall time with a request open and not blocked.
  public var busyTime: WallTime

  /// The given counts; by default those before any traffic.
  public init(
    bytesDownloaded: Int64 = 0, bytesWasted: Int64 = 0, requestCount: Int = 0,
    busyTime: WallTime = .zero
  ) {
    self.bytesDownloaded = bytesDownloaded
    self.bytesWasted = bytesWasted
    self.requestCount = requestCount
    self.busyTime = busyTime
  }
}
