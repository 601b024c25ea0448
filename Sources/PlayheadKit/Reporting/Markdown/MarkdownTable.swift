/// A table in GitHub Flavored Markdown; its cells are safe already.
struct MarkdownTable {
  /// The names of the columns.
  let heading: [String]
  /// The columns that hold words; numbers stand to the right.
  var words: Set<Int> = []
  let rows: [[String]]

  var lines: [String] {
    let rules = heading.indices.map { words.contains($0) ? "---" : "---:" }
    return ([heading, rules] + rows).map { "| \($0.joined(separator: " | ")) |" }
  }
}
