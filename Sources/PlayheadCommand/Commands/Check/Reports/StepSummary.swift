import PlayheadKit

/// The page that GitHub shows of a step of a workflow.
struct StepSummary {
  private let path: String

  /// GitHub takes no more than this of one step.
  private static let mostBytes = 1 << 20

  /// `nil` where GitHub does not say that there is one.
  init?(_ context: Context) {
    guard let path = context.terminal.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else {
      return nil
    }
    self.path = path
  }

  /// Adds a table of `results` to what the step has written so far, as much as there is room for.
  func append(_ results: [SuiteResult]) throws(Failure) {
    do {
      try AppendedFile.append(to: path) { size in
        let text = CheckMarkdown.text(results, atMost: max(0, Self.mostBytes - size - 1))
        // Whoever wrote before may have left the last line open.
        return Array((size > 0 && !text.isEmpty ? "\n" : "").utf8) + Array(text.utf8)
      }
    } catch {
      throw Failure(error)
    }
  }
}
