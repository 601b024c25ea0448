import PlayheadModel

/// The throughput of one lane as dash.js 5 estimates it, in whole kbit/s.
struct DashJSThroughput: Hashable, Sendable {
  private var averages = FastSlowAverage(fast: 3, slow: 8)
  /// The first download of each level that was a range of a file.
  private var firstParts: [Int: Transfer] = [:]

  /// What came in which time.
  private struct Transfer: Hashable, Sendable {
    var bits: Double
    var milliseconds: Double
  }

  /// What a browser counts of headers in what was transferred, in bytes (Resource Timing,
  /// `transferSize`).
  private static let headerBytes = 300.0

  /// Notes a download of whatever kind, before a sample is taken of it.
  mutating func note(_ download: Download) {
    guard download.isPart, firstParts[download.level] == nil else { return }
    firstParts[download.level] = Transfer(
      bits: download.bits + 8 * Self.headerBytes, milliseconds: download.transfer.milliseconds)
  }

  /// Takes a sample from the first byte to the last of a whole segment or an index.
  ///
  /// Of ranges of a file, the player takes the time of the first one again and again: it looks for
  /// the latest request by its URL, and finds the first (`HTTPLoader._addResourceTimingValues`,
  /// 5.1.1).
  ///
  /// Of chunks, it takes the time in which all bytes would come at the throughput that these tell
  /// (`_getDownloadTimeForMoofParsing`, `src/streaming/net/FetchLoader.js`).
  mutating func add(_ download: Download) {
    var own = Transfer(bits: download.bits, milliseconds: download.transfer.milliseconds)
    if let throughput = download.chunkThroughput { own.milliseconds = download.bits / throughput }
    let transfer = (download.isPart ? firstParts[download.level] : nil) ?? own
    guard transfer.milliseconds > 0 else { return }
    averages.add(
      Self.rounded(transfer.bits / transfer.milliseconds), weight: 0.0015 * transfer.milliseconds)
  }

  /// The lower average; `nil` before a sample.
  var average: Double? { averages.minimum.map(Self.rounded) }

  /// The player's safety factor.
  static let share = 0.9

  /// The average times the player's safety factor.
  var safe: Double? { average.map { $0 * Self.share } }

  /// The nearest whole number, halves up, as the player rounds.
  static func rounded(_ value: Double) -> Double { (value + 0.5).rounded(.down) }
}

extension Observation {
  /// The highest level of at most `kilobitsPerSecond`, else the lowest.
  func optimalLevel(for kilobitsPerSecond: Double) -> Int {
    highestLevel { $0.kilobitsPerSecond <= kilobitsPerSecond } ?? 0
  }
}
