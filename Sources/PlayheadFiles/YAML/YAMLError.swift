/// The mistakes in a YAML file: only the first if it cannot be parsed, otherwise all.
public struct YAMLError: Error, Hashable, Sendable {
  /// The maximum number of listed problems.
  public static let maximumProblems = 100

  /// The mistakes in the order of the file; at least one, at most ``maximumProblems``.
  public let problems: [YAMLProblem]
  /// The number of further mistakes.
  public let unlistedCount: Int

  /// The first mistake.
  public var first: YAMLProblem { problems[0] }

  /// The error of a file with a single known `problem`.
  init(_ problem: YAMLProblem) {
    problems = [problem]
    unlistedCount = 0
  }

  /// `problem` at `mark`, which `hint` fixes.
  init(_ mark: YAMLMark, _ problem: String, hint: String? = nil) {
    self.init(YAMLProblem(mark, problem, hint: hint))
  }

  /// The error of a file with `problems`; `nil` without any.
  package init?(_ problems: [YAMLProblem], unlistedCount: Int) {
    guard !problems.isEmpty else { return nil }
    self.problems = problems.sorted { $0.mark < $1.mark }
    self.unlistedCount = unlistedCount
  }
}

extension YAMLError: CustomStringConvertible {
  /// A line for each mistake, and one for those that are not listed.
  public var description: String {
    let lines = problems.map(\.description)
    return (unlistedCount > 0 ? lines + ["and \(unlistedCount) more"] : lines)
      .joined(separator: "\n")
  }
}

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
