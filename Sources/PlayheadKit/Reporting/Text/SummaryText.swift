/// How it went: one plain sentence, then the figures.
struct SummaryText {
  let report: SessionReport
  let style: TextStyle

  private var summary: SessionSummary { report.summary }

  var lines: [String] {
    let opening = WrappedRow(name: "", nameWidth: 0, style: style).lines(sentence)
    return opening.map { style.set($0, in: .bold) } + [""]
      + row("startup", summary.startup.map { $0.text(places: 3) } ?? "never")
      + row("stalls", stallsText)
      + row("rebuffer ratio", rebufferText)
      + row("buffer", bufferText)
      + row("downloaded", downloadText)
      + row("ended", endText)
  }

  private var sentence: String {
    guard let startup = summary.startup else {
      return summary.endReason == .starved
        ? "Never starts: the link does not deliver enough to begin."
        : "Never starts within the limit."
    }
    let start = "Starts after \(startup.text(places: 2))"
    let stalls =
      summary.stallCount == 0
      ? "plays without a stall"
      : "stalls \(Self.times(summary.stallCount)) for \(summary.stalled.text(places: 2)) in all"
    switch summary.endReason {
    case .ended: return "\(start), then \(stalls)."
    case .starved: return "\(start), then \(stalls), and never goes on: the link is dead."
    case .limit, .paused:
      return "\(start), then \(stalls) until \(summary.elapsed.text(places: 2)), "
        + "where the session was given up."
    }
  }

  private static func times(_ count: Int) -> String {
    switch count {
    case 1: "once"
    case 2: "twice"
    default: "\(count) times"
    }
  }

  private func row(_ name: String, _ text: String) -> [String] {
    var plain = style
    plain.usesColor = false
    return WrappedRow(name: name, nameWidth: 16, style: plain).lines(text)
  }

  private var stallsText: String {
    guard let longest = summary.longestStall else { return "0" }
    return "\(summary.stallCount), \(summary.stalled.text(places: 3)) in all, "
      + "longest \(longest.text(places: 3))"
  }

  private var rebufferText: String {
    guard let ratio = summary.rebufferRatio else { return "none: nothing was played" }
    return "\(Self.percent(ratio)) of \((summary.stalled + summary.played).text(places: 2)) "
      + "stalled and playing"
  }

  private static func percent(_ ratio: Ratio) -> String {
    // Halves up, from millionths to hundredths of a percent.
    decimalText((ratio.millionths + 50) / 100, places: 2, trimmed: false) + " %"
  }

  private var bufferText: String {
    guard let mean = summary.meanBuffer else { return "none: nothing was played" }
    let least = summary.minimumBuffer.map { "least \($0.text(places: 3))" }
    return "mean \(mean.text(places: 3)), \(least ?? "all loaded before the start")"
  }

  private var downloadText: String {
    let wasted = summary.bytesWasted > 0 ? ", \(byteText(summary.bytesWasted)) wasted" : ""
    let observed = summary.observedRate.map { ", observed \($0.rounded.text)" } ?? ""
    return "\(byteText(summary.bytesDownloaded)) in \(counted(summary.requestCount, "request"))"
      + wasted + observed
  }

  private var endText: String {
    let why =
      switch summary.endReason {
      case .ended: "played to the end"
      case .limit: "limit of simulated time reached"
      case .starved: "the link never delivers what is missing"
      case .paused: "left paused"
      }
    return "after \(summary.elapsed.text(places: 3)): \(why)"
  }
}
