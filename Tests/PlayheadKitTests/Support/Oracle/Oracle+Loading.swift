@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

extension Oracle {
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
  func wouldFill(_ number: Int, at time: Int64) -> Bool {
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
