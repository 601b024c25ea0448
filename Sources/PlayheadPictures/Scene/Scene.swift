/// A picture before it is written: panels of marks over one axis.
///
/// Everything is in whole units of the axes, so that what a picture shows can be read back from it.
package struct Scene: Hashable, Sendable {
  /// What it shows, as a heading.
  package var title: String
  /// The axis across.
  package var axis: Axis
  /// Stretches that are marked in all panels.
  package var bands: [Band]
  /// The panels, from top to bottom.
  package var panels: [Panel]

  /// A picture called `title`.
  package init(title: String, axis: Axis, bands: [Band] = [], panels: [Panel]) {
    self.title = title
    self.axis = axis
    self.bands = bands
    self.panels = panels
  }
}

/// A stretch of the axis that is marked in all panels, such as a stall.
package struct Band: Hashable, Sendable {
  /// Where it begins and ends.
  package var range: ClosedRange<Int64>
  /// How it looks.
  package var tone: Tone
  /// Its short name at the top, such as its number; empty for none.
  package var label: String
  /// What it is, in full.
  package var title: String

  /// A band of the parts given.
  package init(_ range: ClosedRange<Int64>, _ tone: Tone, label: String, title: String) {
    self.range = range
    self.tone = tone
    self.label = label
    self.title = title
  }
}

/// Marks over the picture's axis, with an axis of their own.
package struct Panel: Hashable, Sendable {
  /// How tall a panel is.
  package enum Height: Int64, Hashable, Sendable {
    /// A strip.
    case strip = 28
    /// Of small multiples.
    case small = 56
    /// The usual.
    case normal = 112
    /// Of a picture that stands alone.
    case tall = 260

    /// How many ticks its axis has room for.
    package var ticks: Int {
      switch self {
      case .strip: 1
      case .small: 2
      case .normal: 4
      case .tall: 6
      }
    }
  }

  /// Its name, by which it is asked for.
  package var name: String
  /// What it shows, as a heading.
  package var title: String
  /// What it shows, in a sentence, for those who do not see it.
  package var summary: String
  /// The axis upwards; `nil` if heights mean nothing.
  package var axis: Axis?
  /// The greatest height of its marks.
  package var top: Int64
  /// How tall it is.
  package var height: Height
  /// The marks, those in front last.
  package var marks: [Mark]

  /// A panel of the parts given.
  package init(
    _ name: String, title: String, summary: String, axis: Axis?, top: Int64? = nil,
    height: Height = .normal, marks: [Mark]
  ) {
    self.name = name
    self.title = title
    self.summary = summary
    self.axis = axis
    self.top = max(1, top ?? axis?.end ?? 1)
    self.height = height
    self.marks = marks
  }

  /// The kinds of marks in it, each once, in order.
  package var legend: [Legend] {
    var entries: [Legend] = []
    for mark in marks {
      guard let name = mark.name, !entries.contains(where: { $0.name == name }) else { continue }
      entries.append(Legend(name: name, tone: mark.tone, shape: mark.shape.key))
    }
    return entries
  }

  /// A kind of marks.
  package struct Legend: Hashable, Sendable {
    /// What they are.
    package var name: String
    /// How they look.
    package var tone: Tone
    /// What they look like in a legend.
    package var shape: Mark.Key
  }
}
