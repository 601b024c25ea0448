import PlayheadKit
import PlayheadManifests
import Synchronization

/// Makes a ladder of a manifest: the sizes of what it refers to, and the times of its samples.
struct LadderAssembly {
  let manifest: Manifest
  let documents: LadderDocuments
  let reader: MediaReader
  let timing: SegmentTimeOptions
  private let assumedRate: BitRate?
  let licenceTime: WallTime?
  var keys: SegmentKeys
  private var notes: [String]
  var inventory: ResourceInventory
  /// How many of them had something fetched.
  let fetchedCount = Counter()
  var cacheProblem: String?
  private var clock: PresentationClock

  init(
    _ manifest: Manifest, documents: LadderDocuments, reader: MediaReader,
    timing: SegmentTimeOptions, options: ManifestOptions
  ) {
    self.manifest = manifest
    assumedRate = options.assumedRate
    licenceTime = options.licenceTime
    keys = SegmentKeys(documents, given: options.key)
    self.documents = documents
    self.reader = reader
    inventory = ResourceInventory(
      documents, segmentCount: manifest.distantSegmentCount, onProgress: reader.onProgress)
    self.timing = timing
    clock = PresentationClock(appliesEditLists: timing.appliesEditLists)
    notes = manifest.notes
  }

  /// The ladder.
  consuming func reading() throws(MediaReadingError) -> LadderReading {
    var assembly = self
    return try assembly.assembled()
  }

  private mutating func assembled() throws(MediaReadingError) -> LadderReading {
    var lanes: [LadderLane] = []
    // The new place of each level of the lane of audio, as bit rates may be known only now.
    var audioPlaces: [Int] = []
    var sources: [LadderSources.Lane] = []
    var read: [(lane: ManifestLane, levels: [Level])] = []
    for (number, lane) in manifest.lanes.enumerated() {
      var levels: [Level] = []
      for (place, level) in lane.levels.enumerated() {
        levels.append(try self.level(level, lane: number, place: place))
      }
      read.append((lane, levels))
    }
    for (lane, levels) in read {
      let segments = levels.flatMap(\.segments)
      let isLost = levels.flatMap(\.withoutOpening).allSatisfy {
        $0.damage != nil && $0.measured == nil || $0.isGap
      }
      guard isLost, levels.contains(where: { !$0.withoutOpening.isEmpty }) else { continue }
      throw .notMedia(
        name: documents.name,
        reason: "none of its \(lane.kind == .audio ? "audio " : "")segments can be read"
          + (segments.compactMap(\.damage).first.map { ": \($0)" } ?? "")
          + "; --segments declared plays it by its declared bit rates")
    }
    for (number, part) in read.enumerated().reversed() {
      let order = part.levels.indices.sorted {
        (part.levels[$0].bitRate, $0) < (part.levels[$1].bitRate, $1)
      }
      if number > 0 { audioPlaces = order }
      sources.insert(.segments(order.map { part.lane.levels[$0] }), at: 0)
      let levels = order.map { place in
        part.levels[place].withAudioLevel(
          part.levels[place].audioLevel.flatMap { audioPlaces.firstIndex(of: $0) })
      }
      lanes.insert(
        LadderLane(part.lane.kind, levels: levels, language: part.lane.language), at: 0)
    }
    var ladder = Ladder(
      format: manifest.format, manifests: manifests, lanes: lanes, listing: manifest.listing,
      updates: manifest.updates)
    ladder.declaredLength = manifest.declaredLength
    (ladder.start, ladder.refusal) = (manifest.start, manifest.refusal)
    ladder.sessionKeys = sessionKeys(in: lanes, sources)
    var reading = LadderReading(ladder: ladder, notes: notes)
    reading.cacheProblem = cacheProblem
    reading.sources = LadderSources(lanes: sources)
    return reading
  }

  /// The documents that belong to no level.
  private var manifests: [LadderResource] {
    manifest.documents.filter(\.levels.isEmpty).map {
      LadderResource($0.reference.name, bytes: $0.bytes, range: $0.reference.range)
    }
  }

  /// The document of a level that `reference` names, as it was read or is not to be had.
  private func document(
    _ reference: ManifestReference?, lacking lack: ManifestLack? = nil
  ) -> LadderResource? {
    guard let reference else { return nil }
    let found = manifest.documents.first {
      $0.reference.location == reference.location && $0.reference.range == reference.range
    }
    if let lack, lack.reference == reference {
      let bytes = lack.answer == .unreadable ? found?.bytes ?? 0 : 0
      return LadderResource(
        reference.name, bytes: bytes, range: reference.range, failing: lack.answer)
    }
    // A media playlist that is the manifest itself is fetched once.
    guard let found, !found.levels.isEmpty else { return nil }
    return LadderResource(reference.name, bytes: found.bytes, range: reference.range)
  }

