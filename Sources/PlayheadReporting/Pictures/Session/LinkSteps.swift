import PlayheadModel
import PlayheadPictures

/// The rate of a link over wall time, as steps that can be drawn.
struct LinkSteps {
  /// The steps.
  let points: [Point]

  /// No more stretches than this are drawn; of more, means.
  static let limit = 2400

  /// The rate of `link` until `end`.
  init(of link: NetworkLink, until end: WallTime) {
    var points: [Point] = []
    var time = WallTime.zero
    while true {
      points.append(Point(time.axisPlace, link.rate(at: time).bitsPerSecond))
      guard points.count <= Self.limit else {
        self.points = Self.means(of: link, until: end)
        return
      }
      guard let next = link.nextChange(after: time), next < end else { break }
      time = next
    }
    points.append(Point(end.axisPlace, points[points.count - 1].y))
    self.points = Folding.steps(points, limit: Self.limit)
  }

  /// The mean rates of the link in equal stretches.
  private static func means(of link: NetworkLink, until end: WallTime) -> [Point] {
    let count = Int64(limit / 2)
    let times = (0...count).map {
      WallTime(nanoseconds: Int64(Int128(end.nanoseconds) * Int128($0) / Int128(count)))
    }
    let points = zip(times, times.dropFirst()).compactMap { start, end -> Point? in
      guard start < end else { return nil }
      let quanta = link.carried(until: end) - link.carried(until: start)
      return Point(start.axisPlace, Int64(clamping: quanta / UInt128((end - start).nanoseconds)))
    }
    return Folding.steps(points + [Point(end.axisPlace, points.last?.y ?? 0)], limit: limit)
  }
}
