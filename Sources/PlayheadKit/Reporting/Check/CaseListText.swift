/// The cases of suites for a person: a line for each, with its tags.
public enum CaseListText {
  /// The list, with a newline at its end.
  public static func text(_ suites: [Suite], style: TextStyle) -> String {
    let lines = suites.flatMap(\.cases).flatMap { checkCase in
      let tags = checkCase.tags.map { "#\($0)" }.joined(separator: " ")
      return WrappedRow(name: "", nameWidth: 0, style: style).lines(
        [checkCase.name, tags].filter { !$0.isEmpty }.map(\.printable), separator: "  ")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
