import PlayheadModel

/// Segments of files, by their indexes.
extension DASHManifest {
  /// What an index tells of a file: its initialization section, its segments, and by which requests
  /// a player learns of them.
  struct FoundSegments {
    var initialization: ManifestReference?
    var segments: [ManifestSegment] = []
    var requests: [ManifestReference] = []
    /// How many of them, the last ones, are because its index refers to further ones.
    var nestedCount = 0
    /// Where the last of all its segments ends; `nil` without an index.
    var listedEnd: MediaTime?
    /// Why its index cannot be had; `nil` if it can.
    var lack: ManifestLack?
  }

  /// References of an index, each with the ticks of a second of the index that it is in.
  private typealias References = [(SegmentIndex.Reference, timescale: Int64)]

  /// The segments of `file`, of which `initialization` is declared, or the one segment that it is.
  mutating func found<LoadError>(
    in file: MPDRepresentation.IndexedFile, _ initialization: ManifestReference?,
    at place: ManifestDocument.Place, load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) throws(ManifestReadingError<LoadError>) -> FoundSegments {
    var found = FoundSegments(initialization: initialization)
    let references: References
    if file.isWebM {
      guard let index = file.index else { return unindexed(file, found) }
      let header: [UInt8] = try documents.load(
        file.reference(CueIndex.header), for: place, with: load)
      let cues: [UInt8] = try documents.load(file.reference(index), for: place, with: load)
      found.requests = [
        file.reference(ByteRange(0, Int64(header.count))), file.reference(index),
      ]
      do throws(GrammarError) {
        let list = try CueIndex(header: header, cues: cues)
        references = list.references.map { ($0, list.timescale) }
      } catch {
        throw malformed(error, file)
      }
      if let first = references.first?.0.bytes.lowerBound, initialization == nil {
        found.initialization = file.reference(ByteRange(0, first))
      }
    } else {
      if initialization == nil {
        var search = FileSearch()
        let section = search.initialization {
          try? documents.load(file.reference($0), for: place, with: load)
        }
        let before = file.index.map { ByteRange(0, $0.lowerBound) }
        found.initialization =
          (section ?? before).flatMap { $0.count > 0 ? file.reference($0) : nil }
        if section != nil { found.requests = search.requests.map(file.reference) }
      }
      let first: SegmentIndex
      if let range = file.index {
        first = try index(range, of: file, at: place, load: load)
        found.requests.append(file.reference(range))
      } else {
        var search = FileSearch()
        let index: SegmentIndex?
        do throws(GrammarError) {
          index = try search.index {
            try? documents.load(file.reference($0), for: place, with: load)
          }
        } catch {
          throw malformed(error, file)
        }
        guard let index, !index.references.isEmpty else {
          return unindexed(file, FoundSegments(initialization: initialization))
        }
        found.requests += search.requests.map(file.reference)
        searchedCount += 1
        first = index
      }
      references = try all(first, of: file, at: place, load: load)
      let nested = first.references.filter(\.isIndex)
      found.nestedCount = nested.count
      // dash.js asks for all that such a reference covers, media and all
      // (`SegmentBaseLoader._loadSegmentsRecursively`).
      found.requests += nested.map { file.reference($0.bytes) }
    }
    do throws(ManifestError) {
      found.listedEnd = references.last.flatMap { reference, timescale in
        file.time(reference.start + reference.duration, timescale)
      }.map { file.period.start + $0 }
      found.segments = try segments(references, of: file, hasSection: found.initialization != nil)
    } catch {
      throw .malformed(error)
    }
    return found
  }

  /// How long segments are taken to be whose index is not fetched.
  var assumedSegmentDuration: MediaTime {
    max(maximumSegmentDuration ?? .seconds(4), .milliseconds(100))
  }

