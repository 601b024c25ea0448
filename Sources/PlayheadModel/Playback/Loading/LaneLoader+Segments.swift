/// The requests of a lane whose player takes segments as a whole.
extension LaneLoader {
  /// Takes the next step: requests the next segment once the one before is complete, unless the
  /// buffer is full.
  mutating func continueSegments(
    isFull: Bool, at wallTime: WallTime, _ log: inout RequestLog
  ) -> Loader.Step {
    if isFlowing, !isOver(at: wallTime) { return .none }
    guard let next = nextMissing else {
      isFinished = true
      return .finished(dropped: drop(.droppedAsLoaded, at: wallTime, &log).map { [$0] } ?? [])
    }
    if isFull {
      stop(at: wallTime, &log)
      return .none
    }
    let run = rendition.order.run(at: next)
    return send(ReadRange(run.start, run.end), of: run, at: wallTime, &log)
  }

  /// Whether the open request still brings the next missing byte.
  func isRequestingNextSegment(at wallTime: WallTime) -> Bool {
    guard let request = channel.request, let next = nextMissing, !isOver(at: wallTime)
    else { return false }
    return rendition.order.run(at: next).start == request.run.start && next >= request.kept
  }

  /// The bytes that the server still sends of `request`.
  func rest(of request: OpenRequest) -> Int64 {
    plan.strategy.takesSegments
      ? request.end - request.position
      : plan.resourceSizes[request.run.resource] - request.offset(of: request.position)
  }
}
