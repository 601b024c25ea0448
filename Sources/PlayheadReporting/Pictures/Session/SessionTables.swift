import PlayheadLadder
import PlayheadModel
import PlayheadPictures

/// The tables behind the pictures of a session.
struct SessionTables {
  private let session: PicturedSession
  private let durations: TextStyle.Durations

  init(_ session: PicturedSession, _ durations: TextStyle.Durations) {
    self.session = session
    self.durations = durations
  }

  /// More rows than this are thinned or counted.
  private static let maximumValues = 120
  private static let maximumRows = 500

  private func text<Clock>(_ time: Time<Clock>) -> String { durations.text(time, places: 3) }

  /// What the panels show at some instants.
  var values: Markup {
    let ticks = session.session.ticks
    let every = max(1, (ticks.count + Self.maximumValues - 1) / Self.maximumValues)
    let shown = ticks.enumerated().filter {
      $0.offset.isMultiple(of: every) || $0.offset == ticks.count - 1
    }
    let latency = session.live?.latency
    let rows = shown.map { _, tick in
      [
        text(tick.wallTime), text(tick.mediaTime), TickState(tick).text.lowercased(),
        text(tick.bufferLevel),
      ] + (latency.map { [$0.latency(at: tick.wallTime).map(text) ?? ""] } ?? []) + [
        tick.wallTime < session.session.elapsed ? session.link.rate(at: tick.wallTime).text : "",
        byteText(tick.bytesDownloaded),
      ]
    }
    return .table(
      caption: "Values" + (every > 1 ? ", every \(every)th row" : ""),
      heading: ["wall time", "media time", "state", "buffer level"]
        + (latency == nil ? [] : ["live latency"]) + ["link rate", "downloaded"],
      words: [2], texts: rows)
  }

  /// Every request.
  var requests: Markup {
    let shown = session.requests.prefix(Self.maximumRows)
    let rows = shown.map { request in
      let own = request.request
      return [
        "\(own.number)", request.subject, text(own.sent),
        own.firstByte.map { text($0 - own.sent) } ?? "none",
        own.end.map(text) ?? "open", byteText(own.bytesReceived),
        own.bytesWasted > 0 ? byteText(own.bytesWasted) : "", request.ending,
      ]
    }
    let rest = session.requests.count - shown.count
    let note: Markup =
      rest > 0
      ? .element("p", ["class": "quiet"], text: "and \(rest) more, which are in the data") : .none
    return .element(
      "div", ["data-filter": "Filter requests"],
      .table(
        caption: counted(session.requests.count, "request"),
        heading: [
          "number", "asks for", "sent", "latency", "ended", "received", "wasted", "why it ended",
        ],
        words: [1, 7], texts: Array(rows))) + note
  }

  /// Every decision that changed the level; `nil` of a file.
  var decisions: Markup? {
    guard !session.lanes.isEmpty else { return nil }
    let changes = session.lanes.flatMap { lane in
      lane.decisions.filter { $0.isAbandonment || $0.isSwitch || $0.previousLevel == nil }.map {
        (lane, $0)
      }
    }.sorted { $0.1.wallTime < $1.1.wallTime }
    let shown = changes.prefix(Self.maximumRows)
    let rows = shown.map { lane, decision in
      [
        text(decision.wallTime), "\(lane.prefix)\(decision.segment)",
        decision.previousLevel.map { "\(LevelBar.sign(of: $0))" } ?? "none",
        "\(LevelBar.sign(of: decision.decision.level))", text(decision.bufferLevel),
        DecisionText.whole(decision.decision.estimate)?.figuresText ?? "none",
        (decision.isAbandonment ? "abandoned: " : "") + DecisionText.reason(decision.decision),
      ]
    }
    let rest = changes.count - shown.count
    let note: Markup =
      rest > 0
      ? .element("p", ["class": "quiet"], text: "and \(rest) more, which are in the data") : .none
    return .element(
      "div", ["data-filter": "Filter decisions"],
      .table(
        caption: "Decisions that changed the level",
        heading: [
          "wall time", "segment", "from level", "to level", "buffer level", "estimate", "reason",
        ],
        words: [6], texts: Array(rows))) + note
  }
}
