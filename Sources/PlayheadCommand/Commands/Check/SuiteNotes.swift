import PlayheadKit

/// Notes on suites, on standard error.
struct SuiteNotes {
  private let diagnostics: Diagnostics
  /// The maximum number of paths to list; more are counted.
  private static let maximumPaths = 3

  init(_ context: Context) {
    diagnostics = context.diagnostics
  }

  /// Notes the files outside the suite's folder, as they may be missing on another machine.
  func outsidePaths(_ suites: [Suite]) {
    for suite in suites where !suite.outsidePaths.isEmpty {
      diagnostics.note(
        "\(suite.path ?? ""): files outside the suite's folder: \(Self.list(suite.outsidePaths))")
    }
  }

  /// Notes the folders in which a pattern could not look for media.
  func unreadableFolders(_ suites: [Suite]) {
    for suite in suites where !suite.unreadableFolders.isEmpty {
      diagnostics.note(
        "\(suite.path ?? ""): cannot read folders, media in them is left out: "
          + Self.list(suite.unreadableFolders))
    }
  }

  private static func list(_ paths: [String]) -> String {
    let rest = paths.count - maximumPaths
    return paths.prefix(maximumPaths).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more" : "")
  }

  /// Notes the outcome where the report is not for people.
  func outcome(_ results: [SuiteResult]) {
    for case .couldNotRun(let error) in results.flatMap(\.cases).map(\.outcome) {
      diagnostics.report(Failure(error))
    }
    diagnostics.note(CheckTotals(results).text)
  }
}
