/// Loading by a player that reads in its demuxer's order, in blocks, or with several requests open.
extension Loader {
  // MARK: What arrives

  /// The places that are not yet cached when each open request has reached `position`.
  private func arrived(_ position: (OpenRequest) -> ReadPosition) -> [ReadRange] {
    channels.compactMap { channel in
      channel.request.flatMap { arrived($0, upTo: position($0)) }
    }
  }

  private func arrived(_ request: OpenRequest, upTo position: ReadPosition) -> ReadRange? {
    let usable = plan.blockStart(position)
    return usable > request.kept ? ReadRange(request.kept, usable) : nil
  }

  /// The position before which nothing is missing once each open request has reached `position`.
  func mappedPosition(
    _ map: ReadMap, _ position: (OpenRequest) -> ReadPosition
  ) -> ReadPosition {
    guard isOpened else { return frontier }
    guard plan.strategy.seekBack != nil else {
      let missing = map.missing(from: frontier, besides: cached, arrived(position))
      return max(frontier, missing?.position ?? media.end)
    }
    guard let request = channel.request, request.reads.lowerBound <= frontier else {
      return frontier
    }
    let usable = plan.blockStart(position(request))
    let read = map.read(request.reads, before: usable, besides: cached)
    guard frontier < read else { return frontier }
    return map.missing(from: read, besides: cached)?.position ?? media.end
  }

  /// Takes of what the request in use has brought by `wallTime` what is read, as no more is kept.
  private mutating func keepRead(at wallTime: WallTime, _ map: ReadMap) {
    guard let request = channel.request else { return }
    let usable = plan.blockStart(request.position(at: wallTime))
    // What lies before what is kept is read, too, and forgotten.
    let start = min(max(request.reads.lowerBound, keptFrom), request.reads.upperBound)
    let read = map.read(
      ReadRange(start, request.reads.upperBound), before: usable, besides: cached)
    if start < read { cached.insert(ReadRange(start, read)) }
    channel.request?.reads.lowerBound = read
    channel.request?.kept = max(request.kept, usable)
  }

  mutating func keepMapped(at wallTime: WallTime, _ map: ReadMap) {
    guard plan.strategy.seekBack == nil else {
      keepRead(at: wallTime, map)
      if runStart > .zero { runStart = endOfMissing(before: aim.position) }
      return
    }
    keepArrived(at: wallTime, map)
    for number in otherChannels.indices {
      withChannel(number + 1) { $0.keepArrived(at: wallTime, map) }
    }
    if runStart > .zero { runStart = endOfMissing(before: aim.position) }
  }

  /// Takes what the request in use has brought by `wallTime`.
  private mutating func keepArrived(at wallTime: WallTime, _ map: ReadMap) {
    guard let place = channel.request?.position(at: wallTime), let kept = channel.request?.kept
    else { return }
    let usable = plan.blockStart(place)
    guard usable > kept else { return }
    let range = ReadRange(kept, usable)
    cached.insert(range)
    channel.request?.kept = usable
    if keptFrom > .zero { map.discard(before: keptFrom, in: range, from: &cached) }
  }

  mutating func arriveMapped(at wallTime: WallTime) -> Arrival {
    var arrival = Arrival()
    guard isFlowing else { return arrival }
    arriveInChannel(at: wallTime, isFirst: true, &arrival)
    for number in otherChannels.indices {
      withChannel(number + 1) { $0.arriveInChannel(at: wallTime, isFirst: false, &arrival) }
    }
    keep(at: wallTime)
    if isSweeping, let kept = channel.request?.kept {
      frontier = sweptPosition(at: kept)
      return arrival
    }
    if isOpened { frontier = max(frontier, firstMissing(from: frontier) ?? media.end) }
    findSweep()
    return arrival
  }

