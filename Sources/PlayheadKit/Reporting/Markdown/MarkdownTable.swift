/// A table in GitHub Flavored Markdown; its cells are safe already.
struct MarkdownTable {
  /// The names of the columns.
  let heading: [String]
  /// Whether the first column holds words; numbers stand to the right.
  var beginsWithWords = false
  let rows: [[String]]

  var lines: [String] {
    let rules = heading.indices.map { $0 == 0 && beginsWithWords ? "---" : "---:" }
    return ([heading, rules] + rows).map { "| \($0.joined(separator: " | ")) |" }
  }
}
