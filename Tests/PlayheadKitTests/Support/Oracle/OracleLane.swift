import PlayheadKit

/// A file that is loaded on its own, and the requests for it.
struct OracleLane {
  let media: OracleMedia
  /// The number of the file.
  let resource: Int
  var network: OracleNetwork
  var drops: [Oracle.Drop] = []
  /// The window that the connection had when it last came to rest, and when that was; `nil` while
  /// there is no connection, or its first request goes on.
  var rested: (window: Int64, since: Int64)?
  var isLoadingFinished = false
  /// The place of its latest request among all.
  var request = 0
  /// What opening it took.
  var openingBytes: Int64 = 0
  var openingRequests = 0

  init(_ media: OracleMedia, resource: Int, _ values: BufferingPolicy.Parameters) {
    self.media = media
    self.resource = resource
    var sampleBytes: Int64?
    if case .predictedRate(let estimation) = values.keepUp { sampleBytes = estimation.sampleBytes }
    network = OracleNetwork(
      media.bytes, readThrough: values.readThrough, sampleBytes: sampleBytes,
      granularity: values.loadGranularity)
  }

  /// How far it is loaded from where the playhead reads on.
  var loadedEnd: Int64 { media.loadedEnd(network.ahead) }

  /// Where the range around the playhead begins, as far as the bytes before it are in.
  var loadedStart: Int64 {
    media.time(ofReadingFrom: media.bytes.endOfMissing(before: network.reading, network.isCached))
  }

  /// The bytes that it has for a playhead at `time`.
  func bytesAhead(_ time: Int64) -> Int64 {
    network.isOpened ? Int64(max(0, network.ahead - media.firstByte(time))) : 0
  }

  var isWaiting: Bool { network.request?.since != nil }

  /// Whether the link carries something for it from `time` on, be it in vain.
  func isFlowing(at time: Int64) -> Bool {
    if drops.contains(where: { $0.isFlowing(at: time) }) { return true }
    return network.request?.since.map { $0 <= time } ?? false
  }

  /// When that next changes, as far as it is known.
  func nextChange(after time: Int64) -> Int64? {
    var changes = drops.flatMap { drop in
      let last = drop.flow.arrival(of: Int64(drop.rest)) ?? .max
      return drop.isFlowing(at: time) ? [min(drop.until, last)] : [drop.from]
    }
    if let since = network.request?.since { changes.append(since) }
    return changes.filter { $0 > time }.min()
  }

  mutating func share(_ flows: Int, at time: Int64) {
    for number in drops.indices where drops[number].isFlowing(at: time) {
      drops[number].flow.share(flows, at: time)
    }
    guard let since = network.request?.since, since <= time else { return }
    network.request?.flow.share(flows, at: time)
  }

  /// The next byte that may bring about anything in the lane alone, taken, and when it comes; media
  /// counts only once all lanes are opened.
  mutating func takeNext(
    _ policy: OraclePolicy, isOpened: Bool
  ) -> (time: Int64, news: OracleNetwork.News)? {
    guard let request = network.request, request.since != nil else { return nil }
    while network.isUseful, network.request?.position != media.bytes.fileSize {
      let before = loadedEnd
      let news = network.takeByte()
      guard let position = network.request?.position else { return nil }
      if let measurement = news.measurement, measurement.bytes > 0 {
        network.request?.measured.position = position
      }
      let isMeasured = (news.measurement?.bytes ?? 0) > 0
      let isNews = isOpened && news.isAhead && (policy.countsBytes || loadedEnd > before)
      if news.isOpened || news.isEnd || news.isLook || isMeasured || isNews {
        return request.flow.arrival(of: Int64(position - request.base)).map { ($0, news) }
      }
    }
    return nil
  }

  /// When the last byte comes of those that come after `time`; `nil` if none does any more.
  func lastArrival(after time: Int64) -> Int64? {
    guard let request = network.request, request.since != nil else { return nil }
    let bytes = min(
      request.flow.bytes(by: WallTime.bound.nanoseconds),
      Int64(media.bytes.fileSize - request.base))
    guard bytes > 0 else { return nil }
    return request.flow.arrival(of: bytes).flatMap { $0 > time ? $0 : nil }
  }
}
