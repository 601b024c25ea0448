/// The player of a case, as it was asked for; a file is read only when the case runs.
public enum CheckedPlayer: Hashable, Sendable {
  /// A player whose values are known.
  case policy(BufferingPolicy)
  /// A policy file: what it is called in reports, and its path from where the program runs.
  case file(name: String, path: String)

  /// What it is called in reports.
  public var name: String {
    switch self {
    case .policy(let policy): policy.name
    case .file(let name, _): name
    }
  }

  /// A player that is built in.
  static func builtIn(_ parameters: BufferingPolicy.Parameters) -> CheckedPlayer {
    guard let policy = try? BufferingPolicy(parameters) else {
      preconditionFailure("a player that is built in is wrong")
    }
    return .policy(policy)
  }
}
