import PlayheadLadder
import PlayheadModel

/// Assembles the playlists of an HLS presentation into a manifest.
struct HLSManifest {
  private let options: ManifestOptions
  private var documents: LoadedDocuments
  private var notes: [String] = []
  private var playlists: [ManifestLocation: MediaPlaylist] = [:]
  private var segmentCount = 0
  private var start: PlaylistStart?
  private var refusal: LadderRefusal?
  private var listing: MultivariantListing?

  /// Reads the playlist in `document` and those that it refers to.
  static func read<LoadError>(
    _ document: [UInt8], at location: ManifestLocation, options: ManifestOptions,
    isMissing: (LoadError) -> Bool,
    load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) throws(ManifestReadingError<LoadError>) -> Manifest {
    var assembly = HLSManifest(
      options: options, documents: LoadedDocuments(first: document, at: location))
    let lanes: [ManifestLane]
    if MultivariantPlaylist.isMultivariant(document) {
      lanes = try assembly.lanes(
        of: document, at: location, isMissing: isMissing, load: load)
    } else {
      lanes = [
        try ManifestReadingError<LoadError>.wrapping { () throws(ManifestError) in
          try assembly.lane(ofMediaPlaylist: document, at: location)
        }
      ]
    }
    let duration = lanes.map(\.end).min() ?? .zero
    var manifest = Manifest(
      format: .hls, documents: assembly.documents.documents, lanes: lanes, notes: assembly.notes,
      duration: duration, listing: assembly.listing)
    manifest.start = assembly.start.map { start in
      let offset = start.offset < .zero ? duration + start.offset : start.offset
      return LadderStart(min(max(offset, .zero), duration), isPrecise: start.isPrecise)
    }
    manifest.refusal = assembly.refusal
    return manifest
  }

  private init(options: ManifestOptions, documents: LoadedDocuments) {
    self.options = options
    self.documents = documents
  }

  // MARK: A media playlist alone

  private mutating func lane(
    ofMediaPlaylist document: [UInt8], at location: ManifestLocation
  ) throws(ManifestError) -> ManifestLane {
    let playlist = try MediaPlaylist(document, at: location, importing: nil, options: options)
    notes = playlist.notes
    start = playlist.start
    refusal = playlist.refusal.map { LadderRefusal($0, isOfManifest: false) }
    let level = ManifestLevel(
      name: location.baseName, bitRate: nil, averageBitRate: nil, resolution: nil,
      frameRateThousandths: nil, codecs: [], playlist: documents.documents[0].reference,
      indexes: [],
      initializations: playlist.initializations,
      initializationCiphers: playlist.initializationCiphers, keys: playlist.keys,
      segments: playlist.segments, audioLevel: nil,
      manifestIndex: 0, targetDuration: playlist.targetDuration, listing: playlist.listing)
    documents.share(
      documents.documents[0].reference, with: ManifestDocument.Place(lane: 0, level: 0))
    return ManifestLane(kind: .muxed, language: nil, name: nil, levels: [level])
  }

  // MARK: A multivariant playlist

