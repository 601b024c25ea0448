import PlayheadModel

/// Pictures of what is at the playhead, as a strip over the axis of a scene.
package struct FilmStrip: Hashable, Sendable {
  /// A picture of the strip.
  package struct Frame: Hashable, Sendable {
    /// What it shows, in full.
    package var title: String
    /// The picture, as JPEG.
    package var jpeg: [UInt8]

    /// The picture `jpeg`, which shows `title`.
    package init(title: String, jpeg: [UInt8]) {
      self.title = title
      self.jpeg = jpeg
    }

    /// Its address, which holds all of it.
    package var address: String { "data:image/jpeg;base64,\(jpeg.base64)" }
  }

  /// From where on a picture is at the playhead.
  package struct Step: Hashable, Sendable {
    /// The place on the axis.
    package var from: Int64
    /// The number of the picture.
    package var frame: Int

    /// The picture numbered `frame` from `from` on.
    package init(from: Int64, frame: Int) {
      self.from = from
      self.frame = frame
    }
  }

  /// The pictures, each once.
  package let frames: [Frame]
  /// Which picture is at the playhead, in order; the first one from the beginning on.
  package let steps: [Step]
  /// Why there are no pictures, as a clause; `nil` if there are.
  package let reason: String?

  /// The strip of `frames`, which follow each other by `steps`.
  package init(frames: [Frame], steps: [Step]) {
    self.frames = frames
    self.steps = steps
    reason = nil
  }

  /// A strip without pictures, for a reason.
  package init(none reason: String) {
    (frames, steps) = ([], [])
    self.reason = reason
  }

  /// How many pictures fit across a wide page, and a narrow one.
  package static let (wideCells, narrowCells) = (12, 4)

  /// The strip without its last pictures, so that a document is at least `bytes` shorter; `nil` if
  /// that leaves none.
  package func shortened(by bytes: Int) -> FilmStrip? {
    var saved = 0
    var count = frames.count
    while saved < bytes, count > 0 {
      count -= 1
      saved += frames[count].jpeg.count * 4 / 3
    }
    guard count > 0 else { return nil }
    var left: [Step] = []
    for step in steps where step.frame < count && left.last?.frame != step.frame {
      left.append(Step(from: left.isEmpty ? 0 : step.from, frame: step.frame))
    }
    return FilmStrip(frames: Array(frames[..<count]), steps: left)
  }

  /// The picture at a place of the axis, by itself.
  package func image(at place: Int64) -> Markup? {
    frame(at: place).map {
      .void("img", ["src": frames[$0].address, "alt": frames[$0].title])
    }
  }

  /// The number of the picture at a place.
  private func frame(at place: Int64) -> Int? {
    guard !steps.isEmpty else { return nil }
    return steps[max(0, steps.partitionPoint { $0.from > place } - 1)].frame
  }

  /// The pictures in the middle of each of `count` equal parts of an axis that ends at `end`.
  private func cells(_ count: Int, end: Int64) -> [Int] {
    (0..<count).compactMap { frame(at: end * Int64(2 * $0 + 1) / Int64(2 * count)) }
  }

  /// The strip over `bands` on an axis that ends at `end`, in a part of the document called `name`.
  func figure(_ name: String, end: Int64, bands: Markup) -> Markup {
    let heading = Markup.element("h3", ["id": name + "-title"], text: "Pictures")
    if let reason {
      return .element(
        "div", ["class": "panel film", "id": name],
        heading + .element("p", ["class": "quiet"], text: "There are none: \(reason)."))
    }
    let wide = Runs(cells(Self.wideCells, end: end))
    let narrow = Runs(cells(Self.narrowCells, end: end))
    let seen = wide.runs.map { run in
      (run, narrow.runs.first { $0.value == run.value })
    }
    let first = Set(wide.runs.map(\.value))
    let rest = frames.indices.filter { !first.contains($0) }
    let shown = seen.map { run, other in
      picture(
        run.value,
        place: "--a:\(run.start);--n:\(run.count);--b:\(other?.start ?? 0);--m:\(other?.count ?? 0)"
      )
    }
    let strip = Markup.element(
      "div",
      [
        "class": "reel",
        "data-steps": steps.map { "\($0.from):\($0.frame)" }.joined(separator: " "),
      ], shown.joined + rest.map { picture($0, place: nil) }.joined)
    return .element(
      "figure", ["class": "panel film", "id": name, "aria-labelledby": name + "-title"],
      .element(
        "figcaption", [:],
        heading
          + .element("span", ["class": "quiet"], text: "the last key frame before the playhead"))
        + .element(
          "div", ["class": "plot"],
          .element("div", ["class": "across"], strip + bands)))
  }

  private func picture(_ number: Int, place: String?) -> Markup {
    let image = "background-image:url(\(frames[number].address))"
    let style = place.map { "\($0);\(image)" } ?? image
    let title = frames[number].title
    return place == nil
      ? .element(
        "div",
        [
          "class": "frame", "hidden": "", "role": "img", "aria-label": title, "title": title,
          "data-i": "\(number)", "style": style,
        ])
      : .element(
        "div",
        [
          "class": "frame", "role": "img", "aria-label": title, "title": title,
          "data-i": "\(number)", "style": style,
        ])
  }
}

/// Equal values that follow each other.
private struct Runs {
  struct Run {
    var value: Int
    var start: Int
    var count: Int
  }

  private(set) var runs: [Run] = []

  init(_ values: [Int]) {
    for (place, value) in values.enumerated() {
      if runs.last?.value == value {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(Run(value: value, start: place, count: 1))
      }
    }
  }
}
