import PlayheadModel

/// The path of a shape, in whole units of a grid that is laid over a panel.
struct PathData {
  /// The place across on the grid.
  let x: (Int64) -> Int64
  /// The place up or down on the grid.
  let y: (Int64) -> Int64
  /// How many decimals a unit of the grid is; 2 for hundredths.
  let places: Int

  /// The data; `nil` of shapes that are no path.
  func text(of shape: Mark.Shape, end: Int64, top: Int64) -> String? {
    switch shape {
    case .line(let points): line(points, steps: false)
    case .steps(let points): line(points, steps: true)
    case .area(let points):
      points.isEmpty
        ? "" : closed(points + [Point(points[points.count - 1].x, 0), Point(points[0].x, 0)])
    case .region(let upper, let lower): closed(upper + lower.reversed())
    case .blocks(let blocks): self.blocks(blocks)
    case .level(let height): line([Point(0, height), Point(end, height)], steps: false)
    case .place(let place): line([Point(place, 0), Point(place, top)], steps: false)
    case .sign: nil
    }
  }

  private func line(_ points: [Point], steps: Bool) -> String {
    guard let first = points.first else { return "" }
    var (lastX, lastY) = (x(first.x), y(first.y))
    var text = "M\(number(lastX)) \(number(lastY))"
    for point in points.dropFirst() {
      let (nextX, nextY) = (x(point.x), y(point.y))
      let (across, up) = (nextX - lastX, nextY - lastY)
      if steps || across == 0 || up == 0 {
        if across != 0 { text += "h\(number(across))" }
        if up != 0 { text += "v\(number(up))" }
      } else {
        text += "l\(number(across))" + (up < 0 ? "" : " ") + number(up)
      }
      (lastX, lastY) = (nextX, nextY)
    }
    return text
  }

  private func closed(_ points: [Point]) -> String {
    points.isEmpty ? "" : line(points, steps: false) + "z"
  }

  private func blocks(_ blocks: [Block]) -> String {
    var text = ""
    for block in blocks {
      let (left, lower) = (x(block.x.lowerBound), y(block.y.lowerBound))
      let (across, up) = (x(block.x.upperBound) - left, y(block.y.upperBound) - lower)
      text +=
        "M\(number(left)) \(number(lower))h\(number(across))v\(number(up))h\(number(-across))z"
    }
    return text
  }

  private func number(_ value: Int64) -> String {
    places == 0
      ? String(value)
      : decimalText(value.magnitude, places: places, isNegative: value < 0, trimmed: true)
  }
}
