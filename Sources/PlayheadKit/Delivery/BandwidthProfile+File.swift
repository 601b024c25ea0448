extension BandwidthProfile {
  /// A profile of more bytes than this is taken for a mistake: it would be days of milliseconds.
  private static let mostBytes = 256 << 20

  /// The profile in the file at `path`, by which it is called.
  ///
  /// - Parameters:
  ///   - path: the path, which may lead to a pipe.
  ///   - format: the format; `nil` to tell it by what the file holds.
  /// - Throws: ``SourceFileError`` if it cannot be read or is malformed.
  public init(
    path: String, format: TraceFormat? = nil
  ) throws(SourceFileError<ProfileError>) {
    self = try SourceFileError.reading(path, atMost: Self.mostBytes) {
      (contents: [UInt8]) throws(ProfileError) in
      try BandwidthProfile(contents: contents, name: path, format: format)
    }
  }
}
