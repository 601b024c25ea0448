/// How it went: one plain sentence, then the figures.
struct SummaryText {
  let report: SessionReport
  let style: TextStyle

  var summary: SessionSummary { report.summary }

  var lines: [String] {
    let opening = WrappedRow(name: "", nameWidth: 0, style: style.plain).lines(sentence)
    let rows = [
      row("startup", summary.startup.map(exact) ?? "never"),
      row("stalls", stallsText), stallLines,
      summary.seekCount > 0 ? row("seeks", seeksText) : [],
      summary.seeking > .zero ? row("seeking", exact(summary.seeking)) : [],
      summary.paused > .zero ? row("paused", exact(summary.paused)) : [],
      row("rebuffer ratio", rebufferText), row("buffer", bufferText),
      row("downloaded", downloadText), row("ended", endText),
    ]
    return opening.map { style.set($0, in: .bold) } + [""] + rows.flatMap(\.self)
  }

  /// A time as a sentence has it.
  func rough(_ time: MediaTime) -> String { style.durations.text(time, places: 2) }

  /// A time as the figures have it.
  func exact(_ time: MediaTime) -> String { style.durations.text(time, places: 3) }

  /// How it went, in one sentence.
  var sentence: String {
    guard let startup = summary.startup else {
      return switch summary.endReason {
      case .starved: "Never starts: the link does not deliver enough to begin."
      case .paused: "Never starts: the player is left paused."
      case .ended, .limit: "Never starts within the limit."
      }
    }
    let start = "Starts after \(rough(startup)), then \(stallClause)\(waitClause)"
    let end = rough(summary.elapsed)
    return switch summary.endReason {
    case .ended: "\(start)."
    case .starved where summary.stalled == .unbounded: "\(start): the link is dead."
    case .starved: "\(start), and never goes on: the link is dead."
    case .limit where summary.stalled == .unbounded:
      "\(start) at \(end), where the session was given up."
    case .limit:
      "\(start)\(waitClause.isEmpty ? "" : ",") until \(end), where the session was given up."
    case .paused where summary.stalled == .unbounded:
      "\(start): \(waits ? "it was left paused" : "the player pauses when it runs empty")."
    case .paused: "\(start)\(pauseClause)."
    }
  }

  /// Where a session that was left paused stopped.
  private var pauseClause: String {
    guard let stop = report.session.lastStop else { return ", and is left paused" }
    let comma = waitClause.isEmpty ? "" : ","
    let place = stop.isEnd ? "the end was played; it is" : "it was"
    return "\(comma) until \(rough(stop.wallTime)), where \(place) left paused"
  }

  /// What comes of seeks, pauses and loops.
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
      guard summary.seekCount - unfinished > 1 else { return "there after \(exact(mean))" }
      return "there after \(exact(mean)) on average"
        + (summary.longestSeekLatency.map { ", \(exact($0)) at most" } ?? "")
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
    // The level is followed no further than that.
    let isLoaded = report.session.events.contains { $0.kind == .loadingFinished }
    let least = summary.minimumBuffer.map {
      "least \(exact($0))\(isLoaded ? " until all was loaded" : "")"
    }
    return "mean \(exact(mean)), \(least ?? "all loaded before the start")"
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
      case .limit: "limit of simulated time reached"
      case .starved: "the link never delivers what is missing"
      case .paused: "left paused"
      }
    return "after \(exact(summary.elapsed)): \(why)"
  }
}
