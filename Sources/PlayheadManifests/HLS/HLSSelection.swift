import PlayheadLadder
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
    /// The same from other servers, in order: for failures.
    var copies: [Choice] = []
  }

  /// What the variants carry.
  private(set) var kind = LadderLane.Kind.muxed
  /// The variants in ascending order of their bit rate.
  private(set) var choices: [Choice] = []
  /// The renditions of audio with different playlists, in the order of the playlist.
  private(set) var audio: [MultivariantPlaylist.Rendition] = []
  /// What is left out, a clause each.
  private(set) var notes: [String] = []

  /// The variants that are the same as another on another server, by the place of that one.
  private var redundant: [Int: [MultivariantPlaylist.Variant]] = [:]
  private let playlist: MultivariantPlaylist
  private let options: ManifestOptions

  /// Selects what can be played of `playlist`.
  ///
  /// - Throws: ``GrammarError`` if no audio is in the language that is asked for.
  init(of playlist: MultivariantPlaylist, options: ManifestOptions) throws(GrammarError) {
    self.playlist = playlist
    self.options = options
    let (own, others) = parted(byPathway: playlist.variants)
    var variants = try leavingOutUnplayable(own)
    variants = leavingOutRedundant(variants, others: others)
    variants = leavingOutAudioOnly(variants)
    let isAudioOnly = variants.allSatisfy(\.attributes.isAudioOnly)
    choices = variants.map { variant in
      var choice = choice(variant, isAudioOnly: isAudioOnly)
      choice.copies = redundant[variant.index, default: []].map {
        self.choice($0, isAudioOnly: isAudioOnly)
      }
      return choice
    }
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

  /// The playlists that are the same as that of an audio rendition on other servers, in order.
  func copies(ofAudio rendition: MultivariantPlaylist.Rendition) -> [ManifestReference] {
    let choice = choices.first {
      $0.audio?.reference?.location == rendition.reference?.location && !$0.copies.isEmpty
    }
    return choice?.copies.map { $0.audio?.reference ?? $0.playlist } ?? []
  }

  /// Whether variants have audio in them, which those that declare no codecs may have.
  private var hasAudioCodecs: Bool {
    choices.contains {
      $0.variant.attributes.codecs.isEmpty
        || $0.variant.attributes.codecs.contains(where: \.isAudioCodec)
    }
  }

  // MARK: What is left out

  /// The variants on the pathway that playback begins on, and those on others.
  private mutating func parted(
    byPathway variants: [MultivariantPlaylist.Variant]
  ) -> (own: [MultivariantPlaylist.Variant], others: [MultivariantPlaylist.Variant]) {
    guard let first = variants.first else { return (variants, []) }
    let isKnown = variants.contains { $0.pathway == playlist.firstPathway }
    let pathway = isKnown ? playlist.firstPathway : first.pathway
    let own = variants.filter { $0.pathway == pathway }
    if own.count < variants.count {
      notes.append(
        "\(counted(variants.count - own.count, "variant")) on other pathways than "
          + "\((pathway ?? "").excerpt) \(variants.count - own.count == 1 ? "is" : "are") for "
          + "failures only")
    }
    return (own, variants.filter { $0.pathway != pathway })
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

  /// Leaves out variants that are the same as one before them; those on other servers, as all of
  /// `others` are, are kept for failures.
  private mutating func leavingOutRedundant(
    _ variants: [MultivariantPlaylist.Variant], others: [MultivariantPlaylist.Variant]
  ) -> [MultivariantPlaylist.Variant] {
    var known: [MultivariantPlaylist.Variant.Level: [MultivariantPlaylist.Variant]] = [:]
    var otherAudioCount = 0
    var kept: [MultivariantPlaylist.Variant] = []
    for variant in variants {
      let level = variant.attributes.level
      // Of what declares no rate, nobody knows that it is the same.
      guard level.bitRate > .zero, let same = known[level] else {
        known[level] = [variant]
        kept.append(variant)
        continue
      }
      if same.contains(where: { $0.reference.location == variant.reference.location }) {
        if same.allSatisfy({ $0.attributes.audioGroup != variant.attributes.audioGroup }) {
          otherAudioCount += 1
        }
      } else {
        known[level, default: []].append(variant)
      }
    }
    let redundantCount = variants.count - kept.count - otherAudioCount
    for variant in others where options.plays(variant.attributes.codecs) {
      guard var same = known[variant.attributes.level], variant.attributes.level.bitRate > .zero,
        same.allSatisfy({ $0.reference.location != variant.reference.location })
      else { continue }
      same.append(variant)
      known[variant.attributes.level] = same
    }
    for same in known.values where same.count > 1 {
      redundant[same[0].index] = Array(same.dropFirst())
    }
    if redundantCount > 0 {
      notes.append(
        "\(counted(redundantCount, "redundant variant")) "
          + "\(redundantCount == 1 ? "is" : "are") for failures only")
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