  /// The segments of `file` whose index is not fetched, all as long, up to the end of the period.
  ///
  /// One whose end other levels tell has a segment until they do.
  mutating func unfetched(
    _ file: MPDRepresentation.IndexedFile, _ initialization: ManifestReference?,
    endsWithOthers: Bool = false
  ) throws(ManifestError) -> FoundSegments {
    var found = FoundSegments(initialization: initialization)
    guard let index = file.index else { return unindexed(file, found) }
    if file.isWebM { found.requests.append(file.reference(CueIndex.header)) }
    found.requests.append(file.reference(index))
    let (start, length) = (file.period.start, assumedSegmentDuration)
    guard let end = file.period.end ?? (endsWithOthers ? start + length : nil) else {
      throw refusal("\(file.file.name.excerpt): the end of its period is unknown")
    }
    let count = ((end - start).nanoseconds - 1) / length.nanoseconds + 1
    guard count <= Int64(ManifestLimits.segments) else {
      throw refusal("more than \(ManifestLimits.segments) segments in a level")
    }
    found.segments = (0..<count).map { number in
      ManifestSegment(
        reference: file.file, initialization: initialization.map { _ in 0 },
        declared: TimeRange(
          start: start + length * number, end: min(end, start + length * (number + 1))),
        isGap: false, isDiscontinuity: false,
        timing: .period(
          TimeRange(start: start, end: end), presentationTimeOffset: file.presentationTimeOffset,
          timescale: file.timescale), declaredBitRate: nil)
    }
    unfetchedCount += 1
    return found
  }

  private func malformed<LoadError>(
    _ error: GrammarError, _ file: MPDRepresentation.IndexedFile
  ) -> ManifestReadingError<LoadError> {
    .malformed(
      ManifestProblems(of: file.file.location).refusal(ManifestProblem(error.problem)))
  }

  /// The file as one segment.
  private mutating func unindexed(
    _ file: MPDRepresentation.IndexedFile, _ found: FoundSegments
  ) -> FoundSegments {
    var found = found
    found.segments = file.whole.map { [$0] } ?? []
    unindexedCount += 1
    return found
  }

  // MARK: References

  /// The bytes that are loaded of an index whose size is unknown.
  private static let indexGuess: Int64 = 64 << 10

  /// What `index` refers to, with what indexes in it do.
  private mutating func all<LoadError>(
    _ index: SegmentIndex, of file: MPDRepresentation.IndexedFile,
    at place: ManifestDocument.Place, load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) throws(ManifestReadingError<LoadError>) -> References {
    var references: References = []
    for reference in index.references {
      guard reference.isIndex else {
        references.append((reference, index.timescale))
        continue
      }
      let start = reference.bytes.lowerBound
      let guess = ByteRange(start, start + min(reference.bytes.count, Self.indexGuess))
      let inner = try self.index(guess, of: file, at: place, load: load)
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
    return references
  }

  private mutating func index<LoadError>(
    _ range: ByteRange, of file: MPDRepresentation.IndexedFile, at place: ManifestDocument.Place,
    load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) throws(ManifestReadingError<LoadError>) -> SegmentIndex {
    let bytes: [UInt8] = try documents.load(file.reference(range), for: place, with: load)
    do throws(GrammarError) {
      return try SegmentIndex(bytes, at: range.lowerBound)
    } catch {
      throw malformed(error, file)
    }
  }

  private mutating func segments(
    _ references: References, of file: MPDRepresentation.IndexedFile, hasSection: Bool
  ) throws(ManifestError) -> [ManifestSegment] {
    var pieces: [(bytes: ByteRange, range: TimeRange, uncut: MediaTime?)] = []
    for (reference, timescale) in references {
      guard let start = file.time(reference.start, timescale),
        let end = file.time(reference.start + reference.duration, timescale)
      else {
        throw refusal("\(file.file.name.excerpt): segments lie beyond 36.5 years")
      }
      if let range = file.period.clip(start, end) {
        let length = end - start
        pieces.append((reference.bytes, range, range.duration < length ? length : nil))
      }
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
        reference: file.reference(piece.bytes), initialization: hasSection ? 0 : nil,
        declared: piece.range, isGap: false, isDiscontinuity: false,
        timing: .period(
          range, presentationTimeOffset: file.presentationTimeOffset, timescale: file.timescale),
        declaredBitRate: nil, uncutLength: piece.uncut)
    }
  }
}

extension MPDRepresentation.IndexedFile {
  /// A range of the file.
  func reference(_ range: ByteRange) -> ManifestReference {
    ManifestReference(name: file.name, location: file.location, range: range)
  }

  /// The time of a tick of the index behind the start of the period, rounded once; `nil` beyond
  /// bounds.
  fileprivate func time(_ tick: Int64, _ timescale: Int64) -> MediaTime? {
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
