/// How bad a finding is, as in SARIF.
package enum Severity: String, CaseIterable, Hashable, Comparable, Sendable {
  /// To be known; the media plays as well as others do.
  case note
  /// Costs its viewers time or bytes.
  case warning
  /// Media is missing or cannot be shown.
  case error

  /// Whether `left` is less bad.
  package static func < (left: Severity, right: Severity) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}
