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

  /// Runs all cases, on all cores unless said otherwise, and returns once they are done.
  ///
  /// It decodes nothing. A case that cannot run is part of the result, not an error.
  ///
  /// - Parameters:
  ///   - jobs: how many cases are run at once; `nil` for as many as there are cores.
  ///   - cache: where indexes of media are kept for the next time; `nil` to keep none.
  /// - Returns: what became of each case, in the order of the suite.
  public func run(jobs: Int? = nil, cache: ReadingCache? = nil) -> SuiteResult {
    let cores = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    let runner = SuiteRunner(MediaReader(cores: cores, cache: cache))
    guard let result = runner.run(self) else {
      preconditionFailure("nobody else can ask this reader to stop")
    }
    return result
  }
}
