public import PlayheadKit

extension CaseError {
  /// The error for media that cannot be read.
  public init(_ error: MediaReadingError) {
    let (what, location, why) = error.words
    self.init(error.kind, what, at: location, why: why)
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
    case .inputOutput, .interrupted, .resources: .inputOutput
    }
  }

  /// What failed, where and why.
  package var words: (what: String, location: String, why: String) {
    switch self {
    case .unreadable(let name, let reason): ("cannot open", name, reason)
    case .download(let url, let reason): ("cannot read", url, reason.description)
    case .notMedia(let name, let reason): ("not playable media", name, reason)
    case .playlist(let name, let format):
      ("cannot play", name, "\(format) playlists are not supported yet")
    case .track(let name, let number, let reason): ("cannot play track \(number)", name, reason)
    case .nothingShown(let name): ("cannot play", name, "no sample of its tracks is shown")
    case .inputOutput(let name, let offset, let reason):
      ("cannot read", "\(name) at byte \(offset)", reason)
    case .interrupted(let name, let fraction):
      ("interrupted", name, "at \(Int(fraction * 100)) %, nothing was written")
    case .resources(let name, let reason): ("cannot read", name, reason)
    }
  }
}
