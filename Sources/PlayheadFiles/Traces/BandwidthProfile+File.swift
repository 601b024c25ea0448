import POSIX
public import PlayheadModel

extension BandwidthProfile {
  /// Larger files are refused as a mistake: they would be days of milliseconds.
  private static let maximumBytes = 256 << 20
  /// The maximum size of a JSON document, all of which is in memory at once.
  private static let maximumDocumentBytes = 64 << 20
  /// The maximum size of a file in Playhead's own format, all of which is in memory at once.
  private static let maximumYAMLBytes = 16 << 20

  /// Reads a profile from the file at `path` and names it after the path.
  ///
  /// A trace is read part by part; in memory, an interval takes at most 64 bytes.
  ///
  /// - Parameters:
  ///   - path: the path, which may lead to a pipe.
  ///   - format: the format; `nil` detects it from the contents.
  /// - Throws: ``SourceFileError`` if the file cannot be read or is malformed.
  public init(
    path: String, format: TraceFormat? = nil
  ) throws(SourceFileError<ProfileError>) {
    let source: TraceSource
    do {
      source = try TraceSource(path: path, atMost: Self.maximumBytes)
    } catch {
      throw .unreadable(error)
    }
    let profile: BandwidthProfile?
    do throws(ProfileError) {
      profile = try Self.read(source, named: path, format: format)
    } catch {
      if let failure = source.failure { throw .unreadable(failure) }
      throw .malformed(path: path, error)
    }
    // What was read until then may be a profile, too.
    if let failure = source.failure { throw .unreadable(failure) }
    guard let profile else {
      throw .unreadable(
        FileReadError(.read, path: path, reason: SystemError(code: ENOMEM).description))
    }
    self = profile
  }

  /// Reads a profile from `source`; `nil` if there is too little memory for what is made of it.
  private static func read(
    _ source: TraceSource, named name: String, format: TraceFormat?
  ) throws(ProfileError) -> BandwidthProfile? {
    let head = source.head()
    if format == .playhead || format == nil && PlayheadProfile.isLikely(head.bytes, name: name) {
      source.limit = maximumYAMLBytes
      var contents = head.bytes
      while let part = source.part() { contents += part }
      return try PlayheadProfile(contents: contents, name: name).profile
    }
    guard let first = head.first else { throw TraceText.emptyFile }
    let list: IntervalList
    var detected: TraceFormat?
    if format == .iperf3 || format == .har || format == nil && first == UInt8(ascii: "{") {
      // A document whose parts are of no use on their own.
      source.limit = maximumDocumentBytes
      var contents = head.bytes
      while let part = source.part() { contents += part }
      let text = try TraceText(contents)
      let found = if let format { format } else { try JSONTraces.format(of: text) ?? .sabre }
      if format == nil { detected = found }
      list = try found.intervals(in: text)
    } else if format == .sabre || format == nil && first == UInt8(ascii: "[") {
      if format == nil { detected = .sabre }
      list = try TraceFormat.sabre.intervals(
        in: TraceText(part: head.bytes, linesBefore: 0), then: source)
    } else {
      source.unread(head.bytes)
      guard let text = try source.lines() else { throw TraceText.emptyFile }
      let found = if let format { format } else { try TraceFormat(detecting: text) }
      if format == nil { detected = found }
      list = try found.intervals(in: text, then: source)
    }
    let (afterwards, notes) = (list.afterwards, (detected?.detectionNotes ?? []) + list.notes)
    // A link takes about as much again as the intervals do.
    guard FreeMemory.has(list.count * MemoryLayout<Interval>.stride) else { return nil }
    return try BandwidthProfile(
      name: name, intervals: (consume list).joined(), afterwards: afterwards, notes: notes)
  }
}

extension ProfileError {
  /// The first error in a file, with the file's other errors.
  init(_ error: YAMLError) {
    var errors = error.problems.map { ProfileError(Self.place($0.mark), $0.explanation) }
    if error.unlistedCount > 0 {
      errors.append(ProfileError(.whole, "\(error.unlistedCount) more problems are not listed"))
    }
    let first = error.first
    self.init(Self.place(first.mark), first.explanation, others: Array(errors.dropFirst()))
  }

  private static func place(_ mark: YAMLMark) -> Place {
    .line(mark.line, column: mark.column)
  }
}
