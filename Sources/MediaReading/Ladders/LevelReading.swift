import PlayheadKit
import PlayheadManifests
import Synchronization

/// How what of a level is encrypted as a whole is decrypted.
struct LevelCiphers {
  /// Of segments, by their numbers.
  var segments: [Int: DecryptedSource.Cipher] = [:]
  /// Of initialization sections, by their numbers.
  var sections: [Int: DecryptedSource.Cipher] = [:]

  /// Whether nothing is encrypted so.
  var isEmpty: Bool { segments.isEmpty && sections.isEmpty }
}

/// Reads when the samples of a level's segments are shown, or takes it from the cache.
struct LevelReading {
  let level: ManifestLevel
  /// What each initialization section is; `nil` for one that is missing.
  let sections: [LadderResource?]
  /// What each segment is; `nil` for one that is missing or marked as a gap.
  let resources: [LadderResource?]
  /// The states of all files and resources, by location.
  let states: [ManifestLocation: ResourceState?]
  /// How what is encrypted is decrypted.
  let ciphers: LevelCiphers
  let timing: SegmentTimeOptions
  let documents: LadderDocuments
  /// Called for each segment of which something is fetched, before it is.
  let onFetch: @Sendable () -> Void

  private var reader: MediaReader { documents.reader }

  /// What is known of a level's segments.
  struct Result {
    /// The times of each segment; `nil` of those that were not read.
    var times: [SegmentTimes?]
    /// What its tracks are, a value for each codec and size.
    var tracks: [MeasuredTrack] = []
    /// Whether a key does not fit.
    var hasWrongKey = false
    /// Whether segments at URLs were not read because their headers do not tell their times.
    var needsMedia = false
    /// Whether another reading of the same files would find the same.
    var isRepeatable = true
    /// Why it could not be cached; `nil` if it was or was not meant to be.
    var cacheProblem: String?
  }

  /// More stretches than this that have to be read again behind damage are not read.
  private static let maximumRestarts = 100

  /// The times of all segments.
  func reading() throws(MediaReadingError) -> Result {
    guard let cache = reader.cache, let key = key(states) else { return try read() }
    if let (times, tracks) = cache.times(of: level.segments.count, for: key) {
      return Result(times: times, tracks: tracks)
    }
    var result = try read()
    // What was written meanwhile may have been read in part.
    guard result.isRepeatable, self.key(states.currentStates(of: level)) == key else {
      return result
    }
    result.cacheProblem = cache.keep(result.times, result.tracks, for: key)
    return result
  }

  /// Everything that the times depend on.
  private func key(_ states: [ManifestLocation: ResourceState?]) -> SegmentTimesKey? {
    var facts = SegmentTimesKey.Facts(timing, limits: reader.limits)
    for (number, section) in level.initializations.enumerated() {
      facts.add(section, states[section.location] ?? nil)
      if !ciphers.isEmpty { facts.add(ciphers.sections[number]) }
    }
    for (number, segment) in level.segments.enumerated() {
      let state = states[segment.reference.location] ?? nil
      facts.add(segment.reference, resources[number] == nil ? nil : state)
      if !ciphers.isEmpty { facts.add(ciphers.segments[number]) }
      facts.add(
        section: segment.initialization,
        continues: number > 0 && segment.continues(level.segments[number - 1]),
        window: window(of: segment))
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
      if !isThere(start) {
        start += 1
        continue
      }
      var end = start + 1
      while end < level.segments.count, isThere(end),
        level.segments[end].continues(level.segments[end - 1])
      {
        end += 1
      }
      let (read, isInterrupted) = try read(
        start..<end, &result, splits: restarts < Self.maximumRestarts)
      for (offset, value) in read.enumerated() { result.times[start + offset] = value }
      if start + read.count < end {
        restarts += 1
        end = start + read.count
      }
      guard isInterrupted, restarts < Self.maximumRestarts,
        let last = read.lastIndex(where: { $0?.range != nil }), start + last + 1 < end
      else {
        start = end
        continue
      }
      // Behind what cannot be read, a player begins anew.
      restarts += 1
      start += last + 2
    }
    SegmentTimes.join(&result.times) { number in
      number > 0 && level.segments[number].sharesClock(with: level.segments[number - 1])
    }
    return result
  }

  /// What a player takes of a segment; `nil` for all of it.
  ///
  /// Players that apply edit lists decode what comes before, and show the rest.
  private func window(of segment: ManifestSegment) -> AppendWindow? {
    timing.appliesEditLists ? nil : AppendWindow(of: segment.timing)
  }

