import PlayheadModel

/// The variants and renditions of a multivariant playlist that a session can play.
struct HLSSelection {
  /// A variant, and what plays with it.
  struct Choice {
    let variant: MultivariantPlaylist.Variant
    /// The playlist of the variant, or of its video rendition.
    let playlist: ManifestReference
    /// The rendition of audio; `nil` if the audio is in the variant.
    let audio: MultivariantPlaylist.Rendition?
  }

  /// What the variants carry.
  private(set) var kind = Lane.Kind.muxed
  /// The variants in ascending order of their bit rate.
  private(set) var choices: [Choice] = []
  /// The renditions of audio with different playlists, in the order of the playlist.
  private(set) var audio: [MultivariantPlaylist.Rendition] = []
  /// What is left out, a clause each.
  private(set) var notes: [String] = []

  private let playlist: MultivariantPlaylist
  private let options: ManifestOptions

  /// Selects what can be played of `playlist`.
  ///
  /// - Throws: ``GrammarError`` if no audio is in the language that is asked for.
  init(of playlist: MultivariantPlaylist, options: ManifestOptions) throws(GrammarError) {
    self.playlist = playlist
    self.options = options
    var variants = try leavingOutUnplayable(leavingOutPathways(playlist.variants))
    variants = leavingOutRedundant(variants)
    variants = leavingOutAudioOnly(variants)
    let isAudioOnly = variants.allSatisfy(\.attributes.isAudioOnly)
    choices = variants.map { choice($0, isAudioOnly: isAudioOnly) }
    leaveOutMuxed()
    choices.sort {
      ($0.variant.attributes.bitRate, $0.variant.index)
        < ($1.variant.attributes.bitRate, $1.variant.index)
    }
    var locations: Set<ManifestLocation> = []
    audio = choices.compactMap(\.audio).sorted { $0.index < $1.index }
      .filter { $0.reference.map { locations.insert($0.location).inserted } ?? false }
    kind = isAudioOnly ? .audio : audio.isEmpty && !hasAudioCodecs ? .video : .muxed
    if !audio.isEmpty { kind = .video }
    noteOtherRenditions()
    try checkLanguage(isAudioOnly: isAudioOnly)
  }

  /// The number of the audio rendition of `choice`.
  func audioLevel(of choice: Choice) -> Int? {
    choice.audio.flatMap { rendition in
      audio.firstIndex { $0.reference?.location == rendition.reference?.location }
    }
  }

  /// Whether variants have audio in them, which those that declare no codecs may have.
  private var hasAudioCodecs: Bool {
    choices.contains {
      $0.variant.attributes.codecs.isEmpty
        || $0.variant.attributes.codecs.contains(where: \.isAudioCodec)
    }
  }

  // MARK: What is left out

  private mutating func leavingOutPathways(
    _ variants: [MultivariantPlaylist.Variant]
  ) -> [MultivariantPlaylist.Variant] {
    guard let first = variants.first else { return variants }
    let isKnown = variants.contains { $0.pathway == playlist.firstPathway }
    let pathway = isKnown ? playlist.firstPathway : first.pathway
    let kept = variants.filter { $0.pathway == pathway }
    if kept.count < variants.count {
      notes.append(
        "\(counted(variants.count - kept.count, "variant")) on other pathways than "
          + "\((pathway ?? "").excerpt) left out")
    }
    return kept
  }

  private mutating func leavingOutUnplayable(
    _ variants: [MultivariantPlaylist.Variant]
  ) throws(GrammarError) -> [MultivariantPlaylist.Variant] {
    let kept = variants.filter { options.plays($0.attributes.codecs) }
    guard kept.count < variants.count else { return variants }
    let codecs = Set(variants.flatMap(\.attributes.codecs).filter { !options.plays([$0]) }).sorted()
      .prefix(8).map(\.excerpt).joined(separator: ", ")
    guard !kept.isEmpty else {
      if let refusal = options.refusal(of: codecs, "variant") { throw refusal }
      notes.append("the player plays the codecs of no variant, so all are kept: \(codecs)")
      return variants
    }
    notes.append(
      "\(counted(variants.count - kept.count, "variant")) left out whose codecs do not play: "
        + codecs)
    return kept
  }

