/// The requests, aim and retention of a player.
extension Loader {
  /// Takes the next step for `model`: blocks the senders if the buffer is full, otherwise
  /// continues open requests or sends others.
  mutating func continueLoading(for model: PlaybackModel, at wallTime: WallTime) -> Step {
    // A player that lacks media of a track reads on, however much it has of the others.
    let step = continueLoading(
      isFull: model.isPlaybackBufferFull && model.areTracksReady, at: wallTime)
    requestTime.run(isFlowing, from: wallTime)
    shareLink(from: wallTime)
    return step
  }

  /// Takes the next step of a player whose buffer is full or not.
  mutating func continueLoading(isFull: Bool, at wallTime: WallTime) -> Step {
    guard !isFinished else { return .none }
    guard isOpened else {
      if isFlowing, !isOver(at: wallTime) { return .none }
      let opening = plan.openings[openingsOver]
      return send(
        ReadRange(ReadPosition(opening.lowerBound), ReadPosition(opening.upperBound)),
        at: wallTime)
    }
    guard plan.map == nil else { return continueMapped(isFull: isFull, at: wallTime) }
    guard let next = nextMissing else {
      isFinished = true
      return .finished(dropped: drop(.droppedAsLoaded, at: wallTime).map { [$0] } ?? [])
    }
    if isFull {
      stop(at: wallTime)
      return .none
    }
    if isFlowing, !isOver(at: wallTime) { return .none }
    let end = wantedEnd(from: next)
    guard isInReach(next, at: wallTime) else {
      return send(ReadRange(next, end), at: wallTime)
    }
    channel.request?.end = end
    if !isFlowing { resume(at: wallTime) }
    return .none
  }

  /// Has the sender of the open request, which is blocked, send on.
  mutating func resume(at wallTime: WallTime) {
    guard let request = channel.request else { return }
    let flow = channel.connection.resume(at: wallTime, notBefore: request.due)
    channel.request?.resume(by: flow)
  }

  /// Aims loading at a new playhead; returns the open requests that are dropped, for `reason`.
  mutating func aim(
    at mediaTime: MediaTime, _ wallTime: WallTime, for reason: MediaRequest.EndReason
  ) -> [DroppedRequest] {
    aim.mediaTime = mediaTime
    guard isOpened else { return [] }
    keep(at: wallTime)
    aim.position = rendition.decoding.position(at: mediaTime)
    findFrontier()
    isFinished = isFinished && nextMissing == nil
    var dropped: [DroppedRequest] = []
    if plan.map != nil {
      dropped = dropUseless(reason, at: wallTime)
    } else if !continueInRequest(at: wallTime) {
      return drop(reason, at: wallTime).map { [$0] } ?? []
    }
    // What a request now brings beyond its former end may have come in this nanosecond.
    keep(at: wallTime)
    findFrontier()
    findSweep()
    return dropped
  }

  /// Discards the bytes before those for showing `mediaTime`; returns the first media time still
  /// loaded.
  mutating func forget(before mediaTime: MediaTime, at wallTime: WallTime) -> MediaTime? {
    guard isOpened else { return nil }
    let position = mediaTime > .zero ? rendition.decoding.position(at: mediaTime) : .zero
    keep(at: wallTime)
    keptFrom = position
    guard position > .zero else {
      findSweep()
      return nil
    }
    if let map = plan.map {
      map.discard(before: position, from: &cached)
    } else {
      cached.remove(before: position)
    }
    aim.position = max(aim.position, position)
    findFrontier()
    findSweep()
    // Media of zero bytes is kept.
    return rendition.decoding.time(reaching: media.end(before: position))
  }

  var nextMissing: ReadPosition? {
    // Nothing is missing between the aim and the frontier.
    if plan.map != nil { return firstMissing(from: max(aim.position, frontier)) }
    return media.firstMissing(from: aim.position, besides: cached)
  }

  /// The first missing byte from `position` on, besides the latest of open requests; `nil` if none
  /// is.
  func firstMissing(from position: ReadPosition) -> ReadPosition? {
    if let map = plan.map { return map.missing(from: position, besides: cached)?.position }
    return media.firstMissing(from: position, besides: cached)
  }

