import PlayheadAnalysis
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
  /// The usual player of whatever the media is, as none is named.
  case usual

  /// The name in reports.
  public var name: String {
    switch self {
    case .usual: "the usual one"
    case .policy(let policy): policy.name
    case .file(let name, _): name
    case .ladder(let player): player.name
    }
  }

  /// The player that `text` names: one that is built in, of files or of ladders, or a policy file
  /// by its path as written.
  ///
  /// The basic player plays both.
  package init(parsing text: String) throws(GrammarError) {
    if PlayerPreset.named(text) == nil, let player = LadderPlayer.named(text) {
      self = .ladder(player)
      return
    }
    switch try PlayerArgument(parsing: text, suggesting: LadderPlayer.all.map(\.product)) {
    case .file(let path): self = .file(name: path, path: path)
    case .builtIn(let parameters): self = .builtIn(parameters)
    }
  }

  /// The player of `media`, where it is the usual one.
  func resolved(for media: PlayableMedia) -> CheckedPlayer {
    guard self == .usual else { return self }
    switch media.content {
    case .file: return .policy(.basic)
    case .ladder(let ladder): return .ladder(.usual(for: ladder.format))
    }
  }

  /// The player that reads a ladder; `nil` if it depends on the format which it is.
  var ladderReader: LadderPlayer? {
    switch self {
    case .ladder(let player): player
    case .policy, .file: .basic
    case .usual: nil
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
