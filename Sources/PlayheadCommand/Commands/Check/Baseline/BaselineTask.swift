import MediaReading
import POSIX
import PlayheadKit

/// The work with the baseline that `--baseline` names.
struct BaselineTask {
  private let path: String
  /// The baseline as it was at first; `nil` if it did not exist.
  private let old: Baseline?
  private let tolerances: Tolerances
  private let mediaChanges: MediaChange.Rule
  private let isUpdate: Bool
  /// Whether an update records the rows of the timeline.
  private let recordsTicks: Bool
  /// All cases of the suite, those left out included.
  private let cases: [SuiteCase]
  private let context: Context

  /// A baseline holds records of sessions, not media: this is far more than it needs.
  private static let maximumBytes = 64 << 20

  /// Reads the baseline; `nil` if none is named.
  ///
  /// All errors in the options are reported first.
  init?(_ arguments: ParsedArguments, suites: [Suite], _ context: Context) throws(Failure) {
    try Self.check(arguments, suites, context)
    guard let path = arguments.value(.baseline) else { return nil }
    let tolerances = try arguments.tolerances()
    mediaChanges = arguments.choice(.onMediaChange) ?? .fail
    isUpdate = arguments.has(.updateBaseline)
    recordsTicks = arguments.has(.recordTicks)
    old = try Self.baseline(in: try Self.contents(of: path, isNeeded: !isUpdate), at: path)
    self.path = path
    self.tolerances = tolerances
    self.context = context
    cases = suites.flatMap(\.cases)
  }

  private static func check(
    _ arguments: ParsedArguments, _ suites: [Suite], _ context: Context
  ) throws(Failure) {
    guard arguments.has(.baseline) else {
      guard let option = Option.ofBaselines.first(where: arguments.has) else { return }
      throw Failure(
        .usage, "missing option", at: Option.baseline.spelling,
        why: "\(option.spelling) requires a baseline", hint: "name the file of the baseline")
    }
    if arguments.value(.baseline) == "-" {
      throw Failure(
        badValue: "-", of: .baseline, why: "a baseline cannot be standard input",
        hint: "write ./- for a file of that name")
    }
    if suites.count > 1 {
      throw Failure(
        .usage, "too many operands", at: suites[1].path,
        why: "a baseline belongs to one suite", hint: "check the suites one by one")
    }
    if let option = [Option.force, .recordTicks].first(where: arguments.has),
      !arguments.has(.updateBaseline)
    {
      throw Failure(
        .usage, "missing option", at: Option.updateBaseline.spelling,
        why: "\(option.spelling) is about an update")
    }
    guard arguments.has(.updateBaseline) else { return }
    if let option = [Option.tolerance, .onMediaChange].first(where: arguments.has) {
      throw Failure(
        .usage, "unexpected option", at: option.spelling,
        why: "an update does not compare", hint: "remove it")
    }
    if context.terminal.isContinuousIntegration, !arguments.has(.force) {
      throw Failure(
        .usage, "unexpected option", at: Option.updateBaseline.spelling,
        why: "CI is set, where nobody reviews what is recorded",
        hint: "update it elsewhere, or add \(Option.force.spelling)")
    }
  }

  private static func contents(of path: String, isNeeded: Bool) throws(Failure) -> [UInt8]? {
    do {
      return try WholeFile.read(path, atMost: maximumBytes)
    } catch {
      if !isNeeded, error.isMissing { return nil }
      var failure = Failure(error, reading: "baseline", malformed: .configuration)
      if error.isMissing { failure.hint = "\(Option.updateBaseline.spelling) makes one" }
      throw failure
    }
  }

  private static func baseline(
    in contents: [UInt8]?, at path: String
  ) throws(Failure) -> Baseline? {
    do throws(YAMLError) {
      return try contents.map { bytes throws(YAMLError) in try Baseline(contents: bytes) }
    } catch {
      throw Failure(error, in: path, of: "baseline")
    }
  }

  /// The runner's work with the baseline.
  func work(reading reader: MediaReader) -> BaselineWork {
    var work = BaselineWork(
      baseline: isUpdate ? nil : old, cases: cases, tolerances: tolerances, makesRecords: isUpdate
    ) { (media: CheckedMedia) throws(CaseError) in
      try reader.contents(of: media)
    }
    work.mediaChanges = mediaChanges
    work.recordsTicks = recordsTicks
    return work
  }

  /// Adds notes on the baseline as a whole, or writes the new one.
  func finish(_ results: inout [SuiteResult]) throws(Failure) {
    guard !results.isEmpty else { return }
    let (tool, reader) = (context.program.version, ReaderVersion.linked.texts)
    guard isUpdate else {
      results[0].notes +=
        old?.notes(for: cases, toolVersion: tool, readerVersions: reader) ?? []
      let better = results[0].cases.count { $0.comparison?.isBetter == true && $0.hasPassed }
      if better > 0 {
        context.diagnostics.note(
          "\(path): \(counted(better, "case")) better than recorded; "
            + "\(Option.updateBaseline.spelling) keeps it so")
      }
      return
    }
    // Others may have recorded cases since the file was read, so what is there now is updated.
    let lock = try lock()
    let contents = try Self.contents(of: path, isNeeded: false)
    let current = try Self.baseline(in: contents, at: path)
    let new = Baseline.updated(
      current, with: results[0], of: cases, toolVersion: tool, readerVersions: reader)
    try write(BaselineUpdate(from: current, to: new), over: contents)
    _ = consume lock
    let failed = results[0].count(.error)
    if failed > 0 {
      context.diagnostics.note(
        "\(path): not recorded, as \(failed == 1 ? "it" : "they") could not run: "
          + counted(failed, "case"))
    }
  }

  /// Waits for whoever else updates the baseline.
  private func lock() throws(Failure) -> FileLock {
    let start = ContinuousClock.now
    do throws(FileWriteError) {
      return try FileLock(toReplace: path) {
        !context.interruption.isRequested && .now - start < Self.lockPatience
      }
    } catch {
      try context.checkInterruption()
      guard error.reason == SystemError(code: EWOULDBLOCK) else { throw Failure(error) }
      throw Failure(
        .inputOutput, "cannot update baseline", at: path,
        why: "another process is updating a file in its folder", hint: "try again later")
    }
  }

  /// How long another update may take: far longer than any does.
  private static let lockPatience = Duration.seconds(30)

  private func write(
    _ update: BaselineUpdate, over contents: [UInt8]?
  ) throws(Failure) {
    let bytes = update.baseline.json
    if bytes == contents {
      context.diagnostics.note("\(path): left as it is, \(update.text)")
      return
    }
    try context.write(bytes, to: path)
    context.diagnostics.note("\(path): recorded \(update.text)")
  }
}

extension ReaderVersion {
  /// The libraries in the form of a baseline: `libavformat 59.27.100`.
  ///
  /// What downloads files has no say in what they hold.
  var texts: [String] {
    libraries.filter { $0.name.hasPrefix("libav") }.map { "\($0.name) \($0.version)" }
  }
}

extension Terminal {
  /// Whether the environment indicates continuous integration.
  var isContinuousIntegration: Bool {
    !["", "0", "false"].contains(environment["CI"]?.lowercased() ?? "")
  }
}
