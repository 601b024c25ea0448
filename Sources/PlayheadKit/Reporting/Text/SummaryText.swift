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
      + (summary.seekCount > 0 ? row("seeks", seeksText) : [])
      + (summary.seeking > .zero ? row("seeking", summary.seeking.text(places: 3)) : [])
      + (summary.paused > .zero ? row("paused", summary.paused.text(places: 3)) : [])
      + row("rebuffer ratio", rebufferText)
      + row("buffer", bufferText)
      + row("downloaded", downloadText)
      + row("ended", endText)
  }

  /// How it went, in one sentence.
  var sentence: String {
    guard let startup = summary.startup else {
      return switch summary.endReason {
      case .starved: "Never starts: the link does not deliver enough to begin."
      case .paused: "Never starts: the player is left paused."
      case .ended, .limit: "Never starts within the limit."
      }
    }
    let start = "Starts after \(startup.text(places: 2)), then \(stallClause)\(waitClause)"
    let end = summary.elapsed.text(places: 2)
    return switch summary.endReason {
    case .ended: "\(start)."
    case .starved: "\(start), and never goes on: the link is dead."
    case .limit:
      "\(start)\(waitClause.isEmpty ? "" : ",") until \(end), where the session was given up."
    case .paused: "\(start)\(waitClause.isEmpty ? "" : ",") until \(end), where it was left paused."
    }
  }

  private var stallClause: String {
    guard summary.stallCount > 0 else { return "plays without a stall" }
    let times = Self.times(summary.stallCount)
    return waits
      ? "stalls \(times) for \(summary.stalled.text(places: 2)) in all"
      : "runs empty and pauses \(times)"
  }

  /// Whether the player waits for media, rather than to pause for want of it.
  private var waits: Bool { report.policy.parameters.automaticallyWaitsToMinimizeStalling }

  /// What comes of seeks, pauses and loops.
  private var waitClause: String {
    let seeks = counted(summary.seekCount, "seek")
    switch (summary.seeking > .zero, summary.seekCount > 0) {
    case (false, false): return ""
    case (false, true): return ", with no wait after \(seeks)"
    case (true, false): return ", and waits \(summary.seeking.text(places: 2)) besides"
    case (true, true):
      return ", and waits \(summary.seeking.text(places: 2)) in all after \(seeks)"
    }
  }

  static func times(_ count: Int) -> String {
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
    guard waits else { return "\(summary.stallCount), at each the player pauses" }
    return "\(summary.stallCount), \(summary.stalled.text(places: 3)) in all, "
      + "longest \(longest.text(places: 3))"
  }

  private var seeksText: String {
    let unfinished = report.session.seeks.count { $0.latency == nil }
    let latencies = summary.meanSeekLatency.map { mean in
      "there after \(mean.text(places: 3)) on average"
        + (summary.longestSeekLatency.map { ", \($0.text(places: 3)) at most" } ?? "")
    }
    return [
      "\(summary.seekCount)", unfinished > 0 ? "\(unfinished) not finished" : nil, latencies,
    ].compactMap(\.self).joined(separator: ", ")
  }

  private var rebufferText: String {
    guard let ratio = summary.rebufferRatio else { return "none: nothing was played" }
    return
      "\(ratio.percentText(places: 2)) of \((summary.stalled + summary.played).text(places: 2)) "
      + "stalled and playing"
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
