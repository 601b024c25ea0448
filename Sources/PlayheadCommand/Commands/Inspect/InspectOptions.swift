import PlayheadKit

/// The values of `--fail-on`.
enum FailureThreshold: String, CaseIterable, Sendable {
  case note, warning, error

  /// The severity from which on a finding is a failure.
  var severity: Severity {
    switch self {
    case .note: .note
    case .warning: .warning
    case .error: .error
    }
  }
}

extension Option {
  static let failOn = Option(
    "fail-on", nil, .choice(of: FailureThreshold.self), in: .check,
    help: "Exit 1 if a finding is at least this severe", brief: "Exit 1 on findings this severe",
    default: "never")
  static let inspectDecode = Option(
    "decode", nil, .choice(of: DecodeMode.self), in: .media,
    help: "How much to decode, to find damage; auto: everything up to 1 min long",
    brief: "How much to decode, to find damage", default: "all; none for URLs")
  static let details = Option(
    "details", in: .output,
    help: "Show what is said of each of more than three files, in place of a table")
  static let inspectFormat = Option(
    "format", nil, .choice(of: InspectionFormat.self), in: .output, help: "Output format",
    brief: "Output format", default: "text")
}
