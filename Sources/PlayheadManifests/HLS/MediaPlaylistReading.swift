import PlayheadModel

/// Parses a media playlist line by line.
struct MediaPlaylistReading {
  var playlist = MediaPlaylist()

  let options: ManifestOptions
  let problems: ManifestProblems
  let references: PlaylistReferences
  var variables: PlaylistVariables

  // What holds for the whole playlist.
  var targetDuration: Int64?
  var hasUnreadableTargetDuration = false
  var isEnded = false
  var isVoD = false
  var refusedTags: Set<String> = []
  /// What is refused unless the playlist has ended.
  var unendedProblems: [ManifestProblem] = []
  var unendedNotes: [String] = []
  var notedTags: Set<String> = []
  var longest: (duration: MediaTime, number: Int)?

  // What holds until it is changed.
  var initialization: Int?
  var initializationTag = 0
  var initializationNumbers: [ManifestReference: Int] = [:]
  var bitRate: BitRate?
  var encryption = PlaylistEncryption()
  var discontinuity: (sequence: Int64, start: MediaTime) = (0, .zero)
  var end = MediaTime.zero
  /// The end of the range of the segment before, and its resource.
  var lastRange: (end: Int64, location: ManifestLocation)?

  // What holds for the next segment.
  var duration: MediaTime?
  var hasUnreadableDuration = false
  var byteRange: (count: Int64, offset: Int64?, tag: PlaylistTag)?
  var isGap = false
  var isDiscontinuity = false

  init(
    location: ManifestLocation, variables: [String: String]?, options: ManifestOptions,
    problems: ManifestProblems
  ) {
    self.options = options
    self.problems = problems
    references = PlaylistReferences(location: location, problems: problems)
    self.variables = PlaylistVariables(of: location, importing: variables ?? [:])
  }

  /// Parses all of `contents`; mistakes are noted.
  mutating func read(_ contents: [UInt8]) {
    problems.checkFirstLine(of: contents, .blankLineBeforeMedia)
    var lastLine = 1
    for line in PlaylistLines(contents) {
      lastLine = line.number
      switch line.content {
      case .tag(let tag): read(tag)
      case .uri(let uri):
        guard playlist.segments.count < ManifestLimits.segments else {
          problems.add(
            ManifestProblem(
              line: line.number, "more than \(ManifestLimits.segments) segments"))
          return
        }
        addSegment(uri, line)
      case .comment: break
      case .invalid:
        problems.add(ManifestProblem(line: line.number, "the line is not UTF-8"))
      }
    }
    finish(lastLine: lastLine)
  }

  private mutating func finish(lastLine: Int) {
    if !isEnded, isVoD {
      problems.forgive(
        ManifestProblem(line: lastLine, "EXT-X-ENDLIST is missing from a playlist of type VOD"),
        "taken as ended, as Shaka Player does; hls.js and Media3 load it again as if it were live",
        .missingEndList)
      isEnded = true
    }
    if targetDuration == nil, !hasUnreadableTargetDuration {
      problems.forgive(
        ManifestProblem(
          line: 1, "EXT-X-TARGETDURATION is missing", hint: "write #EXT-X-TARGETDURATION:6"),
        "the longest segment's duration taken", .missingTargetDuration)
    }
    if duration != nil {
      problems.forgive(
        ManifestProblem(line: lastLine, "the URI of the last segment is missing"), "left out")
    }
    if playlist.segments.isEmpty, problems.isEmpty {
      problems.add(ManifestProblem(line: lastLine, "the playlist lists no segments"))
    }
    if !isEnded { playlist.notes += unendedNotes }
    if !isEnded, !options.asVoD { for problem in unendedProblems { problems.add(problem) } }
    if !isEnded, !options.asVoD {
      problems.add(
        ManifestProblem(
          line: lastLine, "live playlists, without EXT-X-ENDLIST, are not supported",
          hint: "--as-vod plays what it lists"))
    }
  }

  /// The playlist with a note on segments that are too long.
  var noted: MediaPlaylist {
    var playlist = playlist
    playlist.targetDuration =
      targetDuration.map(MediaTime.seconds) ?? playlist.segments.map(\.declared.duration).max()
    playlist.isEnded = isEnded
    if let longest, let targetDuration {
      playlist.notes.append(
        "segment \(longest.number) of \(longest.duration.secondsText) s is longer than "
          + "EXT-X-TARGETDURATION \(targetDuration) allows")
    }
    return playlist
  }

  // MARK: Segments

  private mutating func addSegment(_ uri: String, _ line: PlaylistLine) {
    defer {
      (duration, byteRange, isGap, isDiscontinuity) = (nil, nil, false, false)
      hasUnreadableDuration = false
    }
    guard let duration else {
      // What is wrong with its tag was said.
      guard !hasUnreadableDuration else { return }
      problems.forgive(
        ManifestProblem(
          line: line.number, column: line.column, "EXTINF is missing before this URI",
          hint: "write #EXTINF:6.0, in the line before"), "left out", .segmentWithoutDuration)
      return
    }
    guard
      let text = variables.replacing(
        in: uri[...], line: line.number, column: line.column, noting: problems),
      var reference = references.reference(text, line: line.number, column: line.column)
    else { return }
    if let range = byteRange {
      guard let range = self.range(range, of: reference.location) else { return }
      reference = ManifestReference(
        name: reference.name, location: reference.location, range: range)
    }
    lastRange = reference.range.map { ($0.upperBound, reference.location) }
    guard duration <= MediaTime.bound - end else {
      problems.add(
        ManifestProblem(line: line.number, "the segments so far are longer than 36.5 years"))
      return
    }
    let declared = TimeRange(start: end, end: end + duration)
    if isDiscontinuity || playlist.segments.isEmpty { discontinuity.start = end }
    end = declared.end
    playlist.segments.append(
      ManifestSegment(
        reference: reference, initialization: initialization,
        initializationTag: initializationTag, declared: declared, isGap: isGap,
        isDiscontinuity: isDiscontinuity,
        timing: .discontinuity(sequence: discontinuity.sequence, start: discontinuity.start),
        declaredBitRate: reference.range == nil ? bitRate : nil, encryption: encryption.kind,
        key: encryption.key,
        cipher: encryption.cipher(
          ofSegment: playlist.segments.count, from: playlist.mediaSequence, playlist.keys)))
    noteLength(duration)
  }

