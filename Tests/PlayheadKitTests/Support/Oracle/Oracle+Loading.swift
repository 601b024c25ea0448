@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

extension Oracle {
  /// A dropped request: since when and until when the link still carries bytes of it, and how many
  /// it had left to bring.
  struct Drop {
    /// The place of the request among all.
    var request: Int
    var from: Int64
    var until: Int64
    var rest: Int
    var flow: OracleFlow

    /// The bytes of it that have come by `time`.
    func bytes(by time: Int64) -> Int64 {
      let until = min(time, until)
      return until > from ? min(Int64(rest), flow.bytes(by: until)) : 0
    }

    func isFlowing(at time: Int64) -> Bool {
      from <= time && time < until && bytes(by: time) < rest
    }
  }

  /// What has come by now, and what the player makes of it.
  mutating func arrive() {
    let endBefore = loadedEnd
    let aheadBefore = isOpened ? ahead : 0
    let wasPlaying = state == .playing
    let news = receive()
    if news.isOpened {
      opened = now
      notBefore = max(notBefore, now + rules.openCost.nanoseconds)
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
    while let open = then.lanes[0].network.requests[0], open.position < open.end {
      let news = then.lanes[0].network.takeByte(0)
      let position = open.position + 1
      func arrival() -> Int64? { request.flow.arrival(of: Int64(position - request.base)) }
      if let measurement = news.measurement, measurement.bytes > 0, !news.isEnd {
        then.lanes[0].network.requests[0]?.measured.position = position
        if firstMeasurement == nil { firstMeasurement = arrival() }
        if waitsForPrediction { return firstMeasurement }
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

  /// Drops what is no longer kept, and has the network do what the buffer asks for.
  mutating func load() {
    dropBackBuffer()
    hasReadBack = false
    for number in lanes.indices { look(number) }
    noticeReadBack()
    if lanes.count > 1 { fill() }
    var finishes = false
    for number in lanes.indices { finishes = load(number) || finishes }
    if finishes, lanes.allSatisfy(\.isLoadingFinished) { tell(.loadingFinished) }
    noticeReadBack()
    wasMoved = false
    share()
  }

  /// Adds what was read that a request had brought before.
  private mutating func noticeReadBack() {
    guard hasReadBack else { return }
    hasReadBack = false
    let endBefore = loadedEnd
    follow()
    settleIfMore(than: endBefore)
  }

  /// Looks at what has come besides what just came.
  private mutating func settleIfMore(than end: Int64) {
    let isMore = loadedEnd > end
    if isMore || watchesTracks {
      settle(looks: isMore && policy.values.loadGranularity == nil)
    }
  }

  /// Each of several lanes stops by its own level.
  private mutating func fill() {
    for number in lanes.indices {
      let isWaiting = isStallOpen || waitsSince != nil
      lanes[number].isFull =
        isFull
        || isOpened
          && policy.isFull(
            wasFull: lanes[number].isFull && !isWaiting,
            looks: policy.values.loadGranularity == nil || lanes[number].isLook
              || path != filledPath
              || lanes[number].isFull,
            level: max(0, lanes[number].loadedEnd - playhead), bytes: bytesAhead, path)
      lanes[number].isLook = false
    }
    filledPath = path
  }

  /// Whether a lane that is not full is at `time`, before which nothing happens.
  private func wouldFill(_ number: Int, at time: Int64) -> Bool {
    guard !isFull, !lanes[number].isFull else { return false }
    var then = self
    if policy.values.loadGranularity != nil {
      for number in then.lanes.indices { then.lanes[number].take(until: time) }
    }
    let there = state == .playing ? max(playhead, min(line(at: time), loadedEnd)) : playhead
    return policy.isFull(
      wasFull: false, looks: true, level: max(0, then.lanes[number].loadedEnd - there),
      bytes: then.bytesAhead, path)
  }

  /// Looks what is of use; what is of none after a move is dropped at once.
  private mutating func look(_ number: Int) {
    let network = lanes[number].network
    let current = network.recent[0]
    if network.takesSegments || !lanes[number].isWaiting || !network.isUseful(current) {
      lanes[number].network.skip()
    }
    guard wasMoved, network.isOpened else { return }
    let reason: MediaRequest.EndReason = wasLooped ? .droppedByLoop : .droppedBySeek
    if network.takesSegments {
      let looked = lanes[number].network
      let next = looked.nextSegments
      drop(number, reason) { request in
        request.position == request.end
          || !next.contains(network.bytes.resource(at: request.offset))
          || !looked.bringsAll(request)
      }
    } else if let useful = firstUseful(number) {
      use(number, useful)
      if lanes[number].network.readOn(useful) { hasReadBack = true }
    } else {
      drop(number, reason) { _ in true }
    }
  }

  /// The connection used last of those that bring the next byte soon enough.
  private func firstUseful(_ number: Int) -> Int? {
    let network = lanes[number].network
    return network.next == nil ? nil : network.recent.first { network.isUseful($0) }
  }

  /// Reads from a connection, and leaves the one that was read from before as it is.
  private mutating func use(_ number: Int, _ connection: Int) {
    let before = lanes[number].network.recent[0]
    guard connection != before else { return }
    block(number, before)
    lanes[number].network.leave(before)
    lanes[number].network.recent.removeAll { $0 == connection }
    lanes[number].network.recent.insert(connection, at: 0)
  }

  /// Does what the buffer asks for; returns whether that was the last of it.
  private mutating func load(_ number: Int) -> Bool {
    let network = lanes[number].network
    if network.next == nil {
      let isReading = lanes[number].connections.indices.contains {
        network.requests[$0]?.since != nil && network.isUseful($0)
      }
      if network.takesSegments, isReading {
        fetchSegments(number, isFull: true)
        return false
      }
      let wasFinished = lanes[number].isLoadingFinished
      if !wasFinished { drop(number, .droppedAsLoaded) { _ in true } }
      lanes[number].isLoadingFinished = true
      return !wasFinished
    }
    lanes[number].isLoadingFinished = false
    let current = network.recent[0]
    let mayStop = (isFull || lanes[number].isFull) && network.isOpened && areTracksReady
    if network.takesSegments, network.isOpened {
      fetchSegments(number, isFull: mayStop)
    } else if mayStop {
      // It stays open until it is of no use.
      block(number, current)
    } else if !network.isOpened {
      if network.isUseful(current) { return false }
      drop(number, .droppedBySkip, current)
      send(number, current)
    } else if let useful = firstUseful(number) {
      use(number, useful)
      if lanes[number].network.readOn(useful) {
        hasReadBack = true
        return load(number)
      }
      unblock(number, useful)
    } else {
      leaveOpen(number)
      let current = lanes[number].network.recent[0]
      drop(number, .droppedBySkip, current)
      send(number, current)
    }
    return false
  }

  /// Reads from a connection without a request or, if there is none, from the one used longest ago.
  private mutating func leaveOpen(_ number: Int) {
    let network = lanes[number].network
    guard let request = network.requests[network.recent[0]], request.position < request.end
    else { return }
    let others = network.recent.dropFirst()
    if let other = others.first(where: { network.requests[$0] == nil }) ?? others.last {
      use(number, other)
    }
  }

  /// Requests the next segments on connections that have brought theirs.
  private mutating func fetchSegments(_ number: Int, isFull: Bool) {
    let network = lanes[number].network
    let busy = network.requests.compactMap { request in
      request.flatMap { $0.position < $0.end ? network.bytes.resource(at: $0.offset) : nil }
    }
    var left = network.nextSegments.filter { !busy.contains($0) }
    for connection in network.requests.indices {
      if let request = network.requests[connection], request.position < request.end { continue }
      if isFull || left.isEmpty {
        block(number, connection)
      } else {
        drop(number, .droppedBySkip, connection)
        send(number, connection, segment: left.removeFirst())
      }
    }
  }

  /// Gives each flow its share of the link from now on.
  private mutating func share() {
    let flows = lanes.reduce(0) { $0 + $1.flows(at: now) }
    for number in lanes.indices { lanes[number].share(flows, at: now) }
  }

  /// Takes nothing more for now; the connection rests, and its window with it.
  private mutating func block(_ number: Int, _ connection: Int) {
    guard let request = lanes[number].network.requests[connection], request.since != nil
    else { return }
    lanes[number].connections[connection].rested = (request.flow.window(at: now), now)
    lanes[number].network.requests[connection]?.since = nil
  }

  /// What comes from `since` on, behind a window if there is slow start.
  ///
  /// The window is the one that was left, or after a rest of more than a second the first one.
  private func flow(
    _ connection: OracleLane.Connection, since: Int64, roundTrip: Int64
  ) -> OracleFlow {
    var window: Int64?
    if case .slowStart = transport {
      let isIdle = connection.rested.map { now - $0.since > 1_000_000_000 } ?? true
      window = isIdle ? initialWindow : connection.rested?.window
    }
    return OracleFlow(link, since: since, roundTrip: roundTrip, window: window)
  }

  /// How many round trips pass before the first byte: one for the request, and before it those that
  /// set up a connection where there is none.
  private func roundTrips(_ connection: OracleLane.Connection) -> Int64 {
    guard case .slowStart(let setUp) = transport, connection.rested == nil else { return 1 }
    return Int64(1 + setUp)
  }

  private mutating func unblock(_ number: Int, _ place: Int) {
    guard let request = lanes[number].network.requests[place], request.since == nil
    else { return }
    // That costs no latency, but what the request itself takes is not over sooner.
    let since = max(now, request.due)
    let flow = flow(
      lanes[number].connections[place], since: since, roundTrip: link.latency(at: now))
    lanes[number].network.requests[place]?.since = since
    lanes[number].network.requests[place]?.flow = flow
    lanes[number].network.requests[place]?.base = request.position
    lanes[number].network.requests[place]?.measured = (request.position, since)
    slack.flows += 1
  }

  private mutating func send(_ number: Int, _ place: Int, segment: Int? = nil) {
    let network = lanes[number].network
    let bytes = network.bytes
    let connection = lanes[number].connections[place]
    guard let next = segment.map({ bytes.resourceStarts[$0] }) ?? network.next else { return }
    let offset = bytes.blockStart(next)
    let resource = bytes.resource(at: min(offset, bytes.fileSize - 1))
    let end =
      network.takesSegments && !network.isOpened
      ? network.endOfOpening(from: offset) : bytes.resourceStarts[resource + 1]
    let roundTrip = link.latency(at: now)
    let wasteEnd = connection.drops.map(\.until).max() ?? 0
    let since = max(now + roundTrips(connection) * roundTrip, wasteEnd)
    lanes[number].network.requests[place] = OracleNetwork.Request(
      offset: offset, position: offset, end: end, base: offset, since: since, due: since,
      flow: flow(connection, since: since, roundTrip: roundTrip), measured: (offset, since),
      earliest: offset)
    session.requestCount += 1
    lanes[number].connections[place].request = session.requests.count
    if !network.isOpened { lanes[number].openingRequests += 1 }
    let start = bytes.resourceStarts[resource]
    session.requests.append(
      MediaRequest(
        number: session.requestCount, resource: lanes[number].resource + resource,
        offset: Int64(offset - start),
        endOffset: end < bytes.resourceStarts[resource + 1] ? Int64(end - start) : nil,
        sent: wallTime))
    slack.flows += 1
    tell(.requestSent(number: session.requestCount, offset: Int64(offset - start)))
  }

  /// Drops the requests of a lane of which `isDropped` holds, in the order in which they were sent.
  private mutating func drop(
    _ number: Int, _ reason: MediaRequest.EndReason,
    where isDropped: (OracleNetwork.Request) -> Bool
  ) {
    let connections = lanes[number].connections
    for place in connections.indices.sorted(by: {
      connections[$0].request < connections[$1].request
    })
    where lanes[number].network.requests[place].map(isDropped) ?? false {
      drop(number, reason, place)
    }
  }

  private mutating func drop(_ number: Int, _ reason: MediaRequest.EndReason, _ place: Int) {
    guard let request = lanes[number].network.requests[place] else { return }
    block(number, place)
    lanes[number].network.requests[place] = nil
    let rest = request.end - request.position
    let last = lanes[number].connections[place].request
    session.requests[last].endReason = rest > 0 ? reason : .complete
    session.requests[last].end = rest > 0 ? wallTime : session.requests[last].lastByte
    guard rest > 0 else { return }
    // HTTP/1.1 has no other way to drop a request than to close the connection.
    lanes[number].connections[place].rested = nil
    let from = max(now, lanes[number].connections[place].drops.map(\.until).max() ?? 0)
    let drop = Drop(
      request: last, from: from, until: max(from, now + link.latency(at: now)), rest: rest,
      flow: OracleFlow(link, since: from, roundTrip: 0, window: nil))
    lanes[number].connections[place].drops.append(drop)
    tell(.requestDropped(number: last + 1, wastedBytes: drop.bytes(by: .max)))
  }

  /// The bytes of dropped requests that have come by `time`.
  func wasted(by time: Int64) -> Int64 {
    lanes.flatMap(\.connections).flatMap(\.drops).reduce(0) { $0 + $1.bytes(by: time) }
  }

  private mutating func dropBackBuffer() {
    guard isOpened, let kept = policy.values.backBuffer?.nanoseconds else { return }
    if watchesTracks, level == 0 { return }
    var time: Int64 = 0
    for number in lanes.indices {
      let media = lanes[number].media
      let position = playhead > kept ? media.readingStart(playhead - kept) : 0
      lanes[number].network.keep(from: position)
      // What lies before it and takes no bytes is still there.
      let end = media.bytes.endOfMissing(before: position, lanes[number].network.isCached)
      time = max(time, media.time(ofReadingFrom: end))
    }
    let endBefore = loadedEnd
    if loaded.remove(before: time) {
      tell(.backBufferDropped(before: MediaTime(nanoseconds: time)))
    }
    // Without what is no longer kept, nothing more may be missing from the playhead on.
    follow()
    settleIfMore(than: endBefore)
  }
}
