import PlayheadModel

/// The keys and licences of encrypted segments.
extension LadderSimulation {
  /// The key that `errand` is for.
  private func key(of errand: Errand) -> LevelKey {
    lanes[errand.lane].lane.levels[errand.level].keys[errand.number]
  }

  /// Whether the key that `errand` is for is in.
  func hasKey(_ errand: Errand) -> Bool {
    let key = key(of: errand)
    if lanes[errand.lane].keys.kept.contains(key.resource) { return true }
    return sharing(of: key) != .none && lanes.contains { $0.keys.kept.contains(key.resource) }
  }

  /// Which lanes a key is fetched for at once: a licence for all, as players have one session of
  /// a system for digital rights management for what they know to have the same keys.
  private func sharing(of key: LevelKey) -> KeySharing {
    key.isLicence ? .inFlight : player.loading.keySharing
  }

  /// Whether that key is fetched for another lane or for the session, for all.
  func isKeyComing(_ errand: Errand) -> Bool {
    guard sharing(of: key(of: errand)) == .inFlight else { return false }
    let key = key(of: errand).resource
    let others = lanes.indices.filter { $0 != errand.lane }.map { connections.firstKey + $0 }
    return (others + Array(connections.sessionKeys)).contains { channel in
      traffic.errand(on: channel).map { self.key(of: $0).resource == key } ?? false
    }
  }

  /// Whether a key is in flight that a lane waits for.
  func awaitsKey(_ number: Int) -> Bool {
    lanes[number].hasKeys
      && (lanes[number].keys.awaited != nil || !traffic.isFree(connections.firstKey + number))
  }

  /// Whether a lane requests nothing more until a key is in.
  ///
  /// Only hls.js waits for a licence with that (`_doFragLoad`); the others load, and their decoders
  /// wait.
  func isHeldByKey(_ number: Int) -> Bool {
    guard awaitsKey(number) else { return false }
    let coming = traffic.errand(on: connections.firstKey + number).map { key(of: $0) }
    let isLicence =
      coming?.isLicence
      ?? lanes[number].lane.levels.contains { level in
        level.keys.contains { $0.isLicence && $0.resource == lanes[number].keys.awaited }
      }
    return !isLicence || player.loading.keyMoment == .beside
  }

  /// Sends the request for a key, unless it is in; `false` if what follows has to wait.
  mutating func sendKey(
    _ errand: Errand, at wallTime: WallTime, credit: SendingCredit?, _ hasSent: inout Bool
  ) -> Bool {
    let number = errand.lane
    let channel = channel(of: number, for: .key)
    guard traffic.isFree(channel), traffic.isFree(self.channel(of: number)) else { return false }
    let key = key(of: errand)
    let isBeside = key.isLicence || player.loading.keyMoment == .beside
    if isKeyComing(errand) {
      guard isBeside else { return false }
      lanes[number].takeNext()
      lanes[number].keys.awaited = key.resource
      hasSent = true
      return true
    }
    lanes[number].takeNext()
    guard !hasKey(errand) else {
      lanes[number].keys.kept.insert(key.resource)
      // A segment that is in may have waited for it.
      if lanes[number].work.job.queue.isEmpty {
        endSegment(number, at: wallTime)
        noticeLoaded(at: wallTime)
      }
      return true
    }
    traffic.send(armed(errand, at: wallTime), on: channel, at: wallTime, credit: credit)
    hasSent = isBeside
    return hasSent
  }

  /// Asks for the keys that the multivariant playlist names, for a player that does.
  mutating func askForSessionKeys(at wallTime: WallTime) {
    for (channel, place) in zip(connections.sessionKeys, ladder.sessionKeys) {
      let key = ladder.lanes[place.lane].levels[place.level].keys[place.key]
      var errand = Errand(
        .key, lane: place.lane, level: place.level, number: place.key, for: key.resource)
      errand.serverTime = key.serverTime
      errand.isSessionKey = true
      traffic.send(armed(errand, at: wallTime), on: channel, at: wallTime, credit: nil)
    }
  }

  /// Whether a segment that is in waits for the key that `errand` is for.
  func isAwaited(_ errand: Errand) -> Bool {
    errand.content == .key
      && lanes.contains {
        $0.keys.awaited == key(of: errand).resource && $0.work.job.waitingSegment != nil
      }
  }

  /// A key is in.
  mutating func takeKey(_ errand: Errand, at wallTime: WallTime) {
    let key = key(of: errand).resource
    lanes[errand.lane].keys.kept.insert(key)
    for number in lanes.indices where lanes[number].keys.awaited == key {
      lanes[number].keys.awaited = nil
      lanes[number].keys.kept.insert(key)
      endSegment(number, at: wallTime)
    }
    if !errand.isSessionKey { endSegment(errand.lane, at: wallTime) }
  }

  /// A key has failed that lanes wait for which have not asked for it: they do now.
  mutating func missKey(_ errand: Errand) {
    let key = key(of: errand)
    for number in lanes.indices where lanes[number].keys.awaited == key.resource {
      lanes[number].keys.awaited = nil
      guard let level = lanes[number].level,
        let own = lanes[number].lane.levels[level].keys.firstIndex(of: key)
      else { continue }
      var again = Errand(.key, lane: number, level: level, number: own, for: key.resource)
      again.serverTime = key.serverTime
      lanes[number].work.job.queue.append(again)
      lanes[number].work.phase = .fetching
    }
  }
}
