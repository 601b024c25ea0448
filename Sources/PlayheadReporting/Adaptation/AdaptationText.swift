import PlayheadLadder
import PlayheadModel

/// The figures of adaptation, under those of playback.
struct AdaptationText {
  let report: AdaptationReport
  let style: TextStyle

  private var adaptation: LadderSummary { report.summary }
  private var lane: LadderLane { report.ladder.lanes[0] }

  var lines: [String] {
    let rows = [
      row("bit rate", bitRateText), row("levels", levelsText), qualityRows,
      row("switches", switchesText),
      startupRows, stallRows,
      row("bytes", bytesText),
      row("scores", scoresText), optimumRows,
    ]
    return rows.flatMap(\.self) + LiveSummaryText(report: report, style: style).lines
  }

  private func row(_ name: String, _ text: String) -> [String] {
    WrappedRow(name: name, nameWidth: 16, style: style.plain).lines(text)
  }

  private func text<Clock>(_ time: Time<Clock>) -> String { style.durations.text(time, places: 3) }

  private var bitRateText: String {
    guard let mean = adaptation.meanPlayedBitRate else { return "none: nothing was played" }
    let rest =
      adaptation.bytes.replaced > 0 ? "of what was loaded and kept" : "of all that was loaded"
    let loaded = adaptation.meanBitRate.map { ", \($0.figuresText) \(rest)" } ?? ""
    return "mean \(mean.figuresText) played\(loaded)"
  }

  private var levelsText: String {
    let played = adaptation.timeAtLevel.reduce(MediaTime.zero, +)
    let parts = adaptation.timeAtLevel.enumerated().compactMap { level, time -> String? in
      guard time > .zero, let share = Ratio(time, of: played) else { return nil }
      return "\(LevelBar.sign(of: level)) for \(text(time)) (\(share.percentText(places: 1)))"
    }
    return parts.isEmpty ? "none played" : parts.joined(separator: ", ")
  }

  /// What keeps the picture below its highest level.
  private var qualityRows: [String] {
    QualityLimit(report.played.decisions, lane: 0, top: lane.levels.count - 1)
      .map { row("quality", $0.text) } ?? []
  }

  private var switchesText: String {
    let switches = adaptation.switches
    let decided = "\(adaptation.decidedSwitchCount) decided"
    guard switches.count > 0 else { return "0 seen, \(decided)" }
    let amplitude = switches.meanAmplitude.map { ", mean change \($0.figuresText)" } ?? ""
    return "\(switches.count) seen: \(switches.up) up, \(switches.down) down, "
      + "\(counted(switches.reversals, "reversal"))\(amplitude); \(decided)"
  }

  /// The requests that the startup was spent on.
  private var startupRows: [String] {
    let requests = adaptation.startupRequests
    guard !requests.isEmpty else { return [] }
    let shown = requests.prefix(Self.maximumRequests)
    let lines = shown.flatMap { request -> [String] in
      let end = request.request.end.map(text) ?? "not complete"
      return row(
        "",
        "\(text(request.request.sent)) to \(end): "
          + "\(request.subject.words(in: report.ladder)), "
          + byteText(request.request.bytesReceived)
          + (request.request.endReason == .abandoned ? ", abandoned" : ""))
    }
    let rest = requests.count - shown.count
    return row("startup by", counted(requests.count, "request")) + lines
      + (rest > 0 ? row("", "and \(rest) more") : [])
  }

  /// More requests than this are counted rather than listed.
  private static let maximumRequests = 10

  /// What each stall waited for.
  private var stallRows: [String] {
    let awaited = zip(report.played.session.stalls, report.played.awaited)
      .prefix(Self.maximumRequests)
    return awaited.flatMap { stall, segment -> [String] in
      guard let segment else { return [] }
      let lane = report.ladder.lanes[segment.lane]
      return row(
        stall.number == 1 ? "waited for" : "",
        "stall \(stall.number): \(lane.prefix(report.ladder))segment "
          + "\(segment.segment) of level "
          + "\(LevelBar.sign(of: segment.level)), \(lane.levels[segment.level].bitRate.text), "
          + byteText(lane.levels[segment.level].segments[segment.segment].resource.bytes))
    }
  }

