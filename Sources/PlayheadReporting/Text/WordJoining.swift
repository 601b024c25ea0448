/// Keeps what belongs together in one line: a number and the word behind it, which is its unit or
/// what it counts, and where possible a number and the word before it, which says what it is.
package enum WordJoining {
  /// The words of `text`, a number and the word behind it as one.
  package static func words(of text: some StringProtocol) -> [String] {
    var words: [String] = []
    // Several spaces stay as they are: between them lies a word of no letters.
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if let last = words.last, isNumber(last), let first = word.first,
        first.isLetter || first == "%"
      {
        words[words.count - 1] = "\(last) \(word)"
      } else {
        words.append(String(word))
      }
    }
    return words
  }

  /// Parts `line` before its last word, if that is one of letters alone that `next` is the number
  /// of; `nil` if it is not, or nothing would be left of the line.
  package static func parted(_ line: String, before next: some StringProtocol) -> (
    head: String, label: String
  )? {
    guard isNumber(next.prefix { $0 != " " }), let space = line.lastIndex(of: " ") else {
      return nil
    }
    let head = line[..<space]
    let label = line[line.index(after: space)...]
    guard !label.isEmpty, label.allSatisfy(\.isLetter),
      let before = head.split(separator: " ").last,
      !isNumber(before)
    else { return nil }
    return (String(head), String(label))
  }

  /// Whether `word` is a number that a unit may follow: `12.5`, `(+3`, `1,000`; not `12.5,` or
  /// `1:02`.
  private static func isNumber(_ word: some StringProtocol) -> Bool {
    let digits = word.drop { "(<>=≤≥±+-−~".contains($0) }
    let decimal: Set<Character> = [".", ",", "/", "–", "…"]
    return digits.first.map(isDigit) ?? false && digits.last.map(isDigit) ?? false
      && digits.allSatisfy { isDigit($0) || decimal.contains($0) }
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
