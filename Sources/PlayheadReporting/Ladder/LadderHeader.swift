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

  var lines: [String] {
    row("media", mediaFacts) + media.ladder.lanes.flatMap(lines)
      + row("network", network + [scenario.transport.fact])
      + row("player", playerFacts) + row("rule", [rule])
      + (runFacts.isEmpty ? [] : row("session", runFacts))
  }

  private var runFacts: [String] {
    RunFacts(settings: RunSettings(scenario), durations: style.durations).facts
  }

  private func row(_ name: String, _ facts: [String?]) -> [String] {
    WrappedRow(name: name, nameWidth: 9, style: style).lines(
      facts.compactMap(\.self), separator: style.usesUnicode ? " · " : ", ",
      names: name.isEmpty ? 0 : 1)
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

  private func lines(of lane: LadderLane) -> [String] {
    lane.levels.enumerated().flatMap { number, level in
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
