import PlayheadLadder
package import PlayheadModel

/// What a recorder learns of a document: what else to load, and when to load it again.
package struct RecordedDocument: Hashable, Sendable {
  /// The media playlists of a multivariant playlist: variants first, in their order.
  package private(set) var playlists: [ManifestReference] = []
  /// How many of them are of variants.
  package private(set) var variantCount = 0
  /// The segments that it lists, but for gaps.
  package private(set) var segments: [ManifestReference] = []
  /// The initialization sections that they need.
  package private(set) var initializations: [ManifestReference] = []
  /// The time between two loads of one that changed; `nil` if it never changes.
  package private(set) var period: MediaTime?
  /// Whether that is halved after a load that brought nothing new (RFC 8216, 6.3.4).
  package private(set) var halvesUnchanged = false
  /// Variables for its media playlists.
  package private(set) var variables: [String: String] = [:]
  /// Whether it is a multivariant playlist, which need not be loaded again.
  package private(set) var isMultivariant = false

  /// How often documents are loaded again at most.
  private static let shortestPeriod = MediaTime.milliseconds(500)
  /// The period of one that does not tell it.
  private static let usualPeriod = MediaTime.seconds(6)

  /// What `contents`, which lie at `location`, say; of a media playlist with the `variables` of its
  /// multivariant playlist.
  ///
  /// - Throws: ``ManifestError`` if it is no document of a ladder. One with mistakes has only what
  ///   could be read of it.
  package init(
    _ contents: [UInt8], at location: ManifestLocation, variables: [String: String] = [:]
  ) throws(ManifestError) {
    var options = ManifestOptions.lenient
    options.asVoD = true
    switch Ladder.Format(detecting: contents) {
    case .hls where MultivariantPlaylist.isMultivariant(contents):
      let list = try MultivariantPlaylist(contents, at: location, options: options)
      isMultivariant = true
      self.variables = list.variables
      var known: Set<ManifestLocation> = []
      playlists = list.variants.map(\.reference).filter { known.insert($0.location).inserted }
      variantCount = playlists.count
      playlists += list.renditions.compactMap(\.reference)
        .filter { known.insert($0.location).inserted }
    case .hls:
      let version = PlaylistVersion(contents)
      let target = version.targetDuration > .zero ? version.targetDuration : Self.usualPeriod
      period = version.isEnded ? nil : max(target, Self.shortestPeriod)
      halvesUnchanged = true
      guard !version.segments.isEmpty,
        let list = try? MediaPlaylist(
          contents, at: location, importing: variables, options: options)
      else { return }
      segments = list.segments.filter { !$0.isGap }.map(\.reference)
      initializations = list.initializations
    case .dash: readMPD(contents, at: location, options)
    case .files, .sizes, nil:
      throw ManifestProblems(of: location).refusal(
        ManifestProblem(
          "expected an HLS playlist, which begins with #EXTM3U, or an MPEG-DASH MPD"))
    }
  }

  private mutating func readMPD(
    _ contents: [UInt8], at location: ManifestLocation, _ options: ManifestOptions
  ) {
    if contents.isDynamicMPD { period = Self.usualPeriod }
    var options = options
    options.fetchesIndexes = false
    guard
      let manifest = try? Manifest.read(
        contents, at: location, options: options,
        load: { (_: ManifestReference) throws(NoIndex) in throw NoIndex() })
    else { return }
    let levels = manifest.lanes.flatMap(\.levels)
    segments = levels.flatMap(\.segments).filter { !$0.isGap }.map(\.reference)
    initializations = levels.flatMap(\.initializations)
    guard period != nil else { return }
    let longest = levels.flatMap(\.segments).map(\.declared.duration).max()
    period = max(
      manifest.updates?.minimumPeriod ?? longest ?? Self.usualPeriod, Self.shortestPeriod)
  }

  private struct NoIndex: Error {}

  /// Follows only the variants of these numbers, and all other renditions.
  package mutating func keepVariants(_ numbers: Set<Int>) {
    playlists = playlists.indices.filter { $0 >= variantCount || numbers.contains($0) }
      .map { playlists[$0] }
    variantCount = numbers.count { (0..<variantCount).contains($0) }
  }
}

extension [UInt8] {
  /// Whether the start tag of its MPD says that it changes.
  fileprivate var isDynamicMPD: Bool {
    guard let start = firstRange(of: "<MPD".utf8) else { return false }
    let tag = self[start.upperBound...].prefix { $0 != UInt8(ascii: ">") }
    return ["\"dynamic\"", "'dynamic'"].contains { tag.firstRange(of: $0.utf8) != nil }
  }
}
