import PlayheadKit

/// The suite files on the command line, as far as they are readable.
struct SuiteLoading {
  /// The readable suites, in order.
  private(set) var suites: [Suite] = []
  /// The results to report if a file is unreadable: then nothing runs.
  private let skipped: [SuiteResult]
  private let failures: [Failure]

  /// Reads the suites at `paths`; `filter` selects the cases to run.
  init(_ paths: [String], _ filter: CaseFilter) {
    var skipped: [SuiteResult] = []
    var failures: [Failure] = []
    for path in paths {
      do {
        let suite = try Suite(path: path)
        suites.append(suite)
        skipped.append(SuiteResult(skipping: suite.filtered(by: filter)))
      } catch {
        let failure = Failure(error)
        failures += [failure] + failure.others
        skipped.append(SuiteResult(path: path, unreadable: error))
      }
    }
    self.skipped = skipped
    self.failures = failures
  }

  /// Throws all errors in the suites, if any, after writing `reports`.
  func check(_ reports: ReportPlan?) throws(Failure) {
    guard var failure = failures.first else { return }
    failure.others = Array(failures.dropFirst())
    do throws(Failure) {
      try reports?.deliver(skipped, areTold: true)
    } catch {
      if !error.isSilent { failure.others += [error] + error.others }
    }
    throw failure
  }
}

extension Failure {
  /// A suite is unreadable, for each of these reasons.
  init(_ error: SourceFileError<YAMLError>) {
    switch error {
    case .unreadable(let error):
      self.init(error, reading: "suite", malformed: .configuration)
    case .malformed(let path, let error): self.init(error, in: path, of: "suite")
    }
  }
}
