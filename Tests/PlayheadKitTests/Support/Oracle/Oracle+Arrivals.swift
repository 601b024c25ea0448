@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

extension Oracle {
  /// What has come by now, and what the player makes of it.
  mutating func arrive() {
    let endBefore = loadedEnd
    let aheadBefore = isOpened ? ahead : 0
    let wasPlaying = state == .playing
    let news = receive()
    if news.isOpened {
      opened = now
      notBefore = max(notBefore, now + openingTime)
      tell(.opened)
    }
    move()
    if wasPlaying { slack.growth += max(0, loadedEnd - endBefore) }
    let hasMoreBytes = ahead > aheadBefore
    settle(
      looks: policy.looksNow(
        hasMore: loadedEnd > endBefore || watchesTracks, hasMoreBytes: hasMoreBytes,
        isDue: news.isLook))
    for measurement in news.measurements {
      throughput?.measure(measurement.bytes, in: now - measurement.since)
      settle(isMeasured: true)
    }
  }

  /// When the next byte comes that may change anything; `nil` if none ever does.
  var nextArrival: Int64? {
    guard lanes.count > 1 || lanes[0].connections.count > 1 else { return nextArrivalOfOnlyLane }
    let change = lanes.compactMap { $0.nextChange(after: now) }.min()
    let lastChange = change.flatMap { link.arrival(ofQuanta: 1, from: $0) == nil ? nil : $0 }
    guard let arrival = nextArrivalInLanes else { return lastChange ?? lastOfOpening }
    return min(arrival, lastChange ?? arrival)
  }

  /// The same for several requests: goes through what comes of each, in the order in which it does.
  private var nextArrivalInLanes: Int64? {
    var then = self
    // What ends before the range around the playhead begins adds nothing to it.
    let end = max(lanes.map(\.loadedEnd).min() ?? 0, loadedStart)
    let progress = trackProgress
    var next = lanes.map { lane in lane.connections.indices.map { lane.nextArrival($0) } }
    while true {
      var first: (lane: Int, connection: Int, time: Int64)?
      for lane in next.indices {
        for connection in next[lane].indices {
          guard let time = next[lane][connection], time < first?.time ?? .max else { continue }
          first = (lane, connection, time)
        }
      }
      guard let first else { return nil }
      let news = then.lanes[first.lane].network.takeByte(first.connection)
      if then.changes(with: news, in: first.lane, at: first.time, end)
        || news.isAhead && then.isOpened && then.trackProgress != progress
      {
        return first.time
      }
      next[first.lane] = then.lanes[first.lane].connections.indices.map {
        $0 == first.connection || news.isAhead
          ? then.lanes[first.lane].nextArrival($0) : next[first.lane][$0]
      }
    }
  }

  /// Whether a byte that came at `time`, and brought `news`, may change anything.
  private func changes(
    with news: OracleNetwork.News, in lane: Int, at time: Int64, _ end: Int64
  ) -> Bool {
    if news.isOpened || news.isEnd || (news.measurement?.bytes ?? 0) > 0 { return true }
    guard isOpened else { return false }
    if policy.looksNow(hasMoreBytes: news.isAhead, isDue: news.isLook),
      wouldBeFull(self, at: time)
    {
      return true
    }
    // Where the player looks only now and then, it looks at what has come to that lane.
    let looked = policy.values.loadGranularity == nil ? Array(lanes.indices) : [lane]
    if lanes.count > 1, policy.values.loadGranularity == nil || news.isLook,
      looked.contains(where: { wouldFill($0, at: time) })
    {
      return true
    }
    guard news.isAhead else { return false }
    return (lanes.map(\.loadedEnd).min() ?? 0) > end
  }

