/// Text in the language of manual pages, man(7).
enum Roff {
  /// `text` so that every character of it is printed as it is.
  static func text(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      // These would come out as the signs that typesetting has for them.
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
    // At the start of a line a dot would make a request of it.
    return result.hasPrefix(".") ? "\\&" + result : result
  }

  /// `text` in bold, as what is to be typed is printed.
  static func bold(_ text: String) -> String { "\\fB\(self.text(text))\\fR" }

  /// `text` in italics, as what stands for something else is printed.
  static func italic(_ text: String) -> String { "\\fI\(self.text(text))\\fR" }
}
