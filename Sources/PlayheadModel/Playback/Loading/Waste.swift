/// The bytes that arrive for requests already dropped.
package struct Waste: Sendable {
  /// Nothing wasted.
  package init() {}

  /// The bytes lost in completed windows.
  private var lost: Int64 = 0
  private var windows: [Window] = []

  /// A window of time in which bytes of a dropped request still arrive and are lost.
  private struct Window {
    /// The number of the request.
    var request: Int
    var flow: Flow
    var end: WallTime
    /// The number of bytes left in the request.
    var most: Int64

    var start: WallTime { flow.since }

    func bytes(by wallTime: WallTime) -> Int64 { min(most, flow.bytes(by: min(end, wallTime))) }
  }

  /// When the last bytes of dropped requests have passed.
  package var end: WallTime { windows.last?.end ?? .zero }

  /// Records that request `number` was dropped with `rest` bytes still to come; returns the wasted
  /// bytes if it has the link for itself.
  ///
  /// The sender learns of the drop one latency later. All that the link carries until then is
  /// wasted, unless an earlier dropped request already accounts for it.
  package mutating func drop(
    _ number: Int, rest: Int64, at wallTime: WallTime, _ link: NetworkLink, _ log: inout RequestLog
  ) -> Int64 {
    let start = max(wallTime, end)
    let over = windows.partitionPoint { $0.end > wallTime }
    for window in windows[..<over] {
      let bytes = window.bytes(by: window.end)
      lost += bytes
      log.waste(bytes, of: window.request)
    }
    windows.removeSubrange(..<over)
    let end = wallTime + link.latency(at: wallTime)
    guard end > start else { return 0 }
    let window = Window(
      request: number, flow: Flow(over: link, since: start), end: end, most: rest)
    windows.append(window)
    return window.bytes(by: end)
  }

  /// The bytes that have arrived by `wallTime`.
  package func bytes(by wallTime: WallTime) -> Int64 {
    windows.reduce(lost) { $0 + $1.bytes(by: wallTime) }
  }

  /// Notes in `log` what arrived by `wallTime` of requests not yet noted.
  package func note(in log: inout RequestLog, by wallTime: WallTime) {
    for window in windows { log.waste(window.bytes(by: wallTime), of: window.request) }
  }

  /// The numbers of the requests of which bytes may arrive after `wallTime`.
  func unsettled(at wallTime: WallTime) -> [Int] {
    windows.filter { $0.end > wallTime }.map(\.request)
  }

  /// Whether the link carries bytes of a dropped request from `wallTime` on.
  package func isFlowing(at wallTime: WallTime) -> Bool { window(at: wallTime) != nil }

  /// When that next changes.
  package func nextChange(after wallTime: WallTime) -> WallTime? {
    if let place = window(at: wallTime) {
      let window = windows[place]
      return min(window.end, window.flow.arrival(of: window.most) ?? window.end)
    }
    return windows.first { $0.start > wallTime }?.start
  }

  mutating func switchLink(to link: NetworkLink) {
    for place in windows.indices { windows[place].flow = windows[place].flow.over(link) }
  }

  package mutating func share(_ flows: Int, from wallTime: WallTime) {
    if let place = window(at: wallTime) { windows[place].flow.share(flows, from: wallTime) }
  }

  /// The index of the window in which bytes arrive from `wallTime` on.
  private func window(at wallTime: WallTime) -> Int? {
    windows.firstIndex {
      $0.start <= wallTime && wallTime < $0.end && $0.bytes(by: wallTime) < $0.most
    }
  }
}
