/// Facts of a header in a row, behind the name of what they are about.
struct FactRow {
  /// What they are about; empty if that is as in the row before.
  let name: String
  /// The facts; behind a name, the first one is what that is called.
  let facts: [String]

  init(_ name: String, _ facts: [String?]) {
    self.name = name
    self.facts = facts.compactMap(\.self)
  }

  /// The lines of the row.
  func lines(_ style: TextStyle) -> [String] {
    WrappedRow(name: name, nameWidth: 9, style: style).lines(
      facts, separator: style.usesUnicode ? " · " : ", ", names: name.isEmpty ? 0 : 1)
  }
}
