import PlayheadKit
import PlayheadLadder

extension LadderOracle {
  /// Whether bytes of a request take their share of the link now.
  func flows(_ request: OracleRequest) -> Bool {
    guard request.isOpen, request.due <= now, request.bytes > 0 else { return false }
    return request.dropped.map { now < $0.until && request.got < request.need } ?? true
  }

  /// Whether a response without bytes is there.
  func isRefused(_ request: OracleRequest) -> Bool {
    request.isOpen && request.bytes == 0 && request.due <= now
  }

  /// How many requests share the link now.
  var running: Int { requests.count(where: flows) + waste.count(where: flows) }

  /// When the first byte or the last one of a running request is in, if nothing else changes.
  func nextMilestone() -> Int64? {
    guard running > 0, link.rate(at: now) > 0 else { return nil }
    let speed = link.rate(at: now) * (OracleLink.parts / Int128(running))
    return (requests + waste).filter(flows).map {
      now + Int64((max(0, $0.milestone - $0.got) + speed - 1) / speed)
    }.filter { $0 > now }.min()
  }

  /// What has a byte, and had none, has its first one now.
  mutating func noteFirstBytes() {
    for number in requests.indices where requests[number].firstByte == nil {
      if requests[number].received > 0 { requests[number].firstByte = now }
    }
    for number in waste.indices where waste[number].firstByte == nil {
      if waste[number].received > 0 { waste[number].firstByte = now }
    }
  }

  /// Responses begin and end.
  mutating func arrive() {
    let flowing = requests.indices.filter { flows(requests[$0]) || isRefused(requests[$0]) }
    noteFirstBytes()
    useParts()
    arrivals = flowing.filter { requests[$0].got >= requests[$0].need }
    for number in arrivals where requests[number].isOpen {
      complete(number)
    }
    noteWaste()
    // What came in the fraction of a nanosecond before.
    for number in requests.indices where requests[number].isOpen && requests[number].due == now {
      requests[number].got += requests[number].early / Int128(max(1, running))
      requests[number].early = 0
    }
  }

  /// As much of each segment that comes is used as its samples are in.
  private mutating func useParts() {
    for number in lanes.indices {
      guard let job = lanes[number].job, let place = job.segmentRequest, requests[place].isOpen,
        !job.requests.contains(where: {
          requests[$0].content == .initialization
            && (requests[$0].answer != nil || requests[$0].received < requests[$0].bytes)
        })
      else { continue }
      let received = requests[place].received
      let segment = lanes[number].lane.levels[job.level].segments[job.segment]
      guard !requests[place].parts.isEmpty,
        let part = segment.parts.last(where: {
          $0.bytes <= received && $0.bytes < segment.resource.bytes
        })
      else { continue }
      if job.begun == nil { lanes[number].job?.begun = (now, playhead) }
      lanes[number].showsSomething = true
      let start = job.segment == 0 ? 0 : segment.shown.start.nanoseconds
      if start < part.end.nanoseconds { lanes[number].partial = (start, part.end.nanoseconds) }
    }
  }

  /// What still came of dropped requests is wasted.
  mutating func noteWaste() {
    for number in waste.indices {
      guard let (dropped, until) = waste[number].dropped, waste[number].isOpen else { continue }
      requests[dropped].wasted = waste[number].received
      if until <= now || waste[number].got >= waste[number].need { waste[number].end = now }
    }
  }

  private mutating func complete(_ number: Int) {
    let request = requests[number]
    requests[number].end = now
    requests[number].reason = .complete
    if request.answer == nil { process(request) }
    if connections == 1, now > 0 {
      // A response without bytes is there as much earlier as it was asked for.
      let amount = request.bytes == 0 ? request.got + request.early : request.got - request.need
      surplus = Surplus(amount: amount, rate: link.rate(at: now - 1))
    }
    if let answer = request.answer {
      lanes[request.lane].job?.requests.removeAll { $0 == number }
      fail(request, by: answer)
      return
    }
    if request.content == .manifest {
      if manifests == scenario.ladder.manifests.count { isOpened = true }
      return
    }
    lanes[request.lane].job?.requests.removeAll { $0 == number }
    switch request.content {
    case .playlist:
      lanes[request.lane].playlists.insert(request.level)
      lanes[request.lane].documentFailures[.playlist]?[request.level] = nil
      if lanes[request.lane].lane.levels[request.level].indexes.isEmpty {
        lanes[request.lane].hasOpened = true
      }
    case .index: takeIndex(request)
    case .initialization:
      let job = lanes[request.lane].job
      let segment = job.map { lanes[request.lane].lane.levels[$0.level].segments[$0.segment] }
      lanes[request.lane].initializations.insert([
        request.level, request.section, segment.map(named) ?? 0,
      ])
    case .segment: lanes[request.lane].job?.isSegmentIn = true
    // It has no keys.
    case .manifest, .key, nil: break
    }
    if let job = lanes[request.lane].job, job.isSegmentIn, job.requests.isEmpty,
      !isAheadOfVideo(request.lane)
    {
      if takeIn(request.lane, surplus) { turn = (request.lane + 1) % lanes.count }
    }
  }

