/// Running counts of the traffic over the link.
struct Traffic: Sendable {
  private(set) var requestCount = 0
  /// The bytes that the player took from requests, up to when it last blocked one.
  private(set) var received: Int64 = 0
  /// The bytes lost in completed windows.
  private var lost: Int64 = 0
  private var windows: [Window] = []
  private var busy: MediaTime = .zero
  private var busySince: MediaTime?

  /// A window of time in which bytes of a dropped request still arrive and are lost.
  private struct Window {
    var start: MediaTime
    var end: MediaTime
    /// The number of bytes left in the request.
    var most: Int64

    func bytes(by wallTime: MediaTime, _ link: Link) -> Int64 {
      let end = min(end, wallTime)
      return end > start ? min(most, link.bytes(from: start, to: end)) : 0
    }
  }

  mutating func requestSent(at wallTime: MediaTime) {
    requestCount += 1
    begin(at: wallTime)
  }

  mutating func receive(_ bytes: Int64) {
    received += bytes
  }

  /// When the last bytes of dropped requests have passed.
  var wasteEnd: MediaTime { windows.last?.end ?? .zero }

  /// Records a dropped request with `rest` bytes still to come; returns the wasted bytes.
  ///
  /// The sender learns of the drop one latency later. All that the link carries until then is
  /// wasted, unless an earlier dropped request already accounts for it.
  mutating func drop(rest: Int64, at wallTime: MediaTime, _ link: Link) -> Int64 {
    let start = max(wallTime, wasteEnd)
    let over = windows.partitionPoint { $0.end > wallTime }
    for window in windows[..<over] { lost += window.bytes(by: window.end, link) }
    windows.removeSubrange(..<over)
    let end = wallTime + link.latency(at: wallTime)
    guard end > start else { return 0 }
    let window = Window(start: start, end: end, most: rest)
    windows.append(window)
    return window.bytes(by: end, link)
  }

  /// The player waits for bytes from `wallTime` on.
  mutating func begin(at wallTime: MediaTime) {
    if busySince == nil { busySince = wallTime }
  }

  /// The player no longer waits for bytes from `wallTime` on.
  mutating func pause(at wallTime: MediaTime) {
    busy += busySince.map { wallTime - $0 } ?? .zero
    busySince = nil
  }

  func wasted(by wallTime: MediaTime, _ link: Link) -> Int64 {
    windows.reduce(lost) { $0 + $1.bytes(by: wallTime, link) }
  }

  /// The wall time by `wallTime` with a request open and not blocked.
  func busyTime(by wallTime: MediaTime) -> MediaTime {
    busy + (busySince.map { wallTime - $0 } ?? .zero)
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
  public var busyTime: MediaTime

  /// The given counts; by default those before any traffic.
  public init(
    bytesDownloaded: Int64 = 0, bytesWasted: Int64 = 0, requestCount: Int = 0,
    busyTime: MediaTime = .zero
  ) {
    self.bytesDownloaded = bytesDownloaded
    self.bytesWasted = bytesWasted
    self.requestCount = requestCount
    self.busyTime = busyTime
  }
}