  /// Takes in what has come by `wallTime` on the connection in use.
  private mutating func arriveInChannel(
    at wallTime: WallTime, isFirst: Bool, _ arrival: inout Arrival
  ) {
    guard channel.request?.isFlowing ?? false else { return }
    channel.request?.advance(to: wallTime)
    if isFirst, !isOpened, isOver(at: wallTime) { finishOpening(at: wallTime, &arrival) }
    guard let position = channel.request?.position(at: wallTime) else { return }
    let isOver = position == channel.request?.end
    if let measurement = channel.request?.measure(upTo: position, at: wallTime, isOver: isOver) {
      arrival.add(measurement)
    }
    if let granularity = policy.parameters.loadGranularity {
      let isPassed =
        channel.request?.isCheckpoint(position, at: wallTime, every: granularity) ?? false
      arrival.isCheckpoint = arrival.isCheckpoint || isOver || isPassed
    }
  }

  /// The spans of missing bytes before `position`, each with the request that brings it; `nil` if
  /// there is a byte that none brings.
  func deliveries(
    before position: ReadPosition, _ map: ReadMap
  ) -> [(request: OpenRequest, end: ReadPosition)]? {
    guard plan.strategy.seekBack == nil else { return readDelivery(before: position, map) }
    let requests = channels.compactMap(\.request)
    var deliveries: [(request: OpenRequest, end: ReadPosition)] = []
    var from = frontier
    while from < position, let part = map.missing(from: from, besides: cached),
      part.position < position
    {
      guard
        let request = requests.first(where: { $0.kept <= part.place && part.place < $0.end })
      else { return nil }
      let count = min(part.count, position - part.position, request.end - part.place)
      deliveries.append((request, plan.blockEnd(part.place + count)))
      from = part.position + count
    }
    return deliveries
  }

  /// The same where a request brings only what is read as it comes.
  private func readDelivery(
    before position: ReadPosition, _ map: ReadMap
  ) -> [(request: OpenRequest, end: ReadPosition)]? {
    var delivery: (request: OpenRequest, end: ReadPosition)?
    var from = frontier
    while from < position, let part = map.missing(from: from, besides: cached),
      part.position < position
    {
      guard let request = channel.request, request.reads.lowerBound <= part.position,
        part.position < request.reads.upperBound
      else { return nil }
      let count = min(
        part.count, position - part.position, request.reads.upperBound - part.position)
      // What is gone back to is there with what comes before it in reading order.
      let end = max(delivery?.end ?? request.kept, part.place + count)
      delivery = (request, plan.blockEnd(end))
      from = part.position + count
    }
    return delivery.map { [$0] } ?? []
  }

  /// When the open requests have brought all bytes before `position`; `nil` if they do not.
  func mappedArrival(before position: ReadPosition, _ map: ReadMap) -> WallTime? {
    guard let deliveries = deliveries(before: position, map) else { return nil }
    var last = WallTime.zero
    for (request, end) in deliveries {
      guard let arrival = request.arrival(before: end) else { return nil }
      last = max(last, arrival)
    }
    return last
  }

  // MARK: Requests

  /// Takes the next step once the file is opened.
  mutating func continueMapped(isFull: Bool, at wallTime: WallTime) -> Step {
    guard let map = plan.map, !isFinished else { return .none }
    let isReading = channel.request?.isFlowing ?? false && !isOver(at: wallTime)
    if isReading, !isFull, isSweeping, frontier < media.end { return .none }
    defer { findSweep() }
    guard let next = nextMissing else {
      isFinished = true
      return .finished(dropped: dropAll(.droppedAsLoaded, at: wallTime))
    }
    if isFull {
      stop(at: wallTime)
      return .none
    }
    if isReading { return .none }
    guard reach(next, at: wallTime, map) else {
      leaveOpen(at: wallTime)
      let start = plan.blockStart(map.place(of: next))
      let (end, reads) = fetch(from: next, after: start, keptFrom: start, map)
      let step = send(ReadRange(start, end), at: wallTime)
      channel.request?.reads = reads
      return step
    }
    if !(channel.request?.isFlowing ?? false) { resume(at: wallTime) }
    return .none
  }

  /// Uses the request that brings the byte at `next` soon enough, if one is open, for what follows.
  private mutating func reach(
    _ next: ReadPosition, at wallTime: WallTime, _ map: ReadMap
  ) -> Bool {
    let place = map.place(of: next)
    if channel.request.map({ isInReach(place, of: $0, at: wallTime) }) ?? false {
      guard isOver(at: wallTime) else { return true }
    } else {
      let other = otherChannels.firstIndex { channel in
        channel.request.map { isInReach(place, of: $0, at: wallTime) } ?? false
      }
      guard let other else { return false }
      stop(at: wallTime)
      use(other)
    }
    continueRequest(to: next, map)
    return true
  }

