/// Gathers what is wrong with a file while it is read.
final class YAMLProblemCollector {
  private var problems: [YAMLProblem] = []
  private var unlistedCount = 0

  /// Whether further problems are only counted, so that their words may be left out.
  var isFull: Bool { problems.count == YAMLError.mostProblems }

  /// All that was found; `nil` if it is nothing.
  var error: YAMLError? { YAMLError(problems, unlistedCount: unlistedCount) }

  func add(_ problem: @autoclosure () -> YAMLProblem) {
    if isFull { unlistedCount += 1 } else { problems.append(problem()) }
  }
}
