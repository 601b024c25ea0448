import PlayheadAnalysis
package import PlayheadLadder
import PlayheadModel

/// What of a ladder is played, over which network, by which player and rule.
struct LadderHeader {
  let media: LadderDescription
  let scenario: LadderScenario
  let rule: String
  let style: TextStyle
  /// The network's name as it was written; `nil` if nobody wrote one.
  var asked: String?
  /// Whether it is played over all networks of an overview.
  var isOverview = false

  var lines: [String] { rows.flatMap { $0.lines(style) } }

  /// What there is to say, a row each.
  var rows: [FactRow] {
    let parts =
      [row("media", mediaFacts)] + media.ladder.lanes.flatMap(rows) + [
        row("network", network + [scenario.transport.fact]), row("live", liveFacts),
        row("player", playerFacts),
        row("rule", [rule]), row("session", runFacts),
      ]
    return parts.filter { !$0.facts.isEmpty }
  }

  private var runFacts: [String] {
    RunFacts(settings: RunSettings(scenario), durations: style.durations).facts
  }

  /// How it is published, and when the viewer joins.
  private var liveFacts: [String?] {
    guard let live = scenario.live else { return [] }
    func text<Clock>(_ time: Time<Clock>) -> String { style.durations.text(time, places: 3) }
    let addressing: String =
      switch live.addressing {
      case .playlists: "playlists"
      case .numbers: "segments by number"
      case .timeline(let period): "an MPD updated every \(text(period))"
      }
    let late = live.lateness.count
    let stale = live.staleTimes.count
    let offset = live.clockOffset
    return [
      "joined at \(text(live.join))",
      live.delay > .zero ? "published after \(text(live.delay))" : "published at once",
      "window \(text(live.window))", addressing,
      scenario.ladder.lanes[0].levels[0].partTarget.map { "parts of up to \(text($0))" },
      live.holdBack.map { "hold-back \(text($0))" },
      late > 0 ? "\(counted(late, "late segment"))" : nil,
      stale > 0 ? "manifests stale \(stale == 1 ? "once" : "\(stale) times")" : nil,
      offset > .zero
        ? "viewer's clock \(text(offset)) ahead"
        : offset < .zero ? "viewer's clock \(text(.zero - offset)) behind" : nil,
    ]
  }

  private func row(_ name: String, _ facts: [String?]) -> FactRow {
    FactRow(name: name, facts: facts.compactMap(\.self))
  }

  private var mediaFacts: [String?] {
    [
      media.name.printable, media.ladder.format.words,
      style.durations.text(media.ladder.duration, places: 2),
    ]
  }

  private var network: [String] {
    isOverview
      ? ["\(counted(NetworkPreset.overview.count, "preset")), from slow to fast"]
      : NetworkFacts(
        profile: scenario.link.profile, asked: asked, durations: style.durations
      ).facts
  }

  private var playerFacts: [String?] {
    LadderPlayerFacts(player: scenario.player, durations: style.durations).facts + [
      media.ladder.lanes.count > 1
        ? (scenario.player.loading.loadsLanesInParallel
          ? "video and audio side by side" : "video and audio in turn") : nil
    ]
  }

  private func rows(of lane: LadderLane) -> [FactRow] {
    lane.levels.enumerated().map { number, level in
      row("", facts(of: level, numbered: number, in: lane))
    }
  }

  private func facts(of level: Level, numbered number: Int, in lane: LadderLane) -> [String?] {
    let bytes = level.segments.reduce(Int64(0)) { $0 + $1.resource.bytes }
    let size = level.resolution.map { "\($0.width)x\($0.height)" }
    return [
      "\(lane.prefix(media.ladder))level \(LevelBar.sign(of: number))",
      level.name == size ? nil : level.name.printable,
      level.bitRate > .zero ? level.bitRate.text : nil,
      size,
      level.codecs.isEmpty ? nil : level.codecs.joined(separator: ", ").printable,
      counted(level.segments.count, "segment"), byteText(bytes),
    ]
  }
}

extension Ladder.Format {
  /// The format in words.
  package var words: String {
    switch self {
    case .hls: "HLS"
    case .dash: "DASH"
    case .files: "files cut into segments"
    case .sizes: "segment sizes"
    }
  }
}
