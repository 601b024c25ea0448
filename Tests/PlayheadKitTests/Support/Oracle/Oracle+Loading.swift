@testable import PlayheadKit

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
    var looks = loadedEnd > endBefore || policy.countsBytes && network.ahead > aheadBefore
    if policy.values.loadGranularity != nil { looks = news.isLook }
    settle(looks: looks)
    if let measurement = news.measurement {
      throughput?.measure(measurement.bytes, in: now - measurement.since)
      settle(isMeasured: true)
    }
  }

  /// When the next byte comes that changes anything.
  var nextArrival: Int64? {
    guard let request = network.request, let since = request.since else { return nil }
    var then = network
    let end = media.loadedEnd(network.ahead)
    var position = request.position
    while position < media.bytes.fileSize {
      let news = then.takeByte()
      position += 1
      let fills = news.isAhead && policy.countsBytes && wouldBeFull(then)
      if news.isOpened || news.isEnd || news.measurement != nil || news.isLook
        || fills || news.isAhead && then.isOpened && media.loadedEnd(then.ahead) > end
      {
        return link.arrival(of: Int64(position - request.base), from: since)
      }
    }
    return nil
  }

  private func wouldBeFull(_ then: OracleNetwork) -> Bool {
    !isFull
      && policy.isFull(
        wasFull: false, looks: true, level: level, bytes: bytesAhead(then), path)
  }

  /// Takes in, byte by byte, what has come by now.
  mutating func receive() -> OracleNetwork.News {
    var all = OracleNetwork.News()
    guard let request = network.request, let since = request.since, since < now else { return all }
    let most = request.base + Int(link.bytes(from: since, to: now))
    while let request = network.request, request.position < most, network.isUseful {
      let news = network.takeByte()
      all.isOpened = all.isOpened || news.isOpened
      all.isLook = all.isLook || news.isLook
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
      network.request?.since = nil
    } else if network.isUseful {
      unblock()
    } else {
      drop()
      send()
    }
  }

  private mutating func unblock() {
    guard let request = network.request, request.since == nil else { return }
    network.request?.since = now
    network.request?.base = request.position
    network.request?.measured = (request.position, now)
    slack.flows += 1
  }

  private mutating func send() {
    guard let offset = network.next else { return }
    let since = max(now + link.latency(at: now), drops.map(\.until).max() ?? 0)
    network.request = OracleNetwork.Request(
      offset: offset, position: offset, base: offset, since: since, measured: (offset, since))
    session.requestCount += 1
    slack.flows += 1
    tell(.requestSent(offset: Int64(offset)))
  }

  private mutating func drop() {
    guard let request = network.request else { return }
    network.request = nil
    let rest = media.bytes.fileSize - request.position
    guard rest > 0 else { return }
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
