import PlayheadModel

/// Parses a media playlist line by line.
struct MediaPlaylistReading {
  private var playlist = MediaPlaylist()

  private let options: ManifestOptions
  private let problems: ManifestProblems
  private let references: PlaylistReferences
  private var variables: PlaylistVariables

  // What holds for the whole playlist.
  private var targetDuration: Int64?
  private var hasUnreadableTargetDuration = false
  private var isEnded = false
  private var isVoD = false
  private var refusedTags: Set<String> = []
  /// What is refused unless the playlist has ended.
  private var unendedProblems: [ManifestProblem] = []
  private var unendedNotes: [String] = []
  private var notedTags: Set<String> = []
  private var longest: (duration: MediaTime, number: Int)?

  // What holds until it is changed.
  private var initialization: Int?
  private var initializationTag = 0
  private var initializationNumbers: [ManifestReference: Int] = [:]
  private var bitRate: BitRate?
  private var encryption: SegmentEncryption?
  /// The key in force, and its initialization vector if it is written.
  private var key: Int?
  private var keyVector: [UInt8]?
  private var method = "NONE"
  /// Before which segment, and where, the latest key was named.
  private var keyLine: (segments: Int, line: Int)?
  private var discontinuity: (sequence: Int64, start: MediaTime) = (0, .zero)
  private var end = MediaTime.zero
  /// The end of the range of the segment before, and its resource.
  private var lastRange: (end: Int64, location: ManifestLocation)?

