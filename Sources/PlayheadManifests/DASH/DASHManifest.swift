import PlayheadLadder
import PlayheadModel

/// Assembles an MPD and its segment indexes into a manifest.
struct DASHManifest {
  private let location: ManifestLocation
  private let fetchesIndexes: Bool
  /// Whether levels are read without their index if that cannot be had.
  private var forgives: Bool
  /// The longest that a segment may be, `MPD@maxSegmentDuration`; `nil` if it is not declared.
  let maximumSegmentDuration: MediaTime?
  var documents: LoadedDocuments
  var notes: [String] = []
  private var segmentCount = 0
  /// How many files have an index that the MPD does not place.
  var searchedCount = 0
  /// How many files have none.
  var unindexedCount = 0
  /// How many files have one that is not to be fetched.
  var unfetchedCount = 0
  /// How many levels have one that cannot be had, and why the first cannot.
  private var unknownCount = 0
  private var failure: (any Error)?

  /// Reads the MPD in `document` and the segment indexes that it refers to.
  static func read<LoadError>(
    _ document: [UInt8], at location: ManifestLocation, options: ManifestOptions,
    failing: (LoadError) -> RequestFault.Answer?,
    load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) throws(ManifestReadingError<LoadError>) -> Manifest {
    let mpd = try ManifestReadingError<LoadError>.wrapping { () throws(ManifestError) in
      try MPD(document, at: location, options: options)
    }
    var assembly = DASHManifest(
      location: location, fetchesIndexes: options.fetchesIndexes, forgives: options.forgives,
      maximumSegmentDuration: mpd.maximumSegmentDuration,
      documents: LoadedDocuments(first: document, at: location), notes: mpd.notes)
    var lanes = try assembly.lanes(
      of: mpd, failing: failing, load: load)
    guard assembly.unknownCount < lanes.flatMap(\.levels).count else {
      throw assembly.failure as? ManifestReadingError<LoadError>
        ?? .malformed(assembly.refusal("no segment index can be read"))
    }
    if mpd.baseCount > 1, !mpd.isDynamic {
      for copy in 1..<mpd.baseCount {
        let read = { () throws(ManifestError) in
          try MPD(document, at: location, options: options, copy: copy)
        }
        assembly.addCopy(number: copy, to: &lanes, read: read, load: load)
      }
    }
    var end = mpd.periods.last?.period.end ?? lanes.map(\.end).min() ?? .zero
    var zero = MediaTime.zero
    if mpd.isDynamic {
      let start =
        lanes.flatMap(\.levels).compactMap(\.segments.first?.declared.start).min() ?? .zero
      move(&lanes, to: start)
      zero = start
      end -= start
      end = min(end, lanes.map(\.end).min() ?? end)
    } else if let start = mpd.periods.first?.period.start, start > .zero {
      // Players begin where the first period does.
      move(&lanes, to: start)
      end -= start
      assembly.notes.append(
        "times count from the start of the first period, at \(start.secondsText) s, "
          + "where players begin"
      )
    }
    assembly.noteIndexes()
    var manifest = Manifest(
      format: .dash, documents: assembly.documents.documents, lanes: lanes, notes: assembly.notes,
      duration: end, updates: mpd.updates)
    if mpd.isDynamic, let begun = mpd.availabilityStart {
      let first = begun.addingReportingOverflow(mpd.passed * 1_000_000_000 + zero.nanoseconds)
      if !first.overflow { manifest.availabilityStart = first.partialValue }
    }
    let start = mpd.periods.first?.period.start ?? .zero
    if !mpd.isDynamic, mpd.periods.last?.period.end != nil {
      // One lane may be a little shorter than the other.
      let ends = lanes.map { ($0.levels.compactMap(\.listedEnd).max() ?? end + start) - start }
      manifest.declaredLength = ends.min { ($0 - end).magnitude < ($1 - end).magnitude }
        .map { Ladder.DeclaredLength(periods: end, segments: $0) }
    }
    manifest.refusal = mpd.refusal.map { LadderRefusal($0, isOfManifest: true) }
    return manifest
  }

