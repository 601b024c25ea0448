import PlayheadKit
import Synchronization

/// The parts of a resource that are on their way.
///
/// They come while somebody waits for one of them; what nobody waits for is held by the system, and
/// slows its sender down.
final class RangeTransfers: Sendable {
  let server: RangeFetch
  private let state = Mutex(State())

  private struct State {
    /// Those not asked for yet, the next one last.
    var waiting: [ByteRange] = []
    var parts: [RangePart] = []
    var failure: Failure?
    /// Whether something has come that no turn has told of.
    var hasProgress = false

    var rest: [ByteRange] { parts.map(\.rest) + waiting }
  }

  /// Why a part of those waiting has to be asked for again, after a wait.
  private struct Failure {
    var error: HTTPError
    var retryAfter: String?
  }

  init(_ server: RangeFetch) {
    self.server = server
  }

  /// What has been asked for and has not come yet.
  var rest: [ByteRange] { state.withLock { $0.rest } }

  /// Asks for `ranges`, as many at once as there are connections.
  func begin(_ ranges: [ByteRange]) throws(HTTPError) {
    guard !ranges.isEmpty else { return }
    try state.withLock { (state) throws(HTTPError) in
      try server.meter.admit((state.rest + ranges).reduce(0) { $0 + $1.count })
      state.waiting = ranges.reversed() + state.waiting
      try fill(&state)
    }
    try server.pool.step()
  }

  /// Takes what has come into `file` and adds it to `held`, without waiting.
  func take(
    into file: borrowing TemporaryFile, held: inout ByteRangeSet
  ) throws(HTTPError) {
    try state.withLock { (state) throws(HTTPError) in
      try advance(&state, file, &held)
    }
  }

  /// Takes what comes, into `file` and `held`, until that is enough or there is no more.
  ///
  /// What breaks off is taken up again. After an error nothing is on its way any more. `progress`
  /// is called with the number of bytes that are still missing.
  func run(
    into file: borrowing TemporaryFile, held: inout ByteRangeSet,
    until isEnough: (ByteRangeSet) -> Bool, progress: (Int64) -> Void
  ) throws(HTTPError) {
    let start = server.meter.clock.milliseconds()
    defer { server.meter.stop(since: start) }
    var schedule = RetrySchedule(server.options)
    do throws(HTTPError) {
      while !isEnough(held) {
        guard !server.interruption.isRequested else { throw .interrupted }
        try server.meter.checkTime(since: start)
        try server.pool.step()
        let turn = try turn(into: file, &held)
        progress(turn.left)
        if turn.hasProgress { schedule.reset() }
        if let failure = turn.failure {
          let delay = try schedule.delay(
            after: failure.error, retryAfter: failure.retryAfter,
            now: server.meter.clock.secondsSince1970())
          server.onRetry(failure.error, delay)
          try server.meter.wait(milliseconds: delay, since: start, server.interruption)
          try state.withLock { (state) throws(HTTPError) in try fill(&state) }
        } else if turn.isLast {
          break
        } else if !isEnough(held) {
          try server.pool.wait(milliseconds: DownloadAttempt.pollMilliseconds)
        }
      }
    } catch {
      state.withLock { $0 = State() }
      throw error
    }
  }

  /// What one turn of taking has brought.
  private struct Turn {
    /// The number of bytes that are still missing.
    var left: Int64
    var hasProgress: Bool
    var failure: Failure?
    var isLast: Bool
  }

  private func turn(
    into file: borrowing TemporaryFile, _ held: inout ByteRangeSet
  ) throws(HTTPError) -> Turn {
    try state.withLock { (state) throws(HTTPError) in
      try advance(&state, file, &held)
      defer { (state.failure, state.hasProgress) = (nil, false) }
      return Turn(
        left: state.rest.reduce(0) { $0 + $1.count }, hasProgress: state.hasProgress,
        failure: state.failure, isLast: state.waiting.isEmpty && state.parts.isEmpty)
    }
  }

  /// Takes what has come of each part, and asks for others in place of those that are over.
  private func advance(
    _ state: inout State, _ file: borrowing TemporaryFile, _ held: inout ByteRangeSet
  ) throws(HTTPError) {
    var running: [RangePart] = []
    for part in state.parts {
      let count = part.received
      do {
        let isOver = try part.advance(
          into: file, held: &held, meter: server.meter, state: server.state, server.size)
        if !isOver { running.append(part) }
      } catch {
        guard error.isPassing else { throw error }
        state.failure = Failure(error: error, retryAfter: part.retryAfter)
        state.waiting.append(part.rest)
      }
      if part.received > count { state.hasProgress = true }
    }
    state.parts = running
    // After a failure, nothing is asked for before a wait.
    if state.failure == nil { try fill(&state) }
  }

  /// Asks for what waits, as long as there are connections.
  private func fill(_ state: inout State) throws(HTTPError) {
    while state.parts.count < server.options.connections, let range = state.waiting.popLast() {
      state.parts.append(try RangePart(range, server))
    }
  }
}
