import PlayheadKit

/// The summary page that GitHub shows for a step of a workflow.
struct StepSummary {
  private let path: String

  /// GitHub's limit for one step, in bytes.
  private static let maximumBytes = 1 << 20

  /// The page that GitHub's environment names; `nil` if it names none.
  init?(_ context: Context) {
    guard let path = context.terminal.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else {
      return nil
    }
    self.path = path
  }

  /// Appends a table of `results` to the step's page, as far as it fits.
  func append(_ results: [SuiteResult]) throws(Failure) {
    do {
      try AppendedFile.append(to: path) { size in
        let text = CheckMarkdown.text(results, atMost: max(0, Self.maximumBytes - size - 1))
        // An earlier writer may have left the last line open.
        return Array((size > 0 && !text.isEmpty ? "\n" : "").utf8) + Array(text.utf8)
      }
    } catch {
      throw Failure(error)
    }
  }
}
