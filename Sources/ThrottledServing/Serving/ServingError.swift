/// Why something cannot be served.
public struct ServingError: Error, Hashable, Sendable {
  /// What failed.
  public var step: Step
  /// The reason, as a clause.
  public var reason: String

  /// What can fail.
  public enum Step: Hashable, Sendable {
    /// Opening the file or folder at a path.
    case open(String)
    /// Listening on an address.
    case listen(String)
    /// Starting the server.
    case start
  }

  /// A failure of `step`.
  public init(_ step: Step, reason: String) {
    self.step = step
    self.reason = reason
  }
}
