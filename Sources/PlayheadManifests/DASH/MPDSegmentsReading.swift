import PlayheadModel

/// Works out the segments of a representation.
struct MPDSegmentsReading {
  let representation: XMLElement
  /// The values of identifiers in its templates.
  let values: TemplatePattern.Values
  let base: MPDBase
  let period: MPDPeriod
  let attributes: MPDAttributes
  /// Its addressing; `nil` if the representation is a single file without any.
  let addressing: SegmentAddressing?
  /// The type of its media; `nil` if it is not declared.
  let mimeType: String?

  /// What is known of a representation.
  struct Result {
    let initialization: ManifestReference?
    let media: MPDRepresentation.Media
    /// How many segments lie outside of the period.
    let outsideCount: Int
    /// Where what is listed ends, were it not for the end of the period; `nil` where only that
    /// says.
    let listedEnd: MediaTime?

    init(
      _ initialization: ManifestReference?, _ media: MPDRepresentation.Media,
      outsideCount: Int = 0, listedEnd: MediaTime? = nil
    ) {
      self.initialization = initialization
      self.media = media
      self.outsideCount = outsideCount
      self.listedEnd = listedEnd
    }
  }

  private var problems: ManifestProblems { attributes.problems }

  private func refuse(_ element: XMLElement, _ problem: String, hint: String? = nil) -> Result? {
    problems.add(ManifestProblem(line: element.line, "\(element.name): \(problem)", hint: hint))
    return nil
  }

  /// The segments; `nil` after noting why there are none.
  func read() -> Result? {
    guard let addressing else {
      guard let file = base.itself() else {
        return refuse(
          representation, "it has no segments",
          hint: "write a SegmentTemplate, a SegmentList, or a SegmentBase and a BaseURL")
      }
      return self.file(file, initialization: nil, in: nil)
    }
    if let child = addressing.child("SegmentTimeline"), child["xlink:href"] != nil {
      return refuse(child, "xlink:href is not supported")
    }
    switch addressing.kind {
    case .template: return template(addressing)
    case .list: return list(addressing)
    case .base: return file(addressing)
    }
  }

  // MARK: SegmentTemplate

  private func template(_ addressing: SegmentAddressing) -> Result? {
    guard let element = addressing.element(with: "media"), let text = element["media"] else {
      return refuse(
        addressing.innermost, "media is missing",
        hint: "write media=\"$RepresentationID$-$Number$.m4s\"")
    }
    guard let pattern = pattern(text, of: element, "media"),
      let initialization = templateInitialization(addressing)
    else { return nil }
    guard let times = times(addressing, listCount: nil) else { return nil }
    guard times.count <= 1 || pattern.hasNumberOrTime else {
      attributes.refuse(element, "media", "neither $Number$ nor $Time$ is in it")
      return nil
    }
    var references: [ManifestReference] = []
    references.reserveCapacity(times.count)
    for segment in times {
      var values = values
      (values.number, values.time) = (segment.number, segment.time)
      guard
        let reference = base.reference(pattern.text(values), line: element.line, noting: problems)
      else { return nil }
      references.append(reference)
    }
    return segments(
      references, times, initialization: initialization, in: addressing)
  }

  private func pattern(
    _ text: String, of element: XMLElement, _ attribute: String
  ) -> TemplatePattern? {
    do throws(GrammarError) {
      return try TemplatePattern(text)
    } catch {
      attributes.refuse(
        element, attribute, "“\(error.text)”: \(error.problem)", hint: error.hint)
      return nil
    }
  }

  /// The initialization section of a template, if any; `nil` after noting a mistake.
  private func templateInitialization(
    _ addressing: SegmentAddressing
  ) -> ManifestReference?? {
    guard let element = addressing.element(with: "initialization"),
      let text = element["initialization"]
    else { return self.initialization(addressing) }
    guard let pattern = pattern(text, of: element, "initialization") else { return nil }
    guard !pattern.hasNumberOrTime else {
      attributes.refuse(element, "initialization", "$Number$ and $Time$ are those of segments")
      return nil
    }
    return base.reference(pattern.text(values), line: element.line, noting: problems)
      .map { .some($0) }
  }