  private mutating func lanes<LoadError>(
    of document: [UInt8], at location: ManifestLocation, isMissing: (LoadError) -> Bool,
    load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) throws(ManifestReadingError<LoadError>) -> [ManifestLane] {
    let options = options
    let (playlist, selection) = try ManifestReadingError<LoadError>.wrapping {
      () throws(ManifestError) in
      let playlist = try MultivariantPlaylist(document, at: location, options: options)
      do throws(GrammarError) {
        return (playlist, try HLSSelection(of: playlist, options: options))
      } catch {
        throw ManifestProblems(of: location).refusal(
          ManifestProblem("“\(error.text)”: \(error.problem)", hint: error.hint))
      }
    }
    notes += playlist.notes + selection.notes
    start = playlist.start
    refusal = playlist.refusal.map { LadderRefusal($0, isOfManifest: true) }
    listing = playlist.listing
    var levels: [ManifestLevel] = []
    let names = Self.names(of: selection.choices)
    var failure: ManifestReadingError<LoadError>?
    var refused: (level: Int, reason: String)?
    for (number, choice) in selection.choices.enumerated() {
      let media: MediaPlaylist
      do throws(ManifestReadingError<LoadError>) {
        media = try self.media(
          choice.playlist, for: ManifestDocument.Place(lane: 0, level: levels.count),
          variables: playlist.variables, load: load)
      } catch {
        // Players go on with the others.
        guard options.forgives, case .unreadable(_, let reason) = error, isMissing(reason) else {
          throw error
        }
        failure = failure ?? error
        notes.append("variant \(names[number]) left out: its playlist is missing: \(reason)")
        continue
      }
      start = start ?? media.start
      if let reason = media.refusal {
        // A player that refuses the playlists of all variants plays none of them.
        if refused == nil { refused = (levels.count, reason) }
        guard number + 1 == selection.choices.count, levels.isEmpty else {
          notes.append("variant \(names[number]) left out: the player refuses its playlist")
          continue
        }
        refusal = refusal ?? LadderRefusal(reason, isOfManifest: false)
      }
      let attributes = choice.variant.attributes
      func level(_ media: MediaPlaylist, at reference: ManifestReference) -> ManifestLevel {
        ManifestLevel(
          name: names[number],
          bitRate: attributes.bitRate == .zero ? attributes.averageBitRate : attributes.bitRate,
          averageBitRate: attributes.averageBitRate, resolution: attributes.resolution,
          frameRateThousandths: attributes.frameRateThousandths, codecs: attributes.codecs,
          playlist: reference, indexes: [], initializations: media.initializations,
          initializationCiphers: media.initializationCiphers, keys: media.keys,
          segments: media.segments, audioLevel: selection.audioLevel(of: choice),
          manifestIndex: choice.variant.index, targetDuration: media.targetDuration,
          listing: media.listing)
      }
      let place = ManifestDocument.Place(lane: 0, level: levels.count)
      levels.append(level(media, at: choice.playlist))
      levels[place.level].copies = copies(
        at: choice.copies.map(\.playlist), of: media, named: names[number], for: place,
        variables: playlist.variables, load: load
      ).map { level($0.media, at: $0.reference) }
    }
    if levels.isEmpty, let failure { throw failure }
    let main = ManifestLane(kind: selection.kind, language: nil, name: nil, levels: levels)
    guard let first = selection.audio.first else {
      return try ManifestReadingError<LoadError>.wrapping { () throws(ManifestError) in
        try aligned([main], of: location)
      }
    }
    levels = []
    for (number, rendition) in selection.audio.enumerated() {
      guard let reference = rendition.reference else { continue }
      let media = try media(
        reference, for: ManifestDocument.Place(lane: 1, level: number),
        variables: playlist.variables, load: load)
      if let reason = media.refusal {
        refusal = refusal ?? LadderRefusal(reason, isOfManifest: false)
      }
      let isOnly = selection.audio.count { $0.name == rendition.name } == 1
      let name = isOnly ? rendition.name : reference.playlistName
      func level(_ media: MediaPlaylist, at reference: ManifestReference) -> ManifestLevel {
        ManifestLevel(
          name: name, bitRate: nil, averageBitRate: nil, resolution: nil,
          frameRateThousandths: nil, codecs: [],
          playlist: reference, indexes: [], initializations: media.initializations,
          initializationCiphers: media.initializationCiphers, keys: media.keys,
          segments: media.segments, audioLevel: nil, manifestIndex: rendition.index,
          targetDuration: media.targetDuration, listing: media.listing)
      }
      levels.append(level(media, at: reference))
      levels[levels.count - 1].copies = copies(
        at: selection.copies(ofAudio: rendition), of: media, named: name,
        for: ManifestDocument.Place(lane: 1, level: number), variables: playlist.variables,
        load: load
      ).map { level($0.media, at: $0.reference) }
    }
    let audio = ManifestLane(
      kind: .audio, language: first.language, name: first.name, levels: levels)
    return try ManifestReadingError<LoadError>.wrapping { () throws(ManifestError) in
      try aligned([main, audio], of: location)
    }
  }

  /// The copies of a playlist at `references`, but for those that cannot be read or that list other
  /// segments.
  ///
  /// A copy that is missing is no reason not to play: nobody asks for it before a failure.
  private mutating func copies<LoadError>(
    at references: [ManifestReference], of original: MediaPlaylist, named name: String,
    for place: ManifestDocument.Place, variables: [String: String],
    load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) -> [(media: MediaPlaylist, reference: ManifestReference)] {
    var found: [(media: MediaPlaylist, reference: ManifestReference)] = []
    guard original.isEnded else { return found }
    for reference in references {
      let media: MediaPlaylist
      do throws(ManifestReadingError<LoadError>) {
        media = try self.media(reference, for: place, variables: variables, load: load)
      } catch {
        notes.append("a copy of \(name) is left out: \(error)")
        continue
      }
      guard media.refusal == nil, original.lists(sameAs: media) else {
        notes.append("a copy of \(name) is left out: \(reference.name) lists other segments")
        continue
      }
      found.append((media, reference))
    }
    return found
  }

