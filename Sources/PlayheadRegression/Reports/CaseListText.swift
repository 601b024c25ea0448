package import PlayheadReporting

/// The cases of suites for a person: a line for each, with its tags, and a heading over those of
/// each suite if there are several.
package enum CaseListText {
  /// The list, with a newline at its end.
  package static func text(_ suites: [Suite], style: TextStyle) -> String {
    let parts = suites.map { suite in
      (suites.count > 1 ? suite.title.heading(style) : [])
        + suite.cases.flatMap { lines(of: $0, style) }
    }
    return parts.joined(separator: [""]).joined(separator: "\n") + "\n"
  }

  private static func lines(of checkCase: SuiteCase, _ style: TextStyle) -> [String] {
    let tags = checkCase.tags.map { "#\($0)" }.joined(separator: " ")
    return WrappedRow(name: "", nameWidth: 0, style: style).lines(
      [checkCase.name, tags].filter { !$0.isEmpty }, separator: "  ", names: 2)
  }
}
