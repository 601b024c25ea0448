import PlayheadFiles
public import PlayheadLadder
public import PlayheadModel

/// The player of a case, as specified; a file is read only when the case runs.
public enum CheckedPlayer: Hashable, Sendable {
  /// A player with known values.
  case policy(BufferingPolicy)
  /// A policy file: its name in reports, and its path relative to the working directory.
  case file(name: String, path: String)
  /// A player of HLS, DASH and other ladders.
  case ladder(LadderPlayer)

  /// The name in reports.
  public var name: String {
    switch self {
    case .policy(let policy): policy.name
    case .file(let name, _): name
    case .ladder(let player): player.name
    }
  }

  /// The player that `text` names: one that is built in, of files or of ladders, or a policy file
  /// by its path as written.
  ///
  /// The basic player plays both.
  init(parsing text: String) throws(GrammarError) {
    if PlayerPreset.named(text) == nil, let player = LadderPlayer.named(text) {
      self = .ladder(player)
      return
    }
    switch try PlayerArgument(parsing: text, suggesting: LadderPlayer.all.map(\.product)) {
    case .file(let path): self = .file(name: path, path: path)
    case .builtIn(let parameters): self = .builtIn(parameters)
    }
  }

  /// A built-in player of files.
  static func builtIn(_ parameters: BufferingPolicy.Parameters) -> CheckedPlayer {
    guard let policy = try? BufferingPolicy(parameters) else {
      preconditionFailure("a player that is built in is wrong")
    }
    return .policy(policy)
  }
}
