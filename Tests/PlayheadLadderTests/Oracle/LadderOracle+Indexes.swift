import PlayheadKit
import PlayheadLadder

/// Indexes of all levels before anything else.
extension LadderOracle {
  /// A level of a lane.
  struct Place: Hashable {
    var lane: Int
    var level: Int
  }

  /// The levels whose indexes are fetched first, in order.
  private var indexedLevels: [Place] {
    guard loading.fetchesAllIndexes else { return [] }
    return lanes.indices.flatMap { lane in
      lanes[lane].lane.levels.indices.filter {
        let level = lanes[lane].lane.levels[$0]
        return level.playlist == nil && !level.indexes.isEmpty
      }.map { Place(lane: lane, level: $0) }
    }
  }

  /// Those of them of which an index is missing.
  var missingIndexes: [Place] {
    indexedLevels.filter { !lanes[$0.lane].indexes.contains($0.level) }
  }

  /// At most six requests are in flight.
  var indexConnections: Int { min(6, indexedLevels.count) }

  /// Asks for what there are connections for; `false` if no index is missing.
  mutating func asksForIndexes() -> Bool {
    let missing = missingIndexes
    guard !missing.isEmpty else { return false }
    guard lanes.allSatisfy({ $0.busy <= now }) else { return true }
    while let connection = (0..<indexConnections).first(where: isFree),
      let next = nextIndex(of: missing)
    {
      let index = lanes[next.lane].lane.levels[next.level]
        .indexes[lanes[next.lane].indexCounts[next.level] ?? 0]
      send(
        .index, lane: next.lane, level: next.level, bytes: index.bytes, on: connection, surplus)
    }
    return true
  }

  /// The level whose index has waited longest: one of which none was asked for, or else the one of
  /// which one came first.
  private func nextIndex(of missing: [Place]) -> Place? {
    let own = { (place: Place) in
      requests.indices.filter {
        requests[$0].content == .index && requests[$0].lane == place.lane
          && requests[$0].level == place.level
      }
    }
    if let first = missing.first(where: { own($0).isEmpty }) { return first }
    let idle = missing.filter { place in
      own(place).allSatisfy { !requests[$0].isOpen } && indexDue[place] ?? now <= now
    }
    // Those that are asked for once more at this instant come behind those that go on.
    func order(_ place: Place) -> (Int64, Int, Int64, Int) {
      let last = own(place).last ?? 0
      let end = requests[last].end ?? 0
      let due = requests[last].answer == nil ? nil : indexDue[place]
      return (due ?? end, due == nil ? 0 : 1, end, last)
    }
    return idle.min { order($0) < order($1) }
  }

  /// Whether nothing is missing once an index is in.
  func completesIndexes(_ request: OracleRequest) -> Bool {
    let level = lanes[request.lane].lane.levels[request.level]
    return missingIndexes == [Place(lane: request.lane, level: request.level)]
      && (lanes[request.lane].indexCounts[request.level] ?? 0) == level.indexes.count - 1
  }

  /// An index is in.
  mutating func takeIndex(_ request: OracleRequest) {
    let count = (lanes[request.lane].indexCounts[request.level] ?? 0) + 1
    lanes[request.lane].indexCounts[request.level] = count
    lanes[request.lane].documentFailures[.index]?[request.level] = nil
    if count == lanes[request.lane].lane.levels[request.level].indexes.count {
      lanes[request.lane].indexes.insert(request.level)
      lanes[request.lane].hasOpened = true
    }
  }
}
