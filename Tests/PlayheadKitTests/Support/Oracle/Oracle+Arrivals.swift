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
    guard file.connections.count > 1 else { return nextArrivalOfOnlyConnection }
    let change = file.nextChange(after: now)
    let lastChange = change.flatMap { link.arrival(ofQuanta: 1, from: $0) == nil ? nil : $0 }
    guard let arrival = nextArrivalOfConnections else { return lastChange ?? lastOfOpening }
    return min(arrival, lastChange ?? arrival)
  }

  /// The same for several requests: goes through what comes of each, in the order in which it does.
  private var nextArrivalOfConnections: Int64? {
    var then = self
    // What ends before the range around the playhead begins adds nothing to it.
    let end = max(file.loadedEnd, file.loadedStart)
    let progress = trackProgress
    var next = file.connections.indices.map { file.nextArrival($0) }
    while true {
      var first: (connection: Int, time: Int64)?
      for connection in next.indices {
        guard let time = next[connection], time < first?.time ?? .max else { continue }
        first = (connection, time)
      }
      guard let first else { return nil }
      let news = then.file.network.takeByte(first.connection)
      if then.changes(with: news, at: first.time, end)
        || news.isAhead && then.isOpened && then.trackProgress != progress
      {
        return first.time
      }
      next = then.file.connections.indices.map {
        $0 == first.connection || news.isAhead ? then.file.nextArrival($0) : next[$0]
      }
    }
  }

  /// Whether a byte that came at `time`, and brought `news`, may change anything.
  private func changes(with news: OracleNetwork.News, at time: Int64, _ end: Int64) -> Bool {
    if news.isOpened || news.isEnd || (news.measurement?.bytes ?? 0) > 0 { return true }
    guard isOpened else { return false }
    if policy.looksNow(hasMoreBytes: news.isAhead, isDue: news.isLook),
      wouldBeFull(self, at: time)
    {
      return true
    }
    return news.isAhead && file.loadedEnd > end
  }

  /// The same for one connection.
  ///
  /// Throughput is measured on the way there, but that alone changes nothing while no prediction
  /// is waited for.
  private var nextArrivalOfOnlyConnection: Int64? {
    guard let request = file.network.requests[0], request.since != nil else { return nil }
    var then = self
    // What ends before the range around the playhead begins adds nothing to it.
    let end = max(file.loadedEnd, file.loadedStart)
    let progress = trackProgress
    var firstMeasurement: Int64?
    // The end of a request changes something, so if that comes, so does what changes first.
    let changesSomething = request.flow.arrival(of: Int64(request.end - request.base)) != nil
    while let open = then.file.network.requests[0], open.position < open.end {
      let news = then.file.network.takeByte(0)
      let position = open.position + 1
      func arrival() -> Int64? { request.flow.arrival(of: Int64(position - request.base)) }
      if let measurement = news.measurement, measurement.bytes > 0, !news.isEnd {
        then.file.network.requests[0]?.measured.position = position
        if firstMeasurement == nil { firstMeasurement = arrival() }
        if waitsForPrediction || changesSomething { return firstMeasurement }
      }
      let looks = policy.looksNow(hasMoreBytes: news.isAhead, isDue: news.isLook)
      if news.isOpened || news.isEnd
        || looks && then.isOpened && wouldBeFull(then, at: arrival())
        || news.isAhead && then.isOpened
          && (then.file.loadedEnd > end || then.trackProgress != progress)
      {
        return arrival().map { min($0, firstMeasurement ?? $0) } ?? lastOfOpening
      }
    }
    return nil
  }

  /// When the last byte comes of an opening that is never over; `nil` if none does any more.
  private var lastOfOpening: Int64? {
    isOpened ? nil : file.lastArrival(after: now)
  }

  private var waitsForPrediction: Bool { throughput != nil && !keepsUp && !isEmpty }

  /// Whether the buffer is full with what has come `then`, and with all else that comes in the same
  /// nanosecond as a look that is due.
  private func wouldBeFull(_ then: Oracle, at time: Int64?) -> Bool {
    guard !isFull else { return false }
    var then = then
    if policy.values.loadGranularity != nil, let time { then.file.take(until: time) }
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
    var news = News()
    let wasOpened = isOpened
    for connection in file.connections.indices { receive(connection, &news) }
    news.isOpened = !wasOpened && isOpened
    return news
  }

  private mutating func receive(_ connection: Int, _ all: inout News) {
    guard let request = file.network.requests[connection], let since = request.since,
      since < now
    else { return }
    let most = request.base + Int(request.flow.bytes(by: now))
    let before = request.base + Int(request.flow.bytes(by: now - 1))
    let position = request.position
    defer { noteArrival(connection, from: position, request) }
    var measured: (bytes: Int, since: Int64)?
    while let request = file.network.requests[connection], request.position < most,
      file.network.isUseful(connection)
    {
      let wasOpened = file.network.isOpened
      let news = file.network.takeByte(connection)
      if !wasOpened { file.openingBytes = Int64(file.network.received) }
      // A look that nobody came for had nothing to see.
      all.isLook = all.isLook || news.isLook && request.position >= before
      if let measurement = news.measurement {
        // One that took no time says nothing.
        if measurement.bytes > 0, measurement.since < now { measured = measurement }
        file.network.requests[connection]?.measured = (request.position + 1, now)
      }
    }
    if let measured { all.measurements.append(measured) }
  }

  /// Writes down what has come since `position` of `request`, as it was then.
  private mutating func noteArrival(
    _ connection: Int, from position: Int, _ request: OracleNetwork.Request
  ) {
    guard let end = file.network.requests[connection]?.position, end > position
    else { return }
    func arrival(_ byte: Int) -> WallTime? {
      request.flow.arrival(of: Int64(byte + 1 - request.base)).map { WallTime(nanoseconds: $0) }
    }
    let last = file.connections[connection].request
    session.requests[last].bytesReceived += Int64(end - position)
    if position == request.offset { session.requests[last].firstByte = arrival(position) }
    session.requests[last].lastByte = arrival(end - 1)
  }
}