  /// The same for one lane.
  ///
  /// Throughput is measured on the way there, but that alone changes nothing while no prediction
  /// is waited for.
  private var nextArrivalOfOnlyLane: Int64? {
    guard let request = lanes[0].network.requests[0], request.since != nil else { return nil }
    var then = self
    // What ends before the range around the playhead begins adds nothing to it.
    let end = max(lanes[0].loadedEnd, loadedStart)
    let progress = trackProgress
    var firstMeasurement: Int64?
    // The end of a request changes something, so if that comes, so does what changes first.
    let changesSomething = request.flow.arrival(of: Int64(request.end - request.base)) != nil
    while let open = then.lanes[0].network.requests[0], open.position < open.end {
      let news = then.lanes[0].network.takeByte(0)
      let position = open.position + 1
      func arrival() -> Int64? { request.flow.arrival(of: Int64(position - request.base)) }
      if let measurement = news.measurement, measurement.bytes > 0, !news.isEnd {
        then.lanes[0].network.requests[0]?.measured.position = position
        if firstMeasurement == nil { firstMeasurement = arrival() }
        if waitsForPrediction || changesSomething { return firstMeasurement }
      }
      let looks = policy.looksNow(hasMoreBytes: news.isAhead, isDue: news.isLook)
      if news.isOpened || news.isEnd
        || looks && then.isOpened && wouldBeFull(then, at: arrival())
        || news.isAhead && then.isOpened
          && (then.lanes[0].loadedEnd > end || then.trackProgress != progress)
      {
        return arrival().map { min($0, firstMeasurement ?? $0) } ?? lastOfOpening
      }
    }
    return nil
  }

  /// When the last byte comes of an opening that is never over; `nil` if none does any more.
  private var lastOfOpening: Int64? {
    isOpened ? nil : lanes.compactMap { $0.lastArrival(after: now) }.max()
  }

  private var waitsForPrediction: Bool { throughput != nil && !keepsUp && !isEmpty }

  /// Whether the buffer is full with what has come `then`, and with all else that comes in the same
  /// nanosecond as a look that is due.
  private func wouldBeFull(_ then: Oracle, at time: Int64?) -> Bool {
    guard !isFull else { return false }
    var then = then
    if policy.values.loadGranularity != nil, let time {
      for number in then.lanes.indices { then.lanes[number].take(until: time) }
    }
    return policy.isFull(wasFull: false, looks: true, level: level, bytes: then.bytesAhead, path)
  }

  /// What has come by now.
  struct News {
    var isOpened = false
    var isLook = false
    var measurements: [(bytes: Int, since: Int64)] = []
  }

  /// Takes in, byte by byte, what has come by now.
  mutating func receive() -> News {
    var all = News()
    let wasOpened = isOpened
    for number in lanes.indices {
      var news = News()
      for connection in lanes[number].connections.indices { receive(number, connection, &news) }
      lanes[number].isLook = news.isLook
      all.isLook = all.isLook || news.isLook
      all.measurements += news.measurements
    }
    all.isOpened = !wasOpened && isOpened
    return all
  }

  private mutating func receive(_ number: Int, _ connection: Int, _ all: inout News) {
    guard let request = lanes[number].network.requests[connection], let since = request.since,
      since < now
    else { return }
    let most = request.base + Int(request.flow.bytes(by: now))
    let before = request.base + Int(request.flow.bytes(by: now - 1))
    let position = request.position
    defer { noteArrival(number, connection, from: position, request) }
    var measured: (bytes: Int, since: Int64)?
    while let request = lanes[number].network.requests[connection], request.position < most,
      lanes[number].network.isUseful(connection)
    {
      let wasOpened = lanes[number].network.isOpened
      let news = lanes[number].network.takeByte(connection)
      if !wasOpened { lanes[number].openingBytes = Int64(lanes[number].network.received) }
      // A look that nobody came for had nothing to see.
      all.isLook = all.isLook || news.isLook && request.position >= before
      if let measurement = news.measurement {
        // One that took no time says nothing.
        if measurement.bytes > 0, measurement.since < now { measured = measurement }
        lanes[number].network.requests[connection]?.measured = (request.position + 1, now)
      }
    }
    if let measured { all.measurements.append(measured) }
  }

  /// Writes down what has come since `position` of `request`, as it was then.
  private mutating func noteArrival(
    _ number: Int, _ connection: Int, from position: Int, _ request: OracleNetwork.Request
  ) {
    guard let end = lanes[number].network.requests[connection]?.position, end > position
    else { return }
    func arrival(_ byte: Int) -> WallTime? {
      request.flow.arrival(of: Int64(byte + 1 - request.base)).map { WallTime(nanoseconds: $0) }
    }
    let last = lanes[number].connections[connection].request
    session.requests[last].bytesReceived += Int64(end - position)
    if position == request.offset { session.requests[last].firstByte = arrival(position) }
    session.requests[last].lastByte = arrival(end - 1)
  }
}
