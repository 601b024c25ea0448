package import PlayheadAnalysis
package import PlayheadReporting

/// How the values of a metric are spread, in blocks.
package enum DistributionChart {
  /// The cumulative distribution: for each step of the value, the share that does not exceed it.
  package static func cumulative(
    _ distribution: Distribution, of metric: SessionMetric, _ style: TextStyle
  ) -> String {
    guard let range = Range(distribution) else { return Self.nothing }
    return lines(
      range.steps.map { step in
        (metric.text(step.upper), distribution.share(upTo: step.upper))
      }, scale: 1, style)
  }

  /// The histogram: for each step of the value, the share that lies in it.
  package static func histogram(
    _ distribution: Distribution, of metric: SessionMetric, _ style: TextStyle
  ) -> String {
    guard let range = Range(distribution) else { return Self.nothing }
    var former = 0.0
    let shares = range.steps.map { step -> (String, Double) in
      let share = distribution.share(upTo: step.upper)
      defer { former = share }
      return (metric.text(step.upper), max(0, share - former))
    }
    return lines(shares, scale: shares.map(\.1).max() ?? 1, style)
  }

  private static let nothing = "  no values\n"

  /// The steps of a chart, from the smallest value to the largest; what is unbounded has one of its
  /// own.
  private struct Range {
    var steps: [(lower: Double, upper: Double)]

    private static let count = 12

    init?(_ distribution: Distribution) {
      let finite = distribution.values.filter(\.isFinite)
      guard !distribution.values.isEmpty else { return nil }
      steps = []
      if let first = finite.first, let last = finite.last {
        if first == last {
          steps = [(first, last)]
        } else {
          let width = (last - first) / Double(Self.count)
          // Zero often stands for most of the values.
          if first == 0 { steps.append((0, 0)) }
          for number in 0..<Self.count {
            let upper = number == Self.count - 1 ? last : first + width * Double(number + 1)
            steps.append((first + width * Double(number), upper))
          }
        }
      }
      if finite.count < distribution.values.count { steps.append((.infinity, .infinity)) }
    }
  }

  private static func lines(
    _ rows: [(label: String, share: Double)], scale: Double, _ style: TextStyle
  ) -> String {
    let labels = rows.map(\.label)
    let width = labels.map(\.count).max() ?? 0
    let cells = max(4, min(style.width - width - 14, 50))
    return rows.map { row in
      let filled = scale > 0 ? row.share / scale * Double(cells) : 0
      let bar = bar(filled, style)
      let margin = String(repeating: " ", count: max(0, cells - bar.count))
      let percent = percentText(row.share)
      let label = String(repeating: " ", count: width - row.label.count) + row.label
      return "  ≤ ".shownAs(style) + "\(label)  \(bar)\(margin)  \(percent)\n"
    }.joined()
  }

  private static func bar(_ filled: Double, _ style: TextStyle) -> String {
    let whole = Int(filled)
    guard style.usesUnicode else { return String(repeating: "#", count: Int(filled.rounded())) }
    let eighths = Int(((filled - Double(whole)) * 8).rounded())
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
    return String(repeating: "█", count: whole) + parts[eighths]
  }
}

extension String {
  /// The text with signs of ASCII where there are no others.
  fileprivate func shownAs(_ style: TextStyle) -> String {
    style.usesUnicode ? self : replacing("≤", with: "<=")
  }
}
