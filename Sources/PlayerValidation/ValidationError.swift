package import ThrottledServing

/// Why a real player could not be watched.
package enum ValidationError: Error, Hashable, Sendable {
  /// None of the programs is on the search path; the package has one.
  case missing(programs: [String], package: String)
  /// A system call failed, with `errno`.
  case system(String, code: Int32)
  /// The player has not answered in time, or has answered what it never should.
  case player(String)
  /// The server cannot serve the file.
  case server(ServingError)
  /// Somebody asked to stop.
  case interrupted
}
