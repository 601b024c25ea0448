/// What became of a suite.
public struct SuiteResult: Hashable, Sendable {
  /// What the suite is called; `nil` if it has no name.
  public var name: String?
  /// The path of its file as it was given; `nil` if it is from none.
  public var path: String?
  /// The results in the order of the suite, whatever finished first.
  public var cases: [CaseResult]
  /// How many cases were left out, as one before them had not passed, or another suite cannot be
  /// read.
  public var skippedCount: Int
  /// What is wrong with its file, so that no case was run; nothing if it could be read.
  public var problems: [SuiteProblem] = []
  /// What there is to say besides, such as that a baseline was recorded by another version.
  public var notes: [String] = []

  /// A result of the parts given.
  public init(
    name: String? = nil, path: String? = nil, cases: [CaseResult], skippedCount: Int = 0
  ) {
    self.name = name
    self.path = path
    self.cases = cases
    self.skippedCount = skippedCount
  }

  /// Whether it could be read, every case ran, and none failed.
  public var hasPassed: Bool { problems.isEmpty && cases.allSatisfy(\.hasPassed) }

  /// How many cases ended with `verdict`.
  public func count(_ verdict: CaseResult.Verdict) -> Int {
    cases.count { $0.verdict == verdict }
  }

  /// Why the first case that could not run did not; `nil` if all ran.
  public var firstError: CaseError? {
    cases.lazy.compactMap { result in
      if case .couldNotRun(let error) = result.outcome { error } else { nil }
    }.first
  }
}
