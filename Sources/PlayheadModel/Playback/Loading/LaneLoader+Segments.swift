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

  /// Requests the next segments, as many as there are connections, unless the buffer is full.
  mutating func fetchSegments(
    from next: ReadPosition, isFull: Bool, at wallTime: WallTime, _ log: inout RequestLog,
    _ steps: inout [Loader.Step]
  ) {
    guard !isFull else {
      restComplete(at: wallTime, &log)
      return
    }
    let free = freeChannels(at: wallTime)
    let wanted = missingSegments(from: next, atMost: otherChannels.count + 1)
    var left = wanted.map(\.run).filter { run in
      !channels.contains { channel in
        channel.request.map { $0.run.start == run.start && $0.position(at: wallTime) < $0.end }
          ?? false
      }
    }[...]
    for number in free {
      if let run = left.popFirst() {
        let step = withChannel(number) {
          $0.send(ReadRange(run.start, run.end), of: run, at: wallTime, &log)
        }
        steps.append(step)
      } else {
        withChannel(number) { $0.stop(at: wallTime, &log) }
      }
    }
  }

  /// The connections without a request that is not complete.
  private func freeChannels(at wallTime: WallTime) -> [Int] {
    (0...otherChannels.count).filter { number in
      self[number].request.map { $0.position(at: wallTime) == $0.end } ?? true
    }
  }

  /// Has connections rest whose requests are complete.
  mutating func restComplete(at wallTime: WallTime, _ log: inout RequestLog) {
    for number in freeChannels(at: wallTime) {
      withChannel(number) { $0.stop(at: wallTime, &log) }
    }
  }

  /// Whether a request is flowing that is not over.
  func isReading(at wallTime: WallTime) -> Bool {
    channels.contains { channel in
      channel.request.map { $0.isFlowing && $0.position(at: wallTime) < $0.end } ?? false
    }
  }

  /// The first segments, at most `count`, from `position` on of which something is missing, each
  /// with the first missing byte.
  func missingSegments(
    from position: ReadPosition, atMost count: Int
  ) -> [(run: ReadingOrder.Run, missing: ReadPosition)] {
    var segments: [(run: ReadingOrder.Run, missing: ReadPosition)] = []
    var position = position
    while segments.count < count, let missing = firstMissing(from: position) {
      let run = plan.places.run(at: missing)
      segments.append((run, missing))
      position = max(run.end, missing + 1)
    }
    return segments
  }
}
