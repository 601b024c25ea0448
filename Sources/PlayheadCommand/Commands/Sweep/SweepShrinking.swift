import MediaReading
import PlayheadKit
import PlayheadSweep

/// Keeps one network of each way in which sessions of a sweep fail, shrunk until every number in it
/// matters.
struct SweepShrinking {
  private let folder: String
  private let request: SweepRequest
  private let context: Context
  /// The maximum number of sessions for each network.
  private static let budget = 5000

  /// The folder of `--shrink`, which is made if it is missing; `nil` without the option.
  init?(_ request: SweepRequest, _ context: Context) throws(Failure) {
    guard let folder = request.arguments.value(.shrink) else { return nil }
    let format = request.arguments.choice(.sweepFormat) ?? SweepFormat.sqlite
    if request.isListing || format != .sqlite {
      throw Failure(
        contradicting: "\(Option.shrink.spelling) and "
          + (request.isListing ? Option.listJobs.spelling : "--format=\(format.rawValue)"),
        why: "failures are looked up in the file of results")
    }
    self.folder = folder
    self.request = request
    self.context = context
    try OutputFolder.make(at: folder)
  }

  /// Writes a network for each way of failing that the results at `path` hold, and a suite.
  func run(_ path: String) throws(Failure) {
    let failed: [FailedSession]
    do throws(ResultsError) {
      failed = try ResultsReader(path: path).failedSessions()
    } catch {
      throw Failure(error)
    }
    var entries: [SuiteWriting.Entry] = []
    let files = FixtureFolder(path: folder, context: context, inputs: [path])
    let read = try SweepReading(arguments: request.arguments, context: context).reader()
    for session in failed {
      try context.checkInterruption()
      guard let (suiteCase, fixture) = try fixture(of: session, read) else { continue }
      let name = session.kind.rawValue
      try files.write(
        fixture.profile.renamed(name).yaml(
          comment: [
            "\(suiteCase.media.name) in \(suiteCase.player.name): \(name), as session "
              + "\(session.session) of \(path) on \(session.network)."
          ]), as: "\(name).yaml")
      entries.append(SuiteWriting.Entry(suiteCase, networkPath: "\(name).yaml"))
    }
    guard !entries.isEmpty else {
      context.diagnostics.note("nothing to shrink: no session fails without a change")
      return
    }
    try files.write(
      SuiteWriting.text(
        entries, named: "Failures of \(path)",
        comment: ["One network for each way in which sessions failed; by 'playhead sweep'."],
        in: folder), as: "suite.yaml")
    context.diagnostics.note(
      "\(counted(entries.count, "network")) and suite.yaml written to \(folder)")
  }

  /// The case of `session` and its shrunk network; `nil` if it is of another plan, or cannot be
  /// played again.
  private func fixture(
    of session: FailedSession,
    _ read: (SweepMedia, SweepPlan.Reading) throws(CaseError) -> PlayableMedia
  ) throws(Failure) -> (SuiteCase, WorstFixture)? {
    guard
      let parts = request.plan.parts(
        media: session.media, network: session.network, player: session.player, rule: session.rule),
      case .profile(let profile) = parts.suiteCase.network.argument
    else { return nil }
    var suiteCase = parts.suiteCase
    suiteCase.name = session.kind.rawValue
    suiteCase.network.name = session.kind.rawValue
    suiteCase.expectations = [session.kind.expectation]
    let interruption = context.interruption
    do throws(WorstCaseProblem) {
      let media: PlayableMedia
      do throws(CaseError) {
        media = try read(parts.medium, parts.reading)
      } catch {
        throw .failed(error)
      }
      let broken = try BrokenCase(suiteCase, media) { interruption.isRequested }
      guard let found = try broken.fixture(over: profile, budget: Self.budget) else { return nil }
      return (broken.suiteCase, found)
    } catch {
      switch error {
      case .interrupted: throw .interrupted
      case .failed(let error):
        context.diagnostics.note("not shrunk: \(error.description)")
        return nil
      }
    }
  }
}

/// A folder of networks and a suite.
struct FixtureFolder {
  let path: String
  let context: Context
  /// What must not be overwritten.
  let inputs: [String]

  func write(_ text: String, as name: String) throws(Failure) {
    let path = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
    try context.refuseOverwriting(inputs, by: path)
    try context.write(Array(text.utf8), to: path)
  }
}

extension Option {
  static let shrink = Option(
    "shrink", nil, .file("FOLDER"), in: .output,
    help: "Write a network for each way in which sessions failed into FOLDER, in as few numbers as "
      + "will do, and suite.yaml for 'playhead check'")
}
