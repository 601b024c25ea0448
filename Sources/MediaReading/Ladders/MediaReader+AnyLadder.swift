public import PlayheadKit
public import PlayheadManifests

extension Ladder.Format {
  /// The format of the ladder at `location`, a path or a URL; `nil` if it is a media file, or cannot be
  /// read.
  ///
  /// A file is told by its first bytes, a URL by its extension.
  public init?(ofLadderAt location: String) {
    if location.isWebURL {
      let path = location.prefix { !"?#".contains($0) }.lowercased()
      if path.hasSuffix(".m3u8") || path.hasSuffix(".m3u") {
        self = .hls
      } else if path.hasSuffix(".mpd") {
        self = .dash
      } else {
        return nil
      }
      return
    }
    guard FileIdentity(regularFileAt: location) != nil,
      let head = WholeFile.beginning(of: location, count: 64 << 10)
    else { return nil }
    self.init(detecting: head)
  }
}

extension MediaReader {
  /// Reads the ladder of `format` at `location`, a path or a URL.
  ///
  /// - Parameters:
  ///   - location: the path or URL of the manifest, the ladder file or the segment sizes.
  ///   - format: what it is.
  ///   - options: what to choose of a manifest.
  ///   - timing: how the times of segments are read.
  /// - Returns: the ladder.
  /// - Throws: ``LadderReadingError``.
  public func readLadder(
    _ location: String, _ format: Ladder.Format, options: ManifestOptions = ManifestOptions(),
    timing: SegmentTimeOptions = SegmentTimeOptions()
  ) throws(LadderReadingError) -> LadderReading {
    switch format {
    case .hls, .dash:
      return try readLadder(location, options: options, timing: timing)
    case .sizes:
      do {
        let movie = try SourceFileError.reading(location, atMost: Self.maximumSizesBytes) {
          (contents: [UInt8]) throws(JSONError) in try SabreMovie(contents)
        }
        return LadderReading(ladder: movie.ladder, notes: movie.notes)
      } catch {
        throw .sizes(error)
      }
    case .files:
      let file: LadderFile
      do {
        file = try SourceFileError.reading(location, atMost: Self.maximumFileBytes) {
          (contents: [UInt8]) throws(YAMLError) in
          try LadderFile(contents, at: ManifestLocation(location))
        }
      } catch {
        throw .files(error)
      }
      do {
        return try readLadder(of: file, readsParts: timing.readsParts)
      } catch {
        throw .media(error)
      }
    }
  }

  /// Larger files of segment sizes are refused as a mistake.
  private static let maximumSizesBytes = 64 << 20
  /// Larger ladder files are refused as a mistake.
  private static let maximumFileBytes = 1 << 20
}
