import PlayheadKit
import PlayheadLadder

/// Requests that fail, and what the player does about what is no segment.
extension LadderOracle {
  /// How a request that is sent now fails; `nil` if it does not.
  func answer(
    to content: Download.Content, lane: Int, level: Int, number: Int
  ) -> RequestFault.Answer? {
    let copy = lanes[lane].copies[level] ?? 0
    let isHit = scenario.faults.first { fault in
      switch fault.servers {
      case .copy(let server):
        guard content == .manifest ? server == 0 : server == copy else { return false }
      case .all: break
      }
      switch fault.target {
      case .wallTimes(let times):
        return times.lowerBound.nanoseconds <= now && now < times.upperBound.nanoseconds
      case .content(let other, let place, let own):
        return other == content && (place ?? number) == number && (own ?? level) == level
      }
    }
    if let isHit { return isHit.answer }
    let contents = lanes[lane].lane.levels[level]
    switch content {
    case .manifest: return scenario.ladder.manifests[number].failure
    case .playlist: return contents.playlist?.failure
    case .index: return contents.indexes[number].failure
    case .initialization: return contents.initializations[number].failure
    case .segment: return contents.segments[number].resource.failure
    case .key: return nil
    }
  }

  /// How long the player waits for an answer.
  func patience(for content: Download.Content) -> Int64 {
    (loading.failures.documents[content]?.patience ?? loading.failures.patience).nanoseconds
  }

  /// What a segment lacks whose request fails.
  static func kind(of answer: RequestFault.Answer) -> SegmentFailure.Kind {
    switch answer {
    case .timeout: .timeout
    case .reset: .brokenConnection
    case .unreadable: .unreadable
    case .status(408), .status(425), .status(429), .status(500...): .serverError
    case .status: .missing
    }
  }

  /// The rule for what fails, and whether that is counted apart from segments.
  func rule(
    for content: Download.Content, _ kind: SegmentFailure.Kind, lane: Int
  ) -> (rule: SegmentFailureRule, isOwn: Bool) {
    guard let own = loading.failures.documents[content] else {
      return (loading.failures[kind], false)
    }
    if !lanes[lane].hasOpened, var first = own.first {
      if kind == .unreadable { (first.attempts, first.lastAttempts) = (1, 1) }
      return (first, true)
    }
    let rule: SegmentFailureRule? =
      switch kind {
      case .serverError: own.serverError
      case .timeout: own.timeout ?? own.serverError
      case .brokenConnection: own.brokenConnection
      case .unreadable: own.unreadable
      case .missing, .truncated, .gap, .stalePlaylist: nil
      }
    return (rule ?? own.missing, true)
  }

  /// A request is over without what it was for.
  mutating func fail(_ request: OracleRequest, by answer: RequestFault.Answer) {
    guard givenUp == nil else { return }
    let (content, number) = (request.content ?? .segment, request.lane)
    if content == .manifest { return failManifest(answer) }
    if !missingIndexes.isEmpty { return failIndex(request, answer) }
    guard let job = lanes[number].job, job.level == request.level, job.outcome == nil else {
      return
    }
    if lanes[number].partial != nil { record.load(self, number, job) }
    if job.begun == nil { lanes[number].partial = nil }
    if let part = lanes[number].partial {
      lanes[number].loaded.append(part)
      lanes[number].partial = nil
    }
    for other in requests.indices where requests[other].isOpen && requests[other].lane == number {
      // What is in at the same instant is no use without it.
      if arrivals.contains(other) {
        (requests[other].end, requests[other].reason) = (now, .complete)
      } else {
        drop(other, .droppedBySkip)
      }
    }
    lanes[number].job?.begun = nil
    fail(number, Self.kind(of: answer), of: content, surplus)
  }

  private mutating func failManifest(_ answer: RequestFault.Answer) {
    manifests -= 1
    let kind = Self.kind(of: answer)
    let rule =
      loading.failures.documents[.manifest].map { $0[kind] } ?? SegmentFailureRule(.fails)
    lanes[0].documentFailures[.manifest, default: [:]][0, default: 0] += 1
    let count = lanes[0].documentFailures[.manifest]?[0] ?? 0
    let job = OracleLane.Job(level: 0, segment: 0, ready: 0)
    guard count < rule.lastAttempts else {
      record.fail(self, 0, job, kind, of: .manifest, count, "fails after 0")
      givenUp = .fails
      endReason = .error
      return
    }
    let delay = Self.delay(rule.retryDelay, count)
    record.fail(self, 0, job, kind, of: .manifest, count, "again after \(delay)")
    manifestDue = now + delay
  }

  private mutating func failIndex(_ request: OracleRequest, _ answer: RequestFault.Answer) {
    let place = Place(lane: request.lane, level: request.level)
    let kind = Self.kind(of: answer)
    let rule = rule(for: .index, kind, lane: request.lane).rule
    lanes[place.lane].documentFailures[.index, default: [:]][place.level, default: 0] += 1
    let count = lanes[place.lane].documentFailures[.index]?[place.level] ?? 0
    let job = OracleLane.Job(level: place.level, segment: 0, ready: 0)
    guard count < rule.lastAttempts else {
      record.fail(self, place.lane, job, kind, of: .index, count, "\(rule.outcome) after 0")
      // Players that go on without a level are tested by hand.
      givenUp = .fails
      endReason = .error
      return
    }
    let delay = Self.delay(rule.retryDelay, count)
    record.fail(self, place.lane, job, kind, of: .index, count, "again after \(delay)")
    indexDue[place] = now + delay
  }
}