  /// The lanes that are played of `mpd`.
  private mutating func lanes<LoadError>(
    of mpd: MPD, failing: (LoadError) -> RequestFault.Answer?,
    load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) throws(ManifestReadingError<LoadError>) -> [ManifestLane] {
    var lanes: [ManifestLane] = []
    let parts = (mpd.periods.map(\.video), mpd.periods.map(\.audio))
    for (kind, parts) in [(LadderLane.Kind.video, parts.0), (.audio, parts.1)]
    where parts.contains(where: { $0 != nil }) {
      lanes.append(
        try lane(
          kind, Array(zip(mpd.periods.map(\.period), parts)), number: lanes.count,
          isAlone: lanes.isEmpty && mpd.hasOneLane, failing: failing, load: load))
    }
    // Where the last period has no end, one with known segments says how long it is.
    if mpd.periods.last?.period.end == nil,
      let known = lanes.lazy.flatMap(\.levels).first(where: { $0.lack == nil })
    {
      for lane in lanes.indices where !lanes[lane].levels.contains(where: { $0.lack == nil }) {
        for place in lanes[lane].levels.indices {
          lanes[lane].levels[place].takeUnknownSegments(of: known)
        }
      }
    }
    return lanes
  }

  /// Adds to the levels of `lanes` what another server has for them, unless that cannot be read or
  /// has other segments.
  ///
  /// That it cannot is no reason not to play: nobody asks for it before a failure.
  private mutating func addCopy<LoadError>(
    number: Int, to lanes: inout [ManifestLane], read: () throws(ManifestError) -> MPD,
    load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) {
    var other = self
    other.forgives = false
    let copies: [ManifestLane]
    do throws(ManifestReadingError<LoadError>) {
      let mpd = try ManifestReadingError<LoadError>.wrapping(read)
      copies = try other.lanes(of: mpd, failing: { _ in nil }, load: load)
    } catch {
      notes.append("BaseURL \(number + 1) is left out: \(error)")
      return
    }
    documents = other.documents
    var isComplete = true
    for lane in lanes.indices {
      for level in lanes[lane].levels.indices {
        let (own, copy) = (lanes[lane].levels[level], copies[lane].levels[level])
        guard own.segments.map(\.declared) == copy.segments.map(\.declared),
          own.initializations.count == copy.initializations.count,
          own.indexes.count == copy.indexes.count
        else {
          isComplete = false
          continue
        }
        lanes[lane].levels[level].copies.append(copy)
      }
    }
    if !isComplete {
      notes.append("BaseURL \(number + 1) has other segments, so that it is left out")
    }
  }

  /// Shifts `lanes` so that `start` becomes zero.
  private static func move(_ lanes: inout [ManifestLane], to start: MediaTime) {
    for lane in lanes.indices {
      for level in lanes[lane].levels.indices {
        for segment in lanes[lane].levels[level].segments.indices {
          lanes[lane].levels[level].segments[segment].shift(by: start)
        }
      }
    }
  }

  /// The segments of `file`; if its index cannot be had, those that it may have, and why.
  private mutating func found<LoadError>(
    in file: MPDRepresentation.IndexedFile, _ initialization: ManifestReference?,
    named name: String, at place: ManifestDocument.Place,
    failing: (LoadError) -> RequestFault.Answer?,
    load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) throws(ManifestReadingError<LoadError>) -> FoundSegments {
    do throws(ManifestReadingError<LoadError>) {
      return try found(in: file, initialization, at: place, load: load)
    } catch {
      guard forgives, let range = file.index,
        let lack = error.lack(of: file.reference(range), failing)
      else { throw error }
      let count = unfetchedCount
      var found = try ManifestReadingError<LoadError>.wrapping { () throws(ManifestError) in
        try unfetched(file, initialization, endsWithOthers: true)
      }
      unfetchedCount = count
      found.lack = lack
      failure = failure ?? error
      notes.append("representation \(name): \(lack.reason)")
      return found
    }
  }

  private mutating func noteIndexes() {
    if searchedCount > 0 {
      notes.append(
        "the MPD does not place the segment index of "
          + "\(counted(searchedCount, "file")): dash.js looks "
          + "for it as is modelled, Shaka Player refuses the MPD")
    }
    if unindexedCount > 0 {
      notes.append(
        "\(counted(unindexedCount, "file")) without a segment index taken for one segment each: "
          + "dash.js and Shaka Player play none of them")
    }
    if unfetchedCount > 0 {
      notes.append(
        "the segment index of \(counted(unfetchedCount, "file")) is not fetched: "
          + "segments are taken for "
          + "\(assumedSegmentDuration.secondsText) s each")
    }
  }

  func refusal(_ problem: String) -> ManifestError {
    ManifestProblems(of: location).refusal(ManifestProblem(problem))
  }

