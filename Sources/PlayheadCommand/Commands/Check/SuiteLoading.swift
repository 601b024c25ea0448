import PlayheadKit

/// The suite files that the command line names, as far as they can be read.
struct SuiteLoading {
  /// The suites that can be read, in order.
  private(set) var suites: [Suite] = []
  /// What there is to report of each file where not all can be read: nothing is run then.
  private let skipped: [SuiteResult]
  private let failures: [Failure]

  /// Reads the suites at `paths`; `filter` says which of their cases were to be run.
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

  /// Fails with all that is wrong with the suites, if anything is, once it is in `reports`.
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
  /// A suite cannot be read, for each of these reasons.
  init(_ error: SourceFileError<YAMLError>) {
    switch error {
    case .unreadable(let error):
      self.init(error, reading: "suite", malformed: .configuration)
    case .malformed(let path, let error): self.init(error, in: path, of: "suite")
    }
  }
}
