extension String {
  /// The text with spaces behind it up to `width` columns.
  func padded(to width: Int, _ ambiguous: AmbiguousWidth = .narrow) -> String {
    self + spaces(max(0, width - columns(ambiguous)))
  }

  /// The text with spaces before it up to `width` columns.
  package func leftPadded(to width: Int, _ ambiguous: AmbiguousWidth = .narrow) -> String {
    spaces(max(0, width - columns(ambiguous))) + self
  }

  /// The text without spaces at its end.
  var withoutTrailingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension StringProtocol {
  /// How many columns the text takes in a terminal.
  func columns(_ ambiguous: AmbiguousWidth = .narrow) -> Int {
    DisplayWidth(ambiguous: ambiguous).columns(of: self)
  }
}

/// So many spaces.
func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
