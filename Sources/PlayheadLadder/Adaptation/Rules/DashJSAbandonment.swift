import PlayheadModel

/// The rule by which dash.js abandons the download of a segment, once for each segment.
struct DashJSAbandonment: Hashable, Sendable {
  private var first: First?
  private var abandoned: Set<Int> = []

  /// The first progress of a download, which includes its latency.
  private struct First: Hashable, Sendable {
    var sent: WallTime
    var time: WallTime
    var bytes: Int64
    var count = 1
  }

  /// The level to load instead, and the throughput in kbit/s; `nil` to go on.
  mutating func request(
    _ progress: DownloadProgress, _ observation: Observation
  ) -> (level: Int, throughput: Double)? {
    guard progress.bytes > 0 else { return nil }
    if first?.sent == progress.sent {
      first?.count += 1
    } else {
      first = First(sent: progress.sent, time: observation.wallTime, bytes: progress.bytes)
    }
    let elapsed = first.map { (observation.wallTime - $0.time).milliseconds } ?? 0
    guard let first, first.count >= 6, elapsed > 500, progress.bytes < progress.totalBytes,
      observation.bufferSeconds <= observation.dashJSBufferGoal, progress.level > 0,
      !abandoned.contains(progress.segment)
    else { return nil }
    let throughput = DashJSThroughput.rounded(
      8 * Double(progress.bytes - first.bytes) / max(elapsed, 1))
    let total = Double(progress.totalBytes)
    let seconds = ((total * 8 / throughput) / 1000 * 100).rounded() / 100
    let levels = observation.levels
    let duration = levels[progress.level].segments[progress.segment].duration.seconds
    guard seconds >= duration * 1.8 else { return nil }
    let level = observation.optimalLevel(for: throughput)
    let size =
      total * levels[level].kilobitsPerSecond / levels[progress.level].kilobitsPerSecond
    guard Double(progress.totalBytes - progress.bytes) > size else { return nil }
    abandoned.insert(progress.segment)
    return (level, throughput)
  }
}
