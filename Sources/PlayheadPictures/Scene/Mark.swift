/// Something drawn in a panel.
package struct Mark: Hashable, Sendable {
  /// The kind of marks that it belongs to, for the legend; `nil` if it is not in it.
  package var name: String?
  /// How it looks.
  package var tone: Tone
  /// What is drawn.
  package var shape: Shape
  /// What it is, in full; empty if its name says all.
  package var title: String
  /// The name of the place in the document that a sign leads to; `nil` for none.
  package var target: String?

  /// A mark of the parts given.
  package init(
    _ name: String?, _ tone: Tone, _ shape: Shape, title: String = "", target: String? = nil
  ) {
    self.name = name
    self.tone = tone
    self.shape = shape
    self.title = title
    self.target = target
  }

  /// What can be drawn.
  package enum Shape: Hashable, Sendable {
    /// A line through points, in order.
    case line([Point])
    /// A line that holds each height until the next point; the last one to its own place.
    case steps([Point])
    /// What lies between a line through points and the floor.
    case area([Point])
    /// What lies between two lines.
    case region(upper: [Point], lower: [Point])
    /// Rectangles that look alike.
    case blocks([Block])
    /// A height that matters, across the whole panel.
    case level(Int64)
    /// A place that matters, from the floor to the top.
    case place(Int64)
    /// A sign at a point.
    case sign(Point, Sign)
  }

  /// A small sign.
  package enum Sign: String, Hashable, Sendable {
    case dot = "●"
    case up = "▲"
    case down = "▼"
    case cross = "✕"
    case start = "▶"
    case flag = "◆"
  }

  /// What a mark looks like in a legend.
  package enum Key: Hashable, Sendable {
    case line, area, block, level, sign(Sign)
  }
}

/// A point in the units of the axes.
package struct Point: Hashable, Sendable {
  /// How far across.
  package var x: Int64
  /// How far up.
  package var y: Int64

  /// The point at `x` and `y`.
  package init(_ x: Int64, _ y: Int64) {
    self.x = x
    self.y = y
  }
}

/// A rectangle in the units of the axes.
package struct Block: Hashable, Sendable {
  /// From where to where across.
  package var x: Range<Int64>
  /// From where to where up.
  package var y: Range<Int64>

  /// The rectangle of two sides.
  package init(x: Range<Int64>, y: Range<Int64>) {
    self.x = x
    self.y = y
  }
}

extension Mark.Shape {
  /// What it looks like in a legend.
  package var key: Mark.Key {
    switch self {
    case .line, .steps: .line
    case .area, .region: .area
    case .blocks: .block
    case .level, .place: .level
    case .sign(_, let sign): .sign(sign)
    }
  }
}
