public import PlayheadFiles

extension Suite {
  /// The maximum number of cases in a suite.
  public static let maximumCases = 10_000

  /// Parses a suite file, in Playhead's own YAML, or in JSON of the same keys.
  ///
  /// ```yaml
  /// playhead: suite/1
  /// name: Trailers
  /// defaults:                  # for cases that do not say otherwise; any key but name
  ///   network: 3g
  ///   expect: [no stall, startup <= 2.5s]
  /// cases:
  ///   - name: every clip
  ///     media: clips/*.mp4
  ///     network: [3g, {network: 4g, latency: 60ms}]
  ///     tags: [slow]
  /// ```
  ///
  /// The media, the network and the player or policy of a case may be lists; the case then expands
  /// to all combinations, the last list varying first. Patterns are resolved at once; other files
  /// are read only when a case runs.
  ///
  /// - Parameters:
  ///   - contents: all bytes of the file.
  ///   - path: the path of the file; paths in it are relative to its folder.
  /// - Throws: ``YAMLError`` with all errors in the file.
  public init(contents: [UInt8], path: String) throws(YAMLError) {
    let folder = Folder(ofFileAt: path)
    let reading = try YAMLReader.read(contents) { document in
      var reading = SuiteReading(folder: folder)
      reading.read(document)
      return reading
    }
    var expansion = SuiteExpansion(folder: folder)
    for template in reading.templates { expansion.add(template) }
    if let error = YAMLError(expansion.problems, unlistedCount: 0) { throw error }
    self.init(
      name: reading.name, path: path, cases: expansion.cases, outsidePaths: reading.outsidePaths,
      unreadableFolders: expansion.unreadableFolders)
  }

  /// Larger suite files are refused as a mistake.
  private static let maximumBytes = 16 << 20

  /// Parses the suite file at `path`.
  ///
  /// - Throws: ``SourceFileError`` with all errors if the file cannot be read or is malformed.
  public init(path: String) throws(SourceFileError<YAMLError>) {
    self = try SourceFileError.reading(path, atMost: Self.maximumBytes) {
      (contents: [UInt8]) throws(YAMLError) in
      try Suite(contents: contents, path: path)
    }
  }
}
