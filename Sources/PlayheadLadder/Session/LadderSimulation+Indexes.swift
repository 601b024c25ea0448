import PlayheadModel

/// The indexes of all levels, for players that fetch them before anything else.
struct IndexLoading: Sendable {
  /// What may be asked for once a connection is free, in order.
  fileprivate(set) var pending: [Errand] = []
  /// What is asked for once more, each at a time.
  private var retries: [(time: WallTime, errand: Errand)] = []
  /// How many levels have an index that is not in.
  fileprivate(set) var missingCount = 0

  /// How many requests are in flight at once, as browsers have to one server over HTTP/1.1.
  private static let maximumConnections = 6

  /// The indexes of `ladder` that `player` fetches so: the first of each level.
  init(of ladder: Ladder, by player: LadderPlayer) {
    guard player.loading.fetchesAllIndexes else { return }
    for (number, lane) in ladder.lanes.enumerated() {
      for (level, contents) in lane.levels.enumerated() where contents.playlist == nil {
        guard let index = contents.indexes.first else { continue }
        pending.append(Errand(.index, lane: number, level: level, for: index))
      }
    }
    missingCount = pending.count
    connections = min(pending.count, Self.maximumConnections)
  }

  /// How many connections it takes.
  private(set) var connections = 0

  /// Whether any is missing.
  var isUnderWay: Bool { missingCount > 0 }

  /// When something is next asked for once more; `nil` if nothing is.
  var nextRetry: WallTime? { retries.map(\.time).min() }

  /// Asks for `errand` once more at a time.
  mutating func retry(_ errand: Errand, at wallTime: WallTime) {
    retries.append((wallTime, errand))
  }

  /// Gives one level up.
  mutating func giveUp() { missingCount -= 1 }

  /// Lines up what is due by `wallTime` to be asked for once more.
  fileprivate mutating func takeRetries(by wallTime: WallTime) {
    pending += retries.filter { $0.time <= wallTime }.map(\.errand)
    retries.removeAll { $0.time <= wallTime }
  }
}

/// Fetches the indexes of all levels before anything else.
extension LadderSimulation {
  /// A lane has chosen a level of which no segment is known.
  ///
  /// dash.js takes its last segment for requested once it has requested any
  /// (`isLastSegmentRequested` of `src/dash/DashHandler.js`); before, it looks again and again.
  mutating func closeLane(_ number: Int, at wallTime: WallTime) {
    guard lanes[number].media.hasAny else {
      lanes[number].work.phase = .waiting(until: wallTime + player.loading.goal.lookInterval)
      return
    }
    lanes[number].position = ladder.duration
    lanes[number].work.phase = .finished
    hasLeftEnd = true
  }

  /// Sends what it can of the indexes that are to be fetched; `false` once all of them are in.
  mutating func fetchesIndexes(at wallTime: WallTime) -> Bool {
    guard indexes.isUnderWay else { return false }
    guard lanes.allSatisfy({ $0.timing.busyUntil <= wallTime }) else { return true }
    indexes.takeRetries(by: wallTime)
    for channel in 0..<indexes.connections {
      guard traffic.isFree(channel), let errand = indexes.pending.first else { continue }
      indexes.pending.removeFirst()
      traffic.send(
        armed(errand, at: wallTime), on: channel, at: wallTime,
        credit: traffic.credit(at: wallTime))
    }
    traffic.share(from: wallTime)
    return true
  }

  /// Whether `errand` is for the last of the indexes that are to be fetched.
  func isLastIndex(_ errand: Errand) -> Bool {
    indexes.missingCount == 1
      && errand.number + 1 == lanes[errand.lane].lane.levels[errand.level].indexes.count
  }

  /// What follows `errand` of the indexes of its level comes next, or none of that level is
  /// missing.
  ///
  /// Requests for one file follow each other in browsers, whose cache lets one of them write at a
  /// time.
  mutating func continueIndexes(after errand: Errand, at wallTime: WallTime) {
    guard indexes.isUnderWay else { return }
    let chain = lanes[errand.lane].lane.levels[errand.level].indexes
    guard errand.number + 1 < chain.count else {
      indexes.missingCount -= 1
      return
    }
    indexes.pending.append(
      Errand(
        .index, lane: errand.lane, level: errand.level, number: errand.number + 1,
        for: chain[errand.number + 1]))
  }
}
