import PlayheadKit

/// Notes on suites on standard error, besides the report.
struct SuiteNotes {
  private let diagnostics: Diagnostics
  /// More paths than this are counted rather than listed.
  private static let mostPaths = 3

  init(_ context: Context) {
    diagnostics = context.diagnostics
  }

  /// Says which files lie elsewhere than the suite, as they may not be there on another machine.
  func outsidePaths(_ suites: [Suite]) {
    for suite in suites where !suite.outsidePaths.isEmpty {
      let rest = suite.outsidePaths.count - Self.mostPaths
      let paths = suite.outsidePaths.prefix(Self.mostPaths).joined(separator: ", ")
      diagnostics.note(
        "\(suite.path ?? ""): files outside the suite's folder: \(paths)"
          + (rest > 0 ? " and \(rest) more" : ""))
    }
  }

  /// Says how it went where the report does not tell a person.
  func outcome(_ results: [SuiteResult]) {
    for case .couldNotRun(let error) in results.flatMap(\.cases).map(\.outcome) {
      diagnostics.report(Failure(error))
    }
    diagnostics.note(CheckTotals(results).text)
  }
}
