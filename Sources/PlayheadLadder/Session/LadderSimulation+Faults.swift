import PlayheadModel

/// Requests that fail by the scenario's wish.
extension LadderSimulation {
  /// What becomes of the request for `errand` that is sent at `wallTime`.
  ///
  /// It changes nothing, but a call of one that says so would copy the whole simulation.
  @inline(__always)
  mutating func armed(_ errand: Errand, at wallTime: WallTime) -> Errand {
    guard !faults.isEmpty || !lanes[errand.lane].copies.isEmpty else { return errand }
    return changed(errand, at: wallTime)
  }

  /// The same where requests fail, or go to another server.
  private mutating func changed(_ errand: Errand, at wallTime: WallTime) -> Errand {
    var errand = errand
    if !lanes[errand.lane].copies.isEmpty, errand.content != .manifest {
      errand.copy = lanes[errand.lane].copies[errand.level] ?? 0
    }
    guard !faults.isEmpty,
      let fault = faults.first(where: {
        $0.hits(
          errand.content, number: errand.number, level: errand.level, copy: errand.copy,
          at: wallTime)
      })
    else { return errand }
    errand.fault = fault.answer
    errand.bytes = 0
    if fault.answer == .timeout { errand.serverTime = player.loading.failures.patience }
    return errand
  }

  /// A request has failed: as the segment that it is for does.
  mutating func failRequest(
    _ errand: Errand, _ answer: RequestFault.Answer, at wallTime: WallTime
  ) {
    let number = errand.lane
    guard errand.content != .manifest else {
      refuse(at: wallTime)
      return
    }
    let place =
      errand.segment ?? lanes[number].queue.first { $0.content == .segment }?.number
      ?? lanes[number].waitingSegment ?? inFlightSegment(of: number)
    guard !hasStopped, lanes[number].level == errand.level, let place else { return }
    lanes[number].queue = []
    lanes[number].waitingSegment = nil
    if lanes[number].probe == .running { lanes[number].probe = .done }
    // What is in flight beside it is for nothing without it.
    endParts(of: number)
    for channel in traffic.channelNumbers where traffic.errand(on: channel)?.lane == number {
      _ = traffic.drop(on: channel, .droppedBySkip, at: wallTime)
    }
    let what = errand.content == .segment ? "" : "the \(errand.content.words) that it needs "
    fail(
      place, of: errand.level, lane: number, answer.kind,
      why: what.isEmpty ? "its request \(answer.words)" : what + answer.words, at: wallTime)
  }

  private func inFlightSegment(of number: Int) -> Int? {
    traffic.errand(on: channel(of: number)).flatMap { $0.lane == number ? $0.segment : nil }
  }
}

extension Download.Content {
  /// What it is, for reasons.
  fileprivate var words: String {
    switch self {
    case .manifest: "manifest"
    case .playlist: "playlist"
    case .initialization: "initialization section"
    case .index: "segment index"
    case .key: "key"
    case .segment: "segment"
    }
  }
}
