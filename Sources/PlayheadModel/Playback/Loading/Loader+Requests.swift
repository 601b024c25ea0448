/// The loader's requests, aim and retention.
extension Loader {
  /// The visible result of continuing to load.
  enum Step: Sendable {
    /// No visible change.
    case none
    /// A request was sent; `wasted` are the bytes lost by dropping the open one.
    case sent(offset: Int64, wasted: Int64?)
    /// All wanted bytes from the aim on have arrived; `wasted` are the bytes lost by dropping the
    /// open request.
    case finished(wasted: Int64?)
  }

  /// Takes the next step: blocks the sender if the buffer is full, otherwise continues the open
  /// request or sends another.
  mutating func goOn(isFull: Bool, at wallTime: MediaTime) -> Step {
    guard !isFinished else { return .none }
    guard isOpened else {
      if isFlowing, !isOver(at: wallTime) { return .none }
      let opening = plan.openings[openingsOver]
      return .sent(offset: opening.lowerBound, wasted: send(opening, at: wallTime))
    }
    guard let next = nextMissing else {
      isFinished = true
      return .finished(wasted: drop(at: wallTime))
    }
    if isFull {
      stop(at: wallTime)
      return .none
    }
    if isFlowing, !isOver(at: wallTime) { return .none }
    let end = wantedEnd(from: next)
    guard isInReach(next, at: wallTime) else {
      return .sent(offset: next, wasted: send(ByteRange(next, end), at: wallTime))
    }
    request?.end = end
    if !isFlowing {
      let flow = connection.resume(at: wallTime)
      request?.resume(by: flow)
      traffic.begin(at: wallTime)
    }
    return .none
  }

  /// Aims loading at a new playhead; returns the bytes wasted by dropping the open request, `nil`
  /// if it is not dropped.
  mutating func aim(at mediaTime: MediaTime, _ wallTime: MediaTime) -> Int64? {
    aim.mediaTime = mediaTime
    guard isOpened else { return nil }
    keep(at: wallTime)
    aim.position = presentation.decoding.offset(at: mediaTime)
    findFrontier()
    isFinished = isFinished && nextMissing == nil
    return goOnInRequest(at: wallTime) ? nil : drop(at: wallTime)
  }

  /// Discards the bytes before those for showing `mediaTime`; returns the first media time still
  /// loaded.
  mutating func forget(before mediaTime: MediaTime, at wallTime: MediaTime) -> MediaTime? {
    guard isOpened else { return nil }
    let position = mediaTime > .zero ? presentation.decoding.offset(at: mediaTime) : 0
    keep(at: wallTime)
    keptFrom = position
    guard position > 0 else { return nil }
    cached.remove(before: position)
    aim.position = max(aim.position, position)
    findFrontier()
    // Media of zero bytes is kept.
    return presentation.decoding.time(reaching: media.end(before: position))
  }

  var nextMissing: Int64? { media.firstMissing(from: aim.position, besides: cached) }

  func isInReach(_ position: Int64, at wallTime: MediaTime) -> Bool {
    guard let request else { return false }
    let ahead = position - request.position(at: wallTime)
    return 0 <= ahead && ahead <= policy.readThrough
  }

  /// Continues the open request to the next missing bytes; `false` if they are out of its reach.
  mutating func goOnInRequest(at wallTime: MediaTime) -> Bool {
    guard let next = nextMissing, isInReach(next, at: wallTime) else { return false }
    let end = wantedEnd(from: next)
    request?.end = end
    return true
  }

  /// The end of a request that continues from `position`, a missing byte, as far as possible.
  func wantedEnd(from position: Int64) -> Int64 {
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

  /// Adds the bytes of the open request to the cached ones.
  mutating func keep(at wallTime: MediaTime) {
    guard let request else { return }
    let position = request.position(at: wallTime)
    if position > request.kept {
      let start = max(request.kept, keptFrom)
      if position > start { cached.insert(ByteRange(start, position)) }
      self.request?.kept = position
    }
    if runStart > 0 { runStart = media.endOfMissing(before: aim.position, besides: cached) }
  }

  mutating func findFrontier() {
    runStart = media.endOfMissing(before: aim.position, besides: cached)
    frontier = nextMissing ?? media.end
  }

  /// Blocks the sender of the open request, which stays open.
  mutating func stop(at wallTime: MediaTime) {
    guard let request, var flow = request.flow else { return }
    keep(at: wallTime)
    flow.advance(to: wallTime)
    connection.rest(flow, at: wallTime)
    let position = request.position(at: wallTime)
    traffic.receive(position - request.position)
    traffic.pause(at: wallTime)
    self.request?.stop(at: position)
    findFrontier()
  }

  /// Sends a request in place of the open one; returns the bytes wasted by dropping that.
  mutating func send(_ range: ByteRange, at wallTime: MediaTime) -> Int64? {
    let wasted = drop(at: wallTime)
    traffic.requestSent(at: wallTime)
    var sampleBytes: Int64?
    if case .predictedRate(let estimation) = policy.parameters.keepUp {
      sampleBytes = estimation.sampleBytes
    }
    let flow = connection.sendRequest(at: wallTime, notBefore: traffic.wasteEnd)
    request = OpenRequest(range, by: flow, sampleBytes: sampleBytes)
    return wasted
  }

  /// Drops the open request; returns the wasted bytes, `nil` if it had none left to deliver.
  mutating func drop(at wallTime: MediaTime) -> Int64? {
    stop(at: wallTime)
    guard let request else { return nil }
    let rest = presentation.resourceBytes - request.position
    self.request = nil
    guard rest > 0 else { return nil }
    connection.close()
    return traffic.drop(rest: rest, at: wallTime, link)
  }
}
