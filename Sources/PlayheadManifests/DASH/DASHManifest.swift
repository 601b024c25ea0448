import PlayheadLadder
import PlayheadModel

/// Assembles an MPD and its segment indexes into a manifest.
struct DASHManifest {
  private let location: ManifestLocation
  private var documents: LoadedDocuments
  private var notes: [String] = []
  private var segmentCount = 0

  /// Reads the MPD in `document` and the segment indexes that it refers to.
  static func read<LoadError>(
    _ document: [UInt8], at location: ManifestLocation, options: ManifestOptions,
    load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) throws(ManifestReadingError<LoadError>) -> Manifest {
    let mpd = try ManifestReadingError<LoadError>.wrapping { () throws(ManifestError) in
      try MPD(document, at: location, options: options)
    }
    var assembly = DASHManifest(
      location: location, documents: LoadedDocuments(first: document, at: location),
      notes: mpd.notes)
    var lanes: [ManifestLane] = []
    let parts = (mpd.periods.compactMap(\.video), mpd.periods.compactMap(\.audio))
    for (kind, parts) in [(Lane.Kind.video, parts.0), (.audio, parts.1)] where !parts.isEmpty {
      lanes.append(
        try assembly.lane(
          kind, parts, number: lanes.count, isAlone: lanes.isEmpty && mpd.hasOneLane, load: load))
    }
    var end = mpd.periods.last?.period.end ?? lanes.map(\.end).min() ?? .zero
    if mpd.isDynamic {
      let shift = Self.moveToZero(&lanes)
      end -= shift
      end = min(end, lanes.map(\.end).min() ?? end)
    }
    return Manifest(
      format: .dash, documents: assembly.documents.documents, lanes: lanes, notes: assembly.notes,
      duration: end)
  }

  /// Shifts live lanes so that the first segment of them starts at zero.
  ///
  /// - Returns: by how much earlier all is.
  private static func moveToZero(_ lanes: inout [ManifestLane]) -> MediaTime {
    let start = lanes.flatMap(\.levels).compactMap(\.segments.first?.declared.start).min() ?? .zero
    for lane in lanes.indices {
      for level in lanes[lane].levels.indices {
        for segment in lanes[lane].levels[level].segments.indices {
          lanes[lane].levels[level].segments[segment].shift(by: start)
        }
      }
    }
    return start
  }

  private func refusal(_ problem: String) -> ManifestError {
    ManifestProblems(of: location).refusal(ManifestProblem(problem))
  }

  /// The lane of `parts`, one for each period.
  private mutating func lane<LoadError>(
    _ kind: Lane.Kind, _ parts: [MPD.Part], number: Int, isAlone: Bool,
    load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) throws(ManifestReadingError<LoadError>) -> ManifestLane {
    let counts = parts.map(\.representations.count)
    let count = counts.min() ?? 0
    if counts.contains(where: { $0 != count }) {
      notes.append(
        "only \(counted(count, "level")) of \(kind.rawValue) are in all periods, matched by their "
          + "order of bandwidth")
    }
    var levels: [ManifestLevel] = []
    for place in 0..<count {
      levels.append(
        try level(
          parts.map { $0.representations[place] },
          at: ManifestDocument.Place(lane: number, level: place), load: load))
    }
    let hasAudio = levels.contains { $0.codecs.contains(where: \.isAudioCodec) }
    return ManifestLane(
      kind: isAlone && kind == .video && hasAudio ? .muxed : kind,
      language: kind == .audio ? parts[0].set["lang"] : nil, name: parts[0].set["id"],
      levels: levels)
  }

  private mutating func level<LoadError>(
    _ representations: [MPDRepresentation], at place: ManifestDocument.Place,
    load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) throws(ManifestReadingError<LoadError>) -> ManifestLevel {
    let first = representations[0]
    var initializations: [ManifestReference] = []
    var segments: [ManifestSegment] = []
    var index: ManifestReference?
    for (number, representation) in representations.enumerated() {
      let part: [ManifestSegment]
      switch representation.media {
      case .segments(let listed): part = listed
      case .indexed(let file):
        index = index ?? file.index
        part = try self.segments(of: file, at: place, load: load)
        segmentCount += part.count
      }
      var initialization: Int?
      if let reference = representation.initialization {
        initialization = initializations.firstIndex(of: reference) ?? initializations.count
        if initialization == initializations.count { initializations.append(reference) }
      }
      for (place, segment) in part.enumerated() {
        segments.append(
          ManifestSegment(
            reference: segment.reference,
            initialization: segment.initialization.flatMap { _ in initialization },
            declared: segment.declared, isGap: false,
            isDiscontinuity: number > 0 && place == 0, timing: segment.timing,
            declaredBitRate: nil))
      }
      guard segments.count <= ManifestLimits.segments, segmentCount <= ManifestLimits.allSegments
      else {
        throw .malformed(refusal("more than \(ManifestLimits.segments) segments in a level"))
      }
    }
    return ManifestLevel(
      name: first.name, bitRate: representations.map(\.bitRate).max(), averageBitRate: nil,
      resolution: first.resolution, frameRateThousandths: first.frameRateThousandths,
      codecs: first.codecs, playlist: nil, index: index, initializations: initializations,
      segments: segments, audioLevel: nil, manifestIndex: first.index,
      targetDuration: nil)
  }

  // MARK: Segment indexes

  /// The bytes that are loaded of an index whose size is unknown.
  private static let indexGuess: Int64 = 64 << 10

