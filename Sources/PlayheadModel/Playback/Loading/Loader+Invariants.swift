/// What holds of a loader after every step; tests check it.
extension Loader {
  /// The invariants that do not hold at `wallTime`, the time of the latest step, in words.
  func brokenInvariants(at wallTime: WallTime) -> [String] {
    var broken: [String] = []
    for (number, lane) in lanes.enumerated() {
      broken += lane.brokenInvariants(at: wallTime).map { "lane \(number): \($0)" }
    }
    let flows = lanes.reduce(0) { $0 + $1.channel.flowCount(at: wallTime) }
    for (number, lane) in lanes.enumerated() {
      guard let request = lane.channel.request, link.canDeliver(after: wallTime),
        request.isArriving(at: wallTime), let shares = request.flow?.shares, shares != flows
      else { continue }
      broken.append("lane \(number) has a share of 1/\(shares) in \(flows) flows")
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
    let missing = media.firstMissing(from: aim.position, besides: cached) ?? media.end
    if isOpened { expect(missing >= frontier, "a byte before the frontier is missing") }
    expect(cached.firstStart.map { $0 >= keptFrom } ?? true, "a discarded byte is cached")
    expect(!isFinished || nextMissing == nil, "finished with a byte missing")
    expect(!isFinished || channel.request == nil, "finished with a request open")
    guard let request = channel.request else { return broken }
    expect(request.start <= request.position, "a request is before its start")
    expect(request.position <= request.kept, "a request has bytes that were not taken")
    expect(request.kept <= request.end, "a request has bytes past its end")
    expect(rendition.order.run(at: request.start) == request.run, "a request is in another run")
    return broken
  }
}

extension ReadRangeSet {
  fileprivate var firstStart: ReadPosition? { ranges.first?.lowerBound }
}
