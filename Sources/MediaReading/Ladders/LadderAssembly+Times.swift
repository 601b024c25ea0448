import PlayheadKit
import PlayheadManifests

/// The times of a level's segments, which are read of their containers where these can be had.
extension LadderAssembly {
  /// The times of each segment of a level, `nil` of those that were not read, and what its tracks
  /// are, in each period.
  mutating func times(
    of level: ManifestLevel, sections: [LadderResource?], _ resources: [LadderResource?]
  ) throws(MediaReadingError) -> ([SegmentTimes?], [[MeasuredTrack]]) {
    // Nothing is read of what is not fetched.
    guard reader.segmentReading != .declared else { return (level.segments.map { _ in nil }, []) }
    // Nor of a container that is encrypted, without its key.
    guard let ciphers = try ciphers(of: level) else {
      note(
        "the sizes of encrypted segments are those of their files, their times "
          + "those of the playlist")
      return (level.segments.map { _ in nil }, [])
    }
    let references =
      level.initializations + level.segments.lazy.filter { !$0.isGap }.map(\.reference)
    let remoteCount = references.count { if case .url = $0.location { true } else { false } }
    if remoteCount > 0 {
      guard remoteCount == references.count else {
        note(
          "segments of level \(level.name) are sized, not read: some are files, and some at URLs")
        return (level.segments.map { _ in nil }, [])
      }
      guard try readsHeaders(of: level, resources) else {
        return (level.segments.map { _ in nil }, [])
      }
    }
    let total = Int64(manifest.distantSegmentCount)
    var times: [SegmentTimes?] = level.segments.map { _ in nil }
    var tracks: [[MeasuredTrack]] = []
    // What is of one period says nothing of another one.
    let ranges = level.periods.count > 1 ? level.periods.map(\.segments) : [times.indices]
    for range in ranges {
      let reading = try LevelReading(
        level: ranges.count > 1 ? level.with(range) : level, sections: sections,
        resources: Array(resources[range]), states: inventory.states, ciphers: ciphers,
        timing: timing,
        documents: documents,
        onFetch: { [fetchedCount, onProgress = reader.onProgress] in
          let completed = min(fetchedCount.next(), total)
          onProgress(ReadingProgress(phase: .timing, completed: completed, total: total))
        }
      ).reading()
      cacheProblem = cacheProblem ?? reading.cacheProblem
      if reading.hasWrongKey {
        note(
          "level \(level.name): the key does not decrypt its segments: their sizes are those of "
            + "their files, their times those of the playlist")
      }
      if reading.needsMedia {
        note("its segments are sized, not read: that would take all of their media")
      }
      times.replaceSubrange(range, with: reading.times)
      tracks.append(reading.tracks)
    }
    return (times, tracks)
  }

  /// How the segments and initialization sections of a level are decrypted; `nil` if a key of one
  /// that is encrypted as a whole is not known.
  private mutating func ciphers(
    of level: ManifestLevel
  ) throws(MediaReadingError) -> LevelCiphers? {
    var found = LevelCiphers()
    guard level.segments.contains(where: { $0.encryption == .whole && !$0.isGap }) else {
      return found
    }
    defer { for text in keys.notes { note(text) } }
    func cipher(_ cipher: ManifestCipher?) throws(MediaReadingError) -> DecryptedSource.Cipher? {
      guard let cipher, let bytes = try keys.bytes(of: level.keys[cipher.key]) else { return nil }
      return DecryptedSource.Cipher(key: bytes, vector: cipher.vector)
    }
    for (number, segment) in level.segments.enumerated() where segment.encryption == .whole {
      guard !segment.isGap else { continue }
      guard let cipher = try cipher(segment.cipher) else { return nil }
      found.segments[number] = cipher
    }
    for (number, section) in level.initializationCiphers {
      guard let cipher = try cipher(section) else { return nil }
      found.sections[number] = cipher
    }
    return found
  }

  /// Whether the headers of a level's segments at URLs are read; a note says why not.
  private mutating func readsHeaders(
    of level: ManifestLevel, _ resources: [LadderResource?]
  ) throws(MediaReadingError) -> Bool {
    guard reader.segmentReading != .size else { return false }
    guard reader.segmentReading.reads(manifest.distantSegmentCount) else {
      note("its \(manifest.distantSegmentCount) segments are sized, not read")
      return false
    }
    guard
      reader.segmentReading == .read || !level.segments.contains(where: { $0.encryption == .whole })
    else {
      note(
        "its segments are sized, not read: encrypted as a whole, they would be fetched as a whole")
      return false
    }
    // Without an initialization section, times lie all over a segment.
    guard
      reader.segmentReading == .read || level.segments.allSatisfy({ $0.initialization != nil })
    else {
      note("its segments are sized, not read: they have no initialization section")
      return false
    }
    for reference in level.initializations + level.segments.map(\.reference)
    where try !(inventory.state(of: reference.location)?.hasParts ?? true) {
      note(
        "its segments are sized, not read, as the server answers without byte ranges: times are "
          + "those of the manifest, \(level.timePrecision)")
      return false
    }
    return true
  }
}

extension ManifestLevel {
  /// How far off the times of its manifest can be, in words.
  fileprivate var timePrecision: String {
    if hasNominalTimes, let length = segments.first?.declared.duration {
      let half = MediaTime(nanoseconds: length.nanoseconds / 2)
      return "which gives all segments one length: each may begin up to \(half.secondsText) s off"
    }
    guard let durationDecimals, durationDecimals < 3 else {
      return "which are to the millisecond: that hardly matters"
    }
    // Half of the last digit for each segment, and all of them for the last.
    let unit = [1_000, 100, 10][durationDecimals]
    let each = MediaTime(nanoseconds: Int64(unit) * 500_000)
    let all = MediaTime(nanoseconds: each.nanoseconds * Int64(segments.count))
    let digits = ["whole seconds", "tenths of a second", "hundredths of a second"]
    return "whose EXTINF are \(digits[durationDecimals]): each segment may be "
      + "\(each.secondsText) s longer or shorter, and the last begin up to \(all.secondsText) s off"
  }
}
