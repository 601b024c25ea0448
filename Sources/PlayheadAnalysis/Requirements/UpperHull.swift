/// The upper left hull of points: those on a line of positive slope that no other point lies above.
///
/// Seen from far left and below, these are the points that a tangent can touch. Slopes fall from
/// each edge to the next.
struct UpperHull: Hashable, Sendable {
  /// A point, and the number of what it stands for.
  struct Point: Hashable, Sendable, BitwiseCopyable {
    var x: Int64
    var y: Int64
    var number = 0
  }

  /// The points from left to right, each higher than the one before it.
  private(set) var points: [Point] = []

  /// Adds a point, which lies right of those before it, or above them.
  mutating func add(_ point: Point) {
    while let last = points.last, last.x >= point.x, last.y <= point.y { points.removeLast() }
    if let last = points.last, last.y >= point.y { return }
    while points.count > 1, !isCorner(points[points.count - 2], points[points.count - 1], point) {
      points.removeLast()
    }
    points.append(point)
  }

  /// Whether the slope falls at `middle`.
  private func isCorner(_ left: Point, _ middle: Point, _ right: Point) -> Bool {
    Self.isSteeper(from: left, to: middle, than: middle, right)
  }

  /// Whether the edge from `start` to `end` is steeper than that from `otherStart` to `otherEnd`.
  static func isSteeper(
    from start: Point, to end: Point, than otherStart: Point, _ otherEnd: Point
  ) -> Bool {
    let (rise, run) = (Int128(end.y) - Int128(start.y), Int128(end.x) - Int128(start.x))
    let otherRise = Int128(otherEnd.y) - Int128(otherStart.y)
    let otherRun = Int128(otherEnd.x) - Int128(otherStart.x)
    return rise * otherRun > otherRise * run
  }

  /// The hull of no points.
  init() {}

  /// The hull of `points`, each of which lies right of those before it, or above them.
  init(_ points: some Sequence<Point>) {
    for point in points { add(point) }
  }

  /// The hull of the points of both.
  func union(_ other: UpperHull) -> UpperHull {
    var hull = UpperHull()
    hull.points.reserveCapacity(points.count + other.points.count)
    var next = 0
    for point in other.points {
      while next < points.count, points[next].x <= point.x {
        hull.add(points[next])
        next += 1
      }
      hull.add(point)
    }
    for point in points[next...] { hull.add(point) }
    return hull
  }

  /// The hull of the sums of a point of each, neither of which is empty.
  func sum(_ other: UpperHull) -> UpperHull {
    var hull = UpperHull()
    hull.points.reserveCapacity(points.count + other.points.count)
    var (own, others) = (0, 0)
    while true {
      let (point, addend) = (points[own], other.points[others])
      hull.points.append(Point(x: point.x + addend.x, y: point.y + addend.y))
      let (hasNext, hasOther) = (own + 1 < points.count, others + 1 < other.points.count)
      if hasNext, hasOther {
        let isSteeper = Self.isSteeper(
          from: point, to: points[own + 1], than: addend, other.points[others + 1])
        if isSteeper { own += 1 } else { others += 1 }
      } else if hasNext {
        own += 1
      } else if hasOther {
        others += 1
      } else {
        return hull
      }
    }
  }
}
