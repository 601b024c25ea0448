import PlayheadLadder
import PlayheadModel

/// Parses a multivariant playlist line by line.
struct MultivariantPlaylistReading {
  private(set) var playlist = MultivariantPlaylist()

  private let problems: ManifestProblems
  private let references: PlaylistReferences
  private var variables: PlaylistVariables
  /// The tag of the variant whose URI is to follow.
  private var pending: PlaylistTag?
  /// Tags that are ignored, or refused once.
  private var seenTags: Set<String> = []
  private var iFramePlaylists: [String] = []
  private var ignoredRenditions: [String] = []
  private var groups: [(attribute: String, name: String, tag: PlaylistTag)] = []
  private var renditionCount = 0

  init(location: ManifestLocation, problems: ManifestProblems) {
    self.problems = problems
    references = PlaylistReferences(location: location, problems: problems)
    variables = PlaylistVariables(of: location)
  }

  /// Parses all of `contents`; mistakes are noted.
  mutating func read(_ contents: [UInt8]) {
    problems.checkFirstLine(of: contents, .blankLineBeforeVariants)
    var lastLine = 1
    for line in PlaylistLines(contents) {
      lastLine = line.number
      switch line.content {
      case .tag(let tag): read(tag)
      case .uri(let uri): addVariant(uri, line)
      case .comment: break
      case .invalid:
        problems.add(ManifestProblem(line: line.number, "the line is not UTF-8"))
      }
      guard playlist.variants.count <= ManifestLimits.levels,
        renditionCount <= ManifestLimits.levels
      else {
        problems.add(
          ManifestProblem(
            line: line.number, "more than \(ManifestLimits.levels) variants or renditions"))
        return
      }
    }
    refusePending()
    if playlist.variants.isEmpty, problems.isEmpty {
      problems.add(ManifestProblem(line: lastLine, "the playlist lists no variants"))
    }
    checkGroups()
    playlist.variables = variables.defined
    var known: Set<[String?]> = []
    playlist.listing.duplicateVariants = playlist.variants.count { variant in
      !known.insert([
        variant.reference.location.text, variant.attributes.audioGroup,
        variant.attributes.videoGroup, variant.subtitleGroup,
      ]).inserted
    }
    addNotes()
  }

  private mutating func addNotes() {
    addNote("I-frame playlists, for trick play, that are not played", iFramePlaylists)
    addNote("renditions that are not played", ignoredRenditions)
  }

  private mutating func addNote(_ what: String, _ names: [String]) {
    guard !names.isEmpty else { return }
    let listed = names.prefix(8).joined(separator: ", ")
    let more = names.count > 8 ? " and \(names.count - 8) more" : ""
    playlist.notes.append("\(what): \(listed)\(more)")
  }

  /// Notes groups of audio and video that no rendition has.
  private func checkGroups() {
    for group in groups {
      let isKnown = playlist.renditions.contains {
        $0.kind.rawValue == group.attribute && $0.group == group.name
      }
      guard !isKnown else { continue }
      let names = playlist.renditions.filter { $0.kind.rawValue == group.attribute }.map(\.group)
      problems.forgive(
        ManifestProblem(
          line: group.tag.line, column: group.tag.column,
          "EXT-X-STREAM-INF: \(group.attribute): no EXT-X-MEDIA has the group "
            + "“\(group.name.excerpt)”",
          hint: group.name.utf8.count > 100
            ? nil : group.name.nearest(in: names).map { "did you mean \($0.excerpt)?" }), "ignored")
    }
  }

  private mutating func refusePending() {
    guard let tag = pending else { return }
    problems.forgive(
      ManifestProblem(
        line: tag.line, column: tag.column,
        "EXT-X-STREAM-INF: the URI of the variant is missing in the line after it"), "left out",
      .variantWithoutURI)
    _ = attributes(ofVariant: tag)
    pending = nil
  }

  // MARK: Tags

