public import PlayheadModel

/// The player of a case, as specified; a file is read only when the case runs.
public enum CheckedPlayer: Hashable, Sendable {
  /// A player with known values.
  case policy(BufferingPolicy)
  /// A policy file: its name in reports, and its path relative to the working directory.
  case file(name: String, path: String)

  /// The name in reports.
  public var name: String {
    switch self {
    case .policy(let policy): policy.name
    case .file(let name, _): name
    }
  }

  /// A built-in player.
  static func builtIn(_ parameters: BufferingPolicy.Parameters) -> CheckedPlayer {
    guard let policy = try? BufferingPolicy(parameters) else {
      preconditionFailure("a player that is built in is wrong")
    }
    return .policy(policy)
  }
}
