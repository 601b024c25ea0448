import PlayheadKit

extension HelpRenderer {
  /// Breaks text into lines of a maximum width.
  struct Layout: Sendable {
    /// The maximum number of columns in a line.
    var width: Int

    /// `text` in lines indented by `indent` spaces; lines after the first also begin with
    /// `hanging`.
    func paragraph(_ text: String, indent: Int = 0, hanging: String = "") -> [String] {
      let margin = String(repeating: " ", count: indent)
      let words = WordJoining.words(of: text).filter { !$0.isEmpty }
      let lines = wrap(words, first: width - indent, rest: width - indent - hanging.count)
      return lines.enumerated().map { margin + ($0.offset == 0 ? "" : hanging) + $0.element }
    }

    /// A shell command, broken before options with a backslash at the end of the line.
    func shell(_ words: String, indent: Int) -> [String] {
      let margin = String(repeating: " ", count: indent)
      var parts: [String] = []
      for word in words.split(separator: " ").map(String.init) {
        if let last = parts.last, last.hasPrefix("-"), !last.contains(" "), !word.hasPrefix("-") {
          parts[parts.count - 1] = "\(last) \(word)"
        } else {
          parts.append(word)
        }
      }
      let lines = wrap(parts, first: width - indent - 2, rest: width - indent - 4)
      return lines.enumerated().map { index, line in
        margin + (index == 0 ? "" : "  ") + line + (index == lines.count - 1 ? "" : " \\")
      }
    }

    /// The column of the explanations of `terms`; `nil` if they go below the terms.
    func column(for terms: [String]) -> Int? {
      // A few long terms may have a line of their own, so that the others have room.
      let fitting = terms.map(\.count).filter { $0 <= width * 2 / 5 }
      let column = (fitting.max() ?? 0) + 4
      return fitting.isEmpty || width - column < 30 ? nil : column
    }

    /// Terms with their explanations at `column`.
    func table(_ rows: [(term: String, text: String)], column: Int?) -> [String] {
      rows.flatMap { row in
        let term = "  \(row.term)"
        var lines = paragraph(row.text, indent: column ?? (width < 40 ? 4 : 10))
        guard let column, term.count + 2 <= column else {
          // Only a term of several words can exceed a line.
          return (term.count > width ? paragraph(row.term, indent: 2) : [term]) + lines
        }
        lines[0] = term + lines[0].dropFirst(term.count)
        return lines
      }
    }

    /// Breaks between words; a word that exceeds a line is broken anywhere.
    private func wrap(_ words: [String], first: Int, rest: Int) -> [String] {
      var lines: [String] = []
      var line = ""
      for word in words {
        var room: Int { max(1, lines.isEmpty ? first : rest) }
        if !line.isEmpty, line.count + 1 + word.count <= room {
          line += " \(word)"
          continue
        }
        if let (head, label) = WordJoining.parted(line, before: word),
          label.count + 1 + word.count <= rest
        {
          lines.append(head)
          line = "\(label) \(word)"
          continue
        }
        if !line.isEmpty { lines.append(line) }
        line = word
        while line.count > room {
          let part = line.prefix(room)
          lines.append(String(part))
          line.removeFirst(part.count)
        }
      }
      return lines + [line]
    }
  }
}
