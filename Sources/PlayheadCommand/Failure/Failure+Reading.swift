import MediaReading

extension Failure {
  /// Media could not be read.
  init(_ error: MediaReadingError) {
    // The progress is reported elsewhere.
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
  /// The exit code.
  fileprivate var exitCode: ExitCode {
    switch self {
    case .unreadable: .noInput
    case .download(_, let reason): reason.exitCode
    case .notMedia, .playlist, .nothingShown: .badData
    case .track: .usage
    case .inputOutput, .resources: .inputOutput
    case .interrupted: .interrupted
    }
  }
}

extension HTTPError {
  /// The exit code: an unreadable URL, or a failure of this machine.
  fileprivate var exitCode: ExitCode {
    switch self {
    case .temporaryFile: .inputOutput
    case .transferLibrary: .defect
    default: .noInput
    }
  }
}
