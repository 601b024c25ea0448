import PlayheadAnalysis
import PlayheadModel

/// The summary of a session: one sentence, then the figures.
struct SummaryText {
  let report: SessionReport
  let style: TextStyle

  /// That the media's mean rate exceeds the link's.
  var shortage: LinkShortage? { report.causes?.linkShortage }
  var summary: SessionSummary { report.summary }

  /// The sentence, then the figures.
  var lines: [String] { headline + [""] + figures }

  /// The sentence.
  var headline: [String] {
    WrappedRow(name: "", nameWidth: 0, style: style.plain).lines(sentence)
      .map { style.set($0, in: .bold) }
  }

  /// The figures, a row each.
  var figures: [String] {
    let rows = [
      row("startup", startupText), startupLines, startupCause,
      row("stalls", stallsText), shortageLines, stallLines,
      summary.frozenCount > 0
        ? row(
          "picture frozen",
          "\(Self.times(summary.frozenCount)), \(exact(summary.frozen)), while sound plays") : [],
      summary.silentCount > 0
        ? row(
          "sound missing",
          "\(Self.times(summary.silentCount)), \(exact(summary.silent)), while video plays") : [],
      summary.seekCount > 0 ? row("seeks", seeksText) : [], seekCauses,
      summary.seeking > .finite(.zero) ? row("seeking", seekingText) : [],
      summary.paused > .zero ? row("paused", exact(summary.paused)) : [],
      row("rebuffer ratio", rebufferText), row("buffer", bufferText),
      row("downloaded", downloadText),
      networkRepeats > 0
        ? row("network", "trace repeated \(Self.times(Int(networkRepeats)))") : [],
      row("ended", endText),
      report.session.unperformedActions.isEmpty ? [] : row("not performed", unperformedText),
      summary.damage.isDamaged
        ? row("media damaged", summary.damage.findings.joined(separator: "; ").printable) : [],
      isMissingCauses ? row("causes", CauseText.cutShort) : [],
    ]
    return rows.flatMap(\.self)
  }

  /// How often the trace began again.
  private var networkRepeats: Int64 {
    report.link.profile.repeatCount(within: report.session.elapsed)
  }

  /// A time for the sentence, rounded.
  func rough(_ time: WallTime) -> String { style.durations.text(time, places: 2) }

  /// A time for the figures, to a millisecond.
  func exact<Clock>(_ time: Time<Clock>) -> String { style.durations.text(time, places: 3) }

  /// The result in one sentence.
  var sentence: String {
    guard let startup = summary.startup else {
      return switch summary.endReason {
      case .starved: "Never starts: the link does not deliver enough data."
      case .gap: "Never starts: all is loaded, but a gap in the media is not passed over."
      case .error: "Never starts: the player ends with an error."
      case .paused: "Never starts: \(pauseReason)."
      case .ended: "Never starts: there is nothing to play."
      case .limit: "Never starts within \(endLimit)."
      }
    }
    let start =
      "Starts after \(rough(startup))\(openingClause), "
      + "then \(stallClause)\(freezeClause)\(waitClause)"
    let isOpen = summary.openWait != nil
    return switch summary.endReason {
    case .ended: "\(start)."
    case .starved: "\(start): the link is dead."
    case .gap: "\(start): a gap in the media is not passed over."
    case .error: "\(start): the player ends with an error."
    case .limit where isOpen: "\(start) at \(endLimit)."
    case .limit: "\(start)\(comma) until \(endLimit)."
    case .paused where isOpen: "\(start): \(pauseReason)."
    case .paused: "\(start)\(pauseClause)."
    }
  }

  /// What ended a session that was cut off.
  private var endLimit: String {
    "the \(report.session.metBound?.text ?? "\(rough(summary.elapsed)) limit")"
  }

  private var comma: String { (freezeClause + waitClause).isEmpty ? "" : "," }

  /// Why a session ends paused with a wait open, or without having started.
  private var pauseReason: String {
    report.session.isLeftPausedByUser
      ? "the user pauses it and does not play again" : "the player pauses when it runs empty"
  }

  /// When a session that ends paused stopped playing.
  private var pauseClause: String {
    guard let stop = report.session.lastStop else { return ", and stays paused" }
    let time = rough(stop.wallTime)
    guard stop.isEnd else { return "\(comma) until \(time), then stays paused" }
    return ", reaches the end after \(time), and is left paused by seek \(summary.seekCount)"
  }

