import PlayheadKit
import PlayheadManifests

/// Reads when the samples of a level's segments are shown, or takes it from the cache.
struct LevelReading {
  let level: ManifestLevel
  /// What each segment is; `nil` for one that is missing or marked as a gap.
  let resources: [LadderResource?]
  /// The states of all files, by location.
  let states: [ManifestLocation: FileState?]
  let appliesEditLists: Bool
  let reader: MediaReader

  /// What is known of a level's segments.
  struct Result {
    /// The times of each segment; `nil` of those that were not read.
    var times: [SegmentTimes?]
    /// Whether another reading of the same files would find the same.
    var isRepeatable = true
    /// Why it could not be cached; `nil` if it was or was not meant to be.
    var cacheProblem: String?
  }

  /// More stretches than this that have to be read again behind damage are not read.
  private static let maximumRestarts = 100

  /// The times of all segments.
  func reading() throws(MediaReadingError) -> Result {
    guard case .file = level.segments[0].reference.location else {
      return Result(times: level.segments.map { _ in nil })
    }
    guard let cache = reader.cache, let key = key(states) else { return try read() }
    if let kept = cache.times(of: level.segments.count, for: key) { return Result(times: kept) }
    var result = try read()
    // What was written meanwhile may have been read in part.
    guard result.isRepeatable, self.key(states.currentStates(of: level)) == key else {
      return result
    }
    result.cacheProblem = cache.keep(result.times, for: key)
    return result
  }

  /// Everything that the times depend on.
  private func key(_ states: [ManifestLocation: FileState?]) -> SegmentTimesKey? {
    var facts = SegmentTimesKey.Facts(appliesEditLists: appliesEditLists, limits: reader.limits)
    for section in level.initializations {
      facts.add(section, states[section.location] ?? nil)
    }
    for (number, segment) in level.segments.enumerated() {
      let state = states[segment.reference.location] ?? nil
      facts.add(segment.reference, resources[number] == nil ? nil : state)
      facts.add(
        section: segment.initialization,
        continues: number > 0 && segment.continues(level.segments[number - 1]))
    }
    return facts.key
  }

  // MARK: Reading

  /// Reads all segments, those that share a clock as one file.
  private func read() throws(MediaReadingError) -> Result {
    var result = Result(times: level.segments.map { _ in nil })
    var start = 0
    var restarts = 0
    while start < level.segments.count {
      if resources[start] == nil {
        start += 1
        continue
      }
      var end = start + 1
      while end < level.segments.count, resources[end] != nil,
        level.segments[end].continues(level.segments[end - 1])
      {
        end += 1
      }
      let (read, isInterrupted) = try read(start..<end, &result)
      for (offset, value) in read.enumerated() { result.times[start + offset] = value }
      guard isInterrupted, restarts < Self.maximumRestarts,
        let last = read.lastIndex(where: { $0.range != nil }), start + last + 1 < end
      else {
        start = end
        continue
      }
      // Behind what cannot be read, a player begins anew.
      restarts += 1
      start += last + 2
    }
    return result
  }

  /// The times of segments that share a clock, and whether reading ended early.
  private func read(
    _ segments: Range<Int>, _ result: inout Result
  ) throws(MediaReadingError) -> (times: [SegmentTimes], isInterrupted: Bool) {
    var parts: [JoinedBytes.Part] = []
    let section = level.segments[segments.lowerBound].initialization
    if let section {
      let reference = level.initializations[section]
      guard let state = states[reference.location] ?? nil else {
        return (segments.map { _ in SegmentTimes() }, false)
      }
      parts.append(part(reference, bytes: state.bytes))
    }
    for number in segments {
      parts.append(
        part(level.segments[number].reference, bytes: resources[number]?.bytes ?? 0))
    }
    let run = SegmentRun(
      parts: parts, hasInitialization: section != nil, appliesEditLists: appliesEditLists)
    do throws(MediaReadingError) {
      let (times, interruption) = try run.read(
        by: reader, named: level.segments[segments.lowerBound].reference.location.text)
      return (times, interruption != nil)
    } catch {
      switch error {
      // A player would request it and fail.
      case .notMedia, .nothingShown: break
      case .crashed: result.isRepeatable = false
      default: throw error
      }
      return (segments.map { _ in SegmentTimes() }, false)
    }
  }

  private func part(_ reference: ManifestReference, bytes: Int64) -> JoinedBytes.Part {
    JoinedBytes.Part(
      path: reference.location.text, range: reference.range ?? ByteRange(0, bytes))
  }
}

extension ManifestSegment {
  /// Whether its samples follow those of `other` on one clock, with one initialization section.
  fileprivate func continues(_ other: ManifestSegment) -> Bool {
    guard initialization == other.initialization, !isDiscontinuity else { return false }
    return timing == other.timing
  }
}

extension [ManifestLocation: FileState?] {
  /// What the files of `level` are now.
  fileprivate func currentStates(of level: ManifestLevel) -> Self {
    var states: Self = [:]
    for reference in level.initializations + level.segments.map(\.reference)
    where states[reference.location] == nil && self[reference.location] != nil {
      states[reference.location] = .some(FileState(ofRegularFileAt: reference.location.text))
    }
    return states
  }
}
