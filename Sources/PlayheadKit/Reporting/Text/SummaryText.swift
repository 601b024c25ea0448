/// The summary of a session: one sentence, then the figures.
struct SummaryText {
  let report: SessionReport
  let style: TextStyle

  var summary: SessionSummary { report.summary }

  var lines: [String] {
    let opening = WrappedRow(name: "", nameWidth: 0, style: style.plain).lines(sentence)
    let rows = [
      row("startup", startupText), startupLines,
      row("stalls", stallsText), stallLines,
      summary.seekCount > 0 ? row("seeks", seeksText) : [],
      summary.seeking > .zero ? row("seeking", exact(summary.seeking)) : [],
      summary.paused > .zero ? row("paused", exact(summary.paused)) : [],
      row("rebuffer ratio", rebufferText), row("buffer", bufferText),
      row("downloaded", downloadText), row("ended", endText),
      summary.damage.isDamaged
        ? row("media damaged", summary.damage.findings.joined(separator: "; ").printable) : [],
    ]
    return opening.map { style.set($0, in: .bold) } + [""] + rows.flatMap(\.self)
  }

  /// A time for the sentence, rounded.
  func rough(_ time: MediaTime) -> String { style.durations.text(time, places: 2) }

  /// A time for the figures, to a millisecond.
  func exact(_ time: MediaTime) -> String { style.durations.text(time, places: 3) }

  /// The result in one sentence.
  var sentence: String {
    let end = rough(summary.elapsed)
    guard let startup = summary.startup else {
      return switch summary.endReason {
      case .starved: "Never starts: the link does not deliver enough data."
      case .paused: "Never starts: the player stays paused."
      case .ended: "Never starts: there is nothing to play."
      case .limit: "Never starts within the \(end) limit."
      }
    }
    let start = "Starts after \(rough(startup))\(openingClause), then \(stallClause)\(waitClause)"
    return switch summary.endReason {
    case .ended: "\(start)."
    case .starved where summary.stalled == .unbounded: "\(start): the link is dead."
    case .starved: "\(start), and never resumes: the link is dead."
    case .limit where summary.stalled == .unbounded: "\(start) within the \(end) limit."
    case .limit:
      "\(start)\(waitClause.isEmpty ? "" : ",") until the \(end) limit."
    case .paused where summary.stalled == .unbounded:
      "\(start): \(waits ? "the player stays paused" : "the player pauses when it runs empty")."
    case .paused: "\(start)\(pauseClause)."
    }
  }

  /// When a session that ends paused stopped playing.
  private var pauseClause: String {
    guard let stop = report.session.lastStop else { return ", and stays paused" }
    let comma = waitClause.isEmpty ? "" : ","
    let place = stop.isEnd ? " at the end" : ""
    return "\(comma) until \(rough(stop.wallTime)), then stays paused\(place)"
  }

  /// The wait after seeks, pauses and loops.
  private var waitClause: String {
    let seeks = counted(summary.seekCount, "seek")
    switch (summary.seeking > .zero, summary.seekCount > 0) {
    case (false, false): return ""
    case (false, true): return ", with no wait after \(seeks)"
    case (true, false): return ", and waits \(rough(summary.seeking)) besides"
    case (true, true):
      return ", and waits \(rough(summary.seeking)) in all after \(seeks)"
    }
  }

  static func times(_ count: Int) -> String {
    switch count {
    case 1: "once"
    case 2: "twice"
    default: "\(count) times"
    }
  }

  /// Lines of words behind a name.
  func row(_ name: String, _ text: String) -> [String] {
    WrappedRow(name: name, nameWidth: 16, style: style.plain).lines(text)
  }

  private var seeksText: String {
    let unfinished = report.session.seeks.count { $0.latency == nil }
    let latencies = summary.meanSeekLatency.map { mean in
      guard summary.seekCount - unfinished > 1 else { return "target loaded after \(exact(mean))" }
      return "target loaded after \(exact(mean)) on average"
        + (summary.longestSeekLatency.map { ", at most \(exact($0))" } ?? "")
    }
    return [
      "\(summary.seekCount)", unfinished > 0 ? "\(unfinished) not finished" : nil, latencies,
    ].compactMap(\.self).joined(separator: ", ")
  }

  private var rebufferText: String {
    guard let ratio = summary.rebufferRatio else { return "none: nothing was played" }
    let percent = ratio.percentText(places: 2)
    guard let stalled = summary.stalled.time else { return "\(percent), as a stall does not end" }
    return "\(percent) (\(rough(stalled)) of \(rough(stalled + summary.played)))"
  }

  private var bufferText: String {
    guard let mean = summary.meanBuffer else { return "none: nothing was played" }
    // The minimum is that of the time before everything is loaded.
    let isLoaded = report.session.events.contains { $0.kind == .loadingFinished }
    let minimum = summary.minimumBuffer.map {
      "minimum \(isLoaded ? "while loading " : "")\(exact($0))"
    }
    return "mean \(exact(mean))\(style.usesUnicode ? " · " : ", ")"
      + (minimum ?? "all loaded before playback starts")
  }

  private var downloadText: String {
    let wasted = ", \(summary.bytesWasted > 0 ? byteText(summary.bytesWasted) : "none") wasted"
    let observed = summary.observedRate.map { ", observed \($0.rounded.text)" } ?? ""
    return "\(byteText(summary.bytesDownloaded)) in \(counted(summary.requestCount, "request"))"
      + wasted + observed
  }

  private var endText: String {
    let why =
      switch summary.endReason {
      case .ended: "played to the end"
      case .limit: "limit of simulated time"
      case .starved: "the link never delivers the rest"
      case .paused: "paused"
      }
    return "after \(exact(summary.elapsed)): \(why)"
  }
}
