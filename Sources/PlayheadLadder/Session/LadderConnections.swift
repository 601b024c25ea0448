import PlayheadModel

/// Which connections a player has to load a ladder over, by number: those of lanes, of what comes
/// beside their segments, of keys, and of the keys that the multivariant playlist names.
struct LadderConnections: Sendable {
  /// The connection that the first lane fetches keys on, beside others.
  let firstKey: Int
  /// Those for the keys that the multivariant playlist names.
  let sessionKeys: Range<Int>

  /// The number of all of them.
  var count: Int { sessionKeys.upperBound }

  /// Those of a player that loads as `loading` tells, with `indexes` for the indexes of all levels.
  init(of ladder: Ladder, by loading: LadderLoading, indexes: Int) {
    // Initialization sections beside their segments take a connection of their own.
    let perLane = loading.fetchesInitializationInParallel ? 2 : 1
    firstKey = (loading.loadsLanesInParallel ? ladder.lanes.count : 1) * perLane
    let hasKeys = ladder.lanes.contains { $0.levels.contains { !$0.keys.isEmpty } }
    let ofLanes = max(firstKey + (hasKeys ? ladder.lanes.count : 0), indexes)
    sessionKeys = ofLanes..<ofLanes + (loading.asksForSessionKeys ? ladder.sessionKeys.count : 0)
  }
}
