/// Text of any origin made safe for GitHub Flavored Markdown.
///
/// Backslashes do not help against mentions and links to issues, which are looked for in the text
/// that comes out; nothing is looked for in code.
package enum MarkdownText {
  /// `text` as code, in one line; ``cell(_:)`` is for tables.
  package static func code(_ text: String) -> String {
    var text = text.printable
    if text.isEmpty { return "(empty)" }
    // As many backticks around it as it has in no place.
    let scalars = text.unicodeScalars
    let fence = String(repeating: "`", count: longestRun(of: "`", in: scalars) + 1)
    // A space is taken off at either end, unless there is nothing else.
    let isPadded =
      scalars.first == "`" || scalars.last == "`"
      || scalars.first == " " && scalars.last == " " && scalars.contains { $0 != " " }
    if isPadded { text = " \(text) " }
    return fence + text + fence
  }

  /// `text` as it is if it can only be read as it is written, else as code.
  package static func plain(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || " .,:;%=()/-".unicodeScalars.contains(scalar)
    }
    let isLink = text.contains("://") || text.lowercased().contains("www.")
    return isPlain && !isLink && !text.isEmpty ? text : code(text)
  }

  /// `text` as code for a cell of a table, which a bar would end even within code.
  package static func cell(_ text: String) -> String {
    code(text).unicodeScalars.reduce(into: "") { result, scalar in
      if scalar == "|" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
  }

  private static func longestRun(
    of wanted: Unicode.Scalar, in text: String.UnicodeScalarView
  ) -> Int {
    var longest = 0
    var run = 0
    for scalar in text {
      run = scalar == wanted ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
