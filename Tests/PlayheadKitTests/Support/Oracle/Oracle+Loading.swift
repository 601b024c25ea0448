@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

extension Oracle {
  /// A dropped request: since when and until when the link still carries bytes of it, and how many
  /// it had left to bring.
  struct Drop {
    var from: Int64
    var until: Int64
    var rest: Int
  }

  /// What has come by now, and what the player makes of it.
  mutating func arrive() {
    let endBefore = loadedEnd
    let aheadBefore = network.isOpened ? network.ahead : 0
    let wasPlaying = state == .playing
    let news = receive()
    if news.isOpened { tell(.opened) }
    move()
    if wasPlaying { slack.growth += max(0, loadedEnd - endBefore) }
    let hasMoreBytes = network.ahead > aheadBefore
    settle(
      looks: policy.looksNow(
        hasMore: loadedEnd > endBefore, hasMoreBytes: hasMoreBytes, isDue: news.isLook))
    if let measurement = news.measurement {
      throughput?.measure(measurement.bytes, in: now - measurement.since)
      settle(isMeasured: true)
    }
  }

  /// When the next byte comes that may change anything; `nil` if none ever does.
  ///
  /// Throughput is measured on the way there, but that alone changes nothing while no prediction
  /// is waited for.
  var nextArrival: Int64? {
    guard let request = network.request, request.since != nil else { return nil }
    var then = network
    // What ends before the range around the playhead begins adds nothing to it.
    let end = max(media.loadedEnd(network.ahead), loadedStart)
    var firstMeasurement: Int64?
    while then.request?.position != media.bytes.fileSize {
      let news = then.takeByte()
      guard let position = then.request?.position else { break }
      func arrival() -> Int64? { request.flow.arrival(of: Int64(position - request.base)) }
      if let measurement = news.measurement, measurement.bytes > 0, !news.isEnd {
        then.request?.measured.position = position
        if firstMeasurement == nil { firstMeasurement = arrival() }
        if waitsForPrediction { return firstMeasurement }
      }
      let looks = policy.looksNow(hasMoreBytes: news.isAhead, isDue: news.isLook)
      if news.isOpened || news.isEnd || looks && wouldBeFull(then)
        || news.isAhead && then.isOpened && media.loadedEnd(then.ahead) > end
      {
        return arrival().map { min($0, firstMeasurement ?? $0) } ?? lastOfOpening
      }
    }
    return nil
  }

  /// When the last byte comes of an opening that is never over; `nil` if none does any more.
  private var lastOfOpening: Int64? {
    guard !network.isOpened, let flow = network.request?.flow else { return nil }
    let bytes = flow.bytes(by: MediaTime.bound.nanoseconds)
    guard bytes > 0 else { return nil }
    return flow.arrival(of: bytes).flatMap { $0 > now ? $0 : nil }
  }

  private var waitsForPrediction: Bool { throughput != nil && !keepsUp && !isEmpty }

  private func wouldBeFull(_ then: OracleNetwork) -> Bool {
    !isFull
      && policy.isFull(
        wasFull: false, looks: true, level: level, bytes: bytesAhead(then), path)
  }

  /// Takes in, byte by byte, what has come by now.
  mutating func receive() -> OracleNetwork.News {
    var all = OracleNetwork.News()
    guard let request = network.request, let since = request.since, since < now else { return all }
    let most = request.base + Int(request.flow.bytes(by: now))
    let before = request.base + Int(request.flow.bytes(by: now - 1))
    while let request = network.request, request.position < most, network.isUseful {
      let wasOpened = network.isOpened
      let news = network.takeByte()
      all.isOpened = all.isOpened || news.isOpened
      if !wasOpened {
        session.startupPhases.openingBytes = Int64(network.received)
      }
      // A look that nobody came for had nothing to see.
      all.isLook = all.isLook || news.isLook && request.position >= before
      if let measurement = news.measurement {
        // One that took no time says nothing.
        if measurement.bytes > 0, measurement.since < now { all.measurement = measurement }
        network.request?.measured = (request.position + 1, now)
      }
    }
    return all
  }