  private mutating func noteLength(_ duration: MediaTime) {
    guard let targetDuration, duration > longest?.duration ?? .zero else { return }
    // Halves round up: what is below T + 0.5 s rounds to at most T.
    let bound = MediaTime.seconds(targetDuration) + .milliseconds(500)
    if duration >= bound { longest = (duration, playlist.segments.count - 1) }
  }

  /// The bytes of `resource` that `written` means; `nil` after noting a mistake.
  private func range(
    _ written: (count: Int64, offset: Int64?, tag: PlaylistTag), of resource: ManifestLocation
  ) -> ByteRange? {
    var start = written.offset
    if start == nil, let lastRange, lastRange.location == resource { start = lastRange.end }
    if start == nil {
      problems.forgive(
        written.tag.problem(
          "an offset is needed, as the segment before is not a range of the same resource",
          hint: "write #EXT-X-BYTERANGE:\(written.count)@0"), "0 taken",
        .byteRangeWithoutOffset)
      guard problems.options.forgives else { return nil }
    }
    let first = start ?? 0
    guard written.count <= Int64.max - first else {
      problems.add(written.tag.problem("the range ends beyond 2⁶³ bytes"))
      return nil
    }
    return ByteRange(first, first + written.count)
  }

  // MARK: Tags

  private mutating func read(_ tag: PlaylistTag) {
    switch tag.name {
    case "EXTINF": readDuration(tag)
    case "EXT-X-BYTERANGE": readByteRange(tag)
    case "EXT-X-DISCONTINUITY":
      isDiscontinuity = true
      discontinuity.sequence += 1
    case "EXT-X-GAP": isGap = true
    case "EXT-X-BITRATE": readBitRate(tag)
    case "EXT-X-MAP": readMap(tag)
    case "EXT-X-KEY": readKey(tag)
    case "EXT-X-TARGETDURATION": readTargetDuration(tag)
    case "EXT-X-DISCONTINUITY-SEQUENCE": readDiscontinuitySequence(tag)
    case "EXT-X-MEDIA-SEQUENCE":
      // A count of segments cannot overflow it.
      playlist.mediaSequence = min(
        tag.wholeNumber(noting: problems, assuming: "0", .unreadableMediaSequence) ?? 0, 1 << 60)
    case "EXT-X-PROGRAM-DATE-TIME": readDate(tag)
    case "EXT-X-PLAYLIST-TYPE": readType(tag)
    case "EXT-X-ENDLIST": isEnded = true
    case "EXT-X-INDEPENDENT-SEGMENTS": playlist.hasIndependentSegments = true
    // What says how live playlists are reloaded means nothing to one that is loaded once.
    case "EXT-X-SERVER-CONTROL": break
    case "EXT-X-PART", "EXT-X-PART-INF", "EXT-X-PRELOAD-HINT": refusePart(tag)
    case "EXT-X-DEFINE": variables.define(tag, noting: problems)
    case "EXT-X-START":
      playlist.start =
        playlist.start ?? PlaylistStart(tag, variables: variables, noting: problems)
    default: refuse(tag)
    }
  }

  mutating func note(_ tag: PlaylistTag, _ note: String) {
    if notedTags.insert(tag.name).inserted { playlist.notes.append(note) }
  }

  /// Refuses partial segments, unless the playlist has ended, as whole segments hold them then.
  private mutating func refusePart(_ tag: PlaylistTag) {
    if options.asVoD, notedTags.insert("parts").inserted {
      unendedNotes.append("partial segments are left out, as whole segments hold them")
    }
    guard refusedTags.insert(tag.name).inserted else { return }
    unendedProblems.append(
      ManifestProblem(
        line: tag.line, column: tag.column,
        "\(tag.name): partial segments of Low-Latency HLS are not supported"))
  }

  /// Refuses tags of what is not supported, each once, and passes those that are not known.
  private mutating func refuse(_ tag: PlaylistTag) {
    let refusal: (problem: String, hint: String?)? =
      switch tag.name {
      case "EXT-X-SKIP":
        ("delta updates of live playlists are not supported", "load it without _HLS_skip")
      case "EXT-X-I-FRAMES-ONLY":
        (
          "playlists of I-frames are for trick play and are never played",
          "give the playlist of the media"
        )
      default: nil
      }
    if MultivariantPlaylist.isTagOfVariants(tag.name),
      refusedTags.insert(tag.name).inserted
    {
      problems.forgive(
        ManifestProblem(
          line: tag.line, column: tag.column,
          "\(tag.name): this tag belongs in a multivariant playlist, and this is a media playlist"),
        "ignored", .variantTagAmongSegments)
    }
    guard let refusal, refusedTags.insert(tag.name).inserted else { return }
    problems.add(
      ManifestProblem(
        line: tag.line, column: tag.column, "\(tag.name): \(refusal.problem)", hint: refusal.hint))
  }
}