  /// What a lane plays in each period; `nil` in one that has nothing for it.
  private typealias Parts = [(period: MPDPeriod, part: MPD.Part?)]

  /// The lane of `parts`, one for each period, of which one at least has something for it.
  private mutating func lane<LoadError>(
    _ kind: LadderLane.Kind, _ parts: Parts, number: Int, isAlone: Bool,
    failing: (LoadError) -> RequestFault.Answer?,
    load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) throws(ManifestReadingError<LoadError>) -> ManifestLane {
    let counts = parts.compactMap(\.part?.representations.count)
    let without = parts.filter { $0.part == nil }.map { "\($0.period.number)" }
    if !without.isEmpty {
      notes.append(
        "\(without.count == 1 ? "period" : "periods") \(without.wordList(or: false)) without "
          + "\(kind.rawValue), of which nothing is played there")
    }
    let count = counts.max() ?? 0
    if counts.contains(where: { $0 != count }) {
      let list = counts.map { "\($0)" }.wordList(or: false)
      notes.append("periods have \(list) levels of \(kind.rawValue), numbered in each of them")
    }
    var levels: [ManifestLevel] = []
    for place in 0..<count {
      levels.append(
        try level(
          parts.map { period, part in
            let own = part?.representations ?? []
            return (period, own.isEmpty ? nil : own[min(place, own.count - 1)], place < own.count)
          }, of: kind, at: ManifestDocument.Place(lane: number, level: place),
          atLeast: levels.last?.bitRate, failing: failing, load: load))
    }
    if let known = levels.first(where: { $0.lack == nil }) {
      for place in levels.indices { levels[place].takeUnknownSegments(of: known) }
    }
    let hasAudio = levels.contains { $0.codecs.contains(where: \.isAudioCodec) }
    let set = parts.lazy.compactMap(\.part?.set).first
    return ManifestLane(
      kind: isAlone && kind == .video && hasAudio ? .muxed : kind,
      language: kind == .audio ? set?["lang"] : nil, name: set?["id"], levels: levels)
  }

  /// A level of `parts`, one for each period, with the representation that it has there, or that
  /// stands in for its own; its bit rate is no less than `least`, that of the level below.
  private mutating func level<LoadError>(
    _ parts: [(period: MPDPeriod, representation: MPDRepresentation?, isOwn: Bool)],
    of kind: LadderLane.Kind, at place: ManifestDocument.Place, atLeast least: BitRate?,
    failing: (LoadError) -> RequestFault.Answer?,
    load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) throws(ManifestReadingError<LoadError>) -> ManifestLevel {
    let representations = parts.filter(\.isOwn).compactMap(\.representation)
    guard let first = representations.first else {
      preconditionFailure("a level without a representation")
    }
    var periods: [LevelPeriod] = []
    var nestedIndexCount = 0
    var lack: ManifestLack?
    var listedEnd: MediaTime?
    var initializations: [ManifestReference] = []
    var segments: [ManifestSegment] = []
    var indexes: [ManifestReference] = []
    var keys: [ManifestKey] = []
    for (number, (period, representation, isOwn)) in parts.enumerated() {
      let firstSegment = segments.count
      guard let representation else {
        listedEnd = nil
        if let gap = gap(in: period, of: kind, from: segments.last?.declared.end) {
          segments.append(gap)
        }
        continue
      }
      let part: [ManifestSegment]
      var section = representation.initialization
      listedEnd = representation.listedEnd
      switch representation.media {
      case .segments(let listed): part = listed
      case .indexed(let file):
        let found =
          fetchesIndexes
          ? try self.found(
            in: file, section, named: representation.name, at: place, failing: failing, load: load)
          : try ManifestReadingError<LoadError>.wrapping { () throws(ManifestError) in
            try unfetched(file, section)
          }
        lack = lack ?? found.lack
        // Those of later periods are fetched later on.
        if segments.isEmpty { (indexes, nestedIndexCount) = (found.requests, found.nestedCount) }
        (section, part) = (found.initialization, found.segments)
        listedEnd = found.listedEnd
        segmentCount += part.count
      }
      let initialization = section.map { initializations.place(adding: $0) }
      let key = representation.licence.map { keys.place(adding: $0) }
      for (place, segment) in part.enumerated() {
        segments.append(
          ManifestSegment(
            reference: segment.reference,
            initialization: segment.initialization.flatMap { _ in initialization },
            initializationTag: number,
            declared: segment.declared, isGap: false,
            isDiscontinuity: number > 0 && place == 0, timing: segment.timing,
            declaredBitRate: representation.bitRate > .zero ? representation.bitRate : nil,
            uncutLength: segment.uncutLength, encryption: key == nil ? nil : .samples, key: key))
      }
      periods.append(
        LevelPeriod(
          segments: firstSegment..<segments.count, name: representation.name,
          bitRate: representation.bitRate, resolution: representation.resolution,
          frameRateThousandths: representation.frameRateThousandths,
          codecs: representation.codecs, isStandIn: !isOwn))
      guard segments.count <= ManifestLimits.segments, segmentCount <= ManifestLimits.allSegments
      else {
        throw .malformed(refusal("more than \(ManifestLimits.segments) segments in a level"))
      }
    }
    let rates = representations.map(\.bitRate) + [least ?? .zero]
    var level = ManifestLevel(
      name: first.name, bitRate: rates.max().flatMap { $0 > .zero ? $0 : nil },
      averageBitRate: nil,
      resolution: first.resolution, frameRateThousandths: first.frameRateThousandths,
      codecs: first.codecs, playlist: nil, indexes: indexes, initializations: initializations,
      keys: keys, segments: segments, audioLevel: nil, manifestIndex: first.index,
      targetDuration: nil)
    (level.periods, level.listedEnd) = (periods, listedEnd)
    (level.nestedIndexCount, level.lack) = (nestedIndexCount, lack)
    if lack != nil { unknownCount += 1 }
    return level
  }
}

