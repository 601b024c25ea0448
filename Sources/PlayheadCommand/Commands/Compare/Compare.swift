import MediaReading
import PlayheadKit

/// `playhead compare`: plays media over networks by players, or reads reports of sessions, and
/// compares each session with the first.
enum Compare {
  static let command = Command(
    name: "compare",
    abstract: "Compare encodes, networks, players or session reports",
    operands: [
      Command.Operand(
        placeholder: "FILE|URL|REPORT",
        help:
          "Media to play, or session reports that 'analyze --format json' or html wrote: files, HLS "
          + "playlists, MPDs, http(s) URLs, or - for standard input. The first is the reference",
        kind: .file, isRepeatable: true)
    ],
    options: Option.ofPlaying + [.comparedTolerance, .failOnWorse, .decode, .noCache]
      + Option.ofLimits
      + Option.download + [
        .comparisonFormat, .comparisonSummary, .fold, .noFold, .durations, .output, .color, .ascii,
        .quiet, .verbose,
      ],
    examples: [
      Command.Example(
        words: "playhead compare Fixtures/clips/faststart.mp4 Fixtures/clips/moov-at-end.mp4 -n 3g",
        help: "Which file plays better on 3G?"),
      Command.Example(
        words: "playhead compare Fixtures/clips/faststart.mp4 -n 800k -n 1.2M --latency 50ms",
        help: "What does a faster network change?"),
      Command.Example(
        words: "playhead compare Fixtures/clips/faststart.mp4 -n 800k --player mpv "
          + "--player chromium --summary",
        help: "How do two players differ?"),
      Command.Example(
        words: "playhead compare Fixtures/ladders/hls/master.m3u8 -n 1M --player hls.js "
          + "--player shaka",
        help: "Which player copes better with this ladder?"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    // Errors of the command line are reported before a long reading begins.
    let format = arguments.choice(.comparisonFormat) ?? SideBySideFormat.text
    try arguments.checkComparisonText(of: format)
    let tolerances = try arguments.tolerances()
    let inputs = try CompareInputs(arguments.operands, context)
    let plan = try ComparePlan(arguments, inputs, context)
    try plan.check(inputs, context)
    let files = arguments.values(.network) + arguments.playerPaths
    try context.refuseOverwriting(
      inputs.media + inputs.ladders.map(\.location) + inputs.reports.map(\.path) + files,
      by: arguments.value(.output))
    noteVersions(of: inputs, context)

    var loading = MediaLoading(arguments: arguments, context: context)
    loading.pipes = inputs.pipes
    loading.digestsIndex = format != .text || !inputs.reports.isEmpty
    let showsTicks = [.text, .html].contains(format) && !arguments.has(.comparisonSummary)
    let runs = try runs(of: inputs, plan, loading, showsTicks: showsTicks)
    try context.checkInterruption()
    context.whereabouts.enter(.delivering)
    let report = SideBySideReport(
      runs, tolerances: tolerances, listsParameters: arguments.has(.verbose))
    try context.deliver(
      format.bytes(
        of: report, style: arguments.textStyle(context),
        contents: arguments.comparisonContents(rows: report.rowCount)),
      to: arguments.value(.output))
    return arguments.has(.failOnWorse) && report.isAnyWorse ? .checkFailed : .ok
  }

  /// Notes that other versions wrote reports, if sessions are played to be compared with theirs, or
  /// if those of the reports differ.
  private static func noteVersions(of inputs: CompareInputs, _ context: Context) {
    let reports = inputs.reports
    guard inputs.mediaCount == 0 else {
      for (report, path) in reports { report.record.noteVersions(of: path, context) }
      return
    }
    for (report, path) in reports.dropFirst()
    where report.record.generator != reports[0].report.record.generator {
      context.diagnostics.note(
        "\(path): written by another version of playhead or its libraries than \(reports[0].path); "
          + "the sessions may differ by that")
    }
  }

  /// The sessions, in the order of the operands.
  private static func runs(
    of inputs: CompareInputs, _ plan: ComparePlan, _ loading: MediaLoading, showsTicks: Bool
  ) throws(Failure) -> [SideBySideReport.Run] {
    var media: [String: MediaDescription] = [:]
    for location in inputs.media {
      media[location] = try loading.media(
        at: location, named: ShownAddress(location).text, tracks: plan.ways[0].player.file?.tracks
      ) { presentation throws(Failure) in
        for way in plan.ways {
          guard let plan = way.player.file else { continue }
          try plan.check(plan.scenario(of: presentation, over: way.link))
        }
      }
    }
    var ladders = ComparedLadders(loading.context)
    var runs: [SideBySideReport.Run] = []
    for input in inputs.inputs {
      switch input {
      case .report(let report, let path): runs.append(SideBySideReport.Run(report, at: path))
      case .media(let location):
        guard let media = media[location] else { continue }
        for way in plan.ways {
          guard let file = way.player.file else { continue }
          let plan = showsTicks ? file : file.withoutTicks
          let run = SessionRun(
            plan.setting(
              of: media, over: way.network, way.link, decoding: loading.decodeMode(for: location)))
          runs.append(SideBySideReport.Run(try run.play(in: loading.context)))
        }
      case .ladder(let location, let format):
        for way in plan.ways {
          guard let ladder = way.player.ladders[format] else { continue }
          let media = try ladders.ladder(at: location, format, by: ladder, way.player.arguments)
          let run = try (showsTicks ? ladder : ladder.withoutTicks).run(
            of: media, over: way.network, way.link)
          runs.append(SideBySideReport.Run(try run.play(in: loading.context)))
        }
      }
    }
    return runs
  }
}

extension ParsedArguments {
  /// The paths of all policy files.
  fileprivate var playerPaths: [String] {
    values(.player).compactMap { with(.player, as: $0).playerPath }
  }
}
