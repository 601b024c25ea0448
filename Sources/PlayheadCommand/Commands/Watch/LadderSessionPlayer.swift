import MediaReading
import PlayheadKit
import PlayheadWatch
import Synchronization

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
    let run = try plan.ticking(every: Self.tick(for: media.ladder.duration))
      .run(of: media, over: network, link)
    let report = try run.play(in: context)
    guard let adaptation = report.adaptation else {
      throw Failure(.defect, "no session of a ladder", at: media.name)
    }
    return WatchedSession(
      report.setting.scenario, PlayedSession(adaptation.played),
      names: .init(
        network: link.profile.name, player: plan.player.name, rule: plan.choice.name),
      adaptation: adaptation)
  }

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
