/// Text of any origin made safe for GitHub Flavored Markdown.
///
/// Backslashes do not help against mentions and links to issues, which are looked for in the text
/// that comes out; nothing is looked for in code.
enum MarkdownText {
  /// `text` as code, in one line.
  ///
  /// - Parameter inTable: whether it is for a cell of a table, which a bar would end even in code.
  static func code(_ text: String, inTable: Bool = false) -> String {
    var text = text.printable
    if text.isEmpty { return "(empty)" }
    // As many backticks around it as it has in no place.
    let fence = String(repeating: "`", count: longestRun(of: "`", in: text) + 1)
    // A space is taken off at either end, unless there is nothing else.
    let isPadded =
      text.first == "`" || text.last == "`"
      || text.first == " " && text.last == " " && text.contains { $0 != " " }
    if isPadded { text = " \(text) " }
    if inTable {
      text = text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
    return fence + text + fence
  }

  /// `text` as it is if it can only be read as it is written, else as code.
  static func plain(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || " .,:%=()/".unicodeScalars.contains(scalar)
    }
    let isLink = text.contains("://") || text.lowercased().contains("www.")
    return isPlain && !isLink && !text.isEmpty ? text : code(text)
  }

  private static func longestRun(of wanted: Character, in text: String) -> Int {
    var longest = 0
    var run = 0
    for character in text {
      run = character == wanted ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
