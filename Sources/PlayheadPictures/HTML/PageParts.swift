/// Parts that many documents have.
extension Markup {
  /// A table with `heading`; columns of `words` are aligned at the left, others as numbers.
  ///
  /// On a narrow page it scrolls by itself.
  package static func table(
    caption: String, heading: [String], words: Set<Int> = [], rows: [[Markup]], id: String? = nil
  ) -> Markup {
    let head = heading.enumerated().map {
      words.contains($0)
        ? element("th", ["scope": "col", "class": "word"], text: $1)
        : element("th", ["scope": "col"], text: $1)
    }
    let lines = rows.map { row in
      element(
        "tr", [:],
        row.enumerated().map { column, cell in
          let isWord = words.contains(column)
          guard column > 0 else {
            return isWord
              ? element("th", ["scope": "row", "class": "word"], cell)
              : element("th", ["scope": "row"], cell)
          }
          return isWord ? element("td", ["class": "word"], cell) : element("td", [:], cell)
        }.joined)
    }
    return table(caption: caption, head: head, lines: lines, id: id)
  }

  /// A table of cells and lines with attributes of their own, which a screen reader calls `label`.
  package static func table(
    caption: String, label: String? = nil, head: [Markup], lines: [Markup], id: String? = nil
  ) -> Markup {
    let table = element(
      "table", id.map { ["id": $0] } ?? [:],
      element("caption", [:], text: caption)
        + element("thead", [:], element("tr", [:], head.joined))
        + element("tbody", [:], lines.joined))
    return element(
      "div",
      ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": label ?? caption], table)
  }

  /// A table of text.
  package static func table(
    caption: String, heading: [String], words: Set<Int> = [], texts: [[String]], id: String? = nil
  ) -> Markup {
    table(
      caption: caption, heading: heading, words: words, rows: texts.map { $0.map(Markup.text) },
      id: id)
  }

  /// What is seen only once it is opened, and on paper.
  package static func details(_ title: String, _ content: Markup, isOpen: Bool = false) -> Markup {
    details(.text(title), content, isOpen: isOpen)
  }

  /// The same under a title with parts of its own.
  package static func details(_ title: Markup, _ content: Markup, isOpen: Bool = false) -> Markup {
    let summary = element("summary", [:], title)
    return isOpen
      ? element("details", ["open": ""], summary + content)
      : element("details", [:], summary + content)
  }

  /// A command for a shell, which a button copies.
  package static func command(_ text: String) -> Markup {
    element("div", ["class": "command"], element("code", [:], text: text))
  }

  /// Names and what is said of each.
  package static func facts(_ facts: [(name: String, text: String)]) -> Markup {
    element(
      "dl", ["class": "facts"],
      facts.map { fact in
        element(
          "div", [:], element("dt", [:], text: fact.name) + element("dd", [:], text: fact.text))
      }.joined)
  }

  /// Figures that decide, large.
  package static func cards(_ cards: [(name: String, value: String, note: String)]) -> Markup {
    element(
      "dl", ["class": "cards"],
      cards.map { card in
        element(
          "div", [:],
          element("dt", [:], text: card.name) + element("dd", [:], text: card.value)
            + (card.note.isEmpty ? .none : element("dd", ["class": "note"], text: card.note)))
      }.joined)
  }
}
