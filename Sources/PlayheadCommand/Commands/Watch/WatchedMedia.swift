import MediaReading
import PlayheadKit
import PlayheadManifests
import PlayheadWatch
import Synchronization

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

/// Plays sessions of what was read.
protocol SessionPlayer: Sendable {
  /// The player that is used without `--player`.
  var usualPlayer: String { get }
  /// The names of the players that can play it.
  var players: [String] { get }
  /// The names of the rules of adaptation that there are.
  var rules: [String] { get }

  /// The session that `arguments` ask for.
  func session(_ arguments: ParsedArguments) throws(Failure) -> WatchedSession

  /// The frame that is wanted, or why there is none.
  func frame(_ wanted: WantedFrame) -> Result<FramePicture, NoPictures>
}

/// A frame of the video that is to be shown.
struct WantedFrame: Hashable {
  /// When it is shown, in media time.
  var time: MediaTime
  /// The name of the player, and the level of a ladder that it has loaded there.
  var player: String
  var level: Int?
  /// The size that it fits into, in pixels.
  var (width, height): (Int, Int)
}

extension SessionPlayer {
  /// How far rows of the timeline are apart: close enough for graphs, and not too many.
  static func tick(for duration: MediaTime) -> WallTime {
    let step = WallTime.milliseconds(100)
    let steps = duration.nanoseconds / (step.nanoseconds * 12_000)
    return step * (steps + 1)
  }
}

/// Plays sessions of a media file.
struct FileSessionPlayer: SessionPlayer {
  private let media: MediaDescription
  private let reader: MediaReader
  private let location: String
  private let context: Context

  init(_ arguments: ParsedArguments, _ context: Context) throws(Failure) {
    // Errors of the command line are reported before a long reading begins.
    _ = try arguments.profile(of: try arguments.givenNetwork())
    let plan = try SessionPlan(arguments)
    var loading = MediaLoading(arguments: arguments, context: context)
    // Timing is the same whatever is decoded.
    loading.decode = DecodeMode.none
    loading.digestsIndex = false
    media = try loading.media(at: arguments.mediaLocation, tracks: plan.tracks)
    reader = try loading.reader(of: arguments.mediaLocation)
    location = arguments.mediaLocation
    self.context = context
  }

  var usualPlayer: String { BufferingPolicy.basic.name }
  var players: [String] { PlayerArgument.builtInNames }
  var rules: [String] { [] }

  func session(_ arguments: ParsedArguments) throws(Failure) -> WatchedSession {
    let network = try arguments.givenNetwork()
    let link = NetworkLink(following: try arguments.profile(of: network))
    let plan = try SessionPlan(arguments)
    var scenario = plan.scenario(of: media.presentation, over: link)
    scenario.options.tickInterval = Self.tick(for: scenario.presentation.duration)
    let played = try context.play(.file(scenario))
    return WatchedSession(
      .file(scenario), played,
      names: .init(network: link.profile.name, player: scenario.policy.name))
  }
}

extension FileSessionPlayer {
  func frame(_ wanted: WantedFrame) -> Result<FramePicture, NoPictures> {
    let tracks = media.presentation.tracks
    guard
      let track = media.index.tracks.first(where: { $0.kind == .video && tracks.contains($0.id) })
    else { return .failure(.noMedia) }
    do throws(MediaReadingError) {
      return try reader.frame(
        of: location, track: track.id, at: wanted.time + media.presentation.origin,
        within: (wanted.width, wanted.height))
    } catch {
      return .failure(.undecodable)
    }
  }
}

/// Plays sessions of HLS, MPEG-DASH, a ladder file or segment sizes.
final class LadderSessionPlayer: SessionPlayer {
  private let format: Ladder.Format
  private let location: String
  private let context: Context
  /// What was read, by the name of the player that it was read for.
  private let media = Mutex<[String: Read]>([:])
  private let reader: MediaReader

  /// A ladder, and where its media lies.
  private typealias Read = (media: LadderDescription, sources: LadderSources)

  init(
    _ format: Ladder.Format, _ arguments: ParsedArguments, _ context: Context
  ) throws(Failure) {
    self.format = format
    location = arguments.mediaLocation
    _ = try arguments.profile(of: try arguments.givenNetwork())
    let plan = try LadderPlan(format, arguments, context)
    if plan.live != nil { try plan.choice.refuseLive(arguments) }
    let read = try LadderLoading(arguments: arguments, context: context)
      .read(at: location, format, for: plan.player)
    media.withLock { $0[plan.player.name] = read }
    reader = try MediaLoading(arguments: arguments, context: context).reader(of: location)
    // What is read for other players is not worth a note on the screen.
    var quiet = context
    quiet.diagnostics.level = .quiet
    self.context = quiet
  }

  var usualPlayer: String { LadderPlayer.usual(for: format).product }
  var players: [String] { LadderPlayer.all.filter { $0.plays(format) }.map(\.product) }
  /// Those that need nothing besides their name.
  var rules: [String] {
    AdaptationRuleName.allCases.map(\.rawValue).filter { (try? RuleChoice(parsing: $0)) != nil }
  }

  private func ladder(
    _ arguments: ParsedArguments, for player: LadderPlayer
  ) throws(Failure) -> Read {
    if let known = media.withLock({ $0[player.name] }) { return known }
    let quiet = arguments.with(.quiet, values: [])
    let read = try LadderLoading(arguments: quiet, context: context)
      .read(at: location, format, for: player)
    media.withLock { $0[player.name] = read }
    return read
  }

  func session(_ arguments: ParsedArguments) throws(Failure) -> WatchedSession {
    let network = try arguments.givenNetwork()
    let link = NetworkLink(following: try arguments.profile(of: network))
    let plan = try LadderPlan(format, arguments, context)
    let media = try plan.keepingTracks(
      of: try ladder(arguments, for: plan.player).media, at: location)
    try plan.choice.check(against: media.ladder)
    let report = try LadderSetting(
      media, plan.ticking(every: Self.tick(for: media.ladder.duration)), over: network, link
    ).play(in: context)
    return WatchedSession(
      .ladder(report.scenario), PlayedSession(report.played),
      names: .init(
        network: link.profile.name, player: report.scenario.player.name, rule: report.rule),
      report: report)
  }
}

extension LadderSessionPlayer {
  func frame(_ wanted: WantedFrame) -> Result<FramePicture, NoPictures> {
    guard let (media, sources) = media.withLock({ $0[wanted.player] }) else {
      return .failure(.noMedia)
    }
    let lane = media.ladder.lanes[0]
    let number = min(wanted.level ?? 0, lane.levels.count - 1)
    let segments = lane.levels[number].segments
    guard lane.kind != .audio else { return .failure(.noMedia) }
    // The first one may be shown from a little after the start.
    let segment = segments.lastIndex { $0.shown.start <= wanted.time } ?? 0
    let start = segments[segment].shown.start
    do throws(MediaReadingError) {
      return try reader.frame(
        of: sources,
        at: SegmentPicture(
          level: number, segment: segment, offset: max(.zero, wanted.time - start),
          start: start),
        within: (wanted.width, wanted.height))
    } catch {
      return .failure(.undecodable)
    }
  }
}
