import PlayheadLadder
import PlayheadModel
import PlayheadPictures

extension SessionScene {
  /// How far the viewer of a live event is behind the camera, with the player's target and its
  /// jumps; nothing on demand.
  var latencyPanels: [Panel] {
    guard let live = session.live else { return [] }
    let (latency, record) = live
    let points = latency.course.map { Point($0.wallTime.axisPlace, $0.latency.axisPlace) }
    let highest = max(points.map(\.y).max() ?? 0, record.targetLatency.axisPlace)
    let axis = Axis(.time, above: highest)
    let line = Folding.line(points, tolerance: Self.tolerance(axis.end))
    let target = Mark(
      "target", .threshold, .level(record.targetLatency.axisPlace),
      title: "target as the player joined \(text(record.targetLatency))")
    let jumps = record.jumps.map { jump in
      let after = record.event.captured(at: jump.wallTime) - jump.range.end
      return Mark(
        "jump", .seeking, .sign(Point(jump.wallTime.axisPlace, after.axisPlace), .flag),
        title: "jump at \(text(jump.wallTime)): \(text(jump.range.duration)) of media skipped")
    }
    let rates = record.rates.count
    return [
      Panel(
        "latency", title: "Live latency",
        summary:
          "Live latency over wall time: mean \(text(latency.mean)), at the start "
          + "\(text(latency.start)), at the end \(text(latency.end))"
          + (rates > 0 ? ", \(counted(rates, "rate change"))" : "")
          + (jumps.isEmpty ? "" : ", \(counted(jumps.count, "jump"))"),
        axis: axis,
        marks: [
          Mark(nil, .buffer, .area(line)), Mark("live latency", .buffer, .line(line)), target,
        ] + jumps)
    ]
  }
}
