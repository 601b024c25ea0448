import MediaReading
import PlayheadKit

/// The session of a report, which is run again.
struct FormerSession {
  /// The path of the report.
  let path: String
  let record: SessionRecord

  /// The session of the report that `--from` names; `nil` if it was not given.
  init?(_ arguments: ParsedArguments) throws(Failure) {
    guard let text = arguments.value(.from) else { return nil }
    path = text == "-" ? "/dev/stdin" : text
    if let media = arguments.operands.first, text == "-", media == "-" {
      throw Failure(
        contradicting: "\(Option.from.spelling)=- and -", why: "both are standard input")
    }
    do {
      record = try SessionRecord(path: path)
    } catch {
      switch error {
      case .unreadable(let error): throw Failure(error, reading: "session report")
      case .malformed(let path, let error): throw Failure(error, of: "session report", in: path)
      }
    }
  }

  /// Notes that another version runs the session, as that may change the result.
  func noteVersions(_ context: Context) {
    record.noteVersions(of: path, context)
  }

  /// How much was decoded; `nil` if nobody said.
  func decodeMode() throws(Failure) -> DecodeMode? {
    guard let word = record.decoding else { return nil }
    guard let mode = DecodeMode(rawValue: word) else {
      throw Failure(
        .badData, "malformed session report", at: path,
        why: "run.decode: unknown mode “\(word)”",
        hint: "write \(DecodeMode.allCases.map(\.rawValue).wordList(or: true))")
    }
    return mode
  }

  /// Where the media is: its path as written or, if there is no such file, relative to the folder
  /// of the report.
  func mediaLocation() throws(Failure) -> String {
    let written = record.mediaPath
    guard written != "/dev/stdin" else {
      throw Failure(
        .usage, "missing operand", at: "FILE|URL",
        why: "the media of \(path) came from standard input", hint: "name the file")
    }
    guard !ShownAddress.lacksSecrets(written) else {
      throw Failure(
        .usage, "missing operand", at: "FILE|URL",
        why: "\(path) does not hold the secrets of \(written)", hint: "name the whole URL")
    }
    guard !written.hasPrefix("/"), FileIdentity(regularFileAt: written) == nil else {
      return written
    }
    let beside = Folder(ofFileAt: path).path(of: written)
    return FileIdentity(regularFileAt: beside) == nil ? written : beside
  }

  /// Refuses media other than that of the report, and a report whose facts about it are not true.
  ///
  /// Facts are compared only where the same libraries read and decode the same tracks as before.
  func check(
    _ media: MediaDescription, at location: String, isReadAlike: Bool
  ) throws(Failure) {
    if let why = change(of: media) {
      throw Failure(
        .badData, "media has changed", at: location, why: why,
        hint: "to play it anyway, name the file: 'playhead analyze \(location) --from \(path)'")
    }
    guard isReadAlike, record.generator == .current, let error = record.contradiction(to: media)
    else { return }
    throw Failure(error, of: "session report", in: path)
  }

  /// Refuses a ladder other than that of the report, as far as it is read as it was.
  func check(
    _ media: LadderDescription, at location: String, isReadAlike: Bool
  ) throws(Failure) {
    let identity = MediaIdentity(of: media.ladder, at: media.name)
    var why: String?
    if identity.bytes != record.mediaBytes {
      why = "it has \(identity.bytes) bytes, and had \(record.mediaBytes) in \(path)"
    } else if isReadAlike, let digest = record.indexDigest, digest != identity.indexDigest {
      why = "its segments are not those of \(path)"
    }
    guard let why else { return }
    throw Failure(
      .badData, "media has changed", at: location, why: why,
      hint: "to play it anyway, name the manifest: 'playhead analyze \(location) --from \(path)'")
  }

  /// `arguments` with the options by which the ladder was read and played, unless they are given.
  func reading(_ arguments: ParsedArguments) -> ParsedArguments {
    var arguments = arguments
    for option in Option.ladderSession where !arguments.has(option) {
      guard let values = record.ladder?.reading[option.name] else { continue }
      arguments = arguments.with(option, values: values)
    }
    return arguments
  }

  /// How `media` differs from that of the report, as a clause; `nil` if it is the same.
  private func change(of media: MediaDescription) -> String? {
    if media.index.bytes != record.mediaBytes {
      return "it has \(media.index.bytes) bytes, and had \(record.mediaBytes) in \(path)"
    }
    if let digest = record.indexDigest, digest != media.indexDigest {
      let isSameReader =
        record.generator?.libraries ?? Generator.current.libraries
        == Generator.current.libraries
      return isSameReader
        ? "its samples are not those of \(path)"
        : "other libraries read it differently than in \(path)"
    }
    if let digest = record.contentDigest, let found = media.contentDigest, digest != found {
      return "its bytes are not those of \(path)"
    }
    return nil
  }
}

extension SessionRecord {
  /// Notes that the report at `path` is of another version, as that may change the result.
  func noteVersions(of path: String, _ context: Context) {
    guard let generator else { return }
    let current = Generator.current
    if generator.version != current.version {
      context.diagnostics.note(
        "\(path): written by playhead \(generator.version), this is \(current.version); "
          + "the session may differ")
    }
    if generator.libraries != current.libraries {
      context.diagnostics.note(
        "\(path): its media was read by \(generator.libraries.wordList(or: false)), this is "
          + "\(current.libraries.wordList(or: false)); the session may differ")
    }
  }
}

extension Generator {
  /// This program and its libraries.
  static var current: Generator {
    Generator(version: Program.playhead.version, libraries: ReaderVersion.linked.texts)
  }
}

/// The media of a session, as it is called in reports and as it is found.
struct AnalyzedMedia {
  let name: String
  let location: String
  /// The session that it has to be the media of; `nil` if it need not be.
  private let former: FormerSession?

  /// The operand or, without one, the media of `former`.
  init(_ arguments: ParsedArguments, _ former: FormerSession?) throws(Failure) {
    if let former, arguments.operands.isEmpty {
      name = former.record.mediaPath
      location = try former.mediaLocation()
      self.former = former
      return
    }
    location = arguments.mediaLocation
    name = ShownAddress(location).text
    self.former = nil
  }

  /// Reads it, and notes what of it is missing, once `accept` has nothing against what is played.
  func read(
    _ loading: MediaLoading, tracks: [Int]?,
    accept: (Presentation) throws(Failure) -> Void
  ) throws(Failure) -> MediaDescription {
    let media: MediaDescription
    do throws(Failure) {
      media = try loading.media(at: location, named: name, tracks: tracks, accept: accept)
    } catch {
      // Tracks that no option names are those of the report.
      var failure = error
      if failure.code == .usage, !loading.arguments.has(.tracks), tracks != nil {
        failure.code = .badData
      }
      throw failure
    }
    let isReadAlike = ![Option.tracks, .decode].contains(where: loading.arguments.has)
    try former?.check(media, at: location, isReadAlike: isReadAlike)
    return media
  }
}
