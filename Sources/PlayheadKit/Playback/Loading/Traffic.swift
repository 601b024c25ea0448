/// What has passed over the link, counted as it passes.
struct Traffic: Sendable {
  private(set) var requestCount = 0
  /// Bytes that the player took of requests, up to when it last stopped taking any.
  private(set) var received: Int64 = 0
  /// Bytes lost in the windows that are over.
  private var lost: Int64 = 0
  private var windows: [Window] = []
  private var busy: MediaTime = .zero
  private var busySince: MediaTime?

  /// A time in which what the link carries is lost, as a dropped request was still under way.
  private struct Window {
    var start: MediaTime
    var end: MediaTime
    /// How many bytes the request had left to bring.
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

  /// When nothing is under way any more of requests that were dropped.
  var wasteEnd: MediaTime { windows.last?.end ?? .zero }

  /// A request was dropped of which `rest` bytes had not come; returns what that wastes.
  ///
  /// The sender learns of it only a latency later, and what the link carries until then is lost,
  /// unless it is what is lost of an earlier request.
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

  /// The player waits for no bytes from `wallTime` on.
  mutating func pause(at wallTime: MediaTime) {
    busy += busySince.map { wallTime - $0 } ?? .zero
    busySince = nil
  }

  func wasted(by wallTime: MediaTime, _ link: Link) -> Int64 {
    windows.reduce(lost) { $0 + $1.bytes(by: wallTime, link) }
  }

  /// The time so far with a request open that the player took bytes from or waited for.
  func busyTime(by wallTime: MediaTime) -> MediaTime {
    busy + (busySince.map { wallTime - $0 } ?? .zero)
  }
}

/// What has passed over the link by an instant.
struct TrafficTotals: Hashable, Sendable {
  /// All bytes that came, wasted ones included.
  var bytesDownloaded: Int64
  /// Bytes that came for requests already dropped.
  var bytesWasted: Int64
  /// How many requests were sent.
  var requestCount: Int
  /// The time with a request open and not blocked.
  var busyTime: MediaTime
}
