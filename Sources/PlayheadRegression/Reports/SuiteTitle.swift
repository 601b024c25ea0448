import PlayheadReporting

/// What a suite is called in reports.
struct SuiteTitle: Hashable {
  /// What the suite calls itself.
  var name: String?
  /// The path of its file.
  var path: String?

  /// The name and the path, as far as there are any.
  var parts: [String] { [name, path].compactMap(\.self) }

  /// The lines that stand over its cases; none if there is nothing to call it by.
  func heading(_ style: TextStyle) -> [String] {
    guard !parts.isEmpty else { return [] }
    return WrappedRow(name: "", nameWidth: 0, style: style)
      .lines(parts, separator: style.usesUnicode ? " · " : ", ", names: parts.count)
      .map { style.set($0, in: .bold) }
  }

  /// What tells each of `titles` from the others: its name, or its path where it has none or
  /// another has the same; `nil` where there is only one.
  static func labels(_ titles: [SuiteTitle]) -> [String?] {
    guard titles.count > 1 else { return titles.map { _ in nil } }
    var counts: [String: Int] = [:]
    for title in titles { counts[title.name ?? "", default: 0] += 1 }
    return titles.enumerated().map { number, title in
      if let name = title.name, counts[name] == 1 { return name.printable }
      return (title.path ?? "suite \(number + 1)").printable
    }
  }
}

extension SuiteResult {
  /// What it is called in reports.
  var title: SuiteTitle { SuiteTitle(name: name, path: path) }
}

extension Suite {
  /// What it is called in reports.
  var title: SuiteTitle { SuiteTitle(name: name, path: path) }
}
