import MediaReading

extension Failure {
  /// Media could not be read.
  init(_ error: MediaReadingError) {
    switch error {
    case .unreadable(let name, let reason):
      self.init(.noInput, "cannot open", at: name, why: reason)
    case .download(let url, let reason):
      self.init(reason.exitCode, "cannot read", at: url, why: reason.description)
    case .notMedia(let name, let reason):
      self.init(.badData, "not playable media", at: name, why: reason)
    case .playlist(let name, let format):
      self.init(
        .badData, "cannot play", at: name, why: "\(format) playlists are not supported yet",
        hint: "name a media file")
    case .track(let name, let number, let reason):
      self.init(.usage, "cannot play track \(number)", at: name, why: reason)
    case .inputOutput(let name, let offset, let reason):
      self.init(.inputOutput, "cannot read on", at: "\(name) at byte \(offset)", why: reason)
    case .interrupted: self = .interrupted
    case .resources(let name, let reason):
      self.init(.inputOutput, "cannot read", at: name, why: reason)
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
