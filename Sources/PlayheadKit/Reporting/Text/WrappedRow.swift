/// A name and facts behind it, on as many lines as they need.
struct WrappedRow {
  let name: String
  let nameWidth: Int
  let style: TextStyle

  /// The row's lines: facts with `separator` between them, broken between facts, and between the
  /// words of one that no line can hold.
  func lines(_ facts: [String], separator: String) -> [String] {
    let indent = spaces(nameWidth)
    let ambiguous = style.ambiguousWidth
    var lines: [String] = []
    var line = ""
    for fact in facts {
      let columns = line.columns(ambiguous) + separator.columns(ambiguous)
      if !line.isEmpty, nameWidth + columns + fact.columns(ambiguous) > style.width {
        lines.append(line)
        line = ""
      }
      guard nameWidth + fact.columns(ambiguous) > style.width else {
        line += (line.isEmpty ? "" : separator) + fact
        continue
      }
      for word in fact.split(separator: " ", omittingEmptySubsequences: false) {
        let columns = line.columns(ambiguous) + 1 + word.columns(ambiguous)
        if !line.isEmpty, nameWidth + columns > style.width {
          lines.append(line)
          line = ""
        }
        line += (line.isEmpty ? "" : " ") + word
      }
    }
    lines.append(line)
    return lines.enumerated().map { number, line in
      guard number == 0 else { return indent + line }
      return style.set(name, in: .bold) + spaces(max(0, nameWidth - name.columns(ambiguous))) + line
    }
  }

  /// The row's lines for plain words.
  func lines(_ text: String) -> [String] {
    lines(text.split(separator: " ").map(String.init), separator: " ")
  }
}
