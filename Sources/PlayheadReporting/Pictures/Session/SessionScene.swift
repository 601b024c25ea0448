import PlayheadAnalysis
import PlayheadModel
import PlayheadPictures

/// The pictures of a session: panels over one axis of wall time.
struct SessionScene {
  let session: PicturedSession
  let durations: TextStyle.Durations
  let states: StateSpans

  init(_ session: PicturedSession, durations: TextStyle.Durations = .clock) {
    self.session = session
    self.durations = durations
    states = StateSpans(session.session)
  }

  /// All of it.
  var scene: Scene {
    Scene(
      title: session.title, axis: Axis(.time, to: session.session.elapsed.axisPlace),
      bands: bands,
      panels: [statePanel, bufferPanel] + latencyPanels + [linkPanel, mediaPanel] + levelPanels
        + [requestPanel])
  }

  /// The rows of the timeline, and their last one at the end.
  var ticks: [Tick] { session.session.ticks }

  /// What the panels leave out: less than a quarter of a pixel.
  static func tolerance(_ top: Int64, _ height: Panel.Height = .normal) -> Int64 {
    top / (height.rawValue * 4)
  }

  func text<Clock>(_ time: Time<Clock>) -> String { durations.text(time, places: 3) }

  /// The waits, numbered as in the text.
  private var bands: [Band] {
    var seeks = 0
    return states.spans.compactMap { span in
      let length = text(span.end - span.start)
      let isOpen = span.end == session.session.elapsed && session.session.openWait != nil
      let end = isOpen ? ", still open at the end" : " for \(length)"
      let range = span.start.axisPlace...span.end.axisPlace
      switch span.state {
      case .startup:
        return Band(range, .startup, label: "▶", title: "startup\(end)")
      case .stalled:
        let number = span.number.map(String.init) ?? ""
        return Band(
          range, .stalled, label: number, title: "stall \(number) at \(text(span.start))\(end)")
      case .seeking:
        seeks += 1
        return Band(
          range, .seeking, label: "", title: "wait after a seek at \(text(span.start))\(end)")
      case .playing, .paused, .ended: return nil
      }
    }
  }

  private var statePanel: Panel {
    let marks = StateSpans.State.allCases.compactMap { state -> Mark? in
      let blocks = states.spans.filter { $0.state == state }.map {
        Block(x: $0.start.axisPlace..<$0.end.axisPlace, y: 0..<state.height)
      }
      return blocks.isEmpty ? nil : Mark(state.name, state.tone, .blocks(blocks), title: state.name)
    }
    let parts = StateSpans.State.allCases.compactMap { state -> String? in
      let spans = states.spans.filter { $0.state == state }
      guard !spans.isEmpty else { return nil }
      let sum = spans.reduce(WallTime.zero) { $0 + ($1.end - $1.start) }
      return "\(state.name) \(text(sum))"
    }
    return Panel(
      "state", title: "State", summary: "State over wall time: " + parts.joined(separator: ", "),
      axis: nil, top: 4, height: .strip, marks: marks)
  }
}
