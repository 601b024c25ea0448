/// One line a tick, with the start, the stalls and the end where they happen.
struct TimelineText {
  let report: SessionReport
  let style: TextStyle

  var lines: [String] {
    let ticks = report.session.ticks
    guard !ticks.isEmpty else { return [] }
    var marks = self.marks[...]
    var lines = [layout.heading]
    for tick in ticks {
      while let mark = marks.first, mark.wallTime < tick.wallTime {
        lines.append(text(marks.removeFirst()))
      }
      lines.append(layout.row(tick, rate: report.link.rate(at: tick.wallTime)))
      // At one instant the tick comes last, but a mark reads better under the row it explains.
      while let mark = marks.first, mark.wallTime == tick.wallTime {
        lines.append(text(marks.removeFirst()))
      }
    }
    return lines + marks.map(text)
  }

  private var layout: TimelineLayout {
    TimelineLayout(style: style, last: report.session.ticks.last)
  }

  /// Something that gets a line of its own at the instant it happens.
  private struct Mark {
    var wallTime: MediaTime
    var mediaTime: MediaTime
    var text: String
    var color: TextStyle.Color
  }

  private var marks: [Mark] {
    let session = report.session
    var marks: [Mark] = []
    if let startup = session.startup {
      marks.append(
        Mark(
          wallTime: startup, mediaTime: .zero,
          text: "starts after \(startup.text(places: 3))", color: .green))
    }
    for stall in session.stalls {
      marks.append(
        Mark(
          wallTime: stall.start, mediaTime: stall.mediaTime,
          text: "stall \(stall.number) begins: buffer empty", color: .red))
      if let duration = stall.duration, stall.start + duration < session.elapsed {
        marks.append(
          Mark(
            wallTime: stall.start + duration, mediaTime: stall.mediaTime,
            text: "stall \(stall.number) ends after \(duration.text(places: 3))", color: .green))
      }
    }
    return (marks + pathMarks).sorted { $0.wallTime < $1.wallTime }
  }

  private var pathMarks: [Mark] {
    report.session.events.compactMap { event in
      guard case .pathChanged(let path) = event.kind else { return nil }
      return Mark(
        wallTime: event.wallTime, mediaTime: event.mediaTime,
        text: "the path is \(path.words)", color: .yellow)
    }
  }

  private func text(_ mark: Mark) -> String {
    let sign = style.usesUnicode ? "▸ " : "> "
    return layout.times(mark.wallTime, mark.mediaTime)
      + style.set(sign + mark.text, in: mark.color)
  }
}

extension PathFlags {
  /// The flags in words.
  fileprivate var words: String {
    switch (contains(.expensive), contains(.constrained)) {
    case (true, true): "expensive and constrained"
    case (true, false): "expensive"
    case (false, true): "constrained"
    case (false, false): "neither expensive nor constrained"
    }
  }
}
