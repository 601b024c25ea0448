import PlayheadModel

/// The throughput of one lane as dash.js 5 estimates it, in whole kbit/s.
struct DashJSThroughput: Hashable, Sendable {
  private var averages = FastSlowAverage(fast: 3, slow: 8)
  /// The first download from each URL.
  private var first: [Place: Transfer] = [:]

  /// What stands for a URL: a segment, or of ranges of a file the level.
  private struct Place: Hashable, Sendable {
    var level: Int
    var segment: Int?
  }

  /// What came in which time.
  private struct Transfer: Hashable, Sendable {
    var bits: Double
    var milliseconds: Double

    init(_ download: Download) {
      // Of what comes in chunks, the player counts the bytes that a stream gives it. Of what was
      // abandoned, Chromium has the time, but counts no more than headers.
      let isTimed = download.isPart || !download.isAbandoned
      bits =
        (isTimed ? download.bits : 0) + (download.isInChunks ? 0 : 8 * Self.headerBytes)
      // Of chunks, the player takes the time in which all bytes would come at the throughput that
      // these tell (`_getDownloadTimeForMoofParsing`, `src/streaming/net/FetchLoader.js`).
      milliseconds =
        download.chunkThroughput.map { download.bits / $0 } ?? download.transfer.milliseconds
    }

    /// What browsers count of headers in what was transferred, in bytes: in Resource Timing,
    /// `transferSize` is that of the body and 300, whatever the headers are.
    private static let headerBytes = 300.0
  }

  /// Notes a download of whatever kind, before a sample is taken of it.
  mutating func note(_ download: Download) {
    guard let place = place(of: download), first[place] == nil else { return }
    let transfer = Transfer(download)
    // There is no timing of a response that has not begun.
    if transfer.milliseconds > 0 { first[place] = transfer }
  }

  private func place(of download: Download) -> Place? {
    if download.isPart { return Place(level: download.level, segment: nil) }
    // A stream is not looked up.
    return download.isInChunks
      ? nil : download.segment.map { Place(level: download.level, segment: $0) }
  }

  /// Takes a sample from the first byte to the last of a whole segment or an index.
  ///
  /// What is loaded from one URL again, as a range of a file or after a switch, is taken for as
  /// fast as the first time: the player looks for the timing of its latest request by URL, and
  /// finds the first (`HTTPLoader._addResourceTimingValues`, 5.1.1).
  mutating func add(_ download: Download) {
    let transfer = place(of: download).flatMap { first[$0] } ?? Transfer(download)
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
