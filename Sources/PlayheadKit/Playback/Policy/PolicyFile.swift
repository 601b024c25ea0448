/// What a policy file says: a player in Playhead's own YAML, or in JSON of the same keys.
///
/// ```yaml
/// playhead: player/1              # what the file is, and the version of its keys
/// name: Cautious                  # unless given, that of the file
/// startupBuffer: 4s
/// resumeGrowth: {factor: 2, limit: 30s}
/// highWatermark: unlimited
/// byteCap: 150MiB
/// keepUp: {predictedRate: {fastHalfLife: 2s}}
/// ```
///
/// Every key may be left out, and then means what it means for the basic player. How the values
/// fit each other is not checked here, as others may still be put in their place.
public struct PolicyFile: Hashable, Sendable {
  /// The values, with those of the basic player where the file says nothing.
  public let parameters: BufferingPolicy.Parameters
  /// Where the values stand that the file gives.
  public let marks: [PolicyField: YAMLMark]

  /// Reads `contents`.
  ///
  /// - Parameters:
  ///   - contents: all bytes of the file.
  ///   - name: what to call a player that has no name of its own.
  /// - Throws: ``YAMLError`` with all that cannot be read, or that cannot be parsed.
  public init(contents: [UInt8], name: String) throws(YAMLError) {
    self = try YAMLReader.read(contents) { document in
      var reading = PolicyReading(name: name)
      reading.read(document)
      return PolicyFile(parameters: reading.parameters, marks: reading.marks)
    }
  }

  /// Reads a policy that is part of another file: a mapping of the same keys without `playhead`.
  init(part: YAMLReader, name: String) {
    var reading = PolicyReading(name: name)
    reading.readPart(part)
    self.init(parameters: reading.parameters, marks: reading.marks)
  }

  private init(parameters: BufferingPolicy.Parameters, marks: [PolicyField: YAMLMark]) {
    self.parameters = parameters
    self.marks = marks
  }
}

extension BufferingPolicy {
  /// The policy in a file, whose grammar is that of ``PolicyFile``.
  ///
  /// - Parameters:
  ///   - contents: all bytes of the file.
  ///   - name: what to call a player that has no name of its own.
  /// - Throws: ``YAMLError`` with all mistakes in it, and of values that do not fit each other at
  ///   the place of the one to change.
  public init(contents: [UInt8], name: String) throws(YAMLError) {
    let file = try PolicyFile(contents: contents, name: name)
    if let error = YAMLError(file.conflicts(unless: .start), unlistedCount: 0) { throw error }
    do throws(PolicyError) {
      try self.init(file.parameters)
    } catch {
      throw YAMLError(.start, error.description)
    }
  }
}

extension PolicyFile {
  /// The values that do not fit each other; `mark` is where that is told if the file gives none of
  /// them.
  func conflicts(unless mark: YAMLMark) -> [YAMLProblem] {
    parameters.mistakes.map { mistake in
      YAMLProblem(self.mark(of: mistake) ?? mark, mistake.explanation(naming: words))
    }
  }

  /// Where the value stands that would have to be changed; `nil` if the file gives none of those
  /// concerned.
  public func mark(of mistake: PolicyError) -> YAMLMark? {
    mistake.fields.lazy.compactMap { marks[$0] }.first
  }

  /// The key of `field` and its value, as in `lowWatermark (20 s)`.
  public func words(for field: PolicyField) -> String {
    guard let value = parameters.text(of: field) else { return field.key }
    return "\(field.key) (\(value)\(marks[field] == nil ? " by default" : ""))"
  }
}

extension PolicyFile {
  /// A policy has twenty values; a file of more bytes than this is taken for a mistake.
  fileprivate static let mostBytes = 1 << 20

  /// Reads the file at `path`, by which a player is called that has no name of its own.
  ///
  /// - Throws: ``SourceFileError`` if it cannot be read or is malformed.
  public init(path: String) throws(SourceFileError<YAMLError>) {
    self = try SourceFileError.reading(path, atMost: Self.mostBytes) {
      (contents: [UInt8]) throws(YAMLError) in
      try PolicyFile(contents: contents, name: path)
    }
  }
}

extension BufferingPolicy {
  /// The policy in the file at `path`, by which it is called if it has no name of its own.
  ///
  /// - Throws: ``SourceFileError`` if the file cannot be read or is malformed, or its values do not
  ///   fit each other.
  public init(path: String) throws(SourceFileError<YAMLError>) {
    self = try SourceFileError.reading(path, atMost: PolicyFile.mostBytes) {
      (contents: [UInt8]) throws(YAMLError) in
      try BufferingPolicy(contents: contents, name: path)
    }
  }
}
