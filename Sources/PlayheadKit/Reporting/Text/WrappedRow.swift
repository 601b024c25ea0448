/// A name and facts behind it, on as many lines as they need.
struct WrappedRow {
  let name: String
  let nameWidth: Int
  let style: TextStyle

  /// The row's lines: facts with `separator` between them, broken between facts, and between the
  /// words of one that no line can hold.
  func lines(_ facts: [String], separator: String) -> [String] {
    let indent = String(repeating: " ", count: nameWidth)
    var lines: [String] = []
    var line = ""
    for fact in facts {
      if !line.isEmpty, nameWidth + line.count + separator.count + fact.count > style.width {
        lines.append(line)
        line = ""
      }
      guard nameWidth + fact.count > style.width else {
        line += (line.isEmpty ? "" : separator) + fact
        continue
      }
      for word in fact.split(separator: " ", omittingEmptySubsequences: false) {
        if !line.isEmpty, nameWidth + line.count + 1 + word.count > style.width {
          lines.append(line)
          line = ""
        }
        line += (line.isEmpty ? "" : " ") + word
      }
    }
    lines.append(line)
    return lines.enumerated().map { number, line in
      (number == 0 ? style.set(name.padded(to: nameWidth), in: .bold) : indent) + line
    }
  }

  /// The row's lines for plain words.
  func lines(_ text: String) -> [String] {
    lines(text.split(separator: " ").map(String.init), separator: " ")
  }
}