  // MARK: Levels

  /// The level whose segments nobody knows, as a document of it cannot be had: it has as many as
  /// others, of which none can be loaded.
  private func unknown(_ level: ManifestLevel, for lack: ManifestLack) -> Level {
    var result = Level(
      name: level.name, bitRate: level.bitRate ?? .zero, averageBitRate: level.averageBitRate,
      resolution: level.resolution, frameRateThousandths: level.frameRateThousandths,
      codecs: level.codecs, playlist: document(level.playlist, lacking: lack),
      indexes: level.indexes.compactMap { document($0, lacking: lack) },
      segments: level.segments.map {
        LadderSegment(LadderResource("", bytes: 0), declared: $0.declared, damage: lack.reason)
      },
      audioLevel: level.audioLevel, manifestIndex: level.manifestIndex)
    result.periods = level.periods
    return result
  }

  private mutating func level(
    _ level: ManifestLevel, lane: Int, place: Int
  ) throws(MediaReadingError) -> Level {
    if let lack = level.lack, !lack.knowsSegments { return unknown(level, for: lack) }
    let sizes =
      reader.segmentReading == .declared
      ? DeclaredSizes(of: level, lane: lane, in: manifest, assumed: assumedRate) : nil
    for text in sizes?.notes ?? [] { note(text) }
    var sections: [LadderResource?] = []
    for section in level.initializations {
      sections.append(
        sizes == nil
          ? try inventory.resource(section)
          : try inventory.counted(section, section.range?.count ?? 0))
    }
    var indexes: [LadderResource] = []
    for index in level.indexes {
      let found =
        sizes == nil
        ? try inventory.part(index) : try inventory.counted(index, index.range?.count ?? 0)
      if let found { indexes.append(found) }
    }
    var resources: [LadderResource?] = []
    for segment in level.segments {
      if segment.isGap {
        resources.append(nil)
      } else if let sizes {
        let bytes = try sizes.bytes(of: segment, in: documents.name)
        resources.append(try inventory.counted(segment.reference, bytes))
      } else {
        resources.append(try inventory.resource(segment.reference))
      }
    }
    let (times, tracks) = try self.times(of: level, sections: sections, resources)
    let levelKeys = try self.levelKeys(of: level)
    var periods = level.periods
    for place in periods.indices where place < tracks.count {
      periods[place].tracks = tracks[place]
    }
    var segments: [LadderSegment] = []
    for (number, segment) in level.segments.enumerated() {
      let damage = damage(of: segment, of: level, sections, resources[number], times[number])
      let isTruncated = damage != nil && times[number]?.missingBytes != nil
      var shown = damage == nil || isTruncated ? clock.shown(times[number], of: segment) : nil
      if let own = shown, let last = segments.last {
        shown = clock.bridged(own, times[number], of: segment, behind: last)
        if number > 0, !segment.sharesClock(with: level.segments[number - 1]) {
          shown = clock.joined(own, times[number], behind: last, times[number - 1]) ?? shown
        }
      }
      let missing = LadderResource(
        segment.reference.name, bytes: 0,
        failing: segment.isGap ? nil : inventory.failure(of: segment.reference))
      segments.append(
        LadderSegment(
          resources[number] ?? missing,
          initialization: segment.initialization, declared: segment.declared,
          measured: shown, startsWithSync: times[number]?.startsWithSync, isGap: segment.isGap,
          isDiscontinuity: segment.isDiscontinuity, damage: damage, isTruncated: isTruncated,
          parts: clock.parts(times[number], shown, of: resources[number]),
          trackLength: shown == nil ? nil : times[number]?.length,
          uncutLength: segment.uncutLength, initializationTag: segment.initializationTag,
          key: segment.key.flatMap { key in levelKeys.numbers[key] }))
    }
    let bytes = segments.reduce(Int64(0)) { $0 + $1.resource.bytes }
    let length = segments.reduce(MediaTime.zero) { $0 + $1.ownLength }
    var result = Level(
      name: level.name,
      bitRate: level.bitRate ?? sizes?.rate ?? BitRate(bytes: bytes, over: length) ?? .zero,
      averageBitRate: level.averageBitRate, resolution: level.resolution,
      frameRateThousandths: level.frameRateThousandths, codecs: level.codecs,
      playlist: document(level.playlist, lacking: level.lack), indexes: indexes,
      initializations: zip(level.initializations, sections).map { $1 ?? inventory.missing($0) },
      keys: levelKeys.keys, segments: segments, audioLevel: level.audioLevel,
      manifestIndex: level.manifestIndex,
      targetDuration: level.targetDuration, listing: level.listingWithStretches,
      tracks: tracks.reduce(into: []) { $0.merge($1) }.missing(in: times))
    (result.periods, result.nestedIndexCount) = (periods, level.nestedIndexCount)
    result.copies = try level.copies.map { copy throws(MediaReadingError) in
      try self.copy(copy, of: result)
    }
    return result
  }

