import PlayheadModel
package import PlayheadReporting

/// The text of a validation: figures, both timelines under each other, stalls and requests, and
/// what differs first.
package enum ValidationText {
  package static func bytes(_ report: ValidationReport, style: TextStyle) -> [UInt8] {
    let comparison = report.comparison
    let measurement = report.measurement
    let dash = style.usesUnicode ? "–" : "-"
    var lines = [
      "\(measurement.media) over \(measurement.profile.name): \(measurement.version), "
        + "\(counted(comparison.runs.count, "run")), against --player=\(report.policy)", "",
    ]
    lines += figures(comparison, dash).lines(style)
    lines += [""] + strips(comparison, style) + levelLines(comparison)
    if !comparison.predicted.stalls.isEmpty
      || comparison.runs.contains(where: { !$0.stalls.isEmpty })
    {
      lines +=
        [""]
        + stalls(comparison).fitting(style.width, dropping: runColumns(comparison))
        .lines(style)
    }
    lines +=
      [""]
      + requests(comparison).fitting(style.width, dropping: runColumns(comparison))
      .lines(style)
    lines += ["", verdict(comparison)]
    let others = zip(measurement.runs, comparison.runs).reduce(0) { count, runs in
      count + runs.0.stalls.count - runs.1.stalls.count
    }
    if others > 0 {
      lines += WrappedRow(name: "", nameWidth: 0, style: style.plain).lines(
        "\(counted(others, "stall")) with a second or more loaded ahead "
          + "\(others == 1 ? "is" : "are") not counted: the machine has not decoded in time.")
    }
    if let text = [report.spread].compactMap(\.self).text(isLive: measurement.live != nil) {
      lines += WrappedRow(name: "", nameWidth: 0, style: style.plain).lines("\(text).")
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private static func figures(_ comparison: PlayerComparison, _ dash: String) -> TextTable {
    let predicted = comparison.predicted
    func range(_ times: [WallTime?]) -> String {
      let known = times.compactMap(\.self)
      guard let least = known.min(), let most = known.max() else { return "none" }
      let text = least == most ? text(least) : "\(text(least)) \(dash) \(text(most))"
      return known.count < times.count ? "\(text), or none" : text
    }
    func answer(_ agrees: Bool) -> String { agrees ? "agrees" : "differs" }
    let counts = comparison.runs.map(\.stalls.count)
    let (fewest, most) = (counts.min() ?? 0, counts.max() ?? 0)
    return TextTable(
      heading: ["", "Predicted", "Player", ""],
      rows: [
        [
          "Startup", text(predicted.startup), range(comparison.runs.map(\.startup)),
          answer(comparison.startupAgrees),
        ],
        [
          "Stalls", String(predicted.stalls.count),
          fewest == most ? String(most) : "\(fewest) \(dash) \(most)",
          answer(comparison.stallCountAgrees),
        ],
        [
          "Stalled time", text(predicted.stalled), range(comparison.runs.map(\.stalled)),
          answer(comparison.stalledAgrees),
        ],
        ["End", end(predicted), end(comparison.runs[0]), answer(comparison.endAgrees)],
      ] + levels(comparison, answer) + live(comparison, answer), words: [0, 1, 2, 3])
  }

  private static func levels(
    _ comparison: PlayerComparison, _ answer: (Bool) -> String
  ) -> [[String]] {
    guard let levels = comparison.levels else { return [] }
    let count = levels.segments.count
    return [["Levels", "\(levels.agreeing) of \(count)", "\(count)", answer(levels.agrees)]]
  }

  private static func live(
    _ comparison: PlayerComparison, _ answer: (Bool) -> String
  ) -> [[String]] {
    guard let live = comparison.live else { return [] }
    func latency(_ time: MediaTime?) -> String {
      time.map { "\($0.secondsText(places: 3)) s" } ?? "none"
    }
    func rates(_ outline: PlaybackOutline) -> String { String(outline.live?.rates.count ?? 0) }
    return [
      ["Mean latency", latency(live.predicted[0]), latency(live.real[0]), answer(live.agrees)],
      ["Manifests", String(live.predictedManifests), String(live.manifests[0]), ""],
      ["Rate changes", rates(comparison.predicted), rates(comparison.runs[0]), ""],
    ]
  }

  /// The levels of segments in their order, those of each run under the predicted ones.
  private static func levelLines(_ comparison: PlayerComparison) -> [String] {
    guard let levels = comparison.levels else { return [] }
    func digit(_ level: Int?) -> String {
      level.map { $0 < 36 ? String($0, radix: 36) : "+" } ?? "-"
    }
    let names = ["Predicted"] + comparison.runs.indices.map { "Run \($0 + 1)" }
    let label = names.map(\.count).max() ?? 0
    let lanes = Set(levels.segments.map(\.lane)).sorted()
    return [""]
      + lanes.flatMap { lane -> [String] in
        let segments = levels.segments.filter { $0.lane == lane }
        let rows =
          [segments.map { digit($0.predicted) }]
          + comparison.runs.indices.map { run in segments.map { digit($0.real[run]) } }
        return zip(names, rows).map { $0.padding(to: label) + "  levels " + $1.joined() }
      }
  }

  private static func end(_ outline: PlaybackOutline) -> String {
    switch outline.end {
    case .ended: text(outline.elapsed)
    case .limit: "after \(text(outline.elapsed))"
    case .other(let reason): "\(reason) at \(text(outline.elapsed))"
    }
  }

  /// A row of characters for each playback, on one time line.
  private static func strips(_ comparison: PlayerComparison, _ style: TextStyle) -> [String] {
    let all = [comparison.predicted] + comparison.runs
    let names = ["Predicted"] + comparison.runs.indices.map { "Run \($0 + 1)" }
    let label = names.map(\.count).max() ?? 0
    let length = all.map(\.elapsed).max() ?? .zero
    let columns = max(10, style.width - label - 2)
    let marks: Marks = style.usesUnicode ? ("─", "█", "░") : ("-", "#", ".")
    let rows = zip(names, all).map { name, outline in
      name.padding(to: label) + "  " + strip(outline, columns, length, marks)
    }
    let legend =
      "\(marks.starting) starting  \(marks.playing) playing  \(marks.stalled) stalled, "
      + "\(text(length)) in all"
    return rows + [String(repeating: " ", count: label + 2) + legend]
  }

  private typealias Marks = (starting: String, playing: String, stalled: String)

  /// A character for each part of `length`, by what is going on in its middle.
  private static func strip(
    _ outline: PlaybackOutline, _ columns: Int, _ length: WallTime, _ marks: Marks
  ) -> String {
    guard length > .zero else { return "" }
    return (0..<columns).map { column in
      let share = Int128(length.nanoseconds) * Int128(2 * column + 1) / Int128(2 * columns)
      let time = WallTime(nanoseconds: Int64(share))
      if time >= outline.elapsed { return " " }
      guard let startup = outline.startup, time >= startup else { return marks.starting }
      let isStalled = outline.stalls.contains { $0.start <= time && time < $0.end ?? .bound }
      return isStalled ? marks.stalled : marks.playing
    }.joined()
  }

  /// The columns of further runs, which go first where a line is too narrow.
  private static func runColumns(_ comparison: PlayerComparison) -> [Int] {
    Array((2..<comparison.runs.count + 2).dropFirst().reversed())
  }

  private static func stalls(_ comparison: PlayerComparison) -> TextTable {
    table("Stall", comparison, of: \.stalls) { stall in
      let length = stall.duration.map { "for \(text($0))" } ?? "open"
      let reason = stall.reason.map { " (\($0))" } ?? ""
      return "\(text(stall.start)) \(length)\(reason)"
    }
  }

  private static func requests(_ comparison: PlayerComparison) -> TextTable {
    table("Request", comparison, of: \.requests) { request in
      let range = request.name == nil || request.offset > 0 ? " bytes=\(request.offset)-" : ""
      return text(request.asked) + (request.name.map { " \($0)" } ?? "") + range
    }
  }

  private static func table<Element>(
    _ name: String, _ comparison: PlayerComparison,
    of elements: KeyPath<PlaybackOutline, [Element]>, _ cell: (Element) -> String
  ) -> TextTable {
    let all = ([comparison.predicted] + comparison.runs).map { $0[keyPath: elements] }
    let names = ["Predicted"] + comparison.runs.indices.map { "Run \($0 + 1)" }
    let count = all.map(\.count).max() ?? 0
    return TextTable(
      heading: [name] + names,
      rows: (0..<count).map { index in
        [String(index + 1)] + all.map { index < $0.count ? cell($0[index]) : "" }
      }, words: Set(1..<names.count + 1))
  }

  private static func verdict(_ comparison: PlayerComparison) -> String {
    guard let difference = comparison.firstDifference else {
      return "They agree in requests, startup, stalls and end."
    }
    let place = difference.number.map { " \($0)" } ?? ""
    func moment(_ time: WallTime?) -> String { time.map { "at \(text($0))" } ?? "never" }
    switch difference.mechanism {
    case .requests:
      func range(_ offset: Int64?, _ name: String?) -> String {
        name.map { "\($0) " } ?? offset.map { "bytes=\($0)- " } ?? ""
      }
      return "First difference: request\(place), predicted "
        + range(difference.predictedOffset, difference.predictedName)
        + "\(moment(difference.predicted)), sent "
        + "\(range(difference.realOffset, difference.realName))\(moment(difference.real))."
    case .startup:
      return "First difference: the startup, predicted \(moment(difference.predicted)), "
        + "\(moment(difference.real)) in fact."
    case .stall:
      return "First difference: the start of stall\(place), predicted "
        + "\(moment(difference.predicted)), \(moment(difference.real)) in fact."
    case .resume:
      return "First difference: the end of stall\(place), predicted "
        + "\(moment(difference.predicted)), \(moment(difference.real)) in fact."
    case .end:
      return "First difference: the end, predicted \(end(comparison.predicted)), "
        + "\(end(comparison.runs[0])) in fact."
    }
  }

  private static func text(_ time: WallTime?) -> String {
    time.map { $0.text(places: 3) } ?? "none"
  }
}

extension String {
  fileprivate func padding(to count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - self.count))
  }
}
