import PlayheadModel

/// What is in of a segment that its server sends in chunks, as these are captured.
struct LoadedChunks: Sendable {
  private(set) var bytes: Int64 = 0
  private(set) var duration = MediaTime.zero
  /// How long chunks took, without the time in which the server had nothing to send.
  private(set) var time = WallTime.zero
  /// When the request was sent, and how long the first byte took.
  private(set) var sent = WallTime.zero
  private(set) var latency = WallTime.zero
  /// The throughputs of chunks in bits per millisecond, each from when its header was in.
  private var throughputs: [Double] = []

  /// The bytes of a `moof` box of half a second, as far as reads bring more than that.
  private static let headerBytes: Int64 = 500

  /// Nothing, of a request that was sent at `sent`.
  init(sent: WallTime = .zero, latency: WallTime = .zero) {
    (self.sent, self.latency) = (sent, latency)
  }

  /// Takes in a chunk of `bytes` that lasts for `duration`, whose bytes came from `first` to `end`.
  mutating func add(
    bytes: Int64, lasting duration: MediaTime, from first: WallTime, to end: WallTime
  ) {
    let length = end - min(first, end)
    self.bytes += bytes
    self.duration = self.duration + duration
    time = time + length
    let header = min(Self.headerBytes, bytes / 2)
    let milliseconds =
      bytes > 0 ? length.milliseconds * Double(bytes - header) / Double(bytes) : 0
    throughputs.append(milliseconds > 1 ? 8 * Double(bytes) / milliseconds : 0)
  }

  /// The throughput as dash.js 5 reckons it once all is in at `end`: the mean of all chunks but the
  /// last (`_calculateThroughputByMoofMdatTimes`, `src/streaming/net/FetchLoader.js`); of less than
  /// two, over all the time since the request (`_onprogress`, `src/streaming/net/HTTPLoader.js`).
  func throughput(at end: WallTime) -> Double {
    let counted = throughputs.dropLast()
    // A chunk that takes no more than a millisecond says nothing by itself.
    let known = counted.filter { $0 > 0 }
    guard counted.count > 1, !known.isEmpty else {
      return 8 * Double(bytes) / max((end - sent).milliseconds, 1)
    }
    return known.reduce(0, +) / Double(known.count)
  }
}
