/// How text is to look where it goes.
public struct TextStyle: Hashable, Sendable {
  /// How many columns there are.
  public var width: Int
  /// Whether block characters and other signs beyond ASCII may be used.
  public var usesUnicode: Bool
  /// Whether colour may be used.
  public var usesColor: Bool
  /// How wide characters are drawn whose width is not the same everywhere.
  public var ambiguousWidth: AmbiguousWidth
  /// How durations and times are written.
  public var durations: Durations

  /// A style of the properties given.
  public init(
    width: Int, usesUnicode: Bool, usesColor: Bool, ambiguousWidth: AmbiguousWidth = .narrow,
    durations: Durations = .seconds
  ) {
    self.width = width
    self.usesUnicode = usesUnicode
    self.usesColor = usesColor
    self.ambiguousWidth = ambiguousWidth
    self.durations = durations
  }

  /// A colour that text can be set in.
  enum Color: String {
    case red = "31"
    case green = "32"
    case yellow = "33"
    case magenta = "35"
    case dim = "2"
    case bold = "1"
  }

  /// `text` in `color`, where there is colour.
  func set(_ text: String, in color: Color) -> String {
    usesColor && !text.isEmpty ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// The same without colour.
  var plain: TextStyle {
    var plain = self
    plain.usesColor = false
    return plain
  }
}