  private mutating func leavingOutRedundant(
    _ variants: [MultivariantPlaylist.Variant]
  ) -> [MultivariantPlaylist.Variant] {
    var known: [MultivariantPlaylist.Variant.Level: Set<String?>] = [:]
    var otherAudioCount = 0
    let kept = variants.filter { variant in
      let (level, group) = (variant.attributes.level, variant.attributes.audioGroup)
      // Of what declares no rate, nobody knows that it is the same.
      guard level.bitRate > .zero else { return true }
      let isKnown = known[level] != nil
      if known[level, default: []].insert(group).inserted, isKnown { otherAudioCount += 1 }
      return !isKnown
    }
    let redundantCount = variants.count - kept.count - otherAudioCount
    if redundantCount > 0 {
      notes.append(
        "\(counted(redundantCount, "redundant variant")) left out, which are for failures of another"
      )
    }
    if otherAudioCount > 0 {
      notes.append(
        "\(counted(otherAudioCount, "variant")) left out that "
          + "\(otherAudioCount == 1 ? "differs" : "differ") from another only in the group of audio"
      )
    }
    return kept
  }

  private mutating func leavingOutAudioOnly(
    _ variants: [MultivariantPlaylist.Variant]
  ) -> [MultivariantPlaylist.Variant] {
    let kept = variants.filter { !$0.attributes.isAudioOnly }
    guard !kept.isEmpty, kept.count < variants.count else { return variants }
    notes.append("\(counted(variants.count - kept.count, "variant")) without video left out")
    return kept
  }

  /// Leaves out variants that carry their audio if others have it apart, as one session plays
  /// either.
  private mutating func leaveOutMuxed() {
    let kept = choices.filter { $0.audio != nil }
    guard !kept.isEmpty, kept.count < choices.count else { return }
    notes.append(
      "\(counted(choices.count - kept.count, "variant")) without an audio rendition left out, as "
        + "others have one")
    choices = kept
  }

  private func choice(_ variant: MultivariantPlaylist.Variant, isAudioOnly: Bool) -> Choice {
    let video = variant.attributes.videoGroup.flatMap {
      playlist.chosen(.video, group: $0, options: options)
    }
    let audio = variant.attributes.audioGroup.flatMap {
      isAudioOnly ? nil : playlist.chosen(.audio, group: $0, options: options)
    }
    return Choice(
      variant: variant, playlist: video?.reference ?? variant.reference,
      audio: audio?.reference == nil ? nil : audio)
  }

  // MARK: Renditions

  private mutating func noteOtherRenditions() {
    let played = Set(choices.map(\.playlist.location) + audio.compactMap(\.reference?.location))
    let others = playlist.renditions.filter { rendition in
      rendition.reference.map { !played.contains($0.location) } ?? false
    }
    guard !others.isEmpty else { return }
    let names = others.prefix(8).map { "\($0.name.excerpt) (\($0.kind.rawValue.lowercased()))" }
    let more = others.count > 8 ? " and \(others.count - 8) more" : ""
    notes.append(
      "other renditions that are not played: \(names.joined(separator: ", "))\(more)")
  }

  private func checkLanguage(isAudioOnly: Bool) throws(GrammarError) {
    guard let language = options.language else { return }
    guard !choices.contains(where: { options.wants($0.audio?.language) }) else { return }
    var known: [String] = []
    for case let spoken? in playlist.renditions.map({ $0.kind == .audio ? $0.language : nil })
    where !known.contains(spoken) && known.count < 8 {
      known.append(spoken.excerpt)
    }
    throw GrammarError(
      text: language, problem: "no audio in this language",
      hint: known.isEmpty
        ? "the playlist offers no choice"
        : "the languages are \(known.wordList(or: false))")
  }
}
