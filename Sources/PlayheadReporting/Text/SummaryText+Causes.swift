import PlayheadModel

extension SummaryText {
  private var causeText: CauseText { CauseText(durations: style.durations) }

  /// Why the startup takes what it takes, on lines of its own; none if there is nothing to say.
  var startupCause: [String] {
    report.causes?.startup.map { row("", causeText.sentences($0, of: .startup)) } ?? []
  }

  /// That the link is slower than the media, on lines of their own; none if it is not.
  var shortageLines: [String] { shortage.map { row("", causeText.text($0)) } ?? [] }

  /// Whether the search for causes ended before each stall had one.
  var isMissingCauses: Bool {
    guard let causes = report.causes, causes.isCutShort else { return false }
    return shortage == nil
  }

  /// Why `stall` happens and what would prevent it; `nil` if that is not known, or said of all
  /// stalls.
  func cause(of stall: Stall) -> String? {
    guard let causes = report.causes else { return nil }
    if let cause = causes.ownCause(ofStall: stall.number) {
      return causeText.text(cause, of: .stall)
    }
    return causes.isCutShort || shortage != nil ? nil : CauseText.unknown
  }

  /// Why long seeks take what they take, on lines of their own.
  var seekCauses: [String] {
    (report.causes?.seeks ?? [:]).sorted { $0.key < $1.key }.flatMap { number, cause in
      row("", "seek \(number): \(causeText.text(cause, of: .seek))")
    }
  }
}