  private mutating func continueRequest(to next: ReadPosition, _ map: ReadMap) {
    guard let request = channel.request else { return }
    let (end, reads) = fetch(
      from: next, after: request.kept, keptFrom: request.earliest, map)
    channel.request?.end = end
    channel.request?.reads = reads
  }

  /// Continues the open request to the next missing bytes; `false` if they are out of its reach.
  mutating func continueInMappedRequest(at wallTime: WallTime) -> Bool {
    guard let map = plan.map, let next = nextMissing, let request = channel.request,
      isInReach(map.place(of: next), of: request, at: wallTime)
    else { return false }
    continueRequest(to: next, map)
    return true
  }

  private func isInReach(
    _ place: ReadPosition, of request: OpenRequest, at wallTime: WallTime
  ) -> Bool {
    let position = request.position(at: wallTime)
    let usable = plan.blockStart(position)
    return plan.kept(before: usable, from: request.earliest) <= place
      && plan.blockStart(place) - position <= plan.strategy.readThrough
  }

  /// The end of a request that has come to `start`, and continues from the missing byte at
  /// `position`, in reading order, as far as possible; and the positions that are read of it.
  ///
  /// It can go back to `earliest`, as far as the player keeps what came.
  private func fetch(
    from first: ReadPosition, after start: ReadPosition, keptFrom earliest: ReadPosition,
    _ map: ReadMap
  ) -> (end: ReadPosition, reads: ReadRange) {
    var end = start
    var position = first
    var isFirst = true
    let keepsAll = plan.strategy.seekBack == nil
    while let part = map.missing(from: position, besides: cached) {
      if !isFirst, cached.end <= (map.tellsPositions ? position : start),
        let leap = plan.sweep?.leap(
          from: position, endingAt: end, goingBackTo: keepsAll ? start : earliest)
      {
        (position, end) = leap
        continue
      }
      let kept = keepsAll ? start : plan.kept(before: end, from: earliest)
      if part.place >= kept, part.place < end {
        // It comes on the way.
        position = part.position + min(part.count, end - part.place)
        isFirst = false
        continue
      }
      let gap = plan.blockStart(part.place) - end
      guard isFirst || part.place >= end && gap <= plan.strategy.readThrough else { break }
      isFirst = false
      end = plan.blockEnd(part.placeEnd)
      position = part.end
    }
    return (end, ReadRange(first, max(first, position)))
  }

  /// Leaves the open request, blocked, for a connection without one or, if there is none, for that
  /// used longest ago.
  private mutating func leaveOpen(at wallTime: WallTime) {
    guard !otherChannels.isEmpty, channel.request != nil else { return }
    stop(at: wallTime)
    guard let request = channel.request, rest(of: request) > 0 else { return }
    use(otherChannels.firstIndex { $0.request == nil } ?? otherChannels.count - 1)
  }

  private mutating func use(_ number: Int) {
    if let kept = channel.request?.kept { channel.request?.earliest = kept }
    let used = otherChannels.remove(at: number)
    otherChannels.insert(channel, at: 0)
    channel = used
  }

  /// Drops the open requests that bring nothing soon enough after a jump, for `reason`.
  mutating func dropUseless(
    _ reason: MediaRequest.EndReason, at wallTime: WallTime
  ) -> [DroppedRequest] {
    guard let map = plan.map, let next = nextMissing, reach(next, at: wallTime, map) else {
      return dropAll(reason, at: wallTime)
    }
    continueRequest(to: next, map)
    return []
  }

  /// Drops the open requests, in the order in which they were sent.
  private mutating func dropAll(
    _ reason: MediaRequest.EndReason, at wallTime: WallTime
  ) -> [DroppedRequest] {
    let numbers = (0...otherChannels.count).filter { self[$0].request != nil }
      .sorted { self[$0].request?.number ?? 0 < self[$1].request?.number ?? 0 }
    return numbers.compactMap { number in
      withChannel(number) { $0.drop(reason, at: wallTime) }
    }
  }
}