  // What holds for the next segment.
  private var duration: MediaTime?
  private var hasUnreadableDuration = false
  private var byteRange: (count: Int64, offset: Int64?, tag: PlaylistTag)?
  private var isGap = false
  private var isDiscontinuity = false

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
        declaredBitRate: reference.range == nil ? bitRate : nil, encryption: encryption, key: key,
        cipher: cipher(ofSegment: playlist.segments.count)))
    noteLength(duration)
  }

  /// How the segment of this number is encrypted: without a vector that is written, by its media
  /// sequence number (RFC 8216, section 5.2).
  private func cipher(ofSegment number: Int) -> ManifestCipher? {
    guard encryption == .whole, method == "AES-128", let key, !playlist.keys[key].isLicence else {
      return nil
    }
    var vector = keyVector ?? []
    if vector.isEmpty {
      let sequence = UInt64(playlist.mediaSequence) + UInt64(number)
      vector = [UInt8](repeating: 0, count: 8)
      for shift in stride(from: 56, through: 0, by: -8) {
        vector.append(UInt8(truncatingIfNeeded: sequence >> UInt64(shift)))
      }
    }
    return ManifestCipher(key: key, vector: vector)
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

  private mutating func note(_ tag: PlaylistTag, _ note: String) {
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
    if ["EXT-X-STREAM-INF", "EXT-X-MEDIA", "EXT-X-I-FRAME-STREAM-INF"].contains(tag.name),
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

  private mutating func readDuration(_ tag: PlaylistTag) {
    // Where it cannot be read, the URI that follows is still a segment, unless players leave it
    // out.
    duration = problems.options.forgives ? nil : .zero
    hasUnreadableDuration = false
    let text = (tag.value ?? "").prefix { $0 != "," }
    var trimmed = text.trimmingBlanks
    if trimmed != text {
      problems.forgive(tag.problem("blanks around its duration"), "passed over")
    }
    if problems.options.forgives {
      let digits = trimmed.prefix { $0.isNumber || $0 == "." }
      if digits.count < trimmed.count, digits.first?.isNumber == true {
        problems.forgive(
          tag.problem("expected a duration in seconds, found “\(text.excerpt)”"),
          "\(digits.excerpt) taken")
        trimmed = digits
      }
    }
    guard let number = WrittenDecimal(trimmed),
      let nanoseconds = number.times(1_000_000_000, atMost: MediaTime.bound.nanoseconds)
    else {
      problems.forgive(
        tag.problem(
          "expected a duration in seconds, found \(text.isEmpty ? "nothing" : "“\(text.excerpt)”")",
          hint: "write #EXTINF:6.0,"), "its segment left out", .unreadableDuration)
      hasUnreadableDuration = problems.options.forgives
      return
    }
    duration = MediaTime(nanoseconds: nanoseconds)
    let point = trimmed.firstIndex(of: ".")
    let decimals = point.map { trimmed.distance(from: $0, to: trimmed.endIndex) - 1 } ?? 0
    playlist.durationDecimals = min(playlist.durationDecimals ?? decimals, decimals)
  }

  private mutating func readByteRange(_ tag: PlaylistTag) {
    guard let range = byteRange(tag.value ?? "", noting: { problems.forgive(tag.problem($0), $1) })
    else {
      problems.add(
        tag.problem(
          "expected a number of bytes and an offset, found “\((tag.value ?? "").excerpt)”",
          hint: "write #EXT-X-BYTERANGE:1000@0"))
      return
    }
    byteRange = (range.count, range.offset, tag)
  }

  private func byteRange(
    _ text: String, noting note: (_ problem: String, _ assumed: String) -> Void
  ) -> (count: Int64, offset: Int64?)? {
    let written = text.split(separator: "@", omittingEmptySubsequences: false)
    let parts = written.map(\.trimmingBlanks)
    guard parts.count <= 2, let first = parts.first, let count = Int64(decimalDigits: first) else {
      return nil
    }
    if parts != written { note("blanks around its numbers", "passed over") }
    guard parts.count == 2 else { return (count, nil) }
    if parts[1].isEmpty, problems.options.forgives {
      note("no offset behind @", "taken for none")
      return (count, nil)
    }
    return Int64(decimalDigits: parts[1]).map { (count, $0) }
  }

  private mutating func readMap(_ tag: PlaylistTag) {
    guard let attributes = AttributeReader(tag, variables: variables, noting: problems) else {
      return
    }
    if !attributes.has("URI") { attributes.refuseMissing("URI", example: "\"init.mp4\"") }
    var range: ByteRange?
    if let text = attributes.quoted("BYTERANGE"), let attribute = attributes.list["BYTERANGE"] {
      let list = attributes.list
      guard
        let written = byteRange(
          text, noting: { problems.forgive(list.problem(attribute, $0), $1) }),
        written.count <= Int64.max - (written.offset ?? 0)
      else {
        problems.add(
          attributes.list.problem(
            attribute, "expected a number of bytes and an offset, found “\(text.excerpt)”",
            hint: "write BYTERANGE=\"720@0\""))
        return
      }
      let start = written.offset ?? 0
      range = ByteRange(start, start + written.count)
    }
    guard let reference = references.reference(attributes, range: range) else { return }
    initializationTag += 1
    if let known = initializationNumbers[reference] {
      initialization = known
    } else {
      initialization = playlist.initializations.count
      initializationNumbers[reference] = initialization
      // Only with a vector that is written, as it has no number.
      if encryption == .whole, method == "AES-128", let key, let keyVector,
        !playlist.keys[key].isLicence
      {
        playlist.initializationCiphers[playlist.initializations.count] = ManifestCipher(
          key: key, vector: keyVector)
      }
      playlist.initializations.append(reference)
    }
  }

  private mutating func readKey(_ tag: PlaylistTag) {
    guard let attributes = AttributeReader(tag, variables: variables, noting: problems) else {
      return
    }
    guard attributes.has("METHOD") else {
      problems.forgive(
        attributes.list.missing("METHOD", example: "NONE"), "ignored", .keyWithoutMethod)
      return
    }
    guard let method = attributes.word("METHOD") else { return }
    self.method = method
    switch method {
    case "NONE": (encryption, key, keyVector) = (nil, nil, nil)
    case "AES-128", "AES-256", "AES-256-GCM":
      // Of several keys without one without between them, the first is as good as any.
      encryption = .whole
      readKeyReference(attributes, method)
      note(tag, "segments are encrypted (\(method))")
    case "SAMPLE-AES", "SAMPLE-AES-CTR", "SAMPLE-AES-CENC":
      encryption = .samples
      readKeyReference(attributes, method)
      note(
        tag, "segments are encrypted (\(method)): they are played by their times and sizes")
    default:
      guard refusedTags.insert(tag.name).inserted else { return }
      problems.add(
        ManifestProblem(
          line: tag.line, column: tag.column,
          "EXT-X-KEY: segments encrypted by \(method.excerpt) are not supported"))
    }
  }

  /// Notes the key of an `EXT-X-KEY`, or the licence where its format is not that of a plain key.
  private mutating func readKeyReference(_ attributes: AttributeReader, _ method: String) {
    keyVector = attributes.has("IV") ? attributes.word("IV").flatMap(Self.vector) : nil
    let format = attributes.has("KEYFORMAT") ? attributes.quoted("KEYFORMAT") : nil
    let isLicence = (format ?? "identity") != "identity"
    if !attributes.has("URI") {
      problems.forgive(
        attributes.list.missing("URI", example: "\"key.bin\""), "taken as without a key")
      key = nil
      return
    }
    guard let uri = attributes.quoted("URI") else { return }
    let read = ManifestKey(
      uri, isLicence: isLicence, in: references.location,
      allowingRemote: problems.options.allowsRemote)
    // Of one key in the formats of several systems, a player takes one.
    if let line = keyLine, line.segments == playlist.segments.count, isLicence, key != nil {
      return
    }
    keyLine = (playlist.segments.count, attributes.tag.line)
    key =
      playlist.keys.firstIndex(of: read)
      ?? {
        playlist.keys.append(read)
        return playlist.keys.count - 1
      }()
  }

  /// The bytes of a vector such as `0x0102…`, as many as 16.
  private static func vector(_ text: String) -> [UInt8]? {
    guard text.lowercased().hasPrefix("0x") else { return nil }
    let digits = text.dropFirst(2)
    guard (1...32).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isHexDigit) else {
      return nil
    }
    let padded = String(repeating: "0", count: 32 - digits.utf8.count) + digits
    return [UInt8](hexDigits: padded)
  }

  private mutating func readBitRate(_ tag: PlaylistTag) {
    guard let kilobits = tag.wholeNumber(noting: problems) else { return }
    guard kilobits <= BitRate.bound.bitsPerSecond / 1000 else {
      problems.add(tag.problem("the rate is above \(BitRate.bound.text)"))
      return
    }
    bitRate = BitRate(bitsPerSecond: kilobits * 1000)
  }

  private mutating func readTargetDuration(_ tag: PlaylistTag) {
    let forgives = problems.options.forgives
    let text = tag.trimmedValue(noting: problems)
    // Players take the digits at the beginning of a fraction.
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let seconds: Int64
    if forgives, let written = Int64(decimalDigits: digits) {
      if digits != text {
        problems.forgive(
          tag.problem("expected a whole number, found “\(text.excerpt)”"),
          "\(digits.excerpt) taken", .fractionalTargetDuration)
      }
      seconds = written
    } else if let whole = tag.wholeNumber(
      noting: problems, assuming: "the longest segment's duration taken", .missingTargetDuration)
    {
      seconds = whole
    } else {
      if forgives {
        hasUnreadableTargetDuration = true
      } else {
        targetDuration = targetDuration ?? 0
      }
      return
    }
    guard targetDuration == nil else {
      problems.forgive(
        tag.problem("duplicate tag"), "the first taken", .duplicateTargetDuration)
      return
    }
    targetDuration = seconds
    guard seconds > MediaTime.bound.nanoseconds / 1_000_000_000 - 1 else { return }
    targetDuration = 0
    problems.add(tag.problem("the duration is above 36.5 years"))
  }

  private mutating func readDiscontinuitySequence(_ tag: PlaylistTag) {
    guard let number = tag.wholeNumber(noting: problems) else { return }
    guard playlist.segments.isEmpty, !isDiscontinuity else {
      problems.add(tag.problem("it has to precede the first segment and EXT-X-DISCONTINUITY"))
      return
    }
    // A count of tags cannot overflow it.
    discontinuity.sequence = Swift.min(number, 1 << 60)
  }

  /// The date of the next segment; one that cannot be read is passed over.
  private mutating func readDate(_ tag: PlaylistTag) {
    guard playlist.firstDate == nil, let date = ProgramDate(tag.value ?? "") else { return }
    playlist.firstDate = date.nanoseconds - end.nanoseconds
  }

  private mutating func readType(_ tag: PlaylistTag) {
    let types = ["VOD", "EVENT"]
    playlist.type = tag.value
    // What is of VoD has ended, be it said again or not.
    if tag.value == "VOD", problems.options.forgives { isVoD = true }
    guard !types.contains(tag.value ?? "") else { return }
    problems.forgive(
      tag.problem(
        "expected \(types.wordList(or: true)), found “\((tag.value ?? "").excerpt)”"), "ignored",
      (tag.value ?? "").isEmpty ? .emptyPlaylistType : .unknownPlaylistType)
  }
}
