import PlayheadKit
import PlayheadManifests

/// The keys and licences that levels take, and those that a multivariant playlist names.
extension LadderAssembly {
  /// The keys that the manifest names by itself, where levels of `lanes` have them, which were made
  /// of `sources`.
  mutating func sessionKeys(
    in lanes: [LadderLane], _ sources: [LadderSources.Lane]
  ) -> [Ladder.SessionKey] {
    var found: [Ladder.SessionKey] = []
    for key in manifest.sessionKeys where key.bytes == nil {
      let place = sources.enumerated().lazy.compactMap { lane, source -> Ladder.SessionKey? in
        guard case .segments(let levels) = source else { return nil }
        for (number, level) in levels.enumerated() {
          let own = level.keys.first { $0.isLicence ? $0 == key : $0.isAt(key.location, key.name) }
          guard let own,
            let place = lanes[lane].levels[number].keys.firstIndex(where: {
              $0.resource.name == own.name && $0.isLicence == own.isLicence
            })
          else { continue }
          return Ladder.SessionKey(lane: lane, level: number, key: place)
        }
        return nil
      }.first
      if let place {
        if !found.contains(place) { found.append(place) }
      } else if !key.isLicence {
        note("EXT-X-SESSION-KEY: no segment takes \(key.name.excerpt), which is left out")
      }
    }
    return found
  }

  /// What a licence takes, with its headers, about as much as Widevine's; nobody tells beforehand.
  private static let licenceBytes: Int64 = 4096

  /// The keys and licences of a level that players fetch, and where each that the manifest names is
  /// among them.
  mutating func levelKeys(
    of level: ManifestLevel
  ) throws(MediaReadingError) -> (keys: [LevelKey], numbers: [Int: Int]) {
    var found: (keys: [LevelKey], numbers: [Int: Int]) = ([], [:])
    for (number, key) in level.keys.enumerated() {
      // What is in the manifest is fetched with it.
      if key.bytes != nil { continue }
      guard key.isLicence else {
        found.numbers[number] = found.keys.count
        found.keys.append(
          LevelKey(try inventory.counted(key.name, Int64(BlockCipher.blockBytes))))
        continue
      }
      guard let licenceTime else {
        note("what a licence costs is not known; --license gives the time of its server")
        continue
      }
      found.numbers[number] = found.keys.count
      found.keys.append(
        LevelKey(
          try inventory.counted(key.name, Self.licenceBytes), isLicence: true,
          serverTime: licenceTime))
    }
    return found
  }
}

extension ManifestKey {
  /// Whether it lies at `location`, or where that may not be loaded from, has that name.
  fileprivate func isAt(_ location: ManifestLocation?, _ name: String) -> Bool {
    location == nil ? self.location == nil && self.name == name : self.location == location
  }
}
