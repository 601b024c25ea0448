extension Look {
  /// The escape sequence that sets exactly this look.
  package var sequence: String {
    var codes = ["0"]
    if isBold { codes.append("1") }
    if isDim { codes.append("2") }
    if isReversed { codes.append("7") }
    if let front { codes.append(front.codes(first: 30, bright: 90, other: 38)) }
    if let ground { codes.append(ground.codes(first: 40, bright: 100, other: 48)) }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }
}

extension Ink {
  fileprivate func codes(first: Int, bright: Int, other: Int) -> String {
    switch self {
    case .palette(let number) where number < 8: "\(first + Int(number))"
    case .palette(let number) where number < 16: "\(bright + Int(number) - 8)"
    case .palette(let number): "\(other);5;\(number)"
    case .rgb(let red, let green, let blue): "\(other);2;\(red);\(green);\(blue)"
    }
  }
}

extension Grid {
  /// The characters alone, a line a row, without spaces at the ends of lines.
  package var text: String {
    (0..<rows).map { row in
      var line = ""
      for column in 0..<columns {
        if let character = self[column, row].character { line.append(character) }
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  /// The characters with their looks, a line a row.
  package var styledText: String {
    (0..<rows).map { row in
      var line = ""
      var look = Look()
      for column in 0..<columns {
        let cell = self[column, row]
        guard let character = cell.character else { continue }
        if cell.look != look { line += cell.look.sequence }
        look = cell.look
        line.append(character)
      }
      return line + (look == Look() ? "" : Look().sequence) + "\n"
    }.joined()
  }

  /// What a terminal that shows `former` has to be sent to show this screen; `nil` shows nothing
  /// yet.
  package func sequence(after former: Grid?) -> String {
    let former = former?.size == size ? former : nil
    var text = former == nil ? "\u{1B}[0m\u{1B}[2J" : ""
    var look: Look?
    for row in 0..<rows {
      var cursor: Int?
      for column in 0..<columns {
        let cell = self[column, row]
        guard let character = cell.character else { continue }
        let isWide = column + 1 < columns && self[column + 1, row].character == nil
        let isSame =
          former.map { old in
            old[column, row] == cell && (!isWide || old[column + 1, row] == self[column + 1, row])
          } ?? (cell == .blank)
        guard !isSame else { continue }
        if cursor != column { text += "\u{1B}[\(row + 1);\(column + 1)H" }
        if cell.look != look { text += cell.look.sequence }
        look = cell.look
        text.append(character)
        cursor = column + (isWide ? 2 : 1)
      }
    }
    return text
  }
}
