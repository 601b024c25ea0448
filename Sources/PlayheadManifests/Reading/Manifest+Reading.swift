package import PlayheadLadder

extension Manifest {
  /// Reads an HLS or MPEG-DASH manifest and the documents that it refers to: media playlists and
  /// segment indexes, no media.
  ///
  /// - Parameters:
  ///   - document: all bytes of the manifest.
  ///   - location: where it was read from, behind all redirections; references are resolved against
  ///     it.
  ///   - options: what to choose.
  ///   - failing: how requests of players fail where `load` has this error; `nil` for one that
  ///     players do not meet. A level whose playlist or index fails so is read without it, if
  ///     departures are forgiven.
  ///   - load: loads a document, or the range of a file that a reference names; called once for
  ///     each.
  /// - Returns: what the manifest declares.
  /// - Throws: ``ManifestReadingError`` with all mistakes in the first document that has any, or
  ///   the error of `load`.
  package static func read<LoadError>(
    _ document: [UInt8], at location: ManifestLocation,
    options: ManifestOptions = ManifestOptions(),
    failing: (LoadError) -> RequestFault.Answer? = { _ in nil },
    load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) throws(ManifestReadingError<LoadError>) -> Manifest {
    try ManifestReadingError<LoadError>.wrapping { () throws(ManifestError) in
      try LoadedDocuments.check(document, at: location)
    }
    switch Ladder.Format(detecting: document) {
    case .hls:
      return try HLSManifest.read(
        document, at: location, options: options, failing: failing, load: load)
    case .dash:
      return try DASHManifest.read(
        document, at: location, options: options, failing: failing, load: load)
    case .files, .sizes, nil:
      throw .malformed(
        ManifestProblems(of: location).refusal(
          ManifestProblem(
            "expected an HLS playlist, which begins with #EXTM3U, or an MPEG-DASH MPD")))
    }
  }
}