  private mutating func segments<LoadError>(
    of file: MPDRepresentation.IndexedFile, at place: ManifestDocument.Place,
    load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) throws(ManifestReadingError<LoadError>) -> [ManifestSegment] {
    let index = try loadIndex(file.index, at: place, load: load)
    var references: [(SegmentIndex.Reference, timescale: Int64)] = []
    for reference in index.references {
      guard reference.isIndex else {
        references.append((reference, index.timescale))
        continue
      }
      let start = reference.bytes.lowerBound
      let guess = ManifestReference(
        name: file.file.name, location: file.file.location,
        range: ByteRange(start, start + min(reference.bytes.count, Self.indexGuess)))
      let inner = try loadIndex(guess, at: place, load: load)
      guard !inner.references.contains(where: \.isIndex) else {
        throw .malformed(
          refusal(
            "\(file.file.name.excerpt): segment indexes nested more than one level are not "
              + "supported"))
      }
      references += inner.references.map { ($0, inner.timescale) }
      guard references.count <= ManifestLimits.segments else {
        throw .malformed(refusal("more than \(ManifestLimits.segments) segments in a level"))
      }
    }
    do throws(ManifestError) {
      return try segments(references, of: file)
    } catch {
      throw .malformed(error)
    }
  }

  private mutating func loadIndex<LoadError>(
    _ reference: ManifestReference, at place: ManifestDocument.Place,
    load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) throws(ManifestReadingError<LoadError>) -> SegmentIndex {
    let bytes: [UInt8] = try documents.load(reference, for: place, with: load)
    do throws(GrammarError) {
      return try SegmentIndex(bytes, at: reference.range?.lowerBound ?? 0)
    } catch {
      throw .malformed(
        ManifestProblems(of: reference.location).refusal(ManifestProblem(error.problem)))
    }
  }

  private mutating func segments(
    _ references: [(SegmentIndex.Reference, timescale: Int64)],
    of file: MPDRepresentation.IndexedFile
  ) throws(ManifestError) -> [ManifestSegment] {
    var pieces: [(bytes: ByteRange, range: TimeRange)] = []
    for (reference, timescale) in references {
      guard let start = file.time(reference.start, timescale),
        let end = file.time(reference.start + reference.duration, timescale)
      else {
        throw refusal("\(file.file.name.excerpt): segments lie beyond 36.5 years")
      }
      if let range = file.period.clip(start, end) { pieces.append((reference.bytes, range)) }
    }
    guard let last = pieces.last else {
      throw refusal("\(file.file.name.excerpt): no segment of its index lies in the period")
    }
    if pieces.count < references.count {
      notes.append(
        "\(file.file.name.excerpt): \(counted(references.count - pieces.count, "segment")) outside "
          + "of the period left out")
    }
    let range = TimeRange(start: file.period.start, end: file.period.end ?? last.range.end)
    return pieces.map { piece in
      ManifestSegment(
        reference: ManifestReference(
          name: file.file.name, location: file.file.location, range: piece.bytes),
        initialization: file.hasInitialization ? 0 : nil, declared: piece.range, isGap: false,
        isDiscontinuity: false,
        timing: .period(
          range, presentationTimeOffset: file.presentationTimeOffset, timescale: file.timescale),
        declaredBitRate: nil)
    }
  }
}

extension MPDRepresentation.IndexedFile {
  /// The time of a tick of the index behind the start of the period, rounded once; `nil` beyond bounds.
  func time(_ tick: Int64, _ timescale: Int64) -> MediaTime? {
    guard timescale != self.timescale else {
      return MediaTime(ticks: Int128(tick) - Int128(presentationTimeOffset), timescale: timescale)
    }
    // Both timescales are below 2³², so their product is below 2⁶⁴ and the ticks below 2⁹⁵.
    let (scale, overflows) = timescale.multipliedReportingOverflow(by: self.timescale)
    guard !overflows else { return nil }
    return MediaTime(
      ticks: Int128(tick) * Int128(self.timescale)
        - Int128(presentationTimeOffset) * Int128(timescale), timescale: scale)
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

  /// Parses the MPD in `contents`, which lies at `location`.
  ///
  /// - Throws: ``ManifestError`` with all mistakes, or the first if it is not XML.
  init(
    _ contents: [UInt8], at location: ManifestLocation, options: ManifestOptions
  ) throws(ManifestError) {
    let problems = ManifestProblems(of: location)
    let root: XMLElement
    do throws(XMLProblem) {
      var reader = try XMLReader(contents)
      root = try reader.root()
    } catch {
      throw problems.refusal(ManifestProblem(line: error.line, error.problem, hint: error.hint))
    }
    var reading = MPDReading(location: location, options: options, problems: problems)
    reading.read(root)
    reading.refuseMissingParts()
    try problems.check()
    self = reading.mpd
  }
}

extension MPDReading {
  /// Refuses lanes that some periods lack, as a lane spans them all.
  fileprivate func refuseMissingParts() {
    for (kind, part) in [("video", \MPD.PeriodParts.video), ("audio", \.audio)] {
      guard mpd.periods.contains(where: { $0[keyPath: part] != nil }),
        let missing = mpd.periods.first(where: { $0[keyPath: part] == nil })
      else { continue }
      problems.add(
        ManifestProblem(
          line: missing.period.element.line,
          "Period: it has no \(kind), and other periods have; this is not supported"))
    }
  }
}