  /// The end of the last missing byte before `position`; zero if none is missing.
  func endOfMissing(before position: ReadPosition) -> ReadPosition {
    if let map = plan.map { return map.endOfMissing(before: position, besides: cached) }
    return media.endOfMissing(before: position, besides: cached)
  }

  func isInReach(_ position: ReadPosition, at wallTime: WallTime) -> Bool {
    guard let request = channel.request else { return false }
    let ahead = position - request.position(at: wallTime)
    return 0 <= ahead && ahead <= policy.readThrough
  }

  /// Continues the open request to the next missing bytes; `false` if they are out of its reach.
  mutating func continueInRequest(at wallTime: WallTime) -> Bool {
    guard plan.map == nil else { return continueInMappedRequest(at: wallTime) }
    guard let next = nextMissing, isInReach(next, at: wallTime) else { return false }
    let end = wantedEnd(from: next)
    channel.request?.end = end
    return true
  }

  /// The end of a request that continues from `position`, a missing byte, as far as possible.
  func wantedEnd(from position: ReadPosition) -> ReadPosition {
    var position = position
    while true {
      let end = media.runEnd(from: position, readingThrough: policy.readThrough)
      guard let start = cached.nextStart(from: position), start < end else { return end }
      let missingEnd = media.endOfMissing(before: start, besides: cached)
      guard let next = media.firstMissing(from: start, besides: cached),
        next - missingEnd <= policy.readThrough
      else { return missingEnd }
      position = next
    }
  }

  /// Adds the bytes of open requests to the cached ones.
  mutating func keep(at wallTime: WallTime) {
    if let map = plan.map {
      keepMapped(at: wallTime, map)
      return
    }
    guard let request = channel.request else { return }
    let position = request.position(at: wallTime)
    if position > request.kept {
      let start = max(request.kept, keptFrom)
      if position > start { cached.insert(ReadRange(start, position)) }
      channel.request?.kept = position
    }
    if runStart > .zero { runStart = media.endOfMissing(before: aim.position, besides: cached) }
  }

  mutating func findFrontier() {
    runStart = endOfMissing(before: aim.position)
    frontier = firstMissing(from: aim.position) ?? media.end
  }

  /// Blocks the sender of the open request, which stays open.
  mutating func stop(at wallTime: WallTime) {
    guard let request = channel.request, var flow = request.flow else { return }
    keep(at: wallTime)
    flow.advance(to: wallTime)
    channel.connection.rest(flow, at: wallTime)
    let position = request.position(at: wallTime)
    received += position - request.position
    log.receive(request, by: wallTime)
    channel.request?.stop(at: position)
    findFrontier()
  }

  /// Sends a request in place of the open one.
  mutating func send(_ range: ReadRange, at wallTime: WallTime) -> Step {
    let dropped = drop(.droppedBySkip, at: wallTime)
    let offset = range.lowerBound.bytes
    let number = log.send(from: offset, at: wallTime)
    var sampleBytes: Int64?
    if case .predictedRate(let estimation) = policy.parameters.keepUp {
      sampleBytes = estimation.sampleBytes
    }
    let flow = channel.connection.sendRequest(at: wallTime, notBefore: channel.waste.end)
    channel.request = OpenRequest(number, range, by: flow, sampleBytes: sampleBytes)
    return .sent(number: number, offset: offset, dropped: dropped)
  }

  /// Drops the open request for `reason`; returns it unless it was complete.
  mutating func drop(
    _ reason: MediaRequest.EndReason, at wallTime: WallTime
  ) -> DroppedRequest? {
    stop(at: wallTime)
    guard let request = channel.request else { return nil }
    let rest = rest(of: request)
    channel.request = nil
    log.end(request.number, rest > 0 ? reason : .complete, at: wallTime)
    guard rest > 0 else { return nil }
    channel.connection.close()
    return DroppedRequest(
      number: request.number,
      wastedBytes: channel.waste.drop(request.number, rest: rest, at: wallTime, link, &log))
  }

  /// The bytes that the server still sends of `request`.
  func rest(of request: OpenRequest) -> Int64 {
    presentation.resourceBytes - request.position.bytes
  }
}
