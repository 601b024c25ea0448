/// Why something cannot be served.
package struct ServingError: Error, Hashable, Sendable {
  /// What failed.
  package var step: Step
  /// The reason, as a clause.
  package var reason: String

  /// What can fail.
  package enum Step: Hashable, Sendable {
    /// Opening the file or folder at a path.
    case open(String)
    /// Listening on an address.
    case listen(String)
    /// Starting the server.
    case start
  }

  /// A failure of `step`.
  package init(_ step: Step, reason: String) {
    self.step = step
    self.reason = reason
  }
}
