/// Escapes and formats text for manual pages, man(7).
enum Roff {
  /// `text` escaped, so that every character prints as itself.
  static func text(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      // Unescaped, these would print as typographic signs.
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    // A dot at the start of a line would be a request.
    return result.hasPrefix(".") ? "\\&" + result : result
  }

  /// `text` in bold, for literals.
  static func bold(_ text: String) -> String { "\\fB\(self.text(text))\\fR" }

  /// `text` in italics, for placeholders.
  static func italic(_ text: String) -> String { "\\fI\(self.text(text))\\fR" }
}
