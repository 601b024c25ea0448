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
  private var iFramePlaylists = 0
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
    addNotes()
  }

  private mutating func addNotes() {
    if iFramePlaylists > 0 {
      playlist.notes.append(
        "\(counted(iFramePlaylists, "I-frame playlist")) for trick play are never played")
    }
    let listed = ignoredRenditions.prefix(8).joined(separator: ", ")
    if !ignoredRenditions.isEmpty {
      let more = ignoredRenditions.count > 8 ? " and \(ignoredRenditions.count - 8) more" : ""
      playlist.notes.append("renditions that are not played: \(listed)\(more)")
    }
  }

  /// Notes groups of audio and video that no rendition has.
  private func checkGroups() {
    for group in groups {
      let isKnown = playlist.renditions.contains {
        $0.kind.rawValue == group.attribute && $0.group == group.name
      }
      guard !isKnown else { continue }
      let names = playlist.renditions.filter { $0.kind.rawValue == group.attribute }.map(\.group)
      problems.add(
        ManifestProblem(
          line: group.tag.line, column: group.tag.column,
          "EXT-X-STREAM-INF: \(group.attribute): no EXT-X-MEDIA has the group "
            + "“\(group.name.excerpt)”",
          hint: group.name.utf8.count > 100
            ? nil : group.name.nearest(in: names).map { "did you mean \($0.excerpt)?" }))
    }
  }

  private mutating func refusePending() {
    guard let tag = pending else { return }
    problems.add(
      ManifestProblem(
        line: tag.line, column: tag.column,
        "EXT-X-STREAM-INF: the URI of the variant is missing in the line after it"))
    pending = nil
  }

  // MARK: Tags

  private mutating func read(_ tag: PlaylistTag) {
    switch tag.name {
    case "EXT-X-STREAM-INF":
      refusePending()
      pending = tag
    case "EXT-X-MEDIA": addRendition(tag)
    case "EXT-X-I-FRAME-STREAM-INF": iFramePlaylists += 1
    case "EXT-X-DEFINE": variables.define(tag, noting: problems)
    case "EXT-X-CONTENT-STEERING":
      guard let attributes = AttributeReader(tag, variables: variables, noting: problems) else {
        return
      }
      playlist.firstPathway = attributes.quoted("PATHWAY-ID")
      note(tag, "EXT-X-CONTENT-STEERING is ignored: the first pathway is played")
    case "EXT-X-START":
      note(tag, "EXT-X-START is ignored: playback starts at the beginning")
    case "EXTINF", "EXT-X-TARGETDURATION", "EXT-X-BYTERANGE", "EXT-X-MAP", "EXT-X-ENDLIST":
      guard seenTags.insert("media").inserted else { return }
      problems.add(
        ManifestProblem(
          line: tag.line, column: tag.column,
          "\(tag.name): this tag belongs in a media playlist, and this is a multivariant playlist"))
    default: break
    }
  }

  private mutating func note(_ tag: PlaylistTag, _ note: String) {
    if seenTags.insert(tag.name).inserted { playlist.notes.append(note) }
  }

  // MARK: Variants

  private mutating func addVariant(_ uri: String, _ line: PlaylistLine) {
    guard let tag = pending else {
      problems.add(
        ManifestProblem(
          line: line.number, column: line.column, "EXT-X-STREAM-INF is missing before this URI",
          hint: "write #EXT-X-STREAM-INF:BANDWIDTH=1500000 in the line before"))
      return
    }
    pending = nil
    guard let attributes = AttributeReader(tag, variables: variables, noting: problems) else {
      return
    }
    if !attributes.has("BANDWIDTH") { attributes.refuseMissing("BANDWIDTH", example: "1500000") }
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
    guard
      let text = variables.replacing(
        in: uri[...], line: line.number, column: line.column, noting: problems),
      let reference = references.reference(text, line: line.number, column: line.column)
    else { return }
    playlist.variants.append(
      MultivariantPlaylist.Variant(
        reference: reference, attributes: read,
        pathway: attributes.has("PATHWAY-ID") ? attributes.quoted("PATHWAY-ID") ?? "." : ".",
        index: playlist.variants.count, line: tag.line))
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
