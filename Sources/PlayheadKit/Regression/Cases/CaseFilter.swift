/// Which cases of a suite to run.
public struct CaseFilter: Hashable, Sendable {
  /// What the name has to have in it, in whatever case; `nil` for any name.
  ///
  /// With `*` or `?` in it, it is what the name as a whole has to be like.
  public var name: String?
  /// Tags of which a case has to have one; any case if there are none.
  public var tags: [String]

  /// A filter of the parts given.
  public init(name: String? = nil, tags: [String] = []) {
    self.name = name
    self.tags = tags
  }

  /// Whether `checkCase` is to be run.
  public func admits(_ checkCase: CheckCase) -> Bool {
    guard tags.isEmpty || tags.contains(where: checkCase.tags.contains) else { return false }
    guard let name = name?.lowercased() else { return true }
    let caseName = checkCase.name.lowercased()
    guard name.contains(where: { "*?".contains($0) }) else { return caseName.contains(name) }
    return Self.matches(Array(caseName), Array(name))
  }

  /// Whether `text` is what `pattern` stands for: `*` for any characters, `?` for one.
  ///
  /// Only the last star met is ever tried again, so the time is at most the product of the lengths.
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
  /// The suite with only the cases that `filter` admits.
  public func filtered(by filter: CaseFilter) -> Suite {
    var suite = self
    suite.cases = cases.filter(filter.admits)
    return suite
  }
}
