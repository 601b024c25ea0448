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
  private var sessionKeys: [ManifestKey] = []
  /// Why the first playlist that cannot be read cannot; `nil` if all can.
  private var failure: (any Error)?
  /// Whether there are more segments than is read.
  private var isTooLarge = false

  /// Reads the playlist in `document` and those that it refers to.
  static func read<LoadError>(
    _ document: [UInt8], at location: ManifestLocation, options: ManifestOptions,
    failing: (LoadError) -> RequestFault.Answer?,
    load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) throws(ManifestReadingError<LoadError>) -> Manifest {
    var assembly = HLSManifest(
      options: options, documents: LoadedDocuments(first: document, at: location))
    let lanes: [ManifestLane]
    if MultivariantPlaylist.isMultivariant(document) {
      lanes = try assembly.lanes(
        of: document, at: location, failing: failing, load: load)
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
    (manifest.refusal, manifest.sessionKeys) = (assembly.refusal, assembly.sessionKeys)
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
    var level = ManifestLevel(
      name: location.baseName, bitRate: nil, averageBitRate: nil, resolution: nil,
      frameRateThousandths: nil, codecs: [], playlist: documents.documents[0].reference,
      indexes: [],
      initializations: playlist.initializations,
      initializationCiphers: playlist.initializationCiphers, keys: playlist.keys,
      segments: playlist.segments, audioLevel: nil,
      manifestIndex: 0, targetDuration: playlist.targetDuration, listing: playlist.listing)
    level.durationDecimals = playlist.durationDecimals
    documents.share(
      documents.documents[0].reference, with: ManifestDocument.Place(lane: 0, level: 0))
    return ManifestLane(kind: .muxed, language: nil, name: nil, levels: [level])
  }

  // MARK: A multivariant playlist

  private mutating func lanes<LoadError>(
    of document: [UInt8], at location: ManifestLocation,
    failing: (LoadError) -> RequestFault.Answer?,
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
    (listing, sessionKeys) = (playlist.listing, playlist.sessionKeys)
    let names = Self.names(of: selection.choices)
    var main: [Found] = []
    for (number, choice) in selection.choices.enumerated() {
      let place = ManifestDocument.Place(lane: 0, level: number)
      main.append(
        try found(
          choice.playlist, orElse: choice.copies.map(\.playlist),
          named: "variant \(names[number])", for: place, variables: playlist.variables,
          failing: failing, load: load))
    }
    start = start ?? main.lazy.compactMap(\.media?.start).first
    if let reason = Self.refusal(of: main) {
      refusal = refusal ?? LadderRefusal(reason, isOfManifest: false)
      main = main.map { Found(media: $0.media) }
    }
    let renditions = selection.audio.filter { $0.reference != nil }
    var audio: [Found] = []
    for (number, rendition) in renditions.enumerated() {
      guard let reference = rendition.reference else { continue }
      audio.append(
        try found(
          reference, orElse: selection.copies(ofAudio: rendition), named: rendition.name,
          for: ManifestDocument.Place(lane: 1, level: number), variables: playlist.variables,
          failing: failing, load: load))
    }
    if let reason = Self.refusal(of: audio) {
      refusal = refusal ?? LadderRefusal(reason, isOfManifest: false)
      audio = audio.map { Found(media: $0.media) }
    }
    // Nobody knows the segments of what cannot be read; they are taken to be as others are.
    guard let spare = (main + audio).lazy.compactMap(\.media).first else {
      throw failure as? ManifestReadingError<LoadError>
        ?? .malformed(
          ManifestProblems(of: location).refusal(ManifestProblem("it names no playlist")))
    }
    // Live ones list what they do when they are read, which tells nothing of others.
    let places = main.indices.filter { main[$0].media != nil || spare.isEnded }
    var levels: [ManifestLevel] = []
    for number in places {
      let (choice, attributes) = (
        selection.choices[number], selection.choices[number].variant.attributes
      )
      levels.append(
        level(
          main[number], or: spare, at: choice.playlist, copies: choice.copies.map(\.playlist),
          for: ManifestDocument.Place(lane: 0, level: number), variables: playlist.variables,
          failing: failing, load: load
        ) { media, reference in
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
        })
    }
    let lane = ManifestLane(kind: selection.kind, language: nil, name: nil, levels: levels)
    guard let first = renditions.first else {
      return try ManifestReadingError<LoadError>.wrapping { () throws(ManifestError) in
        try aligned([lane], of: location)
      }
    }
    levels = []
    for (number, rendition) in renditions.enumerated() {
      guard let reference = rendition.reference else { continue }
      let isOnly = selection.audio.count { $0.name == rendition.name } == 1
      levels.append(
        level(
          audio[number], or: spare, at: reference, copies: selection.copies(ofAudio: rendition),
          for: ManifestDocument.Place(lane: 1, level: number), variables: playlist.variables,
          failing: failing, load: load
        ) { media, reference in
          ManifestLevel(
            name: isOnly ? rendition.name : reference.playlistName, bitRate: nil,
            averageBitRate: nil, resolution: nil, frameRateThousandths: nil, codecs: [],
            playlist: reference, indexes: [], initializations: media.initializations,
            initializationCiphers: media.initializationCiphers, keys: media.keys,
            segments: media.segments, audioLevel: nil, manifestIndex: rendition.index,
            targetDuration: media.targetDuration, listing: media.listing)
        })
    }
    let sound = ManifestLane(
      kind: .audio, language: first.language, name: first.name, levels: levels)
    return try ManifestReadingError<LoadError>.wrapping { () throws(ManifestError) in
      try aligned([lane, sound], of: location)
    }
  }

  // MARK: Playlists that cannot be had

  /// A media playlist, or why players cannot have it; of both, the first is that of a copy.
  private struct Found {
    var media: MediaPlaylist?
    var lack: ManifestLack?
  }

  /// Why a player refuses all of `found`; `nil` if it does not.
  private static func refusal(of found: [Found]) -> String? {
    let reasons = found.compactMap(\.media?.refusal)
    return found.isEmpty || reasons.count < found.count ? nil : reasons.first
  }

  /// The playlist at `reference` of what is called `name`; if that cannot be had, or the player
  /// refuses it, why, and the first of `copies` that can.
  private mutating func found<LoadError>(
    _ reference: ManifestReference, orElse copies: [ManifestReference], named name: String,
    for place: ManifestDocument.Place, variables: [String: String],
    failing: (LoadError) -> RequestFault.Answer?,
    load: (ManifestReference) throws(LoadError) -> [UInt8]
  ) throws(ManifestReadingError<LoadError>) -> Found {
    var lack: ManifestLack
    do throws(ManifestReadingError<LoadError>) {
      let media = try self.media(reference, for: place, variables: variables, load: load)
      guard let refusal = media.refusal else { return Found(media: media) }
      lack = ManifestLack(
        reference: reference, answer: .unreadable, reason: "the player refuses its playlist")
      notes.append("\(name): \(lack.reason): \(refusal)")
      lack.knowsSegments = true
      return Found(media: media, lack: lack)
    } catch {
      guard options.forgives, !isTooLarge, let own = error.lack(of: reference, failing) else {
        throw error
      }
      failure = failure ?? error
      lack = own
    }
    notes.append("\(name): \(lack.reason)")
    for copy in copies {
      guard let media = try? self.media(copy, for: place, variables: variables, load: load),
        media.refusal == nil
      else { continue }
      lack.knowsSegments = true
      return Found(media: media, lack: lack)
    }
    return Found(lack: lack)
  }

  /// The level of `found`, which `make` makes of a playlist, with its copies; `spare` stands in for
  /// a playlist that nobody knows.
  private mutating func level<LoadError>(
    _ found: Found, or spare: MediaPlaylist, at reference: ManifestReference,
    copies: [ManifestReference], for place: ManifestDocument.Place, variables: [String: String],
    failing: (LoadError) -> RequestFault.Answer?,
    load: (ManifestReference) throws(LoadError) -> [UInt8],
    _ make: (MediaPlaylist, ManifestReference) -> ManifestLevel
  ) -> ManifestLevel {
    let media = found.media ?? spare
    var level = make(media, reference)
    (level.lack, level.durationDecimals) = (found.lack, media.durationDecimals)
    guard found.media != nil else { return level }
    level.copies = self.copies(
      at: copies, of: media, named: level.name, for: place, variables: variables, load: load
    ).map { make($0.media, $0.reference) }
    return level
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
    var isTooLarge = false
    defer { self.isTooLarge = self.isTooLarge || isTooLarge }
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
        isTooLarge = true
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
