package import PlayheadKit
package import PlayheadManifests

/// A ladder that was read, and what is unusual about it.
package struct LadderReading: Hashable, Sendable {
  /// The ladder.
  package internal(set) var ladder: Ladder
  /// What was ignored, estimated or looks wrong, a clause each.
  package internal(set) var notes: [String]
  /// Why something of it could not be cached; `nil` if it was or was not meant to be.
  package var cacheProblem: String?
  /// Where its media lies.
  package internal(set) var sources = LadderSources(lanes: [])

  /// `ladder`, of which there is `notes` to say.
  package init(ladder: Ladder, notes: [String]) {
    self.ladder = ladder
    self.notes = notes
  }
}

/// Why a ladder could not be read.
package enum LadderReadingError: Error, Equatable, Sendable {
  /// Segment sizes are unreadable or malformed.
  case sizes(SourceFileError<JSONError>)
  /// A ladder file is unreadable or malformed.
  case files(SourceFileError<YAMLError>)
  /// The key that was given cannot be read.
  case key(KeyFileError)
  /// A manifest is malformed or has what is not supported.
  case manifest(ManifestError)
  /// A document or segment cannot be read.
  case media(MediaReadingError)

  /// What was thrown where manifests and media of `name` are read.
  init(_ error: any Error, of name: String) {
    switch error {
    case let error as MediaReadingError: self = .media(error)
    case ManifestReadingError<MediaReadingError>.malformed(let error): self = .manifest(error)
    case ManifestReadingError<MediaReadingError>.unreadable(_, let error): self = .media(error)
    default: self = .media(.unreadable(name: name, reason: "\(error)"))
    }
  }
}

extension MediaReadingError: CustomStringConvertible {
  /// What failed, where and why.
  public var description: String {
    let (what, location, why) = words
    return "\(what) \(location): \(why)"
  }

  /// How a request of a player fails for which this is the error; `nil` for one that only we meet.
  ///
  /// What is missing on disk is refused by a server as what it does not have.
  var answer: RequestFault.Answer? {
    switch self {
    case .unreadable: .status(404)
    case .download(_, .status(let status, _)), .download(_, .busy(let status, _, _)):
      .status(status)
    case .download(_, .timedOut): .timeout
    case .download(_, .cannotConnect), .download(_, .cannotResolve),
      .download(_, .connectionBroke), .download(_, .badResponse):
      .reset
    default: nil
    }
  }
}

extension MediaReader {
  /// Reads the HLS or MPEG-DASH manifest at `location`, a path or a URL, and when the samples of
  /// its segments are shown.
  ///
  /// Segments at a URL are asked for their sizes. If ``segmentReading`` says so, servers send
  /// parts, and the segments have initialization sections, their headers are fetched too; else
  /// their times are those that the manifest declares.
  ///
  /// - Parameters:
  ///   - location: the path or URL of the manifest.
  ///   - options: what to choose of it.
  ///   - timing: how the times of segments are read.
  /// - Returns: the ladder.
  /// - Throws: ``LadderReadingError``.
  package func readLadder(
    _ location: String, options: ManifestOptions = ManifestOptions(),
    timing: SegmentTimeOptions = SegmentTimeOptions()
  ) throws(LadderReadingError) -> LadderReading {
    do {
      let place = ManifestLocation(location)
      let documents = try LadderDocuments(
        of: place, reader: self, allowsRemote: options.allowsRemote)
      let document = try documents.load(place)
      var options = options
      if segmentReading == .declared { options.fetchesIndexes = false }
      let manifest = try Manifest.read(
        document.bytes, at: document.location, options: options, failing: \.answer
      ) { reference throws(MediaReadingError) in
        try documents.load(reference.location, range: reference.range).bytes
      }
      return try LadderAssembly(
        manifest, documents: documents, reader: self, timing: timing, options: options
      ).reading()
    } catch {
      throw LadderReadingError(error, of: location)
    }
  }

  /// The index of `file`, of which nothing is decoded.
  func readIndex(of file: InputFile) throws(MediaReadingError) -> MediaIndex {
    try read(file, decode: .none, tracks: nil).reading.index
  }
}