  private mutating func read(_ tag: PlaylistTag) {
    switch tag.name {
    case "EXT-X-STREAM-INF":
      refusePending()
      pending = tag
    case "EXT-X-MEDIA": addRendition(tag)
    case "EXT-X-I-FRAME-STREAM-INF": addIFramePlaylist(tag)
    case "EXT-X-INDEPENDENT-SEGMENTS": playlist.listing.hasIndependentSegments = true
    case "EXT-X-DEFINE": variables.define(tag, noting: problems)
    case "EXT-X-CONTENT-STEERING":
      guard let attributes = AttributeReader(tag, variables: variables, noting: problems) else {
        return
      }
      playlist.firstPathway = attributes.quoted("PATHWAY-ID")
      note(tag, "EXT-X-CONTENT-STEERING is ignored: the first pathway is played")
    case "EXT-X-START":
      playlist.start =
        playlist.start ?? PlaylistStart(tag, variables: variables, noting: problems)
    case "EXT-X-SESSION-KEY": readSessionKey(tag)
    case "EXTINF", "EXT-X-TARGETDURATION", "EXT-X-BYTERANGE", "EXT-X-MAP", "EXT-X-ENDLIST":
      guard seenTags.insert("media").inserted else { return }
      problems.forgive(
        ManifestProblem(
          line: tag.line, column: tag.column,
          "\(tag.name): this tag belongs in a media playlist, and this is a multivariant playlist"),
        "ignored", .segmentTagAmongVariants)
    default: break
    }
  }

  /// Notes the key of an `EXT-X-SESSION-KEY` (RFC 8216bis, 4.4.6.5).
  private mutating func readSessionKey(_ tag: PlaylistTag) {
    guard let attributes = AttributeReader(tag, variables: variables, noting: problems) else {
      return
    }
    for (name, example) in [("METHOD", "AES-128"), ("URI", "\"key.bin\"")]
    where !attributes.has(name) {
      problems.forgive(attributes.list.missing(name, example: example), "ignored")
      return
    }
    guard let method = attributes.word("METHOD"), method != "NONE",
      let uri = attributes.quoted("URI")
    else { return }
    let format = attributes.has("KEYFORMAT") ? attributes.quoted("KEYFORMAT") : nil
    let key = ManifestKey(
      uri, isLicence: (format ?? "identity") != "identity", in: references.location,
      allowingRemote: problems.options.allowsRemote)
    if !playlist.sessionKeys.contains(key) { playlist.sessionKeys.append(key) }
  }

  private mutating func note(_ tag: PlaylistTag, _ note: String) {
    if seenTags.insert(tag.name).inserted { playlist.notes.append(note) }
  }

  // MARK: Variants

  private mutating func addVariant(_ uri: String, _ line: PlaylistLine) {
    guard let tag = pending else {
      problems.forgive(
        ManifestProblem(
          line: line.number, column: line.column, "EXT-X-STREAM-INF is missing before this URI",
          hint: "write #EXT-X-STREAM-INF:BANDWIDTH=1500000 in the line before"), "left out",
        .strayVariantURI)
      return
    }
    pending = nil
    guard let (read, pathway, subtitles, written) = attributes(ofVariant: tag),
      let text = variables.replacing(
        in: uri[...], line: line.number, column: line.column, noting: problems),
      let reference = references.reference(text, line: line.number, column: line.column)
    else { return }
    playlist.variants.append(
      MultivariantPlaylist.Variant(
        reference: reference, attributes: read, pathway: pathway, subtitleGroup: subtitles,
        index: playlist.variants.count, line: tag.line))
    playlist.listing.variants.append(written)
  }