  /// What the element `Initialization` says, if there is one; `nil` after noting a mistake.
  private func initialization(
    _ addressing: SegmentAddressing
  ) -> ManifestReference?? {
    guard let element = addressing.child("Initialization") else { return .some(nil) }
    let range = attributes.byteRange(element, "range")
    guard element["range"] == nil || range != nil else { return nil }
    if let source = element["sourceURL"] {
      return base.reference(source, range: range, line: element.line, noting: problems)
        .map { .some($0) }
    }
    guard let file = base.itself(range: range) else {
      _ = refuse(element, "sourceURL is missing", hint: "write sourceURL=\"init.mp4\"")
      return nil
    }
    return .some(file)
  }

  // MARK: SegmentList

  private func list(_ addressing: SegmentAddressing) -> Result? {
    let entries = addressing.children("SegmentURL")
    guard !entries.isEmpty else { return refuse(addressing.innermost, "it lists no SegmentURL") }
    guard entries.count <= ManifestLimits.segments else {
      return refuse(addressing.innermost, "more than \(ManifestLimits.segments) segments")
    }
    guard let initialization = initialization(addressing),
      let times = times(addressing, listCount: Int64(entries.count))
    else { return nil }
    guard times.count <= entries.count else {
      return refuse(
        addressing.innermost,
        "its SegmentTimeline has \(times.count) segments, and it lists "
          + counted(entries.count, "SegmentURL"))
    }
    var references: [ManifestReference] = []
    for entry in entries.prefix(times.count) {
      let range = attributes.byteRange(entry, "mediaRange")
      guard entry["mediaRange"] == nil || range != nil else { return nil }
      let reference =
        if let media = entry["media"] {
          base.reference(media, range: range, line: entry.line, noting: problems)
        } else {
          base.itself(range: range)
        }
      guard let reference else {
        return entry["media"] == nil ? refuse(entry, "media is missing") : nil
      }
      references.append(reference)
    }
    return segments(references, times, initialization: initialization, in: addressing)
  }

  // MARK: SegmentBase

  private func file(_ addressing: SegmentAddressing) -> Result? {
    guard let file = base.itself() else {
      return refuse(
        addressing.innermost, "the file is unknown", hint: "write its name as BaseURL")
    }
    guard let initialization = initialization(addressing) else { return nil }
    return self.file(file, initialization: initialization, in: addressing)
  }

  /// The file that a representation is, whose index, if it has one, tells its segments.
  private func file(
    _ file: ManifestReference, initialization: ManifestReference?,
    in addressing: SegmentAddressing?
  ) -> Result? {
    var index: ByteRange?
    if let element = addressing?.element(with: "indexRange") {
      guard let range = attributes.byteRange(element, "indexRange") else { return nil }
      index = range
    }
    var whole: ManifestSegment?
    if index == nil {
      guard let result = segments([file], initialization: initialization, in: addressing),
        case .segments(let segments) = result.media
      else { return nil }
      whole = segments.first
    }
    guard let offset = addressing.map({ presentationTimeOffset($0) }) ?? 0 else { return nil }
    let type = mimeType?.lowercased()
    // In no other container is an index looked for.
    if let whole, let type, !type.hasSuffix("/mp4"), !type.hasSuffix("/webm") {
      return Result(initialization, .segments([whole]))
    }
    let indexed = MPDRepresentation.IndexedFile(
      file: file, index: index, isWebM: type?.hasSuffix("/webm") ?? false, period: period,
      timescale: addressing?.timescale(attributes) ?? 1, presentationTimeOffset: offset,
      whole: whole)
    return Result(initialization, .indexed(indexed))
  }

  private func presentationTimeOffset(_ addressing: SegmentAddressing) -> Int64? {
    guard addressing.element(with: "presentationTimeOffset") != nil else { return 0 }
    return addressing.whole("presentationTimeOffset", in: 0...(1 << 62), attributes)
  }

  // MARK: Times

