import PlayheadModel
import PlayheadPictures

extension SessionScene {
  /// The buffer level, with the thresholds of the player and, where there are several lanes, each
  /// of theirs.
  var bufferPanel: Panel {
    let most = ticks.map(\.bufferLevel).max() ?? .zero
    // A threshold far above all levels would flatten them.
    let lowest = session.thresholds.map(\.level).filter { $0 <= most * 3 }.min() ?? .zero
    let lanes = session.lanes.count > 1 ? session.lanes.map(levels) : []
    let highest = lanes.joined().map(\.y).max() ?? 0
    let axis = Axis(.time, above: max(most.axisPlace, highest, lowest.axisPlace, 1000))
    let tolerance = Self.tolerance(axis.end)
    let line = Folding.line(levels, tolerance: tolerance)
    var marks = [
      Mark(nil, .buffer, .area(line)),
      Mark("buffer level", .buffer, .line(line)),
    ]
    for (lane, points) in zip(session.lanes, lanes) {
      let name = lane.prefix.isEmpty ? "video" : lane.prefix.trimmed
      marks.append(
        Mark(
          name, lane.prefix.isEmpty ? .delivered : .other,
          .line(Folding.line(points, tolerance: tolerance))))
    }
    // One above the picture says nothing in it.
    for (name, level) in session.thresholds where level.axisPlace <= axis.end {
      marks.append(
        Mark(name, .threshold, .level(level.axisPlace), title: "\(name) \(text(level))"))
    }
    let minimum = session.session.bufferLevels.minimum.map { ", minimum while loading \(text($0))" }
    return Panel(
      "buffer", title: "Buffer level",
      summary:
        "Media loaded ahead of the playhead over wall time: at most \(text(most))\(minimum ?? "")",
      axis: axis, marks: marks)
  }

  /// The levels of the rows, and that the buffer is empty as a stall begins.
  private var levels: [Point] {
    var points = ticks.map { Point($0.wallTime.axisPlace, $0.bufferLevel.axisPlace) }
    points += session.session.stalls.map { Point($0.start.axisPlace, 0) }
    return points.sorted { ($0.x, $1.y) < ($1.x, $0.y) }
  }

  /// How much of one lane is loaded ahead of the playhead, at each row.
  private func levels(of lane: PicturedSession.Lane) -> [Point] {
    let segments = lane.segments.sorted { $0.wallTime < $1.wallTime }
    var loaded = TimeRangeSet()
    var next = 0
    return ticks.map { tick in
      while next < segments.count, segments[next].wallTime <= tick.wallTime {
        if segments[next].damage == nil { loaded.insert(segments[next].shown) }
        next += 1
      }
      let end = loaded.range(containing: tick.mediaTime)?.end ?? tick.mediaTime
      return Point(tick.wallTime.axisPlace, max(0, (end - tick.mediaTime).axisPlace))
    }
  }
}

extension String {
  /// The text without spaces at its ends.
  var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
