import PlayheadModel

/// The result of a suite.
public struct SuiteResult: Hashable, Sendable {
  /// The suite's name; `nil` if unnamed.
  public package(set) var name: String?
  /// The path of its file as given; `nil` without a file.
  public package(set) var path: String?
  /// The results in the order of the suite, independent of which case finished first.
  public package(set) var cases: [CaseResult]
  /// The number of cases skipped because an earlier one did not pass, or another suite is
  /// unreadable.
  public package(set) var skippedCount: Int
  /// The errors in its file, which prevented all cases from running; empty if it is readable.
  package var problems: [SuiteProblem] = []
  /// Further notes, such as that another version recorded the baseline.
  public package(set) var notes: [String] = []

  /// Whether the text lists cases that passed; its totals count them all the same.
  public package(set) var listsPassed = true

  /// A result with the given values.
  public init(
    name: String? = nil, path: String? = nil, cases: [CaseResult], skippedCount: Int = 0
  ) {
    self.name = name
    self.path = path
    self.cases = cases
    self.skippedCount = skippedCount
  }

  /// Whether it was readable, every case ran, and none failed.
  public var hasPassed: Bool { problems.isEmpty && cases.allSatisfy(\.hasPassed) }

  /// The number of cases with `verdict`.
  public func count(_ verdict: CaseResult.Verdict) -> Int {
    cases.count { $0.verdict == verdict }
  }

  /// A note on the media too long to be decoded without being asked to; none if there is none.
  var decodingNotes: [String] {
    let names = Set(
      cases.filter { $0.checkCase.media.decode == .auto && $0.setting?.decoded == DecodeMode.none }
        .map(\.checkCase.media.name)
    ).sorted()
    guard path != nil, let first = names.first else { return [] }
    let others = names.count > 1 ? " and \(names.count - 1) more" : ""
    return [
      "not decoded, longer than \(DecodeMode.longestAuto.text): \(first)\(others); "
        + "decode: all decodes them"
    ]
  }

  /// The error of the first case that could not run; `nil` if all ran.
  public var firstError: CaseError? {
    cases.lazy.compactMap { result in
      if case .couldNotRun(let error) = result.outcome { error } else { nil }
    }.first
  }
}
