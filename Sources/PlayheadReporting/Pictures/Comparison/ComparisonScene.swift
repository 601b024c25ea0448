import PlayheadAnalysis
import PlayheadModel
import PlayheadPictures

/// The sessions of a comparison over each other in the same panels, with where they part.
struct ComparisonScene {
  let report: SideBySideReport
  let durations: TextStyle.Durations

  /// How the sessions look, in order; those behind the last begin again.
  private static let tones: [Tone] = [
    .buffer, .other, .playing, .seeking, .startup, .paused, .level7, .playhead,
  ]

  static func tone(_ number: Int) -> Tone { tones[number % tones.count] }

  private var runs: [(name: String, session: ComparedSession)] {
    report.namedRuns.map { ($0.name, $0.run.session) }
  }

  var scene: Scene {
    let end = runs.map { $0.session.elapsed }.max() ?? .zero
    return Scene(
      title: "Sessions over each other", axis: Axis(.time, to: end.axisPlace),
      bands: stalls + partings,
      panels: runs.map(statePanel) + [bufferPanel, ratePanel, mediaPanel].compactMap(\.self))
  }

  /// Where each session parts from the first.
  private var partings: [Band] {
    report.namedComparisons.compactMap { name, comparison in
      comparison.parting.map { parting in
        let place = parting.wallTime.axisPlace
        return Band(
          place...place, .parting, label: name,
          title: "\(name) parts from A at \(durations.text(parting.wallTime, places: 3))")
      }
    }
  }

  /// The stalls of all sessions, each with the name of its session before its number.
  private var stalls: [Band] {
    runs.flatMap { name, session in
      session.stalls.map { stall in
        let end = stall.duration.map { stall.start + $0 } ?? session.elapsed
        return Band(
          stall.start.axisPlace...max(stall.start, end).axisPlace, .stalled,
          label: "\(name)\(stall.number)", title: title(of: stall, in: name))
      }
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func title(of stall: Stall, in name: String) -> String {
    let length = stall.duration.map { "for \(durations.text($0, places: 3))" } ?? "still open"
    return "stall \(stall.number) of \(name) at \(durations.text(stall.start, places: 3)) \(length)"
  }

  private func statePanel(_ name: String, _ session: ComparedSession) -> Panel {
    let spans = StateSpans(session).spans
    let marks = StateSpans.State.allCases.compactMap { state -> Mark? in
      let blocks = spans.filter { $0.state == state }.map {
        Block(x: $0.start.axisPlace..<$0.end.axisPlace, y: 0..<state.height)
      }
      return blocks.isEmpty ? nil : Mark(state.name, state.tone, .blocks(blocks), title: state.name)
    }
    let stalls = session.stalls.map { title(of: $0, in: name) }
    return Panel(
      "state\(name)", title: "State of \(name)",
      summary: "State of \(name) over wall time: "
        + (stalls.isEmpty ? "no stall" : stalls.joined(separator: ", ")),
      axis: nil, top: 4, height: .strip, marks: marks)
  }

  private var bufferPanel: Panel? {
    let lines = runs.map { run in
      run.session.ticks.map { tick in
        let end = tick.loadedTimeRanges.range(containing: tick.mediaTime)?.end ?? tick.mediaTime
        return Point(
          tick.wallTime.axisPlace, max(0, (end - tick.mediaTime).axisPlace))
      }
    }
    guard lines.contains(where: { $0.count > 1 }) else { return nil }
    let axis = Axis(.time, above: lines.joined().map(\.y).max() ?? 0)
    return Panel(
      "buffer", title: "Buffer level",
      summary: "Media loaded ahead of the playhead of each session",
      axis: axis, marks: marks(lines, axis))
  }

  private var mediaPanel: Panel? {
    let lines = runs.map { run in
      run.session.ticks.map { Point($0.wallTime.axisPlace, $0.mediaTime.axisPlace) }
    }
    guard lines.contains(where: { $0.count > 1 }) else { return nil }
    let axis = Axis(.time, to: runs.map(\.session.duration.axisPlace).max() ?? 1)
    return Panel(
      "media", title: "Playhead", summary: "Media time of each session over wall time",
      axis: axis, marks: marks(lines, axis))
  }

  private func marks(_ lines: [[Point]], _ axis: Axis) -> [Mark] {
    let tolerance = SessionScene.tolerance(axis.end)
    return lines.enumerated().filter { $1.count > 1 }.map { number, points in
      Mark(
        SideBySideReport.name(number), Self.tone(number),
        .line(Folding.line(points, tolerance: tolerance)))
    }
  }

  /// The rates of the links, once where all are the same.
  private var ratePanel: Panel? {
    let isOne = runs.allSatisfy { $0.session.link == runs[0].session.link }
    let shown = isOne ? Array(runs.prefix(1)) : runs
    let end = runs.map { $0.session.elapsed }.max() ?? .zero
    let lines = shown.map { LinkSteps(of: $0.session.link, until: end).points }
    let axis = Axis(.rate, above: lines.joined().map(\.y).max() ?? 0)
    return Panel(
      "link", title: "Link rate", summary: "The rate of the link of each session", axis: axis,
      marks: lines.enumerated().map { number, points in
        Mark(
          isOne ? "all" : SideBySideReport.name(number), isOne ? .link : Self.tone(number),
          .steps(points))
      })
  }
}

extension ComparedSession {
  /// The wall time that it took.
  var elapsed: WallTime {
    if case .wallTime(let time)?? = metrics[.elapsedSeconds] { return time }
    return max(events.last?.wallTime ?? .zero, ticks.last?.wallTime ?? .zero)
  }
}