  /// The wait after seeks, or for enough media to play on.
  private var waitClause: String {
    let seeks = counted(summary.seekCount, "seek")
    let waited = report.session.phases.seeking
    if summary.openWait?.cause == .seek {
      let verb = summary.endReason == .limit ? "is still waiting" : "does not resume"
      return ", and \(verb)" + (summary.seekCount > 0 ? " after seek \(summary.seekCount)" : "")
    }
    switch (waited > .zero, summary.seekCount > 0) {
    case (false, false): return ""
    case (false, true):
      let isAtOnce = report.session.seeks.allSatisfy { $0.latency == .zero }
      return isAtOnce ? ", with no wait after \(seeks)" : ""
    case (true, false): return ", and waits \(rough(waited)) with too little loaded to resume"
    case (true, true): return ", and waits \(rough(waited)) in all after \(seeks)"
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
    let session = report.session
    let cancelled = session.seeks.count { $0.latency == nil && !$0.isOpen }
    let finished = session.seeks.compactMap(\.latency)
    let latencies = session.meanFinishedSeekLatency.map { mean in
      guard finished.count > 1, let longest = finished.max() else {
        return "target loaded after \(exact(mean))"
      }
      return "target loaded after \(exact(mean)) on average, at most \(exact(longest))"
    }
    return [
      "\(summary.seekCount)", cancelled > 0 ? "\(cancelled) cancelled" : nil, latencies,
      hasOpenSeek ? "target of seek \(summary.seekCount) not loaded at the end" : nil,
    ].compactMap(\.self).joined(separator: ", ")
  }

  private var hasOpenSeek: Bool { report.session.seeks.last?.isOpen ?? false }

  /// The wall time spent waiting after seeks, and whether such a wait is open.
  private var seekingText: String {
    let waited = exact(report.session.phases.seeking)
    guard summary.seeking.isOpen else { return waited }
    return summary.openWait?.cause == .seek
      ? "\(waited) until the end, still waiting" : "\(waited), and a seek does not finish"
  }

  /// The actions that the session ended before.
  private var unperformedText: String {
    let actions = report.session.unperformedActions
    let shown = actions.count > Self.maximumActions + 1 ? Self.maximumActions : actions.count
    let texts = actions.prefix(shown).map { $0.text(style.durations) }
    let rest = actions.count - shown
    return "\(counted(actions.count, "action")) after the end of the session: "
      + (texts + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: ", ")
  }

  /// More actions than this are counted rather than listed, unless it is only one more.
  private static let maximumActions = 3

  private var rebufferText: String {
    guard let ratio = summary.rebufferRatio else { return "none: nothing was played" }
    let percent = ratio.percentText(places: 2)
    let stalled = summary.stalled.elapsed
    let share = "\(rough(stalled)) of \(rough(stalled + summary.played))"
    return summary.stalled.isOpen
      ? "at least \(percent) (\(share), and the stall is open)" : "\(percent) (\(share))"
  }

  private var bufferText: String {
    guard let mean = summary.meanBuffer else { return "none: nothing was played" }
    // The minimum is that of the time before everything is loaded.
    let minimum = summary.minimumBuffer.map {
      "minimum \(report.session.hasFinishedLoading ? "while loading " : "")\(exact($0))"
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
      case .limit: report.session.metBound.map(\.text) ?? "limit of the session"
      case .starved: "the link is dead"
      case .gap: "a gap in the media"
      case .error: "the player's error"
      case .paused: "paused"
      }
    return "after \(exact(summary.elapsed)): \(why)"
  }
}

extension SessionBound {
  fileprivate var text: String {
    switch self {
    case .events: "bound of \(SessionOptions.maximumEvents) events"
    case .steps: "bound of \(SessionOptions.maximumSteps) steps"
    case .recording: "end of the recording"
    }
  }
}

extension SummaryText {
  /// Writes a report whose `picture`, a timeline or a chart, is followed by the figures and `rest`.
  ///
  /// The sentence stands between them or, if it is repeated, before and behind all of it.
  func write(
    to buffer: inout TextBuffer, rest: [String], picture: (inout TextBuffer) -> Void
  ) {
    if style.repeatsHeadline { buffer.write(lines: headline + [""]) }
    let start = buffer.bytes.count
    picture(&buffer)
    if buffer.bytes.count > start { buffer.write(lines: [""]) }
    buffer.write(lines: (style.repeatsHeadline ? figures : lines) + rest)
    if style.repeatsHeadline { buffer.write(lines: [""] + headline) }
  }
}
