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
    if news.isOpened { tell(.opened) }
    move()
    if wasPlaying { slack.growth += max(0, loadedEnd - endBefore) }
    let hasMoreBytes = ahead > aheadBefore
    settle(
      looks: policy.looksNow(
        hasMore: loadedEnd > endBefore, hasMoreBytes: hasMoreBytes, isDue: news.isLook))
    for measurement in news.measurements {
      throughput?.measure(measurement.bytes, in: now - measurement.since)
      settle(isMeasured: true)
    }
  }

  /// When the next byte comes that may change anything; `nil` if none ever does.
  var nextArrival: Int64? {
    guard lanes.count > 1 else { return nextArrivalOfOnlyLane }
    let change = lanes.compactMap { $0.nextChange(after: now) }.min()
    let lastChange = change.flatMap { link.arrival(ofQuanta: 1, from: $0) == nil ? nil : $0 }
    guard let arrival = nextArrivalInLanes else { return lastChange ?? lastOfOpening }
    return min(arrival, lastChange ?? arrival)
  }

  /// The same for several lanes: goes through what comes in each, in the order in which it does.
  private var nextArrivalInLanes: Int64? {
    var then = self
    // What ends before the range around the playhead begins adds nothing to it.
    let end = max(lanes.map(\.loadedEnd).min() ?? 0, loadedStart)
    var next = lanes.indices.map { number -> (time: Int64, news: OracleNetwork.News)? in
      then.lanes[number].takeNext(policy, isOpened: isOpened)
    }
    // Each lane of `then` is one step ahead; `current` has what has come.
    var current = self
    while let number = next.indices.filter({ next[$0] != nil }).min(by: {
      (next[$0]?.time ?? 0) < (next[$1]?.time ?? 0)
    }), let (time, news) = next[number] {
      current.lanes[number] = then.lanes[number]
      let looks = policy.looksNow(hasMoreBytes: news.isAhead, isDue: news.isLook)
      if news.isOpened || news.isEnd || (news.measurement?.bytes ?? 0) > 0
        || looks && current.isOpened && wouldBeFull(current)
        || news.isAhead && current.isOpened
          && (current.lanes.map(\.loadedEnd).min() ?? 0) > end
      {
        return time
      }
      next[number] = then.lanes[number].takeNext(policy, isOpened: isOpened)
    }
    return nil
  }

  /// The same for one lane.
  ///
  /// Throughput is measured on the way there, but that alone changes nothing while no prediction
  /// is waited for.
  private var nextArrivalOfOnlyLane: Int64? {
    guard let request = lanes[0].network.request, request.since != nil else { return nil }
    var then = self
    let media = lanes[0].media
    // What ends before the range around the playhead begins adds nothing to it.
    let end = max(lanes[0].loadedEnd, loadedStart)
    var firstMeasurement: Int64?
    while then.lanes[0].network.request?.position != media.bytes.fileSize {
      let news = then.lanes[0].network.takeByte()
      guard let position = then.lanes[0].network.request?.position else { break }
      func arrival() -> Int64? { request.flow.arrival(of: Int64(position - request.base)) }
      if let measurement = news.measurement, measurement.bytes > 0, !news.isEnd {
        then.lanes[0].network.request?.measured.position = position
        if firstMeasurement == nil { firstMeasurement = arrival() }
        if waitsForPrediction { return firstMeasurement }
      }
      let looks = policy.looksNow(hasMoreBytes: news.isAhead, isDue: news.isLook)
      if news.isOpened || news.isEnd || looks && wouldBeFull(then)
        || news.isAhead && then.isOpened && then.lanes[0].loadedEnd > end
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

  private func wouldBeFull(_ then: Oracle) -> Bool {
    !isFull
      && policy.isFull(
        wasFull: false, looks: true, level: level, bytes: then.bytesAhead, path)
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
    for number in lanes.indices { receive(number, &all) }
    all.isOpened = !wasOpened && isOpened
    return all
  }

  private mutating func receive(_ number: Int, _ all: inout News) {
    guard let request = lanes[number].network.request, let since = request.since, since < now
    else { return }
    let most = request.base + Int(request.flow.bytes(by: now))
    let before = request.base + Int(request.flow.bytes(by: now - 1))
    let position = request.position
    defer { noteArrival(number, from: position, request) }
    var measured: (bytes: Int, since: Int64)?
    while let request = lanes[number].network.request, request.position < most,
      lanes[number].network.isUseful
    {
      let wasOpened = lanes[number].network.isOpened
      let news = lanes[number].network.takeByte()
      if !wasOpened { lanes[number].openingBytes = Int64(lanes[number].network.received) }
      // A look that nobody came for had nothing to see.
      all.isLook = all.isLook || news.isLook && request.position >= before
      if let measurement = news.measurement {
        // One that took no time says nothing.
        if measurement.bytes > 0, measurement.since < now { measured = measurement }
        lanes[number].network.request?.measured = (request.position + 1, now)
      }
    }
    if let measured { all.measurements.append(measured) }
  }

  /// Writes down what has come since `position` of `request`, as it was then.
  private mutating func noteArrival(
    _ number: Int, from position: Int, _ request: OracleNetwork.Request
  ) {
    guard let end = lanes[number].network.request?.position, end > position else { return }
    func arrival(_ byte: Int) -> WallTime? {
      request.flow.arrival(of: Int64(byte + 1 - request.base)).map { WallTime(nanoseconds: $0) }
    }
    let last = lanes[number].request
    session.requests[last].bytesReceived += Int64(end - position)
    if position == request.offset { session.requests[last].firstByte = arrival(position) }
    session.requests[last].lastByte = arrival(end - 1)
  }

  /// Drops what is no longer kept, and has the network do what the buffer asks for.
  mutating func load() {
    dropBackBuffer()
    for number in lanes.indices { look(number) }
    // Without what is no longer kept, more may be loaded from the playhead on.
    if policy.values.backBuffer != nil {
      let endBefore = loadedEnd
      _ = receive()
      if loadedEnd > endBefore { settle() }
    }
    var finishes = false
    for number in lanes.indices { finishes = load(number) || finishes }
    if finishes, lanes.allSatisfy(\.isLoadingFinished) { tell(.loadingFinished) }
    wasMoved = false
    share()
  }

  /// Looks what is of use; what is of none after a move is dropped at once.
  private mutating func look(_ number: Int) {
    let lane = lanes[number]
    if !lane.isWaiting || !lane.network.isUseful { lanes[number].network.skip() }
    if wasMoved, lane.network.isOpened, !lanes[number].network.isUseful {
      drop(number, wasLooped ? .droppedByLoop : .droppedBySeek)
    }
  }

  /// Does what the buffer asks for; returns whether that was the last of it.
  private mutating func load(_ number: Int) -> Bool {
    let network = lanes[number].network
    if network.next == nil {
      let wasFinished = lanes[number].isLoadingFinished
      if !wasFinished { drop(number, .droppedAsLoaded) }
      lanes[number].isLoadingFinished = true
      return !wasFinished
    }
    lanes[number].isLoadingFinished = false
    if isFull, network.isOpened {
      // It stays open until it is of no use.
      block(number)
    } else if network.isUseful {
      unblock(number)
    } else {
      drop(number, .droppedBySkip)
      send(number)
    }
    return false
  }

  /// Gives each flow its share of the link from now on.
  private mutating func share() {
    let flows = lanes.count { $0.isFlowing(at: now) }
    for number in lanes.indices { lanes[number].share(flows, at: now) }
  }

  /// Takes nothing more for now; the connection rests, and its window with it.
  private mutating func block(_ number: Int) {
    guard let request = lanes[number].network.request, request.since != nil else { return }
    lanes[number].rested = (request.flow.window(at: now), now)
    lanes[number].network.request?.since = nil
  }

  /// What comes from `since` on, behind a window if there is slow start.
  ///
  /// The window is the one that was left, or after a rest of more than a second the first one.
  private func flow(_ number: Int, since: Int64, roundTrip: Int64) -> OracleFlow {
    var window: Int64?
    if case .slowStart = transport {
      let isIdle = lanes[number].rested.map { now - $0.since > 1_000_000_000 } ?? true
      window = isIdle ? initialWindow : lanes[number].rested?.window
    }
    return OracleFlow(link, since: since, roundTrip: roundTrip, window: window)
  }

  /// How many round trips pass before the first byte: one for the request, and before it those that
  /// set up a connection where there is none.
  private func roundTrips(_ number: Int) -> Int64 {
    guard case .slowStart(let setUp) = transport, lanes[number].rested == nil else { return 1 }
    return Int64(1 + setUp)
  }

  private mutating func unblock(_ number: Int) {
    guard let request = lanes[number].network.request, request.since == nil else { return }
    let flow = flow(number, since: now, roundTrip: link.latency(at: now))
    lanes[number].network.request?.since = now
    lanes[number].network.request?.flow = flow
    lanes[number].network.request?.base = request.position
    lanes[number].network.request?.measured = (request.position, now)
    slack.flows += 1
  }

  private mutating func send(_ number: Int) {
    guard let offset = lanes[number].network.next else { return }
    let roundTrip = link.latency(at: now)
    let wasteEnd = lanes[number].drops.map(\.until).max() ?? 0
    let since = max(now + roundTrips(number) * roundTrip, wasteEnd)
    lanes[number].network.request = OracleNetwork.Request(
      offset: offset, position: offset, base: offset, since: since,
      flow: flow(number, since: since, roundTrip: roundTrip), measured: (offset, since))
    session.requestCount += 1
    lanes[number].request = session.requests.count
    if !lanes[number].network.isOpened { lanes[number].openingRequests += 1 }
    session.requests.append(
      MediaRequest(
        number: session.requestCount, resource: lanes[number].resource, offset: Int64(offset),
        sent: wallTime))
    slack.flows += 1
    tell(.requestSent(number: session.requestCount, offset: Int64(offset)))
  }

  private mutating func drop(_ number: Int, _ reason: MediaRequest.EndReason) {
    guard let request = lanes[number].network.request else { return }
    block(number)
    lanes[number].network.request = nil
    let rest = lanes[number].media.bytes.fileSize - request.position
    let last = lanes[number].request
    session.requests[last].endReason = rest > 0 ? reason : .complete
    session.requests[last].end = rest > 0 ? wallTime : session.requests[last].lastByte
    guard rest > 0 else { return }
    // HTTP/1.1 has no other way to drop a request than to close the connection.
    lanes[number].rested = nil
    let from = max(now, lanes[number].drops.map(\.until).max() ?? 0)
    let drop = Drop(
      request: last, from: from, until: max(from, now + link.latency(at: now)), rest: rest,
      flow: OracleFlow(link, since: from, roundTrip: 0, window: nil))
    lanes[number].drops.append(drop)
    tell(.requestDropped(number: last + 1, wastedBytes: drop.bytes(by: .max)))
  }

  /// The bytes of dropped requests that have come by `time`.
  func wasted(by time: Int64) -> Int64 {
    lanes.reduce(0) { $0 + $1.drops.reduce(0) { $0 + $1.bytes(by: time) } }
  }

  private mutating func dropBackBuffer() {
    guard isOpened, let kept = policy.values.backBuffer?.nanoseconds else { return }
    var time: Int64 = 0
    for number in lanes.indices {
      let media = lanes[number].media
      let position = playhead > kept ? media.readingStart(playhead - kept) : 0
      lanes[number].network.keep(from: position)
      // What lies before it and takes no bytes is still there.
      let end = media.bytes.endOfMissing(before: position, lanes[number].network.isCached)
      time = max(time, media.time(ofReadingFrom: end))
    }
    if loaded.remove(before: time) {
      tell(.backBufferDropped(before: MediaTime(nanoseconds: time)))
    }
  }
}
