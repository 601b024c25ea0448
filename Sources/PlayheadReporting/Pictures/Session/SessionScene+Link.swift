import PlayheadModel
import PlayheadPictures

extension SessionScene {
  /// The rate of the link, what it delivered, and what the media needs at the playhead.
  var linkPanel: Panel {
    let (link, delivered, need) = (linkSteps, deliveredSteps, needSteps)
    let most = (link + delivered + need).map(\.y).max() ?? 0
    let axis = Axis(.rate, above: most)
    func rate(_ points: [Point]) -> String {
      BitRate(bitsPerSecond: points.map(\.y).max() ?? 0).rounded.text
    }
    let summary =
      "Rates over wall time: the link up to \(rate(link)), delivered up to \(rate(delivered)), "
      + "the media at the playhead up to \(rate(need))"
    return Panel(
      "link", title: "Rates", summary: summary, axis: axis,
      marks: [
        Mark(nil, .delivered, .area(Self.filled(delivered))),
        Mark("link", .link, .steps(link)),
        Mark("delivered", .delivered, .steps(delivered)),
        Mark("media at the playhead", .need, .steps(need)),
      ].filter { !$0.shape.isEmpty })
  }

  private static let limit = LinkSteps.limit

  private var linkSteps: [Point] {
    LinkSteps(of: session.link, until: session.session.elapsed).points
  }

  /// The mean rate of what came between each row and the next.
  private var deliveredSteps: [Point] {
    let points = zip(ticks, ticks.dropFirst()).compactMap { tick, next -> Point? in
      let bits = Int128(next.bytesDownloaded - tick.bytesDownloaded) * Int128(BitRate.quantaPerByte)
      let length = Int128((next.wallTime - tick.wallTime).nanoseconds)
      guard length > 0 else { return nil }
      return Point(tick.wallTime.axisPlace, Int64(clamping: max(0, bits) / length))
    }
    guard let last = points.last else { return [] }
    return Folding.steps(
      points + [Point(session.session.elapsed.axisPlace, last.y)], limit: Self.limit / 2)
  }

  /// The rate of the media at the playhead of each row.
  private var needSteps: [Point] {
    guard let first = session.need.first else { return [] }
    var place = 0
    let points = ticks.map { tick -> Point in
      // A seek goes back.
      if session.need[place].time > tick.mediaTime { place = 0 }
      while place + 1 < session.need.count, session.need[place + 1].time <= tick.mediaTime {
        place += 1
      }
      let isEnd = tick.phase == .ended || tick.mediaTime >= session.session.duration
      return Point(
        tick.wallTime.axisPlace,
        isEnd
          ? 0
          : max(first.time <= tick.mediaTime ? session.need[place].rate : .zero, .zero)
            .bitsPerSecond)
    }
    return Folding.steps(points, limit: Self.limit / 2)
  }

  /// The corners of steps, so that what is below can be filled.
  static func filled(_ steps: [Point]) -> [Point] {
    zip(steps, steps.dropFirst()).flatMap { [$0, Point($1.x, $0.y)] }
      + (steps.last.map { [$0] } ?? [])
  }
}

extension Mark.Shape {
  /// Whether nothing is drawn.
  var isEmpty: Bool {
    switch self {
    case .line(let points), .steps(let points), .area(let points), .region(let points, _):
      points.isEmpty
    case .blocks(let blocks): blocks.isEmpty
    case .level, .place, .sign: false
    }
  }
}
