import PlayheadAnalysis
import PlayheadModel

/// How a session went, in a few words.
struct OverviewVerdict {
  let text: String
  let color: TextStyle.Color

  init(
    _ summary: SessionSummary, startupLimit: WallTime, _ durations: TextStyle.Durations
  ) {
    let stalls = summary.stallCount > 0 ? "stalls \(SummaryText.times(summary.stallCount))" : nil
    let late = Self.late(summary, startupLimit, durations)
    let isStarted = summary.startup != nil
    let length = durations.seenText(summary.frozen)
    let isFrozen = summary.frozenCount > 0
    switch summary.verdict(startupLimit: startupLimit) {
    case .playsThrough: (text, color) = ("plays through", .green)
    case .freezes: (text, color) = ("plays, frozen \(length)", .yellow)
    case .stalls, .startsLate:
      text = [late, stalls, isFrozen ? "freezes" : nil].compactMap(\.self).joined(separator: ", ")
      color = late == nil ? .yellow : .magenta
    case .paused where !isStarted: (text, color) = ("paused before the start", .yellow)
    case .paused where summary.stalled.isOpen:
      (text, color) = ("does not resume", .red)
    case .paused: (text, color) = ((stalls.map { $0 + ", " } ?? "left ") + "paused", .yellow)
    case .limit:
      let end = isStarted ? "does not finish" : "does not start"
      (text, color) = ("\(end) in \(durations.text(summary.elapsed))", .red)
    case .starved: (text, color) = (isStarted ? "never resumes" : "never starts", .red)
    }
  }

  /// That it starts late, to a hundredth of a second unless that hides it.
  private static func late(
    _ summary: SessionSummary, _ limit: WallTime, _ durations: TextStyle.Durations
  ) -> String? {
    guard let startup = summary.startup, startup > limit else { return nil }
    let hundredths = WallTime(nanoseconds: startup.nanoseconds / 10_000_000 * 10_000_000)
    return
      "starts after \(hundredths > limit ? durations.text(startup, places: 2) : durations.text(startup))"
  }
}