  /// The copy of `original` that `level` is on another server, which has the same media: only what
  /// is missing of it on disk is looked for.
  private mutating func copy(
    _ level: ManifestLevel, of original: Level
  ) throws(MediaReadingError) -> Level {
    func resource(
      _ reference: ManifestReference, like bytes: Int64
    ) throws(MediaReadingError) -> LadderResource? {
      if case .url = reference.location { return try inventory.counted(reference, bytes) }
      return reader.segmentReading == .declared
        ? try inventory.counted(reference, bytes) : try inventory.resource(reference)
    }
    var segments: [LadderSegment] = []
    for (segment, same) in zip(level.segments, original.segments) {
      var copy = same
      let found =
        segment.isGap ? nil : try resource(segment.reference, like: same.resource.bytes)
      copy.resource = found ?? LadderResource(segment.reference.name, bytes: 0)
      if !segment.isGap {
        copy.damage = found == nil ? "\(segment.reference.name) is missing" : nil
        copy.isTruncated = false
      }
      segments.append(copy)
    }
    var copy = original
    copy.playlist = document(level.playlist)
    copy.segments = segments
    copy.initializations = try zip(level.initializations, original.initializations).map {
      (reference, same) throws(MediaReadingError) in
      try resource(reference, like: same.bytes) ?? inventory.missing(reference)
    }
    copy.indexes = try zip(level.indexes, original.indexes).map {
      (reference, same) throws(MediaReadingError) in
      try resource(reference, like: same.bytes) ?? inventory.missing(reference)
    }
    copy.keys = try levelKeys(of: level).keys
    return copy
  }

  private func damage(
    of segment: ManifestSegment, of level: ManifestLevel, _ sections: [LadderResource?],
    _ resource: LadderResource?, _ times: SegmentTimes?
  ) -> String? {
    if segment.isGap { return nil }
    guard resource != nil else {
      return inventory.lack(of: segment.reference)
    }
    if let section = segment.initialization, sections[section] == nil {
      return "\(level.initializations[section].name), which it needs, is missing"
    }
    guard let times else { return nil }
    if let missing = times.missingBytes {
      return "\(segment.reference.name) is truncated: \(missing) bytes of its last box are missing"
    }
    return times.range == nil ? "\(segment.reference.name) has nothing to show" : nil
  }

  mutating func note(_ note: String) {
    if !notes.contains(note) { notes.append(note) }
  }
}

/// Counts from any thread.
final class Counter: Sendable {
  private let count = Mutex<Int64>(0)

  func next() -> Int64 {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

extension ManifestLevel {
  /// What its playlist says, with the stretches that its discontinuities cut it into.
  fileprivate var listingWithStretches: PlaylistListing? {
    var listing = listing
    listing?.stretches = segments.enumerated().compactMap { number, segment in
      guard number == 0 || segment.isDiscontinuity,
        case .discontinuity(let sequence, _) = segment.timing
      else { return nil }
      return PlaylistListing.Stretch(sequence: sequence, start: segment.declared.start)
    }
    return listing
  }
}

extension Level {
  /// Its segments but for those that cannot be had for want of another document, which players
  /// learn as they ask for that.
  fileprivate var withoutOpening: [LadderSegment] {
    if playlist?.failure != nil || indexes.contains(where: { $0.failure != nil }) { return [] }
    return segments.filter { segment in
      segment.resource.bytes == 0
        || segment.initialization.map { initializations[$0].failure == nil } ?? true
    }
  }

  /// The same level, with which another level of audio plays.
  fileprivate func withAudioLevel(_ audioLevel: Int?) -> Level {
    var level = self
    level.audioLevel = audioLevel
    return level
  }
}
