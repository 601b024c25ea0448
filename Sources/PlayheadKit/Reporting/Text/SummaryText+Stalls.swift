extension SummaryText {
  /// More stalls than this are counted rather than listed, unless it is only one more.
  private static let mostStalls = 8

  /// How it stalled, in the words of a sentence.
  var stallClause: String {
    guard summary.stallCount > 0 else { return "plays without a stall" }
    let times = Self.times(summary.stallCount)
    if let before = timeBeforeEndlessStall {
      return "stalls \(times)" + (before > .zero ? ", for \(rough(before)) before the last" : "")
    }
    return waits
      ? "stalls \(times) for \(rough(summary.stalled)) in all"
      : "runs empty and pauses \(times)"
  }

  /// The wall time spent in the stalls before one that never ends; `nil` if there is no such one.
  private var timeBeforeEndlessStall: MediaTime? {
    let stalls = report.session.stalls
    guard let last = stalls.last, last.duration == nil else { return nil }
    return stalls.compactMap(\.duration).reduce(.zero, +)
  }

  /// Whether the player waits for media, rather than to pause for want of it.
  private var waits: Bool { report.policy.parameters.automaticallyWaitsToMinimizeStalling }

  /// How many stalls there were, and how long they were.
  var stallsText: String {
    guard let longest = summary.longestStall else { return "0" }
    guard waits else { return "\(summary.stallCount), at each the player pauses" }
    if let before = timeBeforeEndlessStall {
      return summary.stallCount == 1
        ? "1, for good"
        : "\(summary.stallCount), \(exact(before)) in all before the last, which is for good"
    }
    return "\(summary.stallCount), \(exact(summary.stalled)) in all, "
      + "longest \(exact(longest))"
  }

  /// When and where each stall was, and how long it lasted.
  var stallLines: [String] {
    let stalls = report.session.stalls
    let shown = stalls.count > Self.mostStalls + 1 ? Self.mostStalls : stalls.count
    let lines = stalls.prefix(shown).flatMap { stall in
      let duration = stall.duration.map { "for \(exact($0))" } ?? "for good"
      return row(
        "",
        "\(stall.number) at \(exact(stall.start)), \(exact(stall.mediaTime)) into the media"
          + (waits ? ", \(duration)" : ""))
    }
    let rest = stalls.count - shown
    return rest > 0 ? lines + row("", "and \(rest) more") : lines
  }
}
