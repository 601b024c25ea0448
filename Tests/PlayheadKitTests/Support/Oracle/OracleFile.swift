import PlayheadKit

/// The file that is loaded, and the requests for it.
struct OracleFile {
  /// A connection to the server.
  struct Connection {
    var drops: [Oracle.Drop] = []
    /// The window that it had when it last came to rest, and when that was; `nil` while there is
    /// none, or its first request goes on.
    var rested: (window: Int64, since: Int64)?
    /// The place of its latest request among all.
    var request = 0
  }

  let media: OracleMedia
  var network: OracleNetwork
  var connections: [Connection]
  var isLoadingFinished = false
  /// What opening it took.
  var openingBytes: Int64 = 0
  var openingRequests = 0

  init(_ media: OracleMedia, _ values: BufferingPolicy.Parameters) {
    self.media = media
    var sampleBytes: Int64?
    if case .predictedRate(let estimation) = values.keepUp { sampleBytes = estimation.sampleBytes }
    // Eight requests at most share a link.
    let count = min(values.parallelRequests, 8)
    connections = Array(repeating: Connection(), count: count)
    network = OracleNetwork(media.bytes, values, connections: count, sampleBytes: sampleBytes)
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

  var isWaiting: Bool { network.requests.contains { $0?.since != nil } }

  /// How many flows the link carries for it from `time` on, be it in vain.
  func flows(at time: Int64) -> Int {
    connections.indices.count { number in
      connections[number].drops.contains { $0.isFlowing(at: time) }
        || network.requests[number].map { isFlowing($0, at: time) } ?? false
    }
  }

  /// Whether the link carries bytes of `request`.
  private func isFlowing(_ request: OracleNetwork.Request, at time: Int64) -> Bool {
    request.since.map { $0 <= time } ?? false
  }

  /// When that next changes, as far as it is known.
  func nextChange(after time: Int64) -> Int64? {
    var changes = connections.flatMap(\.drops).flatMap { drop in
      let last = drop.flow.arrival(of: Int64(drop.rest)) ?? .max
      if drop.isFlowing(at: time) { return [min(drop.until, last)] }
      // One of which nothing comes changes nothing.
      return drop.isFlowing(at: drop.from) ? [drop.from] : []
    }
    changes += network.requests.compactMap { $0?.since }
    return changes.filter { $0 > time }.min()
  }

  mutating func share(_ flows: Int, at time: Int64) {
    for number in connections.indices {
      for drop in connections[number].drops.indices
      where connections[number].drops[drop].isFlowing(at: time) {
        connections[number].drops[drop].flow.share(flows, at: time)
      }
      guard let request = network.requests[number], isFlowing(request, at: time) else { continue }
      network.requests[number]?.flow.share(flows, at: time)
    }
  }

  /// When the next byte of a connection comes; `nil` if none does that is of use.
  func nextArrival(_ connection: Int) -> Int64? {
    guard let request = network.requests[connection], request.since != nil,
      network.isUseful(connection), request.position < request.end
    else { return nil }
    return request.flow.arrival(of: Int64(request.position + 1 - request.base))
  }

  /// Takes all that comes until `time`.
  mutating func take(until time: Int64) {
    for connection in connections.indices {
      guard let request = network.requests[connection], request.since != nil else { continue }
      let end = request.base + Int(request.flow.bytes(by: time))
      while network.isUseful(connection), let position = network.requests[connection]?.position,
        position < end
      {
        _ = network.takeByte(connection)
      }
    }
  }

  /// When the last byte comes of those that come after `time`; `nil` if none does any more.
  func lastArrival(after time: Int64) -> Int64? {
    network.requests.compactMap { request -> Int64? in
      guard let request, request.since != nil else { return nil }
      let bytes = min(
        request.flow.bytes(by: WallTime.bound.nanoseconds), Int64(request.end - request.base))
      guard bytes > 0 else { return nil }
      return request.flow.arrival(of: bytes).flatMap { $0 > time ? $0 : nil }
    }.max()
  }
}