  /// Drops what is no longer kept, and has the network do what the buffer asks for.
  mutating func load() {
    dropBackBuffer()
    defer { wasMoved = false }
    if network.request?.since == nil || !network.isUseful { network.skip() }
    if network.next == nil {
      if !isLoadingFinished {
        drop()
        tell(.loadingFinished)
        isLoadingFinished = true
      }
      return
    }
    isLoadingFinished = false
    if isFull {
      // What is of no use after a move is dropped at once; else it stays open until it is.
      if wasMoved, !network.isUseful { drop() }
      block()
    } else if network.isUseful {
      unblock()
    } else {
      drop()
      send()
    }
  }

  /// Takes nothing more for now; the connection rests, and its window with it.
  private mutating func block() {
    guard let request = network.request, request.since != nil else { return }
    rested = (request.flow.window(at: now), now)
    network.request?.since = nil
  }

  /// What comes from `since` on, behind a window if there is slow start.
  ///
  /// The window is the one that was left, or after a rest of more than a second the first one.
  private func flow(since: Int64, roundTrip: Int64) -> OracleFlow {
    var window: Int64?
    if case .slowStart = transport {
      let isIdle = rested.map { now - $0.since > 1_000_000_000 } ?? true
      window = isIdle ? initialWindow : rested?.window
    }
    return OracleFlow(link, since: since, roundTrip: roundTrip, window: window)
  }

  /// How many round trips pass before the first byte: one for the request, and before it those that
  /// set up a connection where there is none.
  private var roundTrips: Int64 {
    guard case .slowStart(let setUp) = transport, rested == nil else { return 1 }
    return Int64(1 + setUp)
  }

  private mutating func unblock() {
    guard let request = network.request, request.since == nil else { return }
    let flow = flow(since: now, roundTrip: link.latency(at: now))
    network.request?.since = now
    network.request?.flow = flow
    network.request?.base = request.position
    network.request?.measured = (request.position, now)
    slack.flows += 1
  }

  private mutating func send() {
    guard let offset = network.next else { return }
    let roundTrip = link.latency(at: now)
    let since = max(now + roundTrips * roundTrip, drops.map(\.until).max() ?? 0)
    network.request = OracleNetwork.Request(
      offset: offset, position: offset, base: offset, since: since,
      flow: flow(since: since, roundTrip: roundTrip), measured: (offset, since))
    session.requestCount += 1
    slack.flows += 1
    tell(.requestSent(offset: Int64(offset)))
  }

  private mutating func drop() {
    guard let request = network.request else { return }
    block()
    network.request = nil
    let rest = media.bytes.fileSize - request.position
    guard rest > 0 else { return }
    // HTTP/1.1 has no other way to drop a request than to close the connection.
    rested = nil
    let before = wasted(by: .max)
    let from = max(now, drops.map(\.until).max() ?? 0)
    drops.append(Drop(from: from, until: max(from, now + link.latency(at: now)), rest: rest))
    tell(.requestDropped(wastedBytes: wasted(by: .max) - before))
  }

  /// The bytes of dropped requests that have come by `time`.
  func wasted(by time: Int64) -> Int64 {
    drops.reduce(0) { sum, drop in
      let until = min(time, drop.until)
      return until > drop.from
        ? sum + min(Int64(drop.rest), link.bytes(from: drop.from, to: until)) : sum
    }
  }

  private mutating func dropBackBuffer() {
    guard network.isOpened, let kept = policy.values.backBuffer?.nanoseconds else { return }
    let position = playhead > kept ? media.readingStart(playhead - kept) : 0
    network.keep(from: position)
    // What lies before it and takes no bytes is still there.
    let end = media.bytes.endOfMissing(before: position, network.isCached)
    let time = media.time(ofReadingFrom: end)
    if loaded.remove(before: time) {
      tell(.backBufferDropped(before: MediaTime(nanoseconds: time)))
    }
  }
}
