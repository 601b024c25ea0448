/// A table in GitHub Flavored Markdown; its cells are safe already.
package struct MarkdownTable {
  /// The names of the columns.
  let heading: [String]
  /// The columns that hold words; numbers stand to the right.
  var words: Set<Int> = []
  let rows: [[String]]

  package init(heading: [String], words: Set<Int> = [], rows: [[String]]) {
    self.heading = heading
    self.words = words
    self.rows = rows
  }

  package var lines: [String] {
    let rules = heading.indices.map { words.contains($0) ? "---" : "---:" }
    return ([heading, rules] + rows).map { "| \($0.joined(separator: " | ")) |" }
  }
}
