import PlayheadModel

extension SummaryText {
  /// How long the startup took, or how far it came.
  var startupText: String {
    summary.startup.map(exact) ?? "never: \(unreached)"
  }

  /// What the startup was spent on; empty if it took no time.
  var startupLines: [String] {
    let phases = report.session.startupPhases
    guard summary.startup != nil, phases.total > .zero else { return [] }
    let opening =
      phases.openingRequests > 0
      ? [(phases.opening, "\(openingWords) (\(openingTraffic))")] : []
    let parts =
      opening + [
        (phases.firstFrame, "to the first frame"), (phases.threshold, "to the start of playback"),
      ]
    let texts = parts.enumerated().map { "\($0 > 0 ? "+ " : "")\(exact($1.0)) \($1.1)" }
    return WrappedRow(name: "", nameWidth: 16, style: style.plain).lines(texts, separator: " ")
  }

  /// How much of the startup was spent on opening the file, where that is half of it or more.
  var openingClause: String {
    let phases = report.session.startupPhases
    guard phases.opening >= .seconds(1), phases.opening * 2 >= phases.total else { return "" }
    return ", \(rough(phases.opening)) of it \(openingWords)"
  }

  private var openingWords: String { report.openingWords }

  private var openingTraffic: String {
    let phases = report.session.startupPhases
    return "\(byteText(phases.openingBytes)) in \(counted(phases.openingRequests, "request"))"
  }

  /// How far a session came that never started.
  private var unreached: String {
    let phases = report.session.startupPhases
    switch phases.milestone {
    case .requested:
      let needed = byteText(report.openingBytes)
      return "\(openingWords), \(byteText(phases.openingBytes)) of \(needed) in "
        + counted(phases.openingRequests, "request")
    case .opened:
      return "\(report.openedWords) after \(exact(phases.opening)), first frame not loaded"
    case .started: return "ready to start after \(exact(phases.total)), but paused"
    case .firstFrame:
      return "first frame loaded after \(exact(phases.opening + phases.firstFrame)), "
        + "threshold not reached"
    }
  }
}
