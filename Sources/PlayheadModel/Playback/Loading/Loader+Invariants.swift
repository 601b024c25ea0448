/// What holds of a loader after every step; tests check it.
extension Loader {
  /// The invariants that do not hold at `wallTime`, the time of the latest step, in words.
  func brokenInvariants(at wallTime: WallTime) -> [String] {
    var broken: [String] = []
    func expect(_ holds: Bool, _ what: String) {
      if !holds { broken.append(what) }
    }
    let flows = flowCount(at: wallTime)
    for request in channels.compactMap(\.request) {
      guard link.canDeliver(after: wallTime), request.isArriving(at: wallTime),
        let shares = request.flow?.shares
      else { continue }
      expect(shares == flows, "a request has a share of 1/\(shares) in \(flows) flows")
    }
    let numbers = channels.compactMap { $0.request?.number }
    expect(Set(numbers).count == numbers.count, "a request is open twice")
    expect(requestTime.isRunning == isFlowing, "request time and requests differ")
    expect(flows <= SharedLink.maximumFlows, "\(flows) flows")
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
      let position = plan.blockStart(request.position)
      expect(request.start <= request.position, "a request is before its start")
      expect(position <= request.kept, "a request has bytes that were not taken")
      expect(request.kept <= request.end, "a request has bytes past its end")
    }
    broken += brokenSweep(at: wallTime)
    expect(
      !otherChannels.contains { $0.request?.isFlowing ?? false }, "two requests flow at a time")
    return broken
  }
}
