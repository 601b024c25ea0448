/// Leaves out points of lines that no pixel shows.
package enum Folding {
  /// The points of a line without those that lie within `tolerance` of the line through the others,
  /// each at its own place across.
  ///
  /// Only heights are folded: however far a picture is stretched across, what is left out is not
  /// seen.
  package static func line(_ points: [Point], tolerance: Int64) -> [Point] {
    guard points.count > 2 else { return points }
    var kept = [points[0]]
    var anchor = points[0]
    // The slopes that pass all points since the anchor within the tolerance, as fractions.
    var (low, high): (Slope?, Slope?) = (nil, nil)
    var last = points[0]
    for point in points.dropFirst() {
      let slope = Slope(from: anchor, to: point)
      let fits =
        point.x > anchor.x && (low.map { $0 <= slope } ?? true)
        && (high.map { slope <= $0 } ?? true)
      if !fits, last != anchor {
        kept.append(last)
        anchor = last
        (low, high) = (nil, nil)
      }
      if point.x > anchor.x {
        let least = Slope(from: anchor, to: Point(point.x, point.y - tolerance))
        let most = Slope(from: anchor, to: Point(point.x, point.y + tolerance))
        low = low.map { max($0, least) } ?? least
        high = high.map { min($0, most) } ?? most
      } else if point != anchor {
        // A jump.
        kept.append(point)
        anchor = point
        (low, high) = (nil, nil)
      }
      last = point
    }
    if kept.last != last { kept.append(last) }
    return kept
  }

  /// The points of steps without those that change nothing; of more than `limit`, only as many,
  /// each the mean of its stretch.
  package static func steps(_ points: [Point], limit: Int) -> [Point] {
    var kept: [Point] = []
    for point in points where kept.last?.y != point.y {
      if kept.last?.x == point.x { kept.removeLast() }
      if kept.last?.y != point.y { kept.append(point) }
    }
    guard let first = points.first, let last = points.last else { return [] }
    if kept.count > limit { kept = means(kept, from: first.x, to: last.x, count: limit) }
    if let end = kept.last, end.x < last.x { kept.append(Point(last.x, end.y)) }
    return kept
  }

  /// The mean heights of steps in `count` equal stretches.
  private static func means(
    _ points: [Point], from start: Int64, to end: Int64, count: Int
  ) -> [Point] {
    let edges = (0...count).map { start + Int64(Int128(end - start) * Int128($0) / Int128(count)) }
    var means: [Point] = []
    var place = 0
    for (left, right) in zip(edges, edges.dropFirst()) where left < right {
      var sum = Int128(0)
      var x = left
      while x < right {
        while place + 1 < points.count, points[place + 1].x <= x { place += 1 }
        let until = place + 1 < points.count ? min(right, points[place + 1].x) : right
        sum += Int128(points[place].y) * Int128(until - x)
        x = until
      }
      means.append(Point(left, Int64(sum / Int128(right - left))))
    }
    return means
  }
}

/// The slope of a line as an exact fraction.
private struct Slope: Comparable {
  let rise: Int128
  let run: Int128

  init(from start: Point, to end: Point) {
    rise = Int128(end.y) - Int128(start.y)
    run = max(1, Int128(end.x) - Int128(start.x))
  }

  static func < (left: Slope, right: Slope) -> Bool {
    left.rise * right.run < right.rise * left.run
  }

  static func == (left: Slope, right: Slope) -> Bool {
    left.rise * right.run == right.rise * left.run
  }
}
