import MediaReading

extension Failure {
  /// Media could not be read.
  init(_ error: MediaReadingError) {
    // How far it got is for others to tell.
    if case .interrupted = error {
      self = .interrupted
      return
    }
    let (what, location, why) = error.words
    self.init(error.exitCode, what, at: location, why: why)
    if case .playlist = error { hint = "name a media file" }
  }
}

extension MediaReadingError {
  /// What the shell learns.
  fileprivate var exitCode: ExitCode {
    switch self {
    case .unreadable: .noInput
    case .download(_, let reason): reason.exitCode
    case .notMedia, .playlist: .badData
    case .track: .usage
    case .inputOutput, .resources: .inputOutput
    case .interrupted: .interrupted
    }
  }
}

extension HTTPError {
  /// What the shell learns: whether it is the URL that cannot be read, or this machine that failed.
  fileprivate var exitCode: ExitCode {
    switch self {
    case .temporaryFile: .inputOutput
    case .transferLibrary: .defect
    default: .noInput
    }
  }
}
