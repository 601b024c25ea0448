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
  private var discontinuity: (sequence: Int64, start: MediaTime) = (0, .zero)
  private var end = MediaTime.zero
  /// The end of the range of the segment before, and its resource.
  private var lastRange: (end: Int64, location: ManifestLocation)?

  // What holds for the next segment.
  private var duration: MediaTime?
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
        "taken as ended")
      isEnded = true
    }
    if targetDuration == nil {
      problems.forgive(
        ManifestProblem(
          line: 1, "EXT-X-TARGETDURATION is missing", hint: "write #EXT-X-TARGETDURATION:6"),
        "the longest segment's")
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
    }
    guard let duration else {
      problems.forgive(
        ManifestProblem(
          line: line.number, column: line.column, "EXTINF is missing before this URI",
          hint: "write #EXTINF:6.0, in the line before"), "left out")
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
        declaredBitRate: reference.range == nil ? bitRate : nil, encryption: encryption))
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
    if start == nil, problems.options.forgives { start = 0 }
    guard let start else {
      problems.add(
        written.tag.problem(
          "an offset is needed, as the segment before is not a range of the same resource",
          hint: "write #EXT-X-BYTERANGE:\(written.count)@0"))
      return nil
    }
    guard written.count <= Int64.max - start else {
      problems.add(written.tag.problem("the range ends beyond 2⁶³ bytes"))
      return nil
    }
    return ByteRange(start, start + written.count)
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
        tag.wholeNumber(noting: problems, assuming: "0") ?? 0, 1 << 60)
    case "EXT-X-PROGRAM-DATE-TIME": readDate(tag)
    case "EXT-X-PLAYLIST-TYPE": readType(tag)
    case "EXT-X-ENDLIST": isEnded = true
    case "EXT-X-INDEPENDENT-SEGMENTS": playlist.hasIndependentSegments = true
    // What says how live playlists are reloaded means nothing to one that is loaded once.
    case "EXT-X-SERVER-CONTROL": break
    case "EXT-X-PART", "EXT-X-PART-INF", "EXT-X-PRELOAD-HINT": refusePart(tag)
    case "EXT-X-DEFINE": variables.define(tag, noting: problems)
    case "EXT-X-START": note(tag, "EXT-X-START is ignored: playback starts at the beginning")
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
      case "EXT-X-STREAM-INF", "EXT-X-MEDIA", "EXT-X-I-FRAME-STREAM-INF":
        problems.options.forgives
          ? nil : ("this tag belongs in a multivariant playlist, and this is a media playlist", nil)
      default: nil
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
    let text = (tag.value ?? "").prefix { $0 != "," }
    var trimmed = text.drop { $0 == " " }.prefix { $0 != " " }
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
          hint: "write #EXTINF:6.0,"), "its segment left out")
      return
    }
    duration = MediaTime(nanoseconds: nanoseconds)
  }

  private mutating func readByteRange(_ tag: PlaylistTag) {
    guard let range = byteRange(tag.value ?? "") else {
      problems.add(
        tag.problem(
          "expected a number of bytes and an offset, found “\((tag.value ?? "").excerpt)”",
          hint: "write #EXT-X-BYTERANGE:1000@0"))
      return
    }
    byteRange = (range.count, range.offset, tag)
  }

  private func byteRange(_ text: String) -> (count: Int64, offset: Int64?)? {
    let forgives = problems.options.forgives
    let parts = (forgives ? text.filter { $0 != " " && $0 != "\t" } : text)
      .split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, let count = Int64(decimalDigits: first) else {
      return nil
    }
    // No offset behind the sign is none.
    guard parts.count == 2, !forgives || !parts[1].isEmpty else { return (count, nil) }
    return Int64(decimalDigits: parts[1]).map { (count, $0) }
  }

  private mutating func readMap(_ tag: PlaylistTag) {
    guard let attributes = AttributeReader(tag, variables: variables, noting: problems) else {
      return
    }
    if !attributes.has("URI") { attributes.refuseMissing("URI", example: "\"init.mp4\"") }
    var range: ByteRange?
    if let text = attributes.quoted("BYTERANGE"), let attribute = attributes.list["BYTERANGE"] {
      guard let written = byteRange(text), written.count <= Int64.max - (written.offset ?? 0)
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
      playlist.initializations.append(reference)
    }
  }

  private mutating func readKey(_ tag: PlaylistTag) {
    guard let attributes = AttributeReader(tag, variables: variables, noting: problems) else {
      return
    }
    guard attributes.has("METHOD") else {
      problems.forgive(attributes.list.missing("METHOD", example: "NONE"), "ignored")
      return
    }
    guard let method = attributes.word("METHOD") else { return }
    switch method {
    case "NONE": encryption = nil
    case "AES-128", "AES-256", "AES-256-GCM":
      encryption = .whole
      note(
        tag,
        "segments are encrypted (\(method)): their sizes are those of the files, their times those of the "
          + "playlist; keys are not fetched")
    case "SAMPLE-AES", "SAMPLE-AES-CTR", "SAMPLE-AES-CENC":
      encryption = .samples
      note(
        tag,
        "segments are encrypted (\(method)): they are played by their times and sizes; keys are not fetched"
      )
    default:
      guard refusedTags.insert(tag.name).inserted else { return }
      problems.add(
        ManifestProblem(
          line: tag.line, column: tag.column,
          "EXT-X-KEY: segments encrypted by \(method.excerpt) are not supported"))
    }
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
    let text = tag.value ?? ""
    // Players take the digits at the beginning of a fraction.
    let digits = text.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }
    let seconds: Int64
    if forgives, let written = Int64(decimalDigits: digits) {
      if digits != text[...] {
        problems.forgive(
          tag.problem("expected a whole number, found “\(text.excerpt)”"),
          "\(digits.excerpt) taken")
      }
      seconds = written
    } else if let whole = tag.wholeNumber(noting: problems, assuming: "ignored") {
      seconds = whole
    } else {
      if !forgives { targetDuration = targetDuration ?? 0 }
      return
    }
    guard targetDuration == nil else {
      problems.forgive(tag.problem("duplicate tag"), "the first taken")
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
        "expected \(types.wordList(or: true)), found “\((tag.value ?? "").excerpt)”"), "ignored")
  }
}
