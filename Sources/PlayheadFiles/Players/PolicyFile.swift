public import PlayheadModel

/// A policy file: a player in Playhead's own YAML, or in JSON of the same keys.
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
/// Every key is optional and defaults to the basic player's value. Conflicts between values are not
/// checked here, as values may still be replaced.
package struct PolicyFile: Hashable, Sendable {
  /// The values, with the basic player's where the file gives none.
  package let parameters: BufferingPolicy.Parameters
  /// The positions of the values that the file gives.
  package let marks: [PolicyField: YAMLMark]

  /// Parses `contents`.
  ///
  /// - Parameters:
  ///   - contents: all bytes of the file.
  ///   - name: the name of a player that does not state one.
  /// - Throws: ``YAMLError`` with all errors in the file.
  package init(contents: [UInt8], name: String) throws(YAMLError) {
    self = try YAMLReader.read(contents) { document in
      var reading = PolicyReading(name: name)
      reading.read(document)
      return PolicyFile(parameters: reading.parameters, marks: reading.marks)
    }
  }

  /// Parses a policy inside another file: a mapping of the same keys without `playhead`.
  package init(part: YAMLReader, name: String) {
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
  /// Parses a policy file.
  ///
  /// - Parameters:
  ///   - contents: all bytes of the file.
  ///   - name: the name of a player that does not state one.
  /// - Throws: ``YAMLError`` with all errors in the file; a conflict between values is at the
  ///   position of the value to change.
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
  /// The conflicts between the values; `mark` is the position of those whose values the file does
  /// not give.
  package func conflicts(unless mark: YAMLMark) -> [YAMLProblem] {
    parameters.mistakes.map { mistake in
      YAMLProblem(self.mark(of: mistake) ?? mark, mistake.explanation(naming: words))
    }
  }

  /// The position of the value to change; `nil` if the file gives none of the values concerned.
  package func mark(of mistake: PolicyError) -> YAMLMark? {
    mistake.fields.lazy.compactMap { marks[$0] }.first
  }

  /// The key of `field` and its value, as in `lowWatermark (20 s)`.
  package func words(for field: PolicyField) -> String {
    guard let value = parameters.text(of: field) else { return field.key }
    return "\(field.key) (\(value)\(marks[field] == nil ? " by default" : ""))"
  }
}

extension PolicyFile {
  /// A policy has twenty values; larger files are refused as a mistake.
  fileprivate static let maximumBytes = 1 << 20

  /// Parses the file at `path`, which also names a player that does not state a name.
  ///
  /// - Throws: ``SourceFileError`` if the file cannot be read or is malformed.
  package init(path: String) throws(SourceFileError<YAMLError>) {
    self = try SourceFileError.reading(path, atMost: Self.maximumBytes) {
      (contents: [UInt8]) throws(YAMLError) in
      try PolicyFile(contents: contents, name: path)
    }
  }
}

extension BufferingPolicy {
  /// Parses the policy in the file at `path`, which also names it if the file does not.
  ///
  /// - Throws: ``SourceFileError`` if the file cannot be read or is malformed, or its values
  ///   conflict.
  public init(path: String) throws(SourceFileError<YAMLError>) {
    self = try SourceFileError.reading(path, atMost: PolicyFile.maximumBytes) {
      (contents: [UInt8]) throws(YAMLError) in
      try BufferingPolicy(contents: contents, name: path)
    }
  }
}
