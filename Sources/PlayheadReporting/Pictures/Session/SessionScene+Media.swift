import PlayheadModel
import PlayheadPictures

extension SessionScene {
  /// Media time over wall time: where the playhead is, and everything that is loaded.
  var mediaPanel: Panel {
    let top = max(1, session.session.duration.axisPlace)
    let axis = Axis(.time, to: top)
    let tolerance = Self.tolerance(top)
    let playhead = Folding.line(
      playheadPoints, tolerance: tolerance)
    let ahead = Folding.line(
      ticks.map { Point($0.wallTime.axisPlace, ($0.mediaTime + $0.bufferLevel).axisPlace) },
      tolerance: tolerance)
    let regions = LoadedRegions(ticks).regions.map { region in
      Mark(
        "loaded", .loaded,
        .region(
          upper: Folding.line(region.upper, tolerance: tolerance),
          lower: Folding.line(region.lower, tolerance: tolerance)),
        title: "loaded")
    }
    let seeks = session.session.seeks.map { seek in
      Mark(
        "seek", .seeking, .sign(Point(seek.start.axisPlace, seek.to.axisPlace), .flag),
        title:
          "seek \(seek.number) at \(text(seek.start)): from \(text(seek.from)) to \(text(seek.to))")
    }
    return Panel(
      "media", title: "Media time",
      summary:
        "Media time over wall time: playhead, and everything loaded, of "
        + "\(text(session.session.duration))",
      axis: axis,
      marks: regions + [
        Mark("end of the buffer", .buffer, .line(ahead)),
        Mark("playhead", .playhead, .line(playhead)),
      ] + seeks)
  }

  /// The rows, where it stands still from when to when, and each jump of a seek as one.
  private var playheadPoints: [Point] {
    var points: [Point] = []
    var seeks = session.session.seeks[...]
    var corners = waitCorners[...]
    for tick in ticks {
      while let corner = corners.first, corner.x < tick.wallTime.axisPlace {
        if corner.x > points.last?.x ?? -1 { points.append(corner) }
        corners.removeFirst()
      }
      while let seek = seeks.first, seek.start <= tick.wallTime {
        points.append(Point(seek.start.axisPlace, seek.from.axisPlace))
        points.append(Point(seek.start.axisPlace, seek.to.axisPlace))
        seeks.removeFirst()
      }
      if tick.wallTime.axisPlace > points.last?.x ?? -1
        || points.last?.y != tick.mediaTime.axisPlace
      {
        points.append(Point(tick.wallTime.axisPlace, tick.mediaTime.axisPlace))
      }
    }
    return points
  }
}

extension SessionScene {
  /// Where the playhead stops and goes on, in order.
  fileprivate var waitCorners: [Point] {
    var corners: [Point] = []
    if let startup = session.session.startup, let first = ticks.first {
      let start = session.live?.record.start ?? first.mediaTime
      corners.append(Point(startup.axisPlace, start.axisPlace))
    }
    for stall in session.session.stalls {
      corners.append(Point(stall.start.axisPlace, stall.mediaTime.axisPlace))
      if let duration = stall.duration {
        corners.append(Point((stall.start + duration).axisPlace, stall.mediaTime.axisPlace))
      }
    }
    return corners.sorted { $0.x < $1.x }
  }
}

/// What is loaded over wall time, as regions: a range that grows is one, and one that joins another
/// ends.
struct LoadedRegions {
  struct Region {
    var upper: [Point]
    var lower: [Point]
    fileprivate var last: TimeRange
  }

  private(set) var regions: [Region] = []

  init(_ ticks: [Tick]) {
    var open: [Int] = []
    for tick in ticks {
      let x = tick.wallTime.axisPlace
      var left = open
      open = []
      for range in tick.loadedTimeRanges.ranges {
        // The range before that it grew from: of several, the first takes it on.
        let place = left.firstIndex { number in
          regions[number].last.start <= range.end && range.start <= regions[number].last.end
        }
        let number: Int
        if let place {
          number = left.remove(at: place)
        } else {
          regions.append(Region(upper: [], lower: [], last: range))
          number = regions.count - 1
        }
        regions[number].upper.append(Point(x, range.end.axisPlace))
        regions[number].lower.append(Point(x, range.start.axisPlace))
        regions[number].last = range
        open.append(number)
      }
    }
  }
}
