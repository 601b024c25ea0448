/// How text is to look where it goes.
public struct TextStyle: Hashable, Sendable {
  /// How many columns there are.
  public var width: Int
  /// Whether block characters and other signs beyond ASCII may be used.
  public var usesUnicode: Bool
  /// Whether colour may be used.
  public var usesColor: Bool

  /// A style of the properties given.
  public init(width: Int, usesUnicode: Bool, usesColor: Bool) {
    self.width = width
    self.usesUnicode = usesUnicode
    self.usesColor = usesColor
  }

  /// A colour that text can be set in.
  enum Color: String {
    case red = "31"
    case green = "32"
    case yellow = "33"
    case dim = "2"
    case bold = "1"
  }

  /// `text` in `color`, where there is colour.
  func set(_ text: String, in color: Color) -> String {
    usesColor ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }
}