  /// The attributes of a variant, its pathway, the group of its subtitles, and all as written;
  /// `nil` after noting mistakes of their grammar.
  private mutating func attributes(
    ofVariant tag: PlaylistTag
  ) -> (
    MultivariantPlaylist.Variant.Attributes, pathway: String, subtitles: String?,
    written: [MultivariantListing.TagAttribute]
  )? {
    guard let attributes = AttributeReader(tag, variables: variables, noting: problems) else {
      return nil
    }
    if !attributes.has("BANDWIDTH") {
      problems.forgive(
        attributes.list.missing("BANDWIDTH", example: "1500000"),
        attributes.has("AVERAGE-BANDWIDTH")
          ? "AVERAGE-BANDWIDTH taken" : "taken from the sizes of segments", .missingBandwidth)
    }
    let groups = (audio: attributes.quoted("AUDIO"), video: attributes.quoted("VIDEO"))
    let read = MultivariantPlaylist.Variant.Attributes(
      bitRate: attributes.bitRate("BANDWIDTH") ?? .zero,
      averageBitRate: attributes.bitRate("AVERAGE-BANDWIDTH"), codecs: attributes.codecs("CODECS"),
      resolution: attributes.resolution("RESOLUTION"),
      frameRateThousandths: attributes.frameRateThousandths("FRAME-RATE"),
      videoRange: attributes.word("VIDEO-RANGE"), audioGroup: groups.audio,
      videoGroup: groups.video)
    if let name = groups.audio { self.groups.append(("AUDIO", name, tag)) }
    if let name = groups.video { self.groups.append(("VIDEO", name, tag)) }
    let pathway = attributes.has("PATHWAY-ID") ? attributes.quoted("PATHWAY-ID") ?? "." : "."
    let written = attributes.list.attributes.map { attribute in
      MultivariantListing.TagAttribute(
        String(attribute.name),
        attribute.isQuoted ? "\"\(attribute.value)\"" : String(attribute.value))
    }
    return (read, pathway, attributes.quoted("SUBTITLES"), written)
  }

  /// Lists a playlist of I-frames, which is not loaded (RFC 8216bis, 4.4.6.3).
  private mutating func addIFramePlaylist(_ tag: PlaylistTag) {
    guard let attributes = AttributeReader(tag, variables: variables, noting: problems) else {
      return
    }
    if !attributes.has("BANDWIDTH") {
      problems.forgive(attributes.list.missing("BANDWIDTH", example: "150000"), "ignored")
    }
    if !attributes.has("URI") { attributes.refuseMissing("URI", example: "\"iframes.m3u8\"") }
    let facts = [
      attributes.bitRate("BANDWIDTH")?.text,
      attributes.resolution("RESOLUTION").map { "\($0.width)x\($0.height)" },
    ].compactMap(\.self)
    guard let reference = references.reference(attributes) else { return }
    playlist.listing.iFramePlaylists += 1
    iFramePlaylists.append("\(reference.name.excerpt) (\(facts.joined(separator: ", ")))")
  }

  // MARK: Renditions

  private mutating func addRendition(_ tag: PlaylistTag) {
    guard let attributes = AttributeReader(tag, variables: variables, noting: problems) else {
      return
    }
    renditionCount += 1
    guard attributes.has("TYPE") else {
      attributes.refuseMissing("TYPE", example: "AUDIO")
      return
    }
    guard let type = attributes.word("TYPE") else { return }
    let name = attributes.requiredQuoted("NAME", example: "English")
    if type != MultivariantPlaylist.Rendition.Kind.video.rawValue, !attributes.has("LANGUAGE") {
      playlist.listing.renditionsWithoutLanguage.append(name?.excerpt ?? "")
    }
    guard let kind = MultivariantPlaylist.Rendition.Kind(rawValue: type) else {
      if ["SUBTITLES", "CLOSED-CAPTIONS"].contains(type) {
        ignoredRenditions.append("\(name?.excerpt ?? "") (\(type))")
      } else if let attribute = attributes.list["TYPE"] {
        problems.add(
          attributes.list.problem(
            attribute,
            "expected AUDIO, VIDEO, SUBTITLES or CLOSED-CAPTIONS, found \(type.excerpt)"))
      }
      return
    }
    guard let group = attributes.requiredQuoted("GROUP-ID", example: "audio"), let name else {
      return
    }
    var reference: ManifestReference?
    if attributes.has("URI") {
      reference = references.reference(attributes)
      guard reference != nil else { return }
    }
    playlist.renditions.append(
      MultivariantPlaylist.Rendition(
        kind: kind, group: group, name: name, language: attributes.quoted("LANGUAGE"),
        isDefault: attributes.flag("DEFAULT"), isAutoselected: attributes.flag("AUTOSELECT"),
        reference: reference, index: playlist.renditions.count))
  }
}
