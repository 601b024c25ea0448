/// `count` of `noun`, in the plural unless there is one.
package func counted(_ count: some BinaryInteger, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}

extension StringProtocol {
  /// The text, or its start if it is too long to be quoted in an error.
  package var excerpt: String {
    let start = prefix(41)
    return start.count > 40 ? start.prefix(40) + "…" : String(start)
  }
}

extension [String] {
  /// The words in a row, as in `a, b or c`, or `a, b and c`.
  package func wordList(or isChoice: Bool) -> String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + (isChoice ? " or " : " and ") + last
  }
}
