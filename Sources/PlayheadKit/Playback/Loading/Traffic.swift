/// What has passed over the link, counted as it passes.
struct Traffic: Sendable {
  private(set) var requestCount = 0
  /// Bytes of requests that are over, or that were in when the player last stopped taking any.
  private(set) var received: Int64 = 0
  private var waste = Waste()
  private var busy: MediaTime = .zero
  private var busySince: MediaTime?

  /// Bytes that were under way when their request was dropped.
  private struct Waste {
    var before: Int64 = 0
    var from: MediaTime = .zero
    var until: MediaTime = .zero
    var most: Int64 = 0

    func bytes(by wallTime: MediaTime, _ link: Link) -> Int64 {
      guard wallTime > from else { return before }
      return before + min(most, link.bytes(from: from, to: min(wallTime, until)))
    }
  }

  mutating func requestSent() {
    requestCount += 1
  }

  mutating func receive(_ bytes: Int64) {
    received += bytes
  }

  /// A request was dropped of which `rest` bytes had not come; returns what that wastes.
  ///
  /// The sender learns of it only a latency later, and what the link carries until then is lost.
  mutating func drop(rest: Int64, at wallTime: MediaTime, _ link: Link) -> Int64 {
    let before = waste.bytes(by: waste.until, link)
    waste = Waste(
      before: before, from: wallTime, until: wallTime + link.latency(at: wallTime), most: rest)
    return waste.bytes(by: waste.until, link) - before
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
    waste.bytes(by: wallTime, link)
  }

  /// The time so far with a request open that the player took bytes from or waited for.
  func busyTime(by wallTime: MediaTime) -> MediaTime {
    busy + (busySince.map { wallTime - $0 } ?? .zero)
  }
}
