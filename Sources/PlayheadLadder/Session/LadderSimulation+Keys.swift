import PlayheadModel

/// The keys and licences of encrypted segments.
extension LadderSimulation {
  /// The connections for keys that are fetched beside others: one a lane.
  static func keyConnections(of ladder: Ladder) -> Int {
    ladder.lanes.contains { $0.levels.contains { !$0.keys.isEmpty } } ? ladder.lanes.count : 0
  }

  /// Whether the key that `errand` is for is in.
  func hasKey(_ errand: Errand) -> Bool {
    let key = lanes[errand.lane].lane.levels[errand.level].keys[errand.number].resource
    if lanes[errand.lane].keys.contains(key) { return true }
    return player.loading.keySharing != .none && lanes.contains { $0.keys.contains(key) }
  }

  /// Whether another lane fetches that key, for both.
  func isKeyComing(_ errand: Errand) -> Bool {
    guard player.loading.keySharing == .inFlight else { return false }
    let key = lanes[errand.lane].lane.levels[errand.level].keys[errand.number].resource
    return lanes.indices.contains { number in
      guard number != errand.lane, let other = traffic.errand(on: firstKeyChannel + number) else {
        return false
      }
      return lanes[number].lane.levels[other.level].keys[other.number].resource == key
    }
  }

  /// Whether a key is in flight that a lane waits for.
  func awaitsKey(_ number: Int) -> Bool {
    lanes[number].hasKeys && !traffic.isFree(firstKeyChannel + number)
  }

  /// A key is in.
  mutating func takeKey(_ errand: Errand) {
    let key = lanes[errand.lane].lane.levels[errand.level].keys[errand.number].resource
    lanes[errand.lane].keys.insert(key)
  }
}

extension LaneState {
  /// Adds the key of segment `place` to what it fetches next, which ends with that segment.
  mutating func lineUpKey(of place: Int, level: Int, moment: (LevelKey) -> KeyMoment) {
    guard hasKeys, let number = lane.levels[level].segments[place].key else { return }
    let key = lane.levels[level].keys[number]
    guard !keys.contains(key.resource) else { return }
    var errand = Errand(.key, lane: self.number, level: level, number: number, for: key.resource)
    errand.serverTime = key.serverTime
    // The first one comes last.
    if moment(key) == .after { queue.insert(errand, at: 0) } else { queue.append(errand) }
  }
}
