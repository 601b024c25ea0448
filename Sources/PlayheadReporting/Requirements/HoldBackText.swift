import PlayheadAnalysis
import PlayheadLadder
import PlayheadModel

/// The report on how far from the edge of a live event a player has to stay, for a person.
struct HoldBackText {
  let report: HoldBackReport
  let style: TextStyle

  private var curve: HoldBackCurve { report.curve }

  var text: [UInt8] {
    var buffer = TextBuffer()
    let header = HeaderText(.ladder(report.subject), asked: report.network, style: style)
    buffer.write(lines: header.lines + [""])
    buffer.write(lines: wrapped(verdict).map { style.set($0, in: .bold) } + [""])
    for sentence in notes { buffer.write(lines: wrapped(sentence) + [""]) }
    buffer.write(lines: rows)
    return buffer.bytes
  }

  private func wrapped(_ text: String) -> [String] {
    WrappedRow(name: "", nameWidth: 0, style: style.plain).lines(text)
  }

  private func text<Clock>(_ time: Time<Clock>) -> String { style.durations.text(time, places: 3) }

  /// The distance that does, and whether longer ones do.
  var verdict: String {
    let longest = curve.points.last.map { text($0.holdBack) } ?? ""
    guard let smallest = curve.smallest else {
      return "No hold-back up to \(longest) plays this event without a stall on this network."
    }
    let latency = smallest.latency.map { ", at a mean latency of \(text($0.mean))" } ?? ""
    guard curve.stalling.isEmpty else {
      return "A hold-back of \(text(smallest.holdBack)) does not stall on this network\(latency); "
        + "some longer ones do."
    }
    return "A hold-back of \(text(smallest.holdBack)) or more never stalls on this "
      + "network\(latency)."
  }

  /// What has longer ones stall, from which one on none does, and what no player can do.
  var notes: [String] { [stallingNote, boundNote].compactMap(\.self) }

  private var stallingNote: String? {
    let stalling = curve.stalling
    guard let smallest = curve.smallest, let last = stalling.last else { return nil }
    let tried = curve.points.filter { $0.holdBack > smallest.holdBack }
    let end =
      curve.least.map { "From \(text($0.holdBack)) on, none of them stalls." }
      ?? "There is none from which on none stalls."
    let cause = last.obstacle.map { " With \(text(last.holdBack)), \(words($0))." } ?? ""
    return "\(stalling.count) of the \(tried.count) longer ones tried stall. \(end)\(cause)"
  }

  /// What a stall waits for, as a clause.
  func words(_ obstacle: HoldBackCurve.Obstacle) -> String {
    let segment = name(of: obstacle.segment)
    return switch obstacle.missing {
    case .publication(let late) where late > .zero:
      "playback stalls as \(segment) is published \(text(late)) late"
    case .publication: "playback stalls as \(segment) is not published yet"
    case .request: "playback stalls as the player does not know of \(segment) yet"
    case .transfer: "playback stalls while \(segment) is loading"
    }
  }

  private func name(of segment: SegmentReference) -> String {
    let lane = report.subject.media.ladder.lanes[segment.lane]
    return lane.prefix(report.subject.media.ladder) + "segment \(segment.segment)"
      + (lane.levels.count > 1 ? " at level \(LevelBar.sign(of: segment.level))" : "")
  }

  /// What no player can do.
  private var boundNote: String? {
    guard let bound = curve.bound else { return nil }
    return "In no player can the latency be below \(text(bound.latency)): "
      + "\(name(of: bound.segment)) can be had \(text(bound.availability)) into the event, and "
      + "takes \(text(bound.transfer)) to load."
  }

  static let heading = ["hold-back", "latency", "startup", "stalls", "stalled", "first waits for"]

  /// A row for each distance that was tried.
  var cells: [[String]] {
    curve.points.map { point in
      [
        text(point.holdBack), point.latency.map { text($0.mean) } ?? "-",
        point.startup.map { text($0) } ?? "-", String(point.stallCount), text(point.stalled),
        point.obstacle.map { name(of: $0.segment) } ?? "",
      ]
    }
  }

  /// The rows up to the first ones that do not stall, and those around the last that does.
  private var rows: [String] {
    let first = curve.points.firstIndex { $0.holdBack >= curve.smallest?.holdBack ?? .bound }
    let last = curve.points.lastIndex { !$0.isClear }
    let ranges = [0..<(first.map { $0 + 2 } ?? cells.count), (last ?? 0) - 1..<(last ?? 0) + 2]
    let places = cells.indices.filter { place in ranges.contains { $0.contains(place) } }
    let shown = places.map { cells[$0] }
    let columns = Self.heading.indices.dropLast()
    let widths = columns.map { column in
      max(Self.heading[column].count, shown.map { $0[column].count }.max() ?? 0)
    }
    func line(_ cells: [String]) -> String {
      let numbers = zip(cells, widths).map { $0.leftPadded(to: $1) }.joined(separator: "  ")
      let last = cells[cells.count - 1]
      return last.isEmpty ? numbers : numbers + "  " + last
    }
    let others = cells.indices.filter { !places.contains($0) }.map { curve.points[$0] }
    let stalling = others.count { !$0.isClear }
    let rest = "and \(others.count) more" + (stalling > 0 ? ", \(stalling) of which stall" : "")
    return [style.set(line(Self.heading), in: .dim)] + shown.map(line)
      + (others.isEmpty ? [] : [style.set(rest, in: .dim)])
  }
}
