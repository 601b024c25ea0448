import PlayheadModel

/// The throughput of one lane as dash.js 5 estimates it, in whole kbit/s.
struct DashJSThroughput: Hashable, Sendable {
  private var averages = FastSlowAverage(fast: 3, slow: 8)

  /// Takes a sample from the first byte to the last of a whole segment.
  mutating func add(_ download: Download) {
    let milliseconds = download.transfer.milliseconds
    guard milliseconds > 0 else { return }
    averages.add(Self.rounded(download.bits / milliseconds), weight: 0.0015 * milliseconds)
  }

  /// The lower average; `nil` before a sample.
  var average: Double? { averages.minimum.map(Self.rounded) }

  /// The average times the player's safety factor of 0.9.
  var safe: Double? { average.map { $0 * 0.9 } }

  /// The nearest whole number, halves up, as the player rounds.
  static func rounded(_ value: Double) -> Double { (value + 0.5).rounded(.down) }
}

extension Observation {
  /// The highest level of at most `kilobitsPerSecond`, else the lowest.
  func optimalLevel(for kilobitsPerSecond: Double) -> Int {
    highestLevel { $0.kilobitsPerSecond <= kilobitsPerSecond } ?? 0
  }
}
