/// Writes XML that is well formed whatever text it is given.
struct XMLWriter {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var level = 0

  /// An element with others in it.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String>,
    _ content: (inout XMLWriter) -> Void
  ) {
    line("<\(tag(name, attributes))>")
    level += 1
    content(&self)
    level -= 1
    line("</\(name)>")
  }

  /// An element with text in it, or with nothing.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String>, text: String? = nil
  ) {
    guard let text else { return line("<\(tag(name, attributes))/>") }
    line("<\(tag(name, attributes))>\(Self.escaped(text))</\(name)>")
  }

  private mutating func line(_ line: String) {
    text += String(repeating: "  ", count: level) + line + "\n"
  }

  private func tag(_ name: String, _ attributes: KeyValuePairs<String, String>) -> String {
    attributes.reduce(name) { "\($0) \($1.key)=\"\(Self.escaped($1.value, inAttribute: true))\"" }
  }

  /// `text` with what means something in XML written as references, and a sign in the place of
  /// characters that XML 1.0 cannot hold at all.
  ///
  /// A `>` is written so, too, and thus no `]]>` is left. Breaks within attributes would be read as
  /// spaces, and a carriage return as a line feed anywhere. A colon at the beginning of a line, and
  /// a bracket behind two number signs, could start a command to the runner of GitHub Actions.
  private static func escaped(_ text: String, inAttribute: Bool = false) -> String {
    var result = ""
    var isLineStart = false
    var hashes = 0
    for scalar in text.unicodeScalars {
      defer {
        isLineStart = scalar == "\n" || isLineStart && scalar.properties.isWhitespace
        hashes = scalar == "#" ? hashes + 1 : 0
      }
      switch scalar {
      case ":" where isLineStart: result += "&#58;"
      case "[" where hashes > 1: result += "&#91;"
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"" where inAttribute: result += "&quot;"
      case "\r": result += "&#13;"
      case "\n" where inAttribute: result += "&#10;"
      case "\t" where inAttribute: result += "&#9;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      case "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}",
        "\u{2066}"..."\u{2069}":
        result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
