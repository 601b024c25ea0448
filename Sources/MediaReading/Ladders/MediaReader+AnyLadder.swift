public import PlayheadKit
package import PlayheadManifests

extension Ladder.Format {
  /// The format of the ladder at `location`, a path or a URL; `nil` if it is a media file, or
  /// cannot be read.
  ///
  /// A file is told by its first bytes, a URL by its extension.
  public init?(ofLadderAt location: String) {
    if location.isWebURL {
      let path = location.prefix { !"?#".contains($0) }.lowercased()
      if path.hasSuffix(".m3u8") || path.hasSuffix(".m3u") {
        self = .hls
      } else if path.hasSuffix(".mpd") {
        self = .dash
      } else if path.hasSuffix(".yaml") || path.hasSuffix(".yml") {
        self = .files
      } else if path.hasSuffix(".json") {
        self = .sizes
      } else {
        return nil
      }
      return
    }
    if let recording = RecordingFolder(at: location) {
      // What is wrong with one that has no manifest is told by who reads it.
      self = recording.format ?? .hls
      return
    }
    guard FileIdentity(regularFileAt: location) != nil,
      let head = WholeFile.beginning(of: location, count: 64 << 10)
    else { return nil }
    self.init(detecting: head)
  }
}

extension MediaReadingError {
  /// What is wrong with the file at `location`, which is called as manifests are and begins as
  /// none; `nil` of any other.
  public init?(misnamedManifest location: String) {
    let name = location.lowercased()
    let expected: String
    if name.hasSuffix(".m3u8") || name.hasSuffix(".m3u") {
      expected = "the first line of an HLS playlist is #EXTM3U"
    } else if name.hasSuffix(".mpd") {
      expected = "the root element of a DASH manifest is MPD"
    } else {
      return nil
    }
    guard !location.isWebURL, FileIdentity(regularFileAt: location) != nil,
      Ladder.Format(ofLadderAt: location) == nil
    else { return nil }
    let head = WholeFile.beginning(of: location, count: 256) ?? []
    self = .notMedia(name: location, reason: "\(expected), found \(Self.words(for: head))")
  }

  /// What a file begins with, in words.
  private static func words(for head: [UInt8]) -> String {
    guard !head.isEmpty else { return "an empty file" }
    let line = head.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let isText = line.allSatisfy { $0 >= 0x20 || $0 == UInt8(ascii: "\t") }
    guard isText, let text = String(validating: line, as: UTF8.self) else { return "no text" }
    return text.isEmpty ? "a blank line" : "“\(text.printable.excerpt)”"
  }
}

extension MediaReader {
  /// Reads the ladder of `format` at `location`, a path or a URL, as `player` does.
  ///
  /// - Parameters:
  ///   - location: the path or URL of the manifest, the ladder file or the segment sizes.
  ///   - format: what it is.
  ///   - player: the player that reads it.
  ///   - setting: how it is read.
  ///   - isLive: whether it is read as the live event that it is.
  ///   - readsParts: whether it is read how far segments can be played before all of them is in.
  /// - Returns: the ladder.
  /// - Throws: ``LadderReadingError``.
  package func readLadder(
    _ location: String, _ format: Ladder.Format, by player: LadderPlayer,
    as setting: LadderReadingSetting, isLive: Bool, readsParts: Bool = false
  ) throws(LadderReadingError) -> LadderReading {
    let key: [UInt8]?
    do throws(KeyFileError) {
      key = try setting.key.map { key throws(KeyFileError) in try key.read() }
    } catch {
      throw .key(error)
    }
    var reader = self
    reader.segmentReading = setting.segments ?? .auto
    return try reader.readLadder(
      location, format, options: ManifestOptions(setting, for: player, isLive: isLive, key: key),
      timing: SegmentTimeOptions(of: player, readsParts: readsParts))
  }

  /// Reads the ladder of `format` at `location`, a path or a URL.
  ///
  /// - Parameters:
  ///   - location: the path or URL of the manifest, the ladder file or the segment sizes.
  ///   - format: what it is.
  ///   - options: what to choose of a manifest.
  ///   - timing: how the times of segments are read.
  /// - Returns: the ladder.
  /// - Throws: ``LadderReadingError``.
  package func readLadder(
    _ location: String, _ format: Ladder.Format, options: ManifestOptions = ManifestOptions(),
    timing: SegmentTimeOptions = SegmentTimeOptions()
  ) throws(LadderReadingError) -> LadderReading {
    switch format {
    case .hls, .dash:
      if let recording = RecordingFolder(at: location) {
        return try readLadder(recorded: recording, options: options, timing: timing)
      }
      return try readLadder(location, options: options, timing: timing)
    case .sizes:
      let contents = try document(
        at: location, atMost: Self.maximumSizesBytes
      ) { .sizes(.unreadable($0)) }
      do {
        let movie = try SabreMovie(contents.bytes)
        return LadderReading(ladder: movie.ladder, notes: movie.notes)
      } catch {
        throw .sizes(.malformed(path: contents.name, error))
      }
    case .files:
      let contents = try document(
        at: location, atMost: Self.maximumFileBytes
      ) { .files(.unreadable($0)) }
      let file: LadderFile
      do {
        file = try LadderFile(contents.bytes, at: contents.location)
      } catch {
        throw .files(.malformed(path: contents.name, error))
      }
      do {
        return try readLadder(of: file, readsParts: timing.readsParts)
      } catch {
        throw .media(error)
      }
    }
  }

  /// What lies at `location`, a path or a URL, of at most `limit` bytes; where it was behind all
  /// redirections, and how that is shown.
  private func document(
    at location: String, atMost limit: Int,
    orElse failure: (FileReadError) -> LadderReadingError
  ) throws(LadderReadingError) -> (bytes: [UInt8], location: ManifestLocation, name: String) {
    let place = ManifestLocation(location)
    guard case .url = place else {
      do {
        return (try WholeFile.read(location, atMost: limit), place, location)
      } catch {
        throw failure(error)
      }
    }
    do throws(MediaReadingError) {
      let documents = try LadderDocuments(of: place, reader: self)
      let (bytes, found) = try documents.load(place)
      guard bytes.count <= limit else {
        throw .notMedia(
          name: documents.name, reason: "it has more than \(limit) bytes")
      }
      return (bytes, found, documents.name)
    } catch {
      throw .media(error)
    }
  }

  /// Larger files of segment sizes are refused as a mistake.
  private static let maximumSizesBytes = 64 << 20
  /// Larger ladder files are refused as a mistake.
  private static let maximumFileBytes = 1 << 20
}
