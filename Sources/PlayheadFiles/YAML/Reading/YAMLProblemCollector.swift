/// Collects the mistakes in a file while it is read.
package final class YAMLProblemCollector {
  private var problems: [YAMLProblem] = []
  private var unlistedCount = 0

  /// Whether further problems are only counted, so that they need no text.
  var isFull: Bool { problems.count == YAMLError.maximumProblems }

  /// The error with all mistakes; `nil` without any.
  var error: YAMLError? { YAMLError(problems, unlistedCount: unlistedCount) }

  package func add(_ problem: @autoclosure () -> YAMLProblem) {
    if isFull { unlistedCount += 1 } else { problems.append(problem()) }
  }
}
