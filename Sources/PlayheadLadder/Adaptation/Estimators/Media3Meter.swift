import PlayheadModel

/// The bandwidth as Media3's meter estimates it: the weighted median of samples, each from the end
/// of one transfer, or the start of the first, to the end of the next.
struct Media3Meter: Hashable, Sendable {
  private var median = SlidingMedian(window: 2000)
  private var elapsedMilliseconds: Int64 = 0
  private var totalBytes: Int64 = 0
  private var lastEnd: WallTime?
  /// The bytes of running transfers that are in a sample already, by when they were requested.
  private var counted: [Transfer: Int64] = [:]
  /// The estimate in bits per second.
  private(set) var estimate: Int64

  private struct Transfer: Hashable, Sendable {
    var lane: LadderLane.Kind
    var sent: WallTime
  }

  init(initialEstimate: Int64) {
    estimate = initialEstimate
  }

  /// Takes a sample at the end of `download`, while `running` go on.
  mutating func ended(_ download: Download, running: [OpenDownload]) {
    var start = download.firstByte
    var bytes = download.bytes - (counted[Transfer(lane: download.lane, sent: download.sent)] ?? 0)
    var stillCounted: [Transfer: Int64] = [:]
    for other in running {
      guard let firstByte = other.firstByte, firstByte <= download.end else { continue }
      let transfer = Transfer(lane: other.lane, sent: other.sent)
      start = min(start, firstByte)
      bytes += other.bytes - (counted[transfer] ?? 0)
      stillCounted[transfer] = other.bytes
    }
    counted = stillCounted
    if let lastEnd, start < lastEnd { start = lastEnd }
    lastEnd = download.end
    let milliseconds = Self.milliseconds(download.end) - Self.milliseconds(start)
    elapsedMilliseconds += milliseconds
    totalBytes += bytes
    guard milliseconds > 0, bytes >= 0 else { return }
    median.add(
      Float(bytes) * 8000 / Float(milliseconds), weight: Int(Double(bytes).squareRoot()))
    if elapsedMilliseconds >= 2000 || totalBytes >= 524_288, let value = median.value {
      estimate = Int64(min(value, Float(BitRate.bound.bitsPerSecond)))
    }
  }

  private static func milliseconds(_ time: WallTime) -> Int64 { time.nanoseconds / 1_000_000 }
}
