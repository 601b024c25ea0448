/// What requests bring, of segments or of the rest of a resource.
extension LaneLoader {
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