extension DASHManifest {
  /// The time of a period without anything for a lane: players play what else there is.
  private func gap(
    in period: MPDPeriod, of kind: LadderLane.Kind, from start: MediaTime?
  ) -> ManifestSegment? {
    // A period whose end is unknown lasts as long as what else it has.
    guard let end = period.end, end > period.start else { return nil }
    let range = TimeRange(start: max(period.start, start ?? .zero), end: end)
    return ManifestSegment(
      reference: ManifestReference(
        name: "period \(period.number), which has no \(kind.rawValue),", location: location),
      initialization: nil, declared: range, isGap: true, isDiscontinuity: start != nil,
      timing: .period(range, presentationTimeOffset: 0, timescale: 1), declaredBitRate: nil)
  }
}

extension ManifestLevel {
  /// Has as many segments as `other` where nobody knows its own.
  fileprivate mutating func takeUnknownSegments(of other: ManifestLevel) {
    guard hasUnknownSegments, periods.count == other.periods.count else { return }
    segments = other.segments
    periods = zip(periods, other.periods).map { own, other in
      LevelPeriod(
        segments: other.segments, name: own.name, bitRate: own.bitRate,
        resolution: own.resolution, frameRateThousandths: own.frameRateThousandths,
        codecs: own.codecs, isStandIn: own.isStandIn)
    }
  }
}

extension ManifestSegment {
  /// Moves the segment to an earlier time.
  fileprivate mutating func shift(by time: MediaTime) {
    declared = TimeRange(start: declared.start - time, end: declared.end - time)
    guard case .period(let range, let offset, let timescale) = timing else { return }
    timing = .period(
      TimeRange(start: range.start - time, end: range.end - time), presentationTimeOffset: offset,
      timescale: timescale)
  }
}

extension MPD {
  /// Whether only video or only audio is played.
  var hasOneLane: Bool {
    periods.allSatisfy { $0.audio == nil } || periods.allSatisfy { $0.video == nil }
  }

  /// Parses the MPD in `contents`, which lies at `location`, with the `BaseURL`s numbered `copy`.
  ///
  /// - Throws: ``ManifestError`` with all mistakes, or the first if it is not XML.
  init(
    _ contents: [UInt8], at location: ManifestLocation, options: ManifestOptions, copy: Int = 0
  ) throws(ManifestError) {
    let problems = ManifestProblems(of: location, options)
    let root: XMLElement
    do throws(XMLProblem) {
      root = try XMLElement(contents)
    } catch {
      throw problems.refusal(ManifestProblem(line: error.line, error.problem, hint: error.hint))
    }
    var reading = MPDReading(
      location: location, options: options, copy: copy, problems: problems)
    reading.read(root)
    try problems.check()
    self = reading.mpd
    notes += problems.forgiven
    refusal = problems.refusal
  }
}