  /// `lanes` on one clock, if their playlists are live ones, which may list other segments each.
  private mutating func aligned(
    _ lanes: [ManifestLane], of location: ManifestLocation
  ) throws(ManifestError) -> [ManifestLane] {
    let known = playlists
    let lists = lanes.flatMap(\.levels).compactMap { level in
      level.playlist.flatMap { known[$0.location] }
    }
    guard lists.contains(where: { !$0.isEnded }), lists.count == lanes.flatMap(\.levels).count
    else { return lanes }
    guard let alignment = LiveAlignment(lists) else {
      let problem = ManifestProblem(
        "the live playlists list no common segments",
        hint: "fetch all of them at about the same time")
      throw ManifestProblems(of: location).refusal(problem)
    }
    var (lanes, place, left) = (lanes, 0, 0)
    for lane in lanes.indices {
      for level in lanes[lane].levels.indices {
        lanes[lane].levels[level].segments = alignment.segments(of: lists[place], at: place)
        left += lists[place].segments.count - alignment.kept[place].count
        place += 1
      }
    }
    if left > 0 {
      notes.append(
        "\(counted(left, "segment")) that not all live playlists list, by "
          + "\(alignment.measure.rawValue), \(left == 1 ? "is" : "are") left out")
    }
    return lanes
  }

  /// The media playlist at `reference`, loaded if it was not before.
  private mutating func media<LoadError>(
    _ reference: ManifestReference, for place: ManifestDocument.Place,
    variables: [String: String], load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) throws(ManifestReadingError<LoadError>) -> MediaPlaylist {
    if let known = playlists[reference.location] {
      documents.share(reference, with: place)
      return known
    }
    let contents = try documents.load(reference, for: place, with: load)
    let problems = ManifestProblems(of: reference.location)
    let options = options
    let known = segmentCount
    let playlist = try ManifestReadingError<LoadError>.wrapping { () throws(ManifestError) in
      guard Ladder.Format(detecting: contents) == .hls,
        !MultivariantPlaylist.isMultivariant(contents)
      else {
        throw problems.refusal(
          ManifestProblem(
            line: 1, "expected a media playlist",
            hint: "write #EXTM3U in its first line, and no variants"))
      }
      let playlist = try MediaPlaylist(
        contents, at: reference.location, importing: variables, options: options)
      guard known + playlist.segments.count <= ManifestLimits.allSegments else {
        throw problems.refusal(
          ManifestProblem("the levels have more than \(ManifestLimits.allSegments) segments"))
      }
      return playlist
    }
    segmentCount += playlist.segments.count
    notes += playlist.notes.map { "\(reference.location.baseName): \($0)" }
    playlists[reference.location] = playlist
    return playlist
  }

  /// The names of levels: their resolutions if these differ, else their playlists.
  private static func names(of choices: [HLSSelection.Choice]) -> [String] {
    let resolutions = choices.compactMap(\.variant.attributes.resolution)
    guard Set(resolutions).count == choices.count else {
      return choices.map(\.playlist.playlistName)
    }
    return resolutions.map { "\($0.width)x\($0.height)" }
  }
}

extension MediaPlaylist {
  /// Whether `other` lists segments of the same times, from wherever they come.
  fileprivate func lists(sameAs other: MediaPlaylist) -> Bool {
    segments.count == other.segments.count
      && zip(segments, other.segments).allSatisfy {
        $0.declared == $1.declared && $0.isGap == $1.isGap && $0.encryption == $1.encryption
      }
      && initializations.count == other.initializations.count && keys.count == other.keys.count
  }

  /// What it says of itself, but for its stretches, which depend on what is played of it.
  fileprivate var listing: PlaylistListing {
    PlaylistListing(
      type: type, isEnded: isEnded, hasIndependentSegments: hasIndependentSegments)
  }
}

extension ManifestReference {
  /// The path of a playlist as written, without its extension.
  fileprivate var playlistName: String {
    let path = name.prefix { !"?#".contains($0) }
    return path.lowercased().hasSuffix(".m3u8") ? String(path.dropLast(5)) : String(path)
  }
}
