import PlayheadKit

@testable import PlayheadReporting

/// What tests change of a report on a file.
extension SessionReport {
  /// The file that was played.
  var media: MediaDescription {
    get { setting.media }
    set { setting.media = newValue }
  }
}

extension SessionSetting {
  /// The file that is played.
  var media: MediaDescription {
    get { parts.media }
    set { subject = .file(newValue, parts.scenario) }
  }

  /// What the session of a file depends on.
  var fileScenario: FileScenario {
    get { parts.scenario }
    set { subject = .file(parts.media, newValue) }
  }

  private var parts: (media: MediaDescription, scenario: FileScenario) {
    guard case .file(let media, let scenario) = subject else {
      preconditionFailure("a ladder in a test of files")
    }
    return (media, scenario)
  }
}
