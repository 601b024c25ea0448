/// What holds of a loader after every step; tests check it.
extension Loader {
  /// The invariants that do not hold at `wallTime`, the time of the latest step, in words.
  func brokenInvariants(at wallTime: WallTime) -> [String] {
    var broken: [String] = []
    for (number, lane) in lanes.enumerated() {
      broken += lane.brokenInvariants(at: wallTime).map { "lane \(number): \($0)" }
    }
    let flows = flowCount(at: wallTime)
    for (number, lane) in lanes.enumerated() {
      for request in lane.channels.compactMap(\.request) {
        guard link.canDeliver(after: wallTime), request.isArriving(at: wallTime),
          let shares = request.flow?.shares, shares != flows
        else { continue }
        broken.append("lane \(number) has a share of 1/\(shares) in \(flows) flows")
      }
    }
    var requests = lanes.flatMap(\.channels).compactMap { $0.request?.number }
    requests.sort()
    if zip(requests, requests.dropFirst()).contains(where: ==) {
      broken.append("a request is open twice")
    }
    if requestTime.isRunning != isFlowing { broken.append("request time and requests differ") }
    if flows > SharedLink.maximumFlows { broken.append("\(flows) flows") }
    return broken
  }
}

extension LaneLoader {
  fileprivate func brokenInvariants(at wallTime: WallTime) -> [String] {
    var broken: [String] = []
    func expect(_ holds: Bool, _ what: String) {
      if !holds { broken.append(what) }
    }
    expect(openingsOver <= plan.openings.count, "more openings than there are")
    expect(frontier >= min(aim.position, media.end), "the frontier is before the aim")
    expect(runStart <= aim.position, "the run starts after the aim")
    let missing = firstMissing(from: aim.position) ?? media.end
    if isOpened { expect(missing >= frontier, "a byte before the frontier is missing") }
    var discarded = cached
    if let map = plan.map {
      map.discard(before: keptFrom, from: &discarded)
    } else {
      discarded.remove(before: keptFrom)
    }
    expect(cached == discarded, "a discarded byte is cached")
    expect(!isFinished || nextMissing == nil, "finished with a byte missing")
    expect(
      !isFinished || channels.allSatisfy { $0.request == nil }, "finished with a request open")
    expect(channels.count == plan.strategy.maximumRequests, "another number of connections")
    for request in channels.compactMap(\.request) {
      let position = plan.usable(request.position, of: request.run)
      expect(request.start <= request.position, "a request is before its start")
      expect(position <= request.kept, "a request has bytes that were not taken")
      expect(request.kept <= request.end, "a request has bytes past its end")
      expect(plan.places.run(at: request.start) == request.run, "a request is in another run")
    }
    broken += brokenSweep(at: wallTime)
    if !plan.strategy.takesSegments {
      expect(
        !otherChannels.contains { $0.request?.isFlowing ?? false }, "two requests flow at a time")
    }
    return broken
  }
}
