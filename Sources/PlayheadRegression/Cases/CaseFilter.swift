/// A selection of a suite's cases.
package struct CaseFilter: Hashable, Sendable {
  /// Text that a case's name contains, in any case; `nil` for any name.
  ///
  /// With `*` or `?` it is a pattern for the whole name.
  package var name: String?
  /// Tags, one of which a selected case has; any case if empty.
  package var tags: [String]

  /// A filter by `name` and `tags`.
  package init(name: String? = nil, tags: [String] = []) {
    self.name = name
    self.tags = tags
  }

  /// Whether `checkCase` is selected.
  package func admits(_ checkCase: SuiteCase) -> Bool {
    guard tags.isEmpty || tags.contains(where: checkCase.tags.contains) else { return false }
    guard let name = name?.lowercased() else { return true }
    let caseName = checkCase.name.lowercased()
    guard name.contains(where: { "*?".contains($0) }) else { return caseName.contains(name) }
    return Self.matches(Array(caseName), Array(name))
  }

  /// Whether `text` matches `pattern`: `*` for any characters, `?` for one.
  ///
  /// Only the latest star is ever retried, so the time is at most the product of the lengths.
  private static func matches(_ text: [Character], _ pattern: [Character]) -> Bool {
    var (place, wanted) = (0, 0)
    var star: (place: Int, wanted: Int)?
    while place < text.count {
      if wanted < pattern.count, pattern[wanted] == "*" {
        star = (place, wanted)
        wanted += 1
      } else if wanted < pattern.count, pattern[wanted] == "?" || pattern[wanted] == text[place] {
        place += 1
        wanted += 1
      } else if let last = star {
        star = (last.place + 1, last.wanted)
        (place, wanted) = (last.place + 1, last.wanted + 1)
      } else {
        return false
      }
    }
    return pattern[wanted...].allSatisfy { $0 == "*" }
  }
}

extension Suite {
  /// The suite with only the cases that `filter` selects.
  package func filtered(by filter: CaseFilter) -> Suite {
    var suite = self
    suite.cases = cases.filter(filter.admits)
    return suite
  }
}
