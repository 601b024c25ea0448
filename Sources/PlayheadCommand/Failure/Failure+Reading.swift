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
    switch error {
    case .playlist: hint = "name a media file"
    case .download(_, let reason): hint = reason.hint
    case .exceeds(_, let limit):
      hint = "if the file can be trusted, raise the limit with \(limit.option.spelling)"
    default: break
    }
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
    case .exceeds(_, .memory), .exceeds(_, .samples): .inputOutput
    case .exceeds, .crashed: .badData
    case .inputOutput, .resources: .inputOutput
    case .noAnswer: .defect
    case .interrupted: .interrupted
    }
  }
}

extension ExceededLimit {
  /// The option that raises it.
  fileprivate var option: Option {
    switch self {
    case .picture: .maximumPicture
    case .memory, .samples: .maximumMemory
    case .processorTime: .maximumProcessorTime
    }
  }
}

extension HTTPError {
  /// What to do about it; `nil` where nobody knows.
  fileprivate var hint: String? {
    switch self {
    case .tooLarge: "raise \(Option.maximumDownload.spelling)"
    case .tookTooLong: "raise \(Option.maximumDownloadTime.spelling)"
    case .tooSlow: "lower \(Option.minimumDownloadRate.spelling)"
    case .privateHost: "to allow it, leave out \(Option.noPrivateHosts.spelling)"
    case .resourceChanged: "run it again"
    default: nil
    }
  }

  /// The exit code: an unreadable URL, or a failure of this machine.
  fileprivate var exitCode: ExitCode {
    switch self {
    case .temporaryFile: .inputOutput
    case .transferLibrary: .defect
    default: .noInput
    }
  }
}
