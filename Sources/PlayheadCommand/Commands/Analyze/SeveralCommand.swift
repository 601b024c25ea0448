import MediaReading
import PlayheadKit

/// `playhead analyze` of several media: a row each.
enum SeveralCommand {
  /// The network that several media are played over unless another is named: what Lighthouse calls
  /// slow 4G.
  private static let network = "chrome-slow-4g"

  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    try refuseOptionsOfOneSession(arguments, context)
    let format = try format(arguments)
    let asked = arguments.has(.network) ? arguments : arguments.with(.network, as: network)
    let network = try asked.givenNetwork()
    let profile = try asked.profile(of: network)
    let link = NetworkLink(following: profile)
    let style = arguments.textStyle(context)
    try context.refuseOverwriting(
      arguments.operands + [arguments.value(.network), arguments.playerPath].compactMap(\.self),
      by: arguments.value(.output))

    var rows: [SeveralRow] = []
    var code = ExitCode.ok
    for (number, operand) in arguments.operands.enumerated() {
      try context.checkInterruption()
      let location = ParsedArguments.mediaLocation(operand)
      let name = location.isWebURL ? ShownAddress(location).text : location
      var context = context
      context.progressPrefix = "File \(number + 1) of \(arguments.operands.count): "
      do throws(Failure) {
        let one = try session(at: location, named: name, network, link, asked, context)
        rows.append(SeveralRow(name: name, one))
      } catch {
        // What stops one because of the command, or the user, stops all of them.
        if error.isSilent || error.code == .usage { throw error }
        context.diagnostics.report(error)
        let reason = [error.what, error.why].compactMap(\.self).joined(separator: ": ")
        rows.append(SeveralRow(name: name, .failed(reason)))
        if code == .ok { code = error.code }
      }
    }
    context.helper?.finish()
    context.whereabouts.enter(.delivering)
    let report = SeveralReport(
      rows, over: profile, asked: network.text, durations: style.durations)
    let bytes =
      format == .html ? report.page.bytes : Array((report.opening(style) + report.text(style)).utf8)
    try context.deliver(bytes, to: arguments.value(.output))
    return code
  }

  /// The session of the media at `location`.
  private static func session(
    at location: String, named name: String, _ network: GivenNetwork, _ link: NetworkLink,
    _ arguments: ParsedArguments, _ context: Context
  ) throws(Failure) -> SeveralRow.Outcome {
    let durations = arguments.textStyle(context).durations
    // All of them are in one document.
    func film(at location: String) -> FilmLoading {
      FilmLoading(
        arguments: arguments, context: context, location: location,
        budget: FilmPlan.budget / max(1, arguments.operands.count))
    }
    if let format = Ladder.Format(ofLadderAt: location) {
      let plan = try LadderPlan(format, arguments, context)
      let (media, sources) = try LadderLoading(arguments: arguments, context: context)
        .read(at: location, format, for: plan.player)
      try plan.choice.check(against: media.ladder)
      let report = try plan.run(of: media, over: network, link).play(in: context)
      var page = SessionPage(report, durations: durations)
      page.film = film(at: location).film(page.filmPlan, of: .ladder(sources))
      return .played(report.session, report.summary, page)
    }
    if let error = MediaReadingError(misnamedManifest: location) { throw Failure(error) }
    let plan = try SessionPlan(arguments)
    var loading = MediaLoading(arguments: arguments, context: context)
    loading.digestsIndex = false
    let media = try loading.media(at: location, named: name, tracks: plan.tracks)
    try plan.check(plan.scenario(of: media.presentation, over: link))
    let setting = plan.setting(of: media, over: network, link)
    let report = try SessionRun(setting).play(in: context)
    var page = SessionPage(report, durations: durations)
    page.film = film(at: location).film(page.filmPlan, of: .file(media))
    return .played(report.session, report.summary, page)
  }

  private static func format(_ arguments: ParsedArguments) throws(Failure) -> SessionFormat {
    let format: SessionFormat = arguments.choice(.format) ?? .text
    guard [.text, .html].contains(format) else {
      throw Failure(
        badValue: format.rawValue, of: .format, why: "it describes a single session",
        hint: "name one file, or write text or html")
    }
    try arguments.refusePictures(unless: format == .html, format.rawValue)
    return format
  }

  private static func refuseOptionsOfOneSession(
    _ arguments: ParsedArguments, _ context: Context
  ) throws(Failure) {
    // What looks like another operand may be the value of the option.
    if arguments.has(.optimum),
      let word = arguments.operands.first(where: { Optimum.Objective(rawValue: $0) != nil })
    {
      throw Failure(.detachedValue(.optimum, word), in: Analyze.command, of: context.program)
    }
    let refused: [Option] =
      [.from, .metric, .noCauses, .whatIf, .optimum, .panels, .startupLimit] + Option.sessionText
    if !arguments.operands.contains(where: { Ladder.Format(ofLadderAt: $0) != nil }),
      let option = (Option.ladder + Option.ofLive).first(where: arguments.has)
    {
      throw Failure(appliesToLadders: option)
    }
    guard let option = refused.first(where: arguments.has) else { return }
    throw Failure(
      .usage, "unexpected option", at: option.spelling, why: "it applies to one file or ladder",
      hint: "name one of them")
  }
}
