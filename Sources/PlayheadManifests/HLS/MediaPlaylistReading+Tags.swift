import PlayheadModel

/// What each tag says.
extension MediaPlaylistReading {
  mutating func readDuration(_ tag: PlaylistTag) {
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
          "expected a duration in seconds, found "
            + (text.isEmpty ? "nothing" : "“\(text.excerpt)”"),
          hint: "write #EXTINF:6.0,"), "its segment left out", .unreadableDuration)
      hasUnreadableDuration = problems.options.forgives
      return
    }
    duration = MediaTime(nanoseconds: nanoseconds)
    let point = trimmed.firstIndex(of: ".")
    let decimals = point.map { trimmed.distance(from: $0, to: trimmed.endIndex) - 1 } ?? 0
    playlist.durationDecimals = min(playlist.durationDecimals ?? decimals, decimals)
  }

  mutating func readByteRange(_ tag: PlaylistTag) {
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

  mutating func readMap(_ tag: PlaylistTag) {
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
      playlist.initializationCiphers[playlist.initializations.count] =
        encryption.cipherOfInitialization(playlist.keys)
      playlist.initializations.append(reference)
    }
  }

  mutating func readKey(_ tag: PlaylistTag) {
    guard let attributes = AttributeReader(tag, variables: variables, noting: problems) else {
      return
    }
    guard attributes.has("METHOD") else {
      problems.forgive(
        attributes.list.missing("METHOD", example: "NONE"), "ignored", .keyWithoutMethod)
      return
    }
    guard let method = attributes.word("METHOD") else { return }
    let segments = playlist.segments.count
    switch encryption.read(method, attributes, before: segments, in: references, &playlist.keys) {
    case .nothing: break
    case .noted(let note): self.note(tag, note)
    case .unsupported:
      guard refusedTags.insert(tag.name).inserted else { return }
      problems.add(
        ManifestProblem(
          line: tag.line, column: tag.column,
          "EXT-X-KEY: segments encrypted by \(method.excerpt) are not supported"))
    }
  }

  mutating func readBitRate(_ tag: PlaylistTag) {
    guard let kilobits = tag.wholeNumber(noting: problems) else { return }
    guard kilobits <= BitRate.bound.bitsPerSecond / 1000 else {
      problems.add(tag.problem("the rate is above \(BitRate.bound.text)"))
      return
    }
    bitRate = BitRate(bitsPerSecond: kilobits * 1000)
  }

  mutating func readTargetDuration(_ tag: PlaylistTag) {
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

  mutating func readDiscontinuitySequence(_ tag: PlaylistTag) {
    guard let number = tag.wholeNumber(noting: problems) else { return }
    guard playlist.segments.isEmpty, !isDiscontinuity else {
      problems.add(tag.problem("it has to precede the first segment and EXT-X-DISCONTINUITY"))
      return
    }
    // A count of tags cannot overflow it.
    discontinuity.sequence = Swift.min(number, 1 << 60)
  }

  /// The date of the next segment; one that cannot be read is passed over.
  mutating func readDate(_ tag: PlaylistTag) {
    guard playlist.firstDate == nil, let date = ProgramDate(tag.value ?? "") else { return }
    playlist.firstDate = date.nanoseconds - end.nanoseconds
  }

  mutating func readType(_ tag: PlaylistTag) {
    let types = ["VOD", "EVENT"]
    playlist.type = tag.value
    // What is of VoD has ended, be it said again or not.
    if tag.value == "VOD", problems.options.forgives { isVoD = true }
    guard !types.contains(tag.value ?? "") else { return }
    problems.forgive(
      tag.problem(
        "expected \(types.wordList(or: true)), found “\((tag.value ?? "").excerpt)”"),
      "ignored",
      (tag.value ?? "").isEmpty ? .emptyPlaylistType : .unknownPlaylistType)
  }
}
