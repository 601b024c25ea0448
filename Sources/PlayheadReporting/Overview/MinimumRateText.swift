import PlayheadAnalysis
import PlayheadModel

/// The minimum rate, how it is known, and beside it the mean rate of the media.
struct MinimumRateText {
  let report: OverviewReport
  let style: TextStyle

  private var minimum: MinimumRate { report.overview.minimumRate }

  var lines: [String] {
    let plain = style.plain
    return facts.flatMap { name, text in
      WrappedRow(name: name, nameWidth: 22, style: plain).lines(text)
    }
  }

  /// The facts, by name.
  var facts: [(name: String, text: String)] {
    let facts: [(name: String, text: String)?] = [
      ("minimum rate", rateText),
      minimum.rate == nil ? nil : ("startup at that rate", startupText),
      minimum.rate == nil || minimum.summary.frozen == .zero
        ? nil
        : (
          "picture frozen",
          "\(style.durations.text(minimum.summary.frozen, places: 3)) at that rate, "
            + "while sound plays"
        ),
      latencyText.map { ("higher latency", $0) },
      report.ownRate,
    ]
    return facts.compactMap(\.self)
  }

  private var rateText: String {
    let latency = minimum.latencyText(style.durations)
    guard let rate = minimum.rate else {
      return "none; \(MinimumRate.bound.text) \(latency): \(verdict(minimum.summary))"
    }
    let lower = minimum.lowerRate.map { "\($0.text) works too, but not every rate between" }
    let below = minimum.summaryBelow.map { "at 1 bit/s less: \(verdict($0))" }
    return ["\(rate.text) \(latency)", evidenceText, below, lower].compactMap(\.self)
      .joined(separator: "; ")
  }

  /// The evidence that it holds at higher rates.
  private var evidenceText: String? {
    switch minimum.evidence {
    case nil: nil
    case .proof?: "holds at every higher rate (proven)"
    case .rates(let count, let highest)?:
      "verified at \(counted(count, "rate")) up to \(highest.text)"
    }
  }

  private func verdict(_ summary: SessionSummary) -> String {
    let verdict = summary.verdict(startupLimit: minimum.startupLimit)
    guard verdict == .limit else {
      return OverviewVerdict(summary, startupLimit: minimum.startupLimit, style.durations).text
    }
    let end = summary.startup == nil ? "does not start" : "does not finish"
    return "\(end) within the \(style.durations.text(summary.elapsed)) limit"
  }

  private var startupText: String {
    minimum.summary.startup.map { style.durations.text($0, places: 3) } ?? "never starts"
  }

  /// Which networks are fast enough, but not for their latency.
  private var latencyText: String? {
    let networks = report.overview.networksOfTooMuchLatency
    guard !networks.isEmpty else { return nil }
    let names = networks.map {
      "\($0.preset.name) (\(style.durations.shortText($0.latency)))"
    }
    return "fails on \(names.joined(separator: ", "))"
  }
}

extension MinimumRate {
  /// The latency that it is for, in words behind the rate.
  func latencyText(_ durations: TextStyle.Durations) -> String {
    latency > .zero ? "with \(durations.shortText(latency)) of latency" : "without latency"
  }
}
