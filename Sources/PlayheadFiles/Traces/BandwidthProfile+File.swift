public import PlayheadModel

extension BandwidthProfile {
  /// Larger files are refused as a mistake: they would be days of milliseconds.
  private static let maximumBytes = 256 << 20

  /// Reads a profile from the file at `path` and names it after the path.
  ///
  /// - Parameters:
  ///   - path: the path, which may lead to a pipe.
  ///   - format: the format; `nil` detects it from the contents.
  /// - Throws: ``SourceFileError`` if the file cannot be read or is malformed.
  public init(
    path: String, format: TraceFormat? = nil
  ) throws(SourceFileError<ProfileError>) {
    self = try SourceFileError.reading(path, atMost: Self.maximumBytes) {
      (contents: [UInt8]) throws(ProfileError) in
      try BandwidthProfile(contents: contents, name: path, format: format)
    }
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
