extension HelpRenderer {
  /// Breaks text into lines that fit.
  struct Layout: Sendable {
    /// The most columns of a line.
    var width: Int

    /// `text` in lines that begin with so many spaces; those after the first also with `hanging`.
    func paragraph(_ text: String, indent: Int = 0, hanging: String = "") -> [String] {
      let margin = String(repeating: " ", count: indent)
      let lines = wrap(text, first: width - indent, rest: width - indent - hanging.count)
      return lines.enumerated().map { margin + ($0.offset == 0 ? "" : hanging) + $0.element }
    }

    /// A command to copy, the line's end escaped where it breaks.
    func shell(_ words: String, indent: Int) -> [String] {
      let margin = String(repeating: " ", count: indent)
      let lines = wrap(words, first: width - indent - 2, rest: width - indent - 4)
      return lines.enumerated().map { index, line in
        margin + (index == 0 ? "" : "  ") + line + (index == lines.count - 1 ? "" : " \\")
      }
    }

    /// Terms with their explanation beside them, or below where the terminal is narrow.
    func table(_ rows: [(term: String, text: String)]) -> [String] {
      let longest = rows.map(\.term.count).max() ?? 0
      let column = min(longest, width * 2 / 5) + 4
      let isNarrow = width - column < 30
      return rows.flatMap { row in
        if isNarrow {
          return paragraph(row.term, indent: 2) + paragraph(row.text, indent: 8)
        }
        var lines = paragraph(row.text, indent: column)
        let term = "  \(row.term)"
        if term.count + 2 > column { return [term] + lines }
        lines[0] = term + lines[0].dropFirst(term.count)
        return lines
      }
    }

    /// Breaks at spaces; a word that is too long for a line is broken wherever it has to be.
    private func wrap(_ text: String, first: Int, rest: Int) -> [String] {
      var lines: [String] = []
      var line = ""
      for word in text.split(separator: " ", omittingEmptySubsequences: false) {
        var word = word
        var room: Int { max(1, lines.isEmpty ? first : rest) }
        if line.isEmpty {
          line = String(word)
        } else if line.count + 1 + word.count <= room {
          line += " \(word)"
        } else {
          lines.append(line)
          line = String(word)
        }
        while line.count > room {
          word = line.prefix(room)
          lines.append(String(word))
          line.removeFirst(word.count)
        }
      }
      return lines + [line]
    }
  }
}