  /// The player is busy with what has come, for one lane or for all.
  private mutating func process(_ request: OracleRequest) {
    // Of the indexes that come before anything else, only with the last.
    if !missingIndexes.isEmpty, request.content == .index, !completesIndexes(request) { return }
    let times = loading.processing
    let time =
      switch request.content {
      case .manifest: times.manifest
      case .playlist, .index: times.playlist
      case .initialization: times.initialization
      case .segment: times.segment
      case .key, nil: WallTime.zero
      }
    for number in lanes.indices
    where number == request.lane || request.content == .manifest || !loading.loadsLanesInParallel
      || !missingIndexes.isEmpty
    {
      lanes[number].busy = max(lanes[number].busy, now + time.nanoseconds)
    }
  }

  /// The number of connections.
  var connections: Int {
    let apart = loading.loadsLanesInParallel ? lanes.count : 1
    return max(apart * (loading.fetchesInitializationInParallel ? 2 : 1), indexConnections)
  }

  /// The connection of a lane for its segments, or for initialization sections.
  func connection(of lane: Int, for content: Download.Content) -> Int {
    let apart = loading.loadsLanesInParallel
    let isBeside = loading.fetchesInitializationInParallel && content == .initialization
    return isBeside ? (apart ? lanes.count + lane : 1) : apart ? lane : 0
  }

  /// Whether a connection has no request in flight.
  func isFree(_ connection: Int) -> Bool {
    !requests.contains { $0.isOpen && $0.connection == connection }
  }

  /// Asks for something now, or by what is left of the nanosecond earlier.
  mutating func send(
    _ content: Download.Content, lane: Int, level: Int, segment: Int? = nil, section: Int = 0,
    bytes: Int64, on chosen: Int? = nil, _ left: Surplus?
  ) {
    let connection = chosen ?? connection(of: lane, for: content)
    let number =
      segment ?? (content == .index ? lanes[lane].indexCounts[level] ?? 0 : section)
    let answer = answer(
      to: content, lane: lane, level: level,
      number: content == .manifest ? manifests - 1 : number)
    let asked = now + (answer == .timeout ? patience(for: content) : 0)
    let due = max(asked + link.latency(at: asked), wasteEnd[connection] ?? 0)
    let bytes = answer == nil || answer == .unreadable ? bytes : 0
    let left = asked == now ? left : nil
    var request = OracleRequest(
      content: content, connection: connection, lane: lane, level: level, segment: segment,
      section: section, bytes: bytes, sent: now, due: due)
    if let left, left.rate > 0, due > 0 {
      request.early =
        left.amount / OracleLink.parts * link.rate(at: due - 1) / left.rate * OracleLink.parts
    }
    request.answer = answer
    if due == now { swap(&request.got, &request.early) }
    lanes[lane].job?.requests.append(requests.count)
    if let segment, loading.appends == .samples, !lanes[lane].isBehindTruncated, answer == nil,
      hasUse(lanes[lane].lane.levels[level].segments[segment])
    {
      request.parts = lanes[lane].lane.levels[level].segments[segment].parts.map(\.bytes)
    }
    if content == .segment {
      lanes[lane].job?.segmentRequest = requests.count
      lanes[lane].job?.look = (due, 0)
    }
    requests.append(request)
  }

  /// Drops a request; what comes of it until its sender knows is wasted.
  mutating func drop(_ number: Int, _ reason: MediaRequest.EndReason) {
    let request = requests[number]
    requests[number].end = now
    requests[number].reason = reason
    let start = max(now, wasteEnd[request.connection] ?? 0)
    let end = now + link.latency(at: now)
    guard end > start else { return }
    wasteEnd[request.connection] = end
    var flow = OracleRequest(
      content: nil, connection: request.connection, lane: request.lane, level: request.level,
      segment: nil, bytes: request.bytes - request.received, sent: now, due: start)
    flow.dropped = (number, end)
    waste.append(flow)
  }
}