  /// What became of what was downloaded; the parts add up to it.
  private var bytesText: String {
    let bytes = adaptation.bytes
    let parts = [
      (bytes.played, "played"), (bytes.replaced, "replaced"), (bytes.dropped, "dropped"),
      (bytes.leftOver, "left over"),
    ]
    let named = parts.filter { $0.0 > 0 }.map { "\(byteText($0.0)) \($0.1)" }
    let abandoned =
      adaptation.abandonmentCount > 0
      ? "; \(counted(adaptation.abandonmentCount, "request")) abandoned" : ""
    return named.isEmpty ? "none" : named.joined(separator: " + ") + abandoned
  }

  private var scoresText: String {
    let scores = adaptation.scores
    guard scores.linearPerSegment != nil else { return "none: nothing was loaded" }
    let mean = scores.linearPerSegment.map { ", \(Self.text($0)) a segment" } ?? ""
    let bola = scores.bola.map { "; BOLA \(Self.text($0))" } ?? ""
    let utility = scores.meanUtility.map { "; mean utility \(Self.text($0))" } ?? ""
    return "linear \(Self.text(scores.linear))\(mean)\(bola)\(utility)"
  }

  /// How far from the best possible it was.
  private var optimumRows: [String] { optimumText.map { row("optimum", $0) } ?? [] }

  /// The optimum beside the session's own score; `nil` if nobody asked.
  var optimumText: String? {
    guard let optimum = report.optimum else { return nil }
    let score = "\(optimum.objective.rawValue) \(Self.text(optimum.score)) summed over segments"
    let exact =
      optimum.bound == 0 ? "" : "at most \(Self.text(optimum.bound)) more is possible; "
    let own =
      report.sessionScore.map { "\(Self.text(optimum.score - $0)) more than this session" }
      ?? "not comparable with this session: \(incomparability)"
    return "\(score), stalled \(text(optimum.stalled)); \(exact)\(own)"
  }

  /// Why the session has no score beside the optimum.
  private var incomparability: String {
    if !report.subject.scenario.actions.isEmpty { return "the user acts" }
    if report.subject.scenario.repeats > 0 { return "the media plays more than once" }
    let forbidsStalls = report.optimum?.objective.score.stallCost == nil
    return forbidsStalls && report.played.session.phases.stalled > .zero
      ? "it stalls" : "it does not load each segment once"
  }

  /// A score with three decimals.
  private static func text(_ value: Double) -> String {
    Ratio(nearest: value)?.text(places: 3) ?? "\(value)"
  }
}

extension RequestSubject {
  /// What is asked for, in words.
  func words(in ladder: Ladder) -> String {
    let lane = ladder.lanes[lane]
    let copy = copy == 0 ? "" : ", copy \(copy)"
    let level = "\(lane.prefix(ladder))level \(LevelBar.sign(of: level))\(copy)"
    let isPart = lane.levels[self.level].partTarget != nil
    let isLicence = lane.levels[self.level].keys.contains {
      $0.isLicence && $0.resource == resource
    }
    if content == .key, isLicence { return "licence of \(level)" }
    return content.words(of: level, segment: "\(isPart ? "part" : "segment") \(segment ?? 0)")
  }
}

extension Download.Content {
  /// What it is of `level`, or `segment` of it, in words.
  func words(of level: String, segment: String) -> String {
    switch self {
    case .manifest: "manifest"
    case .playlist: "playlist of \(level)"
    case .index: "segment index of \(level)"
    case .initialization: "initialization section of \(level)"
    case .key: "key of \(level)"
    case .segment: "\(segment) of \(level)"
    }
  }
}
