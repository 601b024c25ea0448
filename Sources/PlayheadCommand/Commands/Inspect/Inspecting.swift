import MediaReading
import PlayheadKit

/// Inspects files and ladders as the options say.
struct Inspecting {
  private let arguments: ParsedArguments
  private let network: GivenNetwork?
  private let profile: BandwidthProfile?
  private let transport: Transport
  /// What plays files.
  private let policy: BufferingPolicy
  /// The player of ladders that was asked for; `nil` for that of the ladder's format.
  private let player: LadderPlayer?
  private let tracks: [Int]?

  /// Checks the options that say something about what is named.
  init(_ arguments: ParsedArguments) throws(Failure) {
    self.arguments = arguments
    let areFiles = arguments.operands.map { Ladder.Format(ofLadderAt: $0) == nil }
    let (hasFiles, hasLadders) = (areFiles.contains(true), areFiles.contains(false))
    if !hasLadders, let option = Option.ladder.first(where: arguments.has) {
      throw Failure(appliesToLadders: option)
    }
    if !hasFiles, let option = [Option.tracks, .inspectDecode].first(where: arguments.has) {
      throw Failure(appliesToFiles: option)
    }
    network = try arguments.inspectionNetwork()
    profile = try network.map { network throws(Failure) in try arguments.profile(of: network) }
    transport = try arguments.transport()
    policy = hasFiles ? try arguments.policy() : .basic
    player = hasLadders && arguments.has(.player) ? try arguments.ladderPlayer(.basic) : nil
    tracks = try arguments.trackNumbers()
  }

  /// The report on what is at `location`: a ladder of `format` or, without one, a file.
  func report(
    at location: String, _ format: Ladder.Format?, in context: Context
  ) throws(Failure) -> InspectionReport {
    guard let format else { return try file(at: location, in: context) }
    return try ladder(at: location, format, in: context)
  }

  private func file(at location: String, in context: Context) throws(Failure) -> InspectionReport {
    if let error = MediaReadingError(misnamedManifest: location) { throw Failure(error) }
    var loading = MediaLoading(arguments: arguments, context: context)
    loading.digestsIndex = arguments.choice(.inspectFormat, as: InspectionFormat.self) == .json
    let mode = arguments.choice(.inspectDecode) ?? (location.isWebURL ? .none : DecodeMode.all)
    let media = try loading.mediaWithSamples(
      at: location, tracks: tracks, decode: mode, notesDamage: false)
    let profile =
      self.profile
      ?? InspectionReference.defaultProfile(
        bytes: media.index.bytes, duration: media.presentation.duration)
    let scenario = FileScenario(
      media.presentation, over: NetworkLink(following: profile), by: transport, policy: policy)
    return InspectionReport(
      media, scenario, network: network, tracks: tracks,
      decoding: media.decoding == nil ? .none : mode.whereDecoded)
  }

  private func ladder(
    at location: String, _ format: Ladder.Format, in context: Context
  ) throws(Failure) -> InspectionReport {
    let player = player ?? .usual(for: format)
    let media = try LadderLoading(arguments: arguments, context: context)
      .ladder(at: location, format, for: player)
    let rule = try LadderRule(parsing: player.rule, arguments, context)
    let link = NetworkLink(following: profile ?? media.ladder.referenceProfile)
    let scenario = LadderScenario(
      media.ladder, over: link, by: transport, player: player,
      rule: try rule.rule(for: media.ladder, over: link, by: player),
      options: SessionOptions(tickInterval: nil, recordsEvents: false))
    context.whereabouts.enter(.playing(media.name, frames: nil, time: nil))
    return InspectionReport(LadderSubject(media, scenario, rule: rule.name), network: network)
  }
}
