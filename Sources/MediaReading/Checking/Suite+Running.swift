public import PlayheadKit

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Suite {
  /// Reads the suite file at `url`.
  ///
  /// - Throws: `SourceFileError` if it cannot be read, or for all mistakes in it.
  public init(contentsOf url: URL) throws(SourceFileError<YAMLError>) {
    try self.init(path: url.path)
  }

  /// Runs all cases, by default on all cores, and returns when they are done.
  ///
  /// Media is decoded as the cases say: all of it if it lasts up to a minute, unless they say
  /// otherwise. A case that cannot run is part of the result, not an error.
  ///
  /// - Parameters:
  ///   - jobs: the number of cases to run at once; `nil` for one per core.
  ///   - cache: the cache of media indexes; `nil` for none.
  /// - Returns: the result of each case, in the suite's order.
  public func run(jobs: Int? = nil, cache: ReadingCache? = nil) -> SuiteResult {
    let cores = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    let runner = SuiteRunner(MediaReader(cores: cores, cache: cache))
    guard let result = runner.run(self) else {
      preconditionFailure("nobody else can ask this reader to stop")
    }
    return result
  }
}
