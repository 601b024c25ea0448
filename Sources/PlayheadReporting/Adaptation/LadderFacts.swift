import PlayheadAnalysis
package import PlayheadLadder
import PlayheadModel

/// Facts of a ladder and of how it is played, as the header states them.
struct LadderFacts {
  let media: LadderDescription
  let scenario: LadderScenario
  let durations: TextStyle.Durations

  init(_ subject: LadderSubject, durations: TextStyle.Durations) {
    (media, scenario) = (subject.media, subject.scenario)
    self.durations = durations
  }

  /// The ladder, and each of its levels, a row each.
  var rows: [FactRow] {
    [FactRow("media", mediaFacts)] + media.ladder.lanes.flatMap(rows)
  }

  /// How it is published, and when the viewer joins.
  var live: [String?] {
    guard let live = scenario.live else { return [] }
    func text<Clock>(_ time: Time<Clock>) -> String { durations.text(time, places: 3) }
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

  private var mediaFacts: [String?] {
    [
      media.name.printable, media.ladder.format.words,
      durations.text(media.ladder.duration, places: 2),
    ]
  }

  /// The player.
  var player: [String?] {
    LadderPlayerFacts(player: scenario.player, durations: durations).facts + [
      media.ladder.lanes.count > 1
        ? (scenario.player.loading.loadsLanesInParallel
          ? "video and audio side by side" : "video and audio in turn") : nil
    ]
  }

  private func rows(of lane: LadderLane) -> [FactRow] {
    lane.levels.enumerated().map { number, level in
      FactRow("", facts(of: level, numbered: number, in: lane))
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
