import PlayheadModel

extension SummaryText {
  /// More stalls than this are counted rather than listed, unless it is only one more.
  private static let maximumStalls = 8

  /// How it stalled, in the words of a sentence.
  var stallClause: String {
    guard summary.stallCount > 0 else { return "plays without a stall" }
    let times = Self.times(summary.stallCount)
    let time = summary.stalled.elapsed
    if summary.stalled.isOpen {
      let length = time > .zero ? " for at least \(rough(time)) in all" : ""
      return summary.endReason == .limit
        ? "stalls \(times)\(length), and is still stalled"
        : "stalls \(times)\(length), and does not resume"
    }
    return "stalls \(times) for \(rough(time)) in all"
  }

  /// That the picture froze, or that sound went missing.
  var freezeClause: String {
    let conjunction = summary.stallCount > 0 ? "and" : "but"
    let freezes = [
      clause("the picture freezes", summary.frozenCount, summary.frozen),
      clause("sound is missing", summary.silentCount, summary.silent),
    ].compactMap(\.self)
    return freezes.isEmpty ? "" : ", \(conjunction) \(freezes.joined(separator: " and "))"
  }

  private func clause(_ verb: String, _ count: Int, _ time: WallTime) -> String? {
    guard count > 0 else { return nil }
    let length = style.durations.seenText(time)
    return "\(verb) \(Self.times(count)) for \(length)\(count > 1 ? " in all" : "")"
  }

  /// Whether the player waits for media, rather than pausing when it runs empty.
  var waits: Bool { report.policy.parameters.automaticallyWaitsToMinimizeStalling }

  /// How many stalls there were, and how long they were.
  var stallsText: String {
    guard let longest = summary.longestStall else { return "0" }
    let count = summary.stallCount
    let length = style.durations.exact(summary.stalled)
    let open = "still open at the end"
    let lengths =
      switch (summary.stalled.isOpen, count) {
      case (false, _): "\(length) in all, longest \(exact(longest.elapsed))"
      case (true, 1): summary.stalled.elapsed > .zero ? "\(length), \(open)" : open
      case (true, _): "\(length) in all, the last \(open)"
      }
    return "\(count), \(lengths)\(waits ? "" : "; the player pauses")"
  }

  /// When and where each stall was, and how long it lasted.
  var stallLines: [String] {
    let stalls = report.session.stalls
    let shown = stalls.count > Self.maximumStalls + 1 ? Self.maximumStalls : stalls.count
    var first: [String: Int] = [:]
    let lines = stalls.prefix(shown).flatMap { stall in
      let open = "still open at the end"
      let length = "for \(style.durations.exact(stall.length))"
      let duration =
        stall.isOpen ? (stall.elapsed > .zero ? "\(length), \(open)" : open) : length
      return row(
        "",
        "\(stall.number) at \(exact(stall.start)), \(exact(stall.mediaTime)) into the media, "
          + duration + causeClause(of: stall, &first))
    }
    let rest = stalls.count - shown
    return rest > 0 ? lines + row("", "and \(rest) more") : lines
  }

  /// The cause of `stall` behind a colon, told once for all stalls that have it.
  private func causeClause(of stall: Stall, _ first: inout [String: Int]) -> String {
    guard let cause = cause(of: stall) else { return "" }
    if let number = first[cause] { return ": as stall \(number)" }
    first[cause] = stall.number
    return ": \(cause)"
  }
}