  /// Whether neither a segment nor the initialization section that it needs is missing.
  private func isThere(_ number: Int) -> Bool {
    resources[number] != nil
      && level.segments[number].initialization.map { sections[$0] != nil } ?? true
  }

  /// The times of segments that share a clock and are all there, and whether reading ended early;
  /// `nil` of those that were not read.
  ///
  /// If it may split them, it reads those before a segment that is truncated or overwritten, or
  /// only that: a demuxer would look for the rest of it in what follows.
  private func read(
    _ segments: Range<Int>, _ result: inout Result, splits: Bool
  ) throws(MediaReadingError) -> (times: [SegmentTimes?], isInterrupted: Bool) {
    var parts: [(reference: ManifestReference, range: ByteRange)] = []
    func add(_ reference: ManifestReference, _ resource: LadderResource?) {
      parts.append((reference, reference.range ?? ByteRange(0, resource?.bytes ?? 0)))
    }
    let section = level.segments[segments.lowerBound].initialization
    if let section { add(level.initializations[section], sections[section]) }
    for number in segments { add(level.segments[number].reference, resources[number]) }
    let name = ShownAddress(level.segments[segments.lowerBound].reference.location.text).text
    let own =
      (section.map { [ciphers.sections[$0]] } ?? []) + segments.map { ciphers.segments[$0] }
    let base = try source(of: parts, named: name)
    let isEncrypted = own.contains { $0 != nil }
    var wrong: [Int] = []
    func clear(_ skips: [Int64]?) throws(MediaReadingError) -> any JoinedSource {
      do throws(ReadFailure) {
        return try DecryptedSource(base, own, skipping: skips, wrong: &wrong)
      } catch {
        throw error.error(reading: name)
      }
    }
    var source = isEncrypted ? try clear(nil) : base
    guard wrong.isEmpty else {
      result.hasWrongKey = true
      return (segments.map { _ in nil }, false)
    }
    if section != nil, source.isDistant, reader.segmentReading != .read {
      do {
        guard try InitializationHeader(of: source, bytes: parts[0].range.count).tellsTimes() else {
          // Nothing is kept that could not say why.
          (result.needsMedia, result.isRepeatable) = (true, false)
          return (segments.map { _ in nil }, false)
        }
      } catch {
        throw error.error(reading: name)
      }
    }
    let broken: (part: Int, missingBytes: Int64)?
    let tags: [PackedAudioTag?]
    do throws(ReadFailure) {
      broken = section == nil ? nil : try firstBroken(of: parts.count, in: source)
      tags = section == nil ? try audioTags(of: parts.count, in: source) : []
    } catch {
      throw error.error(reading: name)
    }
    // The first part is the initialization section.
    if let broken, splits, max(1, broken.part - 1) < segments.count {
      return try read(segments.prefix(max(1, broken.part - 1)), &result, splits: false)
    }
    if isEncrypted, tags.contains(where: { $0 != nil }) {
      source = try clear(tags.map { $0?.count ?? 0 })
    } else if tags.contains(where: { $0 != nil }) {
      for (number, tag) in tags.enumerated() {
        let range = parts[number].range
        parts[number].range = ByteRange(range.lowerBound + (tag?.count ?? 0), range.upperBound)
      }
      source = try self.source(of: parts, named: name)
    }
    let truncation = broken.flatMap { $0.part > 0 && $0.missingBytes > 0 ? $0 : nil }
    let run = SegmentRun(
      source: source, count: parts.count, hasInitialization: section != nil,
      timing: timing, window: window(of: level.segments[segments.lowerBound]),
      isTruncated: truncation != nil && segments.count == 1)
    do throws(MediaReadingError) {
      var read = try run.read(by: reader, named: name)
      if read.isPackedAudio, let audio = read.tracks.firstIndex(where: { $0.kind == .audio }) {
        read.tracks[audio].untimedSegments = tags.count { $0?.time == nil }
      }
      var (times, interruption) = (read.times, read.interruption)
      if let truncation { times[truncation.part - 1].missingBytes = truncation.missingBytes }
      result.tracks.merge(read.tracks)
      for (number, tag) in tags.enumerated() { if let tag { times[number].begin(by: tag) } }
      // Whether and where it crashes may depend on this machine.
      if let interruption, FFmpegError.isCrash(interruption.reason) { result.isRepeatable = false }
      return (times, interruption != nil)
    } catch {
      switch error {
      // A player would request it and fail.
      case .notMedia(_, let reason):
        if FFmpegError.isCrash(reason) { result.isRepeatable = false }
      case .nothingShown: break
      case .crashed: result.isRepeatable = false
      default: throw error
      }
      return (
        segments.enumerated().map { number, _ in
          SegmentTimes(
            missingBytes: number + 1 == truncation?.part ? truncation?.missingBytes : nil)
        }, false
      )
    }
  }

