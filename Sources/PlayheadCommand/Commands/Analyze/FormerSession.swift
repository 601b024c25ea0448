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
      case .malformed(let path, let error): throw Failure(error, in: path)
      }
    }
  }

  /// Says what else than before plays the session, as that may change how it goes.
  func noteVersions(_ context: Context) {
    guard let generator = record.generator else { return }
    let (version, libraries) = (context.program.version, ReaderVersion.linked.texts)
    if generator.version != version {
      context.diagnostics.note(
        "\(path): written by playhead \(generator.version), this is \(version); "
          + "the session may differ")
    }
    if generator.libraries != libraries {
      context.diagnostics.note(
        "\(path): its media was read by \(generator.libraries.wordList(or: false)), this is "
          + "\(libraries.wordList(or: false)); the session may differ")
    }
  }

  /// How much was decoded; `nil` if nobody said.
  func decodeMode() throws(Failure) -> DecodeMode? {
    guard let word = record.decoding else { return nil }
    guard let mode = DecodeMode(rawValue: word) else {
      throw Failure(
        .badData, "malformed session report", at: path,
        why: "run.decode: unknown mode “\(word)”",
        hint: "name one with \(Option.decode.spelling)")
    }
    return mode
  }

  /// Where the media is: by its path as written or, if there is no file there, from the folder of the
  /// report on.
  func mediaLocation() throws(Failure) -> String {
    let written = record.mediaPath
    guard written != "/dev/stdin" else {
      throw Failure(
        .usage, "missing operand", at: "FILE|URL",
        why: "the media of \(path) came from standard input", hint: "name the file")
    }
    guard !written.hasPrefix("/"), FileIdentity(regularFileAt: written) == nil else {
      return written
    }
    let beside = Folder(ofFileAt: path).path(of: written)
    return FileIdentity(regularFileAt: beside) == nil ? written : beside
  }

  /// Refuses media that is not that of the report: what is told of it would be compared with what was
  /// told of something else.
  func check(_ media: MediaDescription, at location: String) throws(Failure) {
    guard let digest = record.indexDigest, digest != media.indexDigest else { return }
    let isSameSize = media.index.bytes == record.mediaBytes
    let reader = record.generator?.libraries
    let isSameReader = reader == nil || reader == ReaderVersion.linked.texts
    let why =
      if !isSameSize {
        "it has \(media.index.bytes) bytes, and had \(record.mediaBytes) in \(path)"
      } else if isSameReader {
        "its samples are not those of \(path)"
      } else {
        "other libraries read it differently than \(path) says"
      }
    throw Failure(
      .badData, "media has changed", at: location, why: why,
      hint: "name the file to play it all the same, as in "
        + "'playhead analyze \(location) --from \(path)'")
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
    name = arguments.mediaLocation
    location = name
    self.former = nil
  }

  /// Reads it, and says what of it is missing, once `accept` has nothing against what is played.
  func read(
    _ loading: MediaLoading, tracks: [Int]?,
    accept: (Presentation) throws(Failure) -> Void
  ) throws(Failure) -> MediaDescription {
    let media = try loading.media(at: location, named: name, tracks: tracks, accept: accept)
    try former?.check(media, at: location)
    return media
  }
}
