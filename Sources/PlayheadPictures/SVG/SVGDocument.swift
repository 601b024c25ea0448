import PlayheadModel

/// A scene as a picture of fixed size (SVG 1.1) that any program shows: for slides, and for pages.
package struct SVGDocument {
  private let scene: Scene
  /// Its width in pixels.
  private let width: Int64

  /// A picture of `scene`.
  package init(_ scene: Scene, width: Int64 = 960) {
    self.scene = scene
    self.width = width
  }

  private static let left: Int64 = 88
  private static let right: Int64 = 20
  private static let head: Int64 = 44
  private static let caption: Int64 = 26
  private static let foot: Int64 = 30
  /// The room that a character takes, in tenths of a pixel; a little more than most take.
  private static let character: Int64 = 66

  private var plotWidth: Int64 { width - Self.left - Self.right }

  /// Its size in pixels.
  package var size: (width: Int64, height: Int64) {
    (width, scene.panels.indices.reduce(Self.head) { $0 + room(for: $1) })
  }

  /// The height that a panel takes, with its title and its axis.
  private func room(for panel: Int) -> Int64 {
    caption(isFirst: panel == 0) + scene.panels[panel].height.rawValue + Self.foot
  }

  /// The picture, with a newline at its end.
  package var text: String {
    var parts: [Markup] = []
    var y = Self.head
    for (number, panel) in scene.panels.enumerated() {
      parts.append(draw(panel, at: y, isFirst: number == 0))
      y += room(for: number)
    }
    let heading = Self.text(scene.title, 20, 27, ["font-size": "16", "font-weight": "600"])
    let ground = Markup.empty("rect", ["width": "100%", "height": "100%", "fill": "#ffffff"])
    let content =
      Markup.element("title", [:], text: scene.title) + Self.patterns + ground + heading
      + parts.joined
    let svg = Markup.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": "\(width)", "height": "\(y)",
        "viewBox": "0 0 \(width) \(y)", "role": "img",
        "font-family": "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif",
        "font-size": "12",
      ], content)
    return svg.source + "\n"
  }

  /// The room for a panel's title; above the first one also that for the short names of bands.
  private func caption(isFirst: Bool) -> Int64 {
    isFirst && scene.bands.contains { !$0.label.isEmpty } ? Self.caption + 14 : Self.caption
  }

  private func draw(_ panel: Panel, at y: Int64, isFirst: Bool) -> Markup {
    let top = y + caption(isFirst: isFirst)
    let height = panel.height.rawValue
    let path = PathData(
      x: { Self.left * 100 + Self.scaled($0, of: scene.axis.end, to: plotWidth) },
      y: { (top + height) * 100 - Self.scaled($0, of: panel.top, to: height) }, places: 2)
    func x(_ place: Int64) -> Int64 { path.x(place) / 100 }
    let bands = scene.bands.map { band -> Markup in
      let start = path.x(band.range.lowerBound)
      let length = max(100, path.x(band.range.upperBound) - start)
      let frame: KeyValuePairs<StaticString, String> = [
        "x": Self.number(start), "y": "\(top)", "width": Self.number(length), "height": "\(height)",
        "fill": band.tone.isHatched ? "url(#hatch-\(band.tone.rawValue))" : band.tone.colors.light,
        "fill-opacity": band.tone.isHatched ? "1" : "0.16",
      ]
      return .element("rect", frame, .element("title", [:], text: band.title))
    }
    let clip = "clip-\(panel.name)"
    let frame = Markup.empty(
      "rect",
      [
        "x": "\(Self.left)", "y": "\(top - 1)", "width": "\(plotWidth)", "height": "\(height + 2)",
      ])
    let marks = Markup.element(
      "g", ["clip-path": "url(#\(clip))"],
      bands.joined + panel.marks.map { draw($0, path, panel) }.joined)
    return Self.text(panel.title, Self.left, y + 16, ["font-weight": "600"])
      + legend(panel, at: y + 16)
      + .element("clipPath", ["id": clip], frame)
      + heights(panel, top: top) + marks + labels(isFirst, x: x, top: top)
      + ticks(x: x, floor: top + height)
  }

  private func draw(_ mark: Mark, _ path: PathData, _ panel: Panel) -> Markup {
    let title: Markup = mark.title.isEmpty ? .none : .element("title", [:], text: mark.title)
    let color = mark.tone.colors.light
    if case .sign(let point, let sign) = mark.shape {
      return .element(
        "text",
        [
          "x": Self.number(path.x(point.x)), "y": Self.number(path.y(point.y) + 400),
          "text-anchor": "middle", "fill": color, "stroke": "#ffffff", "stroke-width": "2",
          "paint-order": "stroke",
        ], .text(sign.rawValue) + title)
    }
    let data = path.text(of: mark.shape, end: scene.axis.end, top: panel.top) ?? ""
    switch mark.shape.key {
    case .area:
      return .element(
        "path", ["d": data, "fill": color, "fill-opacity": mark.tone == .loaded ? "1" : "0.3"],
        title)
    case .block:
      return .element(
        "path",
        [
          "d": data, "fill": color,
          "stroke": mark.tone.rawValue.hasPrefix("level") ? "#ffffff" : color,
          "stroke-width": "0.6",
        ], title)
    case .line, .level, .sign:
      return .element(
        "path",
        [
          "d": data, "fill": "none", "stroke": color,
          "stroke-width": mark.shape.key == .level ? "1.2" : "1.8", "stroke-linejoin": "round",
          "stroke-dasharray": mark.tone.isDashed ? "5 4" : "none",
        ], title)
    }
  }

  private func heights(_ panel: Panel, top: Int64) -> Markup {
    let (floor, height) = (top + panel.height.rawValue, panel.height.rawValue)
    let axis = Markup.empty(
      "path",
      ["d": "M\(Self.left) \(floor)h\(plotWidth)", "stroke": "#59616e", "fill": "none"])
    guard let scale = panel.axis else { return axis }
    let ticks = scale.ticks(atMost: panel.height.ticks)
    return ticks.map { tick -> Markup in
      let y = floor - Self.scaled(tick.value, of: panel.top, to: height) / 100
      let line: Markup =
        tick.value == 0
        ? .none
        : .empty(
          "path", ["d": "M\(Self.left) \(y)h\(plotWidth)", "stroke": "#d9dde4", "fill": "none"])
      return line
        + Self.text(
          tick.text, Self.left - 8, y + 4,
          ["text-anchor": "end", "fill": "#565d69", "font-size": "11"])
    }.joined + axis
  }

  /// The kinds of marks, behind the panel's title, as far as there is room.
  private func legend(_ panel: Panel, at y: Int64) -> Markup {
    var x = Self.left + Self.length(of: panel.title) * 12 / 10 + 24
    var parts: [Markup] = []
    for entry in panel.legend {
      let length = Self.length(of: entry.name)
      guard x + 20 + length <= width - Self.right else { break }
      parts.append(
        key(entry, x, y) + Self.text(entry.name, x + 20, y, ["fill": "#565d69", "font-size": "11"]))
      x += 20 + length + 16
    }
    return parts.joined
  }

  private func key(_ entry: Panel.Legend, _ x: Int64, _ y: Int64) -> Markup {
    let color = entry.tone.colors.light
    switch entry.shape {
    case .line, .level:
      return .empty(
        "path",
        [
          "d": "M\(x) \(y - 4)h15", "stroke": color, "stroke-width": "2", "fill": "none",
          "stroke-dasharray": entry.tone.isDashed ? "5 4" : "none",
        ])
    case .area, .block:
      return .empty(
        "rect",
        [
          "x": "\(x)", "y": "\(y - 9)", "width": "15", "height": "10", "fill": color,
          "fill-opacity": entry.shape == .area && entry.tone != .loaded ? "0.4" : "1",
        ])
    case .sign(let sign):
      return .element(
        "text",
        ["x": "\(x + 7)", "y": "\(y)", "text-anchor": "middle", "fill": color, "font-size": "11"],
        .text(sign.rawValue))
    }
  }

  /// The short names of the bands at the top of the first panel, none over another.
  private func labels(_ isFirst: Bool, x: (Int64) -> Int64, top: Int64) -> Markup {
    guard isFirst else { return .none }
    var free = Self.left
    return scene.bands.filter { !$0.label.isEmpty }.map { band -> Markup in
      let middle = x((band.range.lowerBound + band.range.upperBound) / 2)
      let length = Self.length(of: band.label)
      guard middle - length / 2 >= free else { return .none }
      free = middle + length / 2 + 6
      return Self.text(
        band.label, middle, top - 3,
        [
          "text-anchor": "middle", "fill": band.tone.colors.light, "font-weight": "700",
          "font-size": "11",
        ])
    }.joined
  }

  private func ticks(x: (Int64) -> Int64, floor: Int64) -> Markup {
    let longest = Self.length(of: scene.axis.text(scene.axis.end)) + 24
    let count = Int(max(1, min(12, plotWidth / longest)))
    return scene.axis.ticks(atMost: count).map {
      Markup.empty(
        "path", ["d": "M\(x($0.value)) \(floor)v4", "stroke": "#59616e", "fill": "none"])
        + Self.text(
          $0.text, x($0.value), floor + 16,
          ["text-anchor": "middle", "fill": "#565d69", "font-size": "11"])
    }.joined
  }

  private static let patterns: Markup = .element(
    "defs", [:],
    Tone.allCases.filter(\.isHatched).map { tone in
      Markup.element(
        "pattern",
        [
          "id": "hatch-\(tone.rawValue)", "width": "7", "height": "7",
          "patternUnits": "userSpaceOnUse",
          "patternTransform": "rotate(45)",
        ],
        .empty(
          "rect", ["width": "7", "height": "7", "fill": tone.colors.light, "fill-opacity": "0.14"])
          + .empty(
            "rect", ["width": "2", "height": "7", "fill": tone.colors.light, "fill-opacity": "0.5"])
      )
    }.joined)

  private static func text(
    _ text: String, _ x: Int64, _ y: Int64, _ attributes: [String: String]
  ) -> Markup {
    .element(
      "text",
      [
        "x": "\(x)", "y": "\(y)", "fill": attributes["fill"] ?? "#16181d",
        "font-size": attributes["font-size"] ?? "12",
        "font-weight": attributes["font-weight"] ?? "400",
        "text-anchor": attributes["text-anchor"] ?? "start",
      ], text: text)
  }

  /// About how long `text` is, in pixels.
  private static func length(of text: String) -> Int64 { Int64(text.count) * character / 10 }

  /// Hundredths of `length` for a part of a whole.
  private static func scaled(_ part: Int64, of whole: Int64, to length: Int64) -> Int64 {
    Int64(Int128(part) * Int128(length) * 100 / Int128(max(1, whole)))
  }

  private static func number(_ hundredths: Int64) -> String {
    decimalText(hundredths.magnitude, places: 2, isNegative: hundredths < 0, trimmed: true)
  }
}