  /// The boxes that segments consist of (ISO/IEC 14496-12, 8.16; ISO/IEC 23009-1, 5.10.3).
  private static let segmentBoxes: Set = [
    "styp", "sidx", "ssix", "prft", "emsg", "moof", "mdat", "free", "skip", "uuid",
  ]

  /// The first of the `count` parts of a movie whose boxes do not end where it does, and how many
  /// bytes its last one lacks; 0 if that is no box.
  private func firstBroken(
    of count: Int, in source: any JoinedSource
  ) throws(ReadFailure) -> (part: Int, missingBytes: Int64)? {
    let file = InputFile(source, name: "")
    guard try MovieTables(file: file).isMovie() else { return nil }
    for part in 0..<count {
      var offset = source.start(of: part)
      let end = part + 1 < count ? source.start(of: part + 1) : source.size
      while offset < end {
        guard let box = try file.box(at: offset) else { return (part, 0) }
        let missingBytes = box.range.upperBound - end + box.missingBytes
        guard missingBytes <= 0 else {
          return (part, Self.segmentBoxes.contains(box.type) ? missingBytes : 0)
        }
        offset = box.range.upperBound
      }
    }
    return nil
  }

  /// The tags that the `count` parts of `source` begin with.
  private func audioTags(
    of count: Int, in source: any JoinedSource
  ) throws(ReadFailure) -> [PackedAudioTag?] {
    let file = InputFile(source, name: "")
    var tags: [PackedAudioTag?] = []
    for part in 0..<count {
      let end = part + 1 < count ? source.start(of: part + 1) : source.size
      tags.append(try PackedAudioTag(in: file, at: source.start(of: part), before: end))
    }
    return tags
  }

  /// The bytes of all parts, which are ranges of files or of resources.
  private func source(
    of parts: [(reference: ManifestReference, range: ByteRange)], named name: String
  ) throws(MediaReadingError) -> any JoinedSource {
    var distant: [DistantParts.Part] = []
    for part in parts {
      guard case .url(let url) = part.reference.location else { continue }
      guard case .response(let response)? = states[part.reference.location] ?? nil else {
        throw .download(url: ShownAddress(url).text, .badResponse(detail: "its size is unknown"))
      }
      distant.append(
        DistantParts.Part(
          server: try documents.server(of: url, in: response), range: part.range))
    }
    // A level of which some is on disk and some at URLs is not read.
    if !distant.isEmpty {
      let fetched = Mutex<Set<Int>>([])
      do {
        return try DistantParts(distant) { [onFetch] number in
          if fetched.withLock({ $0.insert(number).inserted }) { onFetch() }
        }
      } catch {
        throw .download(url: name, .temporaryFile(error))
      }
    }
    do {
      return try JoinedBytes(
        parts.map { JoinedBytes.Part(path: $0.reference.location.text, range: $0.range) })
    } catch {
      throw error.error(reading: name)
    }
  }
}

extension ManifestSegment {
  /// Whether its samples follow those of `other` on one clock, with one initialization section.
  fileprivate func continues(_ other: ManifestSegment) -> Bool {
    initialization == other.initialization && sharesClock(with: other)
  }

  /// Whether its samples follow those of `other` on one clock.
  func sharesClock(with other: ManifestSegment) -> Bool {
    !isDiscontinuity && timing == other.timing
  }
}

extension [ManifestLocation: ResourceState?] {
  /// What the files of `level` are now; of resources all parts were of one state.
  fileprivate func currentStates(of level: ManifestLevel) -> Self {
    var states: Self = [:]
    for reference in level.initializations + level.segments.map(\.reference)
    where states[reference.location] == nil && self[reference.location] != nil {
      guard case .file(let path) = reference.location else {
        states[reference.location] = self[reference.location]
        continue
      }
      states[reference.location] = .some(FileState(ofRegularFileAt: path).map(ResourceState.file))
    }
    return states
  }
}
