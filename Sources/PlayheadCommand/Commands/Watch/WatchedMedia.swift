import MediaReading
import PlayheadKit
import PlayheadWatch

/// What is watched, and how sessions of it are played.
struct WatchedMedia {
  /// What it is called.
  let name: String
  /// What is chosen at first.
  let selection: WatchSelection
  let choices: WatchChoices
  /// Plays a session.
  let play: Watching.Play
  private let player: any SessionPlayer
  private let arguments: ParsedArguments

  /// Reads what `arguments` name.
  init(_ arguments: ParsedArguments, _ context: Context) throws(Failure) {
    var arguments = arguments
    if !arguments.has(.network) { arguments = arguments.with(.network, as: "4g") }
    let format = Ladder.Format(ofLadderAt: arguments.operands[0])
    if format == nil {
      if let error = MediaReadingError(misnamedManifest: arguments.operands[0]) {
        throw Failure(error)
      }
      if let option = (Option.ladder + Option.ofLive).first(where: arguments.has) {
        throw Failure(appliesToLadders: option)
      }
    }
    let player: any SessionPlayer =
      if let format {
        try LadderSessionPlayer(format, arguments, context)
      } else {
        try FileSessionPlayer(arguments, context)
      }
    selection = WatchSelection(
      network: arguments.value(.network), player: arguments.value(.player) ?? player.usualPlayer,
      rule: arguments.value(.abr), isLowData: arguments.has(.lowData))
    choices = WatchChoices(
      networks: Self.names(NetworkPreset.overview.map(\.name), with: selection.network),
      players: Self.names(player.players, with: selection.player),
      rules: Self.names(player.rules, with: selection.rule))
    name = ShownAddress(arguments.mediaLocation).text
    self.player = player
    self.arguments = arguments
    let given = arguments
    play = { selection, actions throws(WatchRefusal) in
      do throws(Failure) {
        return try player.session(
          selection.applied(to: given, actions, usualPlayer: player.usualPlayer))
      } catch {
        throw WatchRefusal(reason: error.reason)
      }
    }
  }

  private static func names(_ names: [String], with name: String?) -> [String] {
    guard let name, !names.contains(name) else { return names }
    return [name] + names
  }

  /// The frame that is wanted, or why there is none.
  func frame(_ wanted: WantedFrame) -> Result<FramePicture, NoPictures> { player.frame(wanted) }

  /// The command that plays the session of `selection` with `actions` again.
  func command(_ selection: WatchSelection, _ actions: [UserAction]) -> String {
    selection.applied(to: arguments, actions, usualPlayer: player.usualPlayer)
      .forAnalyzing.shellLine(of: Analyze.command)
  }

  /// Why the first session cannot be played.
  func failure(of refusal: WatchRefusal) -> Failure {
    do throws(Failure) {
      let actions = try arguments.userActions()
      _ = try player.session(
        selection.applied(to: arguments, actions, usualPlayer: player.usualPlayer))
    } catch {
      return error
    }
    return Failure(.badData, "cannot be watched", at: name, why: refusal.reason)
  }
}

extension WatchSelection {
  /// `arguments` with what is selected, and with `actions`; `usualPlayer` needs no option.
  fileprivate func applied(
    to arguments: ParsedArguments, _ actions: [UserAction], usualPlayer: String
  ) -> ParsedArguments {
    var applied = arguments
    if let network, network != arguments.value(.network) {
      applied = applied.with(.network, as: network)
      // These are of the network that was given.
      for option in [Option.networkFormat, .hold, .offset] {
        applied = applied.with(option, as: nil)
      }
    }
    if let player, arguments.has(.player) || player != usualPlayer {
      applied = applied.with(.player, as: player)
    }
    applied = applied.with(.abr, as: rule)
    applied = isLowData ? applied.with(.lowData, values: []) : applied.with(.lowData, as: nil)
    return actions.isEmpty
      ? applied.with(.action, as: nil) : applied.with(.action, values: actions.map(\.text))
  }
}

extension ParsedArguments {
  /// Without what only changes how a screen looks.
  fileprivate var forAnalyzing: ParsedArguments {
    [Option.ascii, .color, .quiet, .verbose].reduce(self) { $0.with($1, as: nil) }
  }
}

extension Failure {
  /// Why it failed, in as few words as there is room for.
  fileprivate var reason: String { why ?? what }
}
