/// The look of text on the terminal or in the file that it goes to.
package struct TextStyle: Hashable, Sendable {
  /// The number of columns.
  package var width: Int
  /// Whether characters beyond ASCII may be used.
  package var usesUnicode: Bool
  /// Whether colour may be used.
  package var usesColor: Bool
  /// The width of characters that is not the same on every terminal.
  package var ambiguousWidth: AmbiguousWidth
  /// How durations and times are written.
  package var durations: Durations
  /// Whether a name that is too long for a line continues on the next one; where programs read the
  /// text, names stay whole.
  package var wrapsNames: Bool
  /// Whether the result stands before and behind a timeline rather than between that and the
  /// figures, as on a terminal, where either end may be out of sight.
  package var repeatsHeadline = false

  /// A style of the properties given.
  package init(
    width: Int, usesUnicode: Bool, usesColor: Bool, ambiguousWidth: AmbiguousWidth = .narrow,
    durations: Durations = .clock, wrapsNames: Bool = true
  ) {
    self.width = width
    self.usesUnicode = usesUnicode
    self.usesColor = usesColor
    self.ambiguousWidth = ambiguousWidth
    self.durations = durations
    self.wrapsNames = wrapsNames
  }

  /// A colour that text can be set in.
  package enum Color: String {
    case red = "31"
    case green = "32"
    case yellow = "33"
    case magenta = "35"
    case dim = "2"
    case bold = "1"
  }

  /// `text` in `color`, where there is colour.
  package func set(_ text: String, in color: Color) -> String {
    usesColor && !text.isEmpty ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// The same without colour.
  package var plain: TextStyle {
    var plain = self
    plain.usesColor = false
    return plain
  }
}