  private func times(_ addressing: SegmentAddressing?, listCount: Int64?) -> [NumberedSegment]? {
    guard let addressing, let offset = presentationTimeOffset(addressing) else { return nil }
    return NumberedSegmentReading(
      addressing: addressing, attributes: attributes, period: period,
      timescale: addressing.timescale(attributes), presentationTimeOffset: offset,
      listCount: listCount, offset: wholeOffset(addressing), owner: representation
    ).read()
  }

  /// How long before its end a whole segment is there.
  private func wholeOffset(_ addressing: SegmentAddressing) -> MediaTime {
    SegmentAvailability(addressing, base.available)?.wholeOffset ?? .zero
  }

  /// The one segment of a file without an index, which lasts as long as the period.
  private func segments(
    _ files: [ManifestReference], initialization: ManifestReference?,
    in addressing: SegmentAddressing?
  ) -> Result? {
    guard let end = period.end else {
      return refuse(
        period.element, "its end is unknown", hint: "write MPD@mediaPresentationDuration")
    }
    let offset = addressing.map { presentationTimeOffset($0) } ?? 0
    guard let offset else { return nil }
    let range = TimeRange(start: period.start, end: end)
    let segments = files.map { file in
      ManifestSegment(
        reference: file, initialization: initialization.map { _ in 0 }, declared: range,
        isGap: false, isDiscontinuity: false,
        timing: .period(
          range, presentationTimeOffset: offset,
          timescale: addressing?.timescale(attributes) ?? 1),
        declaredBitRate: nil)
    }
    return Result(initialization, .segments(segments))
  }

  private func segments(
    _ references: [ManifestReference], _ times: [NumberedSegment],
    initialization: ManifestReference?, in addressing: SegmentAddressing
  ) -> Result? {
    let timescale = addressing.timescale(attributes)
    guard let offset = presentationTimeOffset(addressing) else { return nil }
    // Lengths by @duration are nominal: the last segment may be as short as it is cut.
    let isExact = addressing.child("SegmentTimeline") != nil
    var pieces: [(reference: ManifestReference, range: TimeRange, uncut: MediaTime?)] = []
    var listedEnd = MediaTime.zero
    for (reference, segment) in zip(references, times) {
      guard
        let start = MediaTime(ticks: Int128(segment.start), timescale: timescale),
        let end = MediaTime(
          ticks: Int128(segment.start) + Int128(segment.duration), timescale: timescale)
      else {
        return refuse(addressing.innermost, "segments lie beyond 36.5 years")
      }
      listedEnd = max(listedEnd, end)
      if let range = period.clip(start, end) {
        let length = isExact ? end - start : range.duration
        pieces.append((reference, range, range.duration < end - start ? length : nil))
      }
    }
    guard let last = pieces.last else {
      return refuse(addressing.innermost, "no segment lies in the period")
    }
    let range = TimeRange(start: period.start, end: period.end ?? last.range.end)
    // What is left out of the period is not shown before the others.
    let timing = SegmentTiming.period(
      range,
      presentationTimeOffset: Int64(
        clamping: Int128(offset) + Int128(period.passed) * Int128(timescale)),
      timescale: timescale)
    let segments = pieces.map { piece in
      ManifestSegment(
        reference: piece.reference, initialization: initialization.map { _ in 0 },
        declared: piece.range, isGap: false, isDiscontinuity: false, timing: timing,
        declaredBitRate: nil, uncutLength: piece.uncut)
    }
    return Result(
      initialization, .segments(segments), outsideCount: times.count - pieces.count,
      listedEnd: isExact ? period.start + listedEnd : nil)
  }
}

extension MPDPeriod {
  /// The part of the media from `start` to `end`, both counted from the start of the period, that
  /// lies in the period; `nil` if none does.
  func clip(_ start: MediaTime, _ end: MediaTime) -> TimeRange? {
    let first = max(self.start, self.start + start)
    let last = self.end.map { min($0, self.start + end) } ?? self.start + end
    return first < last ? TimeRange(start: first, end: last) : nil
  }
}
