import MediaReading
import PlayerValidation
import PlayheadKit

/// Runs suites and shows progress.
struct SuiteRunning {
  let arguments: ParsedArguments
  let context: Context
  /// The work with a baseline; `nil` without one.
  var baseline: BaselineTask?

  func run(_ suites: [Suite]) throws(Failure) -> [SuiteResult] {
    let loading = MediaLoading(arguments: arguments, context: context)
    return try loading.tellingMessages { () throws(Failure) in try run(suites, loading) }
  }

  private func run(
    _ suites: [Suite], _ loading: MediaLoading
  ) throws(Failure) -> [SuiteResult] {
    var mediaReader = MediaReader(
      cores: 1, cache: loading.cache, interruption: context.interruption)
    mediaReader.limits = try arguments.readingLimits()
    mediaReader.helper = context.helper
    mediaReader.hashesDownloads = baseline != nil
    try loading.prepare(&mediaReader)
    let reader = mediaReader
    var runner = SuiteRunner(jobs: try arguments.jobs() ?? MediaLoading.cores) {
      (media: CheckedMedia) throws(CaseError) in
      try reader.playable(media)
    }
    runner.isLadder = { Ladder.Format(ofLadderAt: $0) != nil }
    let interruption = context.interruption
    runner.isInterrupted = { interruption.isRequested }
    let isAllowed = arguments.has(.allowPrograms)
    runner.program = { (command) throws(CaseError) in
      guard isAllowed else {
        throw CaseError(
          .configuration, "program refused", at: "exec:\(command.text)",
          why: "suites start programs only with \(Option.allowPrograms.spelling)")
      }
      return try ProgramRule(command, of: interruption)
    }
    let start = ContinuousClock.now
    runner.clock = { .now - start }
    runner.isFailFast = arguments.has(.failFast)
    runner.findsCauses = !arguments.has(.noCauses)
    runner.baselineWork = baseline?.work(reading: reader)

    let progress = SharedProgressLine(
      context.progressLine("Checking", counting: .cases, arguments: arguments))
    defer { progress.erase() }
    let total = suites.reduce(0) { $0 + $1.cases.count }
    context.whereabouts.enter(.checking(completed: 0, total: total))
    runner.onProgress = { [whereabouts = context.whereabouts] completed, total in
      progress.update(completed: Int64(completed), total: Int64(total))
      whereabouts.enter(.checking(completed: completed, total: total))
    }
    guard let results = runner.run(suites.map(decoded)) else { throw .interrupted }
    context.noteConfinement()
    progress.erase()
    return results
  }

  /// `suite` with the decode mode of the command line, if it has one, in place of its own.
  private func decoded(_ suite: Suite) -> Suite {
    guard let mode: DecodeMode = arguments.choice(.checkDecode) else { return suite }
    var suite = suite
    for number in suite.cases.indices { suite.cases[number].media.decode = mode }
    return suite
  }
}
