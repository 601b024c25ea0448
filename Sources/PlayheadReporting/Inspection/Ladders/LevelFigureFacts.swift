import PlayheadAnalysis
import PlayheadLadder
import PlayheadModel

/// The figures of each level of a ladder, by its name.
struct LevelFigureFacts {
  let ladder: InspectedLadder
  let durations: TextStyle.Durations

  var facts: [(name: String, facts: [String])] {
    zip(ladder.ladder.lanes, ladder.inspection.figures.levels).flatMap { lane, levels in
      levels.enumerated().map { number, figures in
        ("\(lane.prefix(ladder.ladder))level \(number)", facts(figures))
      }
    }
  }

  private func facts(_ figures: LevelFigures) -> [String] {
    [
      rate("peak", figures.peak, declared: figures.declaredPeak),
      rate("average", figures.average, declared: figures.declaredAverage),
      figures.includesAudio ? "with audio" : nil,
      lengths(figures), "\(counted(figures.segmentCount, "segment")), \(byteText(figures.bytes))",
    ].compactMap(\.self)
  }

  private func rate(_ name: String, _ rate: BitRate?, declared: BitRate?) -> String? {
    guard let rate else { return declared.map { "\(name) unknown, \($0.text) declared" } }
    return "\(name) \(rate.rounded.text)" + (declared.map { ", \($0.text) declared" } ?? "")
  }

  private func lengths(_ figures: LevelFigures) -> String {
    func text(_ time: MediaTime) -> String { durations.text(time, places: 3) }
    return figures.shortest == figures.longest
      ? "segments of \(text(figures.longest))"
      : "segments of \(text(figures.shortest)) to \(text(figures.longest)), mean "
        + text(figures.mean)
  }
}
