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
  /// When there is another segment of those that an MPD numbers, in nanoseconds since 1970 by the
  /// server's clock; `nil` of other documents.
  package private(set) var nextAvailability: Int64?
  /// How long after `now` an MPD that numbers segments has the event begin, in nanoseconds; `nil`
  /// if it has begun.
  package private(set) var timeToBegin: Int64?
  /// Whether it is a multivariant playlist, which need not be loaded again.
  package private(set) var isMultivariant = false

  /// How often documents are loaded again at most.
  private static let shortestPeriod = MediaTime.milliseconds(500)
  /// The period of one that does not tell it.
  private static let usualPeriod = MediaTime.seconds(6)

  /// What `contents`, which lie at `location`, say at `now` by the server's clock; of a media
  /// playlist with the `variables` of its multivariant playlist.
  ///
  /// - Throws: ``ManifestError`` if it is no document of a ladder. One with mistakes has only what
  ///   could be read of it.
  package init(
    _ contents: [UInt8], at location: ManifestLocation, variables: [String: String] = [:],
    now: Int64
  ) throws(ManifestError) {
    var options = ManifestOptions.lenient
    options.asVoD = true
    options.published = now...now
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
    case .dash: try readMPD(contents, at: location, options, now: now)
    case .files, .sizes, nil:
      throw ManifestProblems(of: location).refusal(
        ManifestProblem(
          "expected an HLS playlist, which begins with #EXTM3U, or an MPEG-DASH MPD"))
    }
  }

  private mutating func readMPD(
    _ contents: [UInt8], at location: ManifestLocation, _ options: ManifestOptions, now: Int64
  ) throws(ManifestError) {
    let root = try? XMLElement(contents)
    let isDynamic = root?["type"] == "dynamic"
    if isDynamic { period = Self.usualPeriod }
    // The rest of a recording could not be played.
    if let problem = root.flatMap(MPDReading.patchProblem) {
      throw ManifestProblems(of: location).refusal(problem)
    }
    let isNumbered = isDynamic && root.map(MPDReading.isNumbered) ?? false
    if isNumbered { nextAvailability = now + Self.nextLook }
    if isNumbered, let begun = root.flatMap(MPDPeriod.availabilityStart), begun > now {
      timeToBegin = begun - now
    }
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
    guard isNumbered, let start = manifest.availabilityStart else { return }
    let early = manifest.updates?.wholeOffset ?? .zero
    let next = levels.compactMap { level in
      level.segments.last.map {
        start + ($0.declared.end + $0.declared.duration - early).nanoseconds
      }
    }.min()
    nextAvailability = max(next ?? now, now + Self.nextLook / 10)
    guard let root, let total = root["mediaPresentationDuration"],
      let length = MediaTime(schemaDuration: total),
      let begun = MPDPeriod.availabilityStart(of: root),
      begun + length.nanoseconds + (longest ?? .zero).nanoseconds <= now
    else { return }
    // All that there ever is can be had.
    (period, nextAvailability) = (nil, nil)
  }

  /// When to look again for a segment that was to be there, in nanoseconds.
  private static let nextLook: Int64 = 1_000_000_000

  private struct NoIndex: Error {}

  /// Follows only the variants of these numbers, and all other renditions.
  package mutating func keepVariants(_ numbers: Set<Int>) {
    playlists = playlists.indices.filter { $0 >= variantCount || numbers.contains($0) }
      .map { playlists[$0] }
    variantCount = numbers.count { (0..<variantCount).contains($0) }
  }
}
