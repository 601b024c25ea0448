import PlayheadModel

/// A scene in a document: each panel an SVG that fills its place, with text of the document around
/// it.
///
/// Text never scales with the picture, and a script zooms by changing what part of each SVG is
/// seen.
package struct ScenePicture {
  private let scene: Scene
  /// What tells its names from those of other pictures in the document.
  private let id: String
  /// Whether there are buttons to zoom with.
  private let isZoomable: Bool
  /// Pictures of the media, below its panel; `nil` for none.
  private let film: FilmStrip?

  /// A picture of `scene`, with `film` below the panel called `media`.
  package init(_ scene: Scene, id: String, isZoomable: Bool = false, film: FilmStrip? = nil) {
    self.scene = scene
    self.id = id
    self.isZoomable = isZoomable
    self.film = film
  }

  /// How many ticks there is room for across, on a wide page and on a narrow one.
  private static let (wideTicks, narrowTicks) = (10, 4)

  /// What one can do with a picture that zooms, for those who have scripts.
  package static func hint(hasStalls: Bool) -> Markup {
    .element(
      "p", ["class": "quiet scripted", "hidden": ""],
      text: "Point or tap to read values. Drag to zoom\(hasStalls ? ", or click a stall" : ""). "
        + "Keys: + − zoom, 0 shows all, "
        + (hasStalls ? "n and p go from stall to stall, " : "") + "← → move the reading line.")
  }

  /// The picture.
  package var markup: Markup {
    .element(
      "div",
      [
        "class": isZoomable ? "scene zoomable" : "scene", "id": id, "data-end": "\(scene.axis.end)",
        "data-unit": scene.axis.unit.rawValue, "role": "group", "aria-label": scene.title,
      ],
      scene.panels.enumerated().map { number, panel in
        let own = figure(panel, isFirst: number == 0)
        guard panel.name == "media", let film else { return own }
        return own + film.figure("\(id)-film", end: scene.axis.end, bands: bands)
      }.joined)
  }

  private func figure(_ panel: Panel, isFirst: Bool) -> Markup {
    let name = "\(id)-\(panel.name)"
    let heading = Markup.element(
      "figcaption", [:],
      .element("h3", ["id": name + "-title"], text: panel.title) + legend(panel))
    let plot = Markup.element(
      "div", ["class": "plot"],
      .element(
        "div", ["class": "across \(panel.height)"],
        heights(panel) + bands + svg(panel) + signs(panel))
        + ticks)
    return .element(
      "figure",
      [
        "class": isFirst ? "panel first" : "panel", "id": name,
        "aria-labelledby": name + "-title",
      ], heading + plot)
  }

  private func legend(_ panel: Panel) -> Markup {
    let items = panel.legend.map { entry in
      Markup.element(
        "li", ["data-n": entry.name],
        .element(
          "i", ["class": "key \(entry.shape.name) t-\(entry.tone.rawValue)"], sign(entry.shape))
          + .text(entry.name) + .element("b"))
    }
    return items.isEmpty ? .none : .element("ul", ["class": "legend"], items.joined)
  }

  private func sign(_ key: Mark.Key) -> Markup {
    if case .sign(let sign) = key { .text(sign.rawValue) } else { .none }
  }

  /// The texts and lines of the axis upwards.
  private func heights(_ panel: Panel) -> Markup {
    guard let axis = panel.axis else { return .none }
    return axis.ticks(atMost: panel.height.ticks).map {
      Markup.element(
        "span", ["class": "y", "style": "bottom:\(share($0.value, of: panel.top))"], text: $0.text)
    }.joined
  }

  /// The bands, behind everything.
  private var bands: Markup {
    scene.bands.map { band -> Markup in
      let (start, end) = (band.range.lowerBound, band.range.upperBound)
      return .element(
        "div",
        [
          "class": "band t-\(band.tone.rawValue)", "title": band.title,
          "data-from": "\(start)", "data-to": "\(end)",
          "style":
            "left:\(share(start, of: scene.axis.end));"
            + "width:\(share(end - start, of: scene.axis.end))",
        ], band.label.isEmpty ? .none : .element("span", [:], text: band.label))
    }.joined
  }

  private func svg(_ panel: Panel) -> Markup {
    let unit = Self.gridUnit(panel.top)
    let path = PathData(x: { $0 }, y: { ($0 + unit / 2) / unit }, places: 0)
    let height = max(1, panel.top / unit)
    let marks = panel.marks.compactMap { mark -> Markup? in
      guard let data = path.text(of: mark.shape, end: scene.axis.end, top: panel.top), !data.isEmpty
      else { return nil }
      let title: Markup = mark.title.isEmpty ? .none : .element("title", [:], text: mark.title)
      return .element(
        "path",
        [
          "class": "\(mark.shape.key.name) t-\(mark.tone.rawValue)", "data-n": mark.name ?? "",
          "d": data,
        ], title)
    }
    let grid = (panel.axis?.ticks(atMost: panel.height.ticks) ?? []).map {
      "M0 \(($0.value + unit / 2) / unit)h\(scene.axis.end)"
    }.joined()
    let lines: Markup = grid.isEmpty ? .none : .element("path", ["class": "grid", "d": grid])
    return .element(
      "svg",
      [
        "viewBox": "0 0 \(scene.axis.end) \(height)", "preserveAspectRatio": "none", "role": "img",
        "aria-label": panel.summary, "data-unit": panel.axis?.unit.rawValue ?? "",
        "data-grid": "\(unit)", "focusable": "false",
      ],
      .element(
        "g", ["transform": "matrix(1 0 0 -1 0 \(height))"], lines + marks.joined))
  }

  private func signs(_ panel: Panel) -> Markup {
    panel.marks.compactMap { mark -> Markup? in
      guard case .sign(let point, let sign) = mark.shape else { return nil }
      let style =
        "left:\(share(point.x, of: scene.axis.end));bottom:\(share(point.y, of: panel.top))"
      if let target = mark.target {
        return .element(
          "a",
          [
            "class": "sign t-\(mark.tone.rawValue)", "href": "#\(target)", "title": mark.title,
            "aria-label": mark.title, "data-at": "\(point.x)", "data-n": mark.name ?? "",
            "style": style,
          ], text: sign.rawValue)
      }
      return .element(
        "span",
        [
          "class": "sign t-\(mark.tone.rawValue)", "title": mark.title, "data-at": "\(point.x)",
          "data-n": mark.name ?? "", "style": style,
        ], text: sign.rawValue)
    }.joined
  }

  /// The axis across, for a wide page and a narrow one.
  private var ticks: Markup {
    let rows = [("wide", Self.wideTicks), ("narrow", Self.narrowTicks)].map { name, count in
      let texts = scene.axis.ticks(atMost: count).map {
        Markup.element(
          "span", ["style": "left:\(share($0.value, of: scene.axis.end))"], text: $0.text)
      }
      return Markup.element("div", ["class": "x \(name)", "aria-hidden": "true"], texts.joined)
    }
    return rows.joined
  }

  private func share(_ part: Int64, of whole: Int64) -> String {
    let share = Int128(part) * 100_000 / Int128(max(1, whole))
    return decimalText(share.magnitude, places: 3, isNegative: share < 0, trimmed: true) + "%"
  }

  /// The unit of heights in the SVG, so that these have four digits or five.
  private static func gridUnit(_ top: Int64) -> Int64 {
    Int64(powerOfTen(max(0, String(top).utf8.count - 5)))
  }
}

extension Mark.Key {
  /// Its class in the style sheet.
  var name: String {
    switch self {
    case .line: "line"
    case .area: "area"
    case .block: "block"
    case .level: "level"
    case .sign: "mark"
    }
  }
}
