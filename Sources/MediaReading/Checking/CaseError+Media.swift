public import PlayheadKit

extension CaseError {
  /// The error for media that cannot be read.
  public init(_ error: MediaReadingError) {
    let (what, location, why) = error.words
    self.init(error.kind, what, at: location, why: why)
  }

  /// The error for a ladder that cannot be read; of several mistakes it has the first.
  package init(_ error: LadderReadingError) {
    switch error {
    case .media(let error): self.init(error)
    case .manifest(let error):
      let first = error.problems.first
      let place = first?.line.map { line in
        ":\(line)" + (first?.column.map { ":\($0)" } ?? "")
      }
      let others = error.problems.count - 1 + error.unlistedCount
      self.init(
        .badData, "malformed manifest", at: error.document + (place ?? ""),
        why: (first?.problem ?? "it cannot be read")
          + (first?.hint.map { "; \(LadderReadingSetting.namingKeys(in: $0))" } ?? "")
          + (others > 0 ? ", and \(counted(others, "more problem"))" : ""))
    case .key(.unreadable(let error)): self.init(error, reading: "key")
    case .key(.length(let path, let count)):
      self.init(.badData, "not a key", at: path, why: KeyFileError.words(ofLength: count))
    case .sizes(.unreadable(let error)), .files(.unreadable(let error)):
      self.init(error, reading: "ladder")
    case .sizes(.malformed(let path, let error)):
      self.init(.badData, "malformed segment sizes", at: path, why: error.description)
    case .files(.malformed(let path, let error)): self.init(error, in: path, "ladder file")
    }
  }
}

extension MediaReadingError {
  /// The kind of fault.
  fileprivate var kind: CaseError.Kind {
    switch self {
    case .unreadable: .missingInput
    case .download(_, .temporaryFile), .download(_, .transferLibrary): .inputOutput
    case .download: .missingInput
    case .notMedia, .playlist, .track, .nothingShown: .badData
    case .exceeds(_, .memory), .exceeds(_, .samples): .inputOutput
    case .exceeds, .crashed: .badData
    case .inputOutput, .interrupted, .resources, .noAnswer: .inputOutput
    }
  }

  /// What failed, where and why.
  package var words: (what: String, location: String, why: String) {
    switch self {
    case .unreadable(let name, let reason): ("cannot open", name, reason)
    case .download(let url, let reason): ("cannot read", url, reason.description)
    case .notMedia(let name, let reason): ("not playable media", name, reason)
    case .playlist(let name, let format):
      (
        "cannot play", name,
        "\(format) is read by analyze, check, inspect and validate only, from a path or URL"
      )
    case .track(let name, let number, let reason): ("cannot play track \(number)", name, reason)
    case .nothingShown(let name): ("cannot play", name, "no sample of its tracks is shown")
    case .inputOutput(let name, let offset, let reason):
      ("cannot read", "\(name) at byte \(offset)", reason)
    case .interrupted(let name, let fraction):
      ("interrupted", name, "at \(Int(fraction * 100)) %, nothing was written")
    case .exceeds(let name, let limit): ("cannot read", name, limit.words)
    case .crashed(let name, let signal): ("cannot read", name, "FFmpeg crashes on it (\(signal))")
    case .resources(let name, let reason), .noAnswer(let name, let reason):
      ("cannot read", name, reason)
    }
  }
}

extension ExceededLimit {
  /// What exceeds which limit.
  fileprivate var words: String {
    func text(_ size: Track.Dimensions) -> String { "\(size.width)x\(size.height)" }
    return switch self {
    case .picture(let track, let size, let limit):
      "pictures of track \(track) are \(text(size)), larger than \(text(limit))"
    case .memory(let limit): "reading it takes more than \(exactByteText(limit)) of memory"
    case .samples(let limit): "it has more than \(counted(limit, "sample"))"
    case .processorTime(let limit): "reading it takes more than \(limit) s of processor time"
    }
  }
}
