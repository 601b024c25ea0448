/// A name and facts behind it, on as many lines as they need.
///
/// Where too little room is left behind the name, the facts stand under it.
package struct WrappedRow {
  let name: String
  let nameWidth: Int
  let style: TextStyle

  package init(name: String, nameWidth: Int, style: TextStyle) {
    self.name = name
    self.nameWidth = nameWidth
    self.style = style
  }

  /// The least room for facts behind a name.
  private static let minimumRoom = 24
  /// How far facts under a name stand in.
  private static let stackedIndent = 2

  private var isStacked: Bool {
    nameWidth > Self.stackedIndent && style.width - nameWidth < Self.minimumRoom
  }

  /// How far all facts stand in.
  private var indent: Int { isStacked ? Self.stackedIndent : nameWidth }

  /// The row's lines: facts with `separator` between them, broken between facts, and between the
  /// words of one that no line can hold; a path that no line can hold is broken behind its slashes.
  ///
  /// Numbers stay with their units, and with what they are of where there is room. Nothing in a
  /// fact acts on a terminal, and no line is a command to the runner of GitHub Actions.
  ///
  /// - Parameters:
  ///   - facts: the facts.
  ///   - separator: what stands between two facts on a line.
  ///   - names: how many of the facts are names, which come first and stay whole where
  ///     ``TextStyle/wrapsNames`` is false.
  /// - Returns: the lines.
  package func lines(_ facts: [String], separator: String, names: Int = 0) -> [String] {
    set(broken(facts.map(\.printable), separator: separator, names: names)).map(\.withoutCommand)
  }

  /// The row's lines for words with a name in them: one where ``TextStyle/wrapsNames`` is false.
  package func lines(naming text: String) -> [String] {
    style.wrapsNames ? lines(text) : lines([text], separator: "", names: 1)
  }

  /// The lines with the row's name before the first and a margin before the others.
  private func set(_ lines: [String]) -> [String] {
    let margin = spaces(indent)
    if isStacked {
      return (name.isEmpty ? [] : [style.set(name, in: .bold)]) + lines.map { margin + $0 }
    }
    return lines.enumerated().map { number, line in
      guard number == 0 else { return margin + line }
      let gap = spaces(max(0, nameWidth - name.columns(style.ambiguousWidth)))
      return style.set(name, in: .bold) + gap + line
    }
  }

  /// The row's lines for plain words.
  package func lines(_ text: String) -> [String] {
    lines(WordJoining.words(of: text).filter { !$0.isEmpty }, separator: " ")
  }

  private func broken(_ facts: [String], separator: String, names: Int) -> [String] {
    let ambiguous = style.ambiguousWidth
    let room = style.width - indent
    var lines: [String] = []
    var line = ""
    func add(_ text: some StringProtocol, behind gap: String) {
      let gap = line.isEmpty ? "" : gap
      if !line.isEmpty,
        line.columns(ambiguous) + gap.columns(ambiguous) + text.columns(ambiguous) > room
      {
        if gap == " ", let (head, label) = WordJoining.parted(line, before: text),
          label.columns(ambiguous) + 1 + text.columns(ambiguous) <= room
        {
          lines.append(head)
          line = "\(label) \(text)"
        } else {
          lines.append(line)
          line = String(text)
        }
      } else {
        line += gap + text
      }
    }
    let whole = style.wrapsNames ? 0 : names
    for (number, fact) in facts.enumerated() {
      guard number >= whole, fact.columns(ambiguous) > room else {
        add(fact, behind: separator)
        continue
      }
      // What is broken begins a line.
      if !line.isEmpty {
        lines.append(line)
        line = ""
      }
      let words = WordJoining.words(of: fact).flatMap { word in
        word.columns(ambiguous) > room
          ? word.split(separator: " ", omittingEmptySubsequences: false) : [word[...]]
      }
      for word in words {
        for (number, part) in parts(of: word, within: room).enumerated() {
          add(part, behind: number == 0 ? " " : "")
        }
      }
    }
    return lines + [line]
  }

  /// A word in parts that end with its slashes, or whole if it fits into `room` or names stay
  /// whole.
  private func parts(of word: Substring, within room: Int) -> [Substring] {
    guard style.wrapsNames, word.columns(style.ambiguousWidth) > room else { return [word] }
    var parts: [Substring] = []
    var rest = word
    while let slash = rest.firstIndex(of: "/") {
      let next = rest.index(after: slash)
      parts.append(rest[..<next])
      rest = rest[next...]
    }
    return rest.isEmpty ? parts : parts + [rest]
  }
}
