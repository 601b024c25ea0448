/// Running counts of the traffic over the link.
struct Traffic: Sendable {
  private var log = RequestLog()
  /// The bytes that the player took from requests, up to when it last blocked one.
  private(set) var received: Int64 = 0
  /// The bytes lost in completed windows.
  private var lost: Int64 = 0
  private var windows: [Window] = []
  private var busy: MediaTime = .zero
  private var busySince: MediaTime?

  /// A window of time in which bytes of a dropped request still arrive and are lost.
  private struct Window {
    /// The number of the request.
    var request: Int
    var start: MediaTime
    var end: MediaTime
    /// The number of bytes left in the request.
    var most: Int64

    func bytes(by wallTime: MediaTime, _ link: Link) -> Int64 {
      let end = min(end, wallTime)
      return end > start ? min(most, link.bytes(from: start, to: end)) : 0
    }
  }

  var requestCount: Int { log.requests.count }

  /// A request is sent for a file's bytes from `offset` on; returns its number.
  mutating func requestSent(from offset: Int64, at wallTime: MediaTime) -> Int {
    begin(at: wallTime)
    return log.send(from: offset, at: wallTime)
  }

  /// The player took all that arrived of `request` by `wallTime`.
  mutating func receive(_ request: OpenRequest, by wallTime: MediaTime) {
    let bytes = request.position(at: wallTime) - request.position
    received += bytes
    log.receive(
      bytes, of: request.number, from: request.firstArrival,
      to: request.flow?.lastArrival(by: wallTime))
  }

  /// Request `number` ended, or is open as the session ends.
  mutating func end(_ number: Int, _ reason: MediaRequest.EndReason, at wallTime: MediaTime?) {
    log.end(number, reason, at: wallTime)
  }

  /// When the last bytes of dropped requests have passed.
  var wasteEnd: MediaTime { windows.last?.end ?? .zero }

  /// Records that request `number` was dropped with `rest` bytes still to come; returns the wasted
  /// bytes.
  ///
  /// The sender learns of the drop one latency later. All that the link carries until then is
  /// wasted, unless an earlier dropped request already accounts for it.
  mutating func drop(
    _ number: Int, rest: Int64, at wallTime: MediaTime, _ link: Link
  ) -> Int64 {
    let start = max(wallTime, wasteEnd)
    let over = windows.partitionPoint { $0.end > wallTime }
    for window in windows[..<over] {
      let bytes = window.bytes(by: window.end, link)
      lost += bytes
      log.waste(bytes, of: window.request)
    }
    windows.removeSubrange(..<over)
    let end = wallTime + link.latency(at: wallTime)
    guard end > start else { return 0 }
    let window = Window(request: number, start: start, end: end, most: rest)
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

  /// What became of every request by `wallTime`.
  func requests(by wallTime: MediaTime, _ link: Link) -> [MediaRequest] {
    var log = log
    for window in windows { log.waste(window.bytes(by: wallTime, link), of: window.request) }
    return log.requests
  }

  /// The wall time by `wallTime` with a request open and not blocked.
  func busyTime(by wallTime: MediaTime) -> MediaTime {
    busy + (busySince.map { wallTime - $0 } ?? .zero)
  }
}

/// The traffic counts at an instant.
struct TrafficTotals: Hashable, Sendable {
  /// The bytes downloaded, wasted ones included.
  var bytesDownloaded: Int64
  /// The bytes that arrived for requests already dropped.
  var bytesWasted: Int64
  /// The number of requests sent.
  var requestCount: Int
  /// The wall time with a request open and not blocked.
  var busyTime: MediaTime
}
