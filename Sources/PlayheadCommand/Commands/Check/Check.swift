import MediaReading
import PlayheadKit

/// `playhead check`: checks sessions against what is expected of them.
enum Check {
  static let command = Command(
    name: "check",
    abstract: "Check media or suites against expectations",
    operands: [
      Command.Operand(
        placeholder: "FILE|URL|SUITE",
        help: "One media file or ladder, checked against --expect, or suite files (.yaml, .yml or "
          + ".json)",
        kind: .file, isRepeatable: true)
    ],
    options: [.expect, .allowDamage, .abr] + Option.ofSuites + Option.ofBaselines + [.jobs]
      + Option.ofOneCheck.dropFirst(3)
      + [
        .checkDecode, .noCache,
      ] + Option.ofLimits + Option.download + [
        .checkFormat, .output, .report, .noCauses, .color, .ascii, .quiet, .verbose,
      ],
    examples: [
      Command.Example(
        words: "playhead check Fixtures/clips/faststart.mp4 --network 4mbit "
          + "--expect 'stallCount <= 1' --expect 'startup <= 2.5s'",
        help: "At most one stall, and startup within 2.5 s"),
      Command.Example(
        words:
          "playhead check Fixtures/suites/example.yaml --tag smoke",
        help: "The cases of a suite with a tag"),
      Command.Example(
        words: "playhead check Fixtures/ladders/hls/master.m3u8 --network 3g --player hls.js "
          + "--expect 'no stall' --expect 'timeAtLevel(0) < 10%'",
        help: "No stall, and less than 10 % at the lowest level"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    let reports = try ReportPlan(arguments, context)
    var results: [SuiteResult]
    if arguments.operands.contains(where: Self.isSuite) {
      let loading = try arguments.suites()
      let inputs = arguments.operands + loading.suites.flatMap(\.inputs)
      try reports.refuseOverwriting(inputs + arguments.values(.baseline))
      for baseline in arguments.values(.baseline) {
        try context.refuseOverwriting(inputs, by: baseline)
      }
      try loading.check(arguments.has(.list) ? nil : reports)
      let suites = try arguments.filtered(loading.suites)
      SuiteNotes(context).outsidePaths(suites)
      SuiteNotes(context).unreadableFolders(suites)
      if arguments.has(.list) {
        let list = CaseListText.text(suites, style: arguments.textStyle(context))
        try context.deliver(list, to: arguments.value(.output))
        return .ok
      }
      let baseline = try BaselineTask(arguments, suites: loading.suites, context)
      results = try SuiteRunning(arguments: arguments, context: context, baseline: baseline)
        .run(suites)
      try baseline?.finish(&results)
    } else {
      results = try SingleCheck(arguments: arguments, context: context).run(reports)
    }
    if arguments.has(.onlyFailed) {
      for number in results.indices { results[number].listsPassed = false }
    }
    try reports.deliver(results)
    if !reports.showsText { SuiteNotes(context).outcome(results) }
    return ExitCode(results)
  }

  /// Whether `operand` is the path of a suite rather than of media.
  static func isSuite(_ operand: String) -> Bool {
    let name = operand.lowercased()
    guard !name.isWebURL else { return false }
    guard [".yaml", ".yml", ".json"].contains(where: name.hasSuffix) else { return false }
    // Ladder files and segment sizes have the same extensions.
    return Ladder.Format(ofLadderAt: operand) == nil
  }
}

extension Suite {
  /// The input files of its cases.
  fileprivate var inputs: [String] {
    var inputs: Set<String> = []
    for checkCase in cases {
      inputs.insert(checkCase.media.location)
      if case .file(let path) = checkCase.network.argument { inputs.insert(path) }
      if case .file(_, let path) = checkCase.player { inputs.insert(path) }
      if case .program(let command)? = checkCase.rule { inputs.insert(command.words[0]) }
    }
    return Array(inputs)
  }
}

extension ExitCode {
  /// The exit code: that of the first case that could not run, otherwise whether any failed.
  init(_ results: [SuiteResult]) {
    if let error = results.lazy.compactMap(\.firstError).first {
      self.init(error.kind)
    } else {
      self = results.allSatisfy(\.hasPassed) ? .ok : .checkFailed
    }
  }

  init(_ kind: CaseError.Kind) {
    self =
      switch kind {
      case .missingInput: .noInput
      case .badData: .badData
      case .inputOutput: .inputOutput
      case .configuration: .configuration
      }
  }
}

extension Failure {
  /// A case could not run.
  init(_ error: CaseError) {
    self.init(ExitCode(error.kind), error.what, at: error.location, why: error.why)
  }
}
