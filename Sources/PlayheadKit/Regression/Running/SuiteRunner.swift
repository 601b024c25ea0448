import Synchronization

/// Runs the cases of a suite.
///
/// It reads the files of networks and players, each once; media and threads are given to it.
public struct SuiteRunner: Sendable {
  /// Reads media; called once for each, from any thread.
  public var media: @Sendable (CheckedMedia) throws(CaseError) -> PlayableMedia
  /// How many cases are run at once.
  public var jobs: Int
  /// Calls a function with each number from 0 up to a count, at the same time as far as it can.
  public var concurrently: @Sendable (_ count: Int, _ work: @Sendable (Int) -> Void) -> Void
  /// Whether to run no more cases after the first that does not pass.
  public var isFailFast = false
  /// Whether the user wants to stop; asked often, from any thread.
  public var isInterrupted: @Sendable () -> Bool = { false }
  /// Called after each case, from any thread, with how many are done and how many there are.
  public var onProgress: @Sendable (_ completed: Int, _ total: Int) -> Void = { _, _ in }

  /// A runner that runs cases one after the other, or `jobs` at once by `concurrently`.
  public init(
    media: @escaping @Sendable (CheckedMedia) throws(CaseError) -> PlayableMedia, jobs: Int = 1,
    concurrently: @escaping @Sendable (Int, @Sendable (Int) -> Void) -> Void = { count, work in
      for number in 0..<count { work(number) }
    }
  ) {
    self.media = media
    self.jobs = max(1, jobs)
    self.concurrently = concurrently
  }

  /// Runs all cases of `suite`; what becomes of them depends on nothing but the suite and its files.
  ///
  /// - Returns: the results in the order of the suite; `nil` if the user wanted to stop.
  public func run(_ suite: Suite) -> SuiteResult? {
    let cases = suite.cases
    let run = Run(self, cases)
    concurrently(min(jobs, cases.count)) { _ in run.work() }
    guard !isInterrupted() else { return nil }
    let results = zip(cases, run.outcomes).compactMap { checkCase, outcome in
      outcome.map { CaseResult(checkCase, $0) }
    }
    // Cases behind the first that does not pass may have run beside it.
    let end = isFailFast ? results.firstIndex { !$0.hasPassed } : nil
    let kept = Array(end.map { results.prefix(through: $0) } ?? results[...])
    return SuiteResult(
      name: suite.name, path: suite.path, cases: kept, skippedCount: cases.count - kept.count)
  }

  /// The session of one case, not begun, for those who want more of it than its figures.
  ///
  /// - Throws: ``CaseError`` if the case cannot run.
  public func simulation(
    of checkCase: CheckCase, tickInterval: MediaTime?, recordsEvents: Bool
  ) throws(CaseError) -> Simulation {
    checkCase.simulation(
      of: try media(checkCase.media), over: try checkCase.network.link(),
      policy: try checkCase.player.policy(), tickInterval: tickInterval,
      recordsEvents: recordsEvents)
  }
}

extension SuiteRunner {
  /// A suite that is being run.
  fileprivate final class Run: Sendable {
    private let runner: SuiteRunner
    private let cases: [CheckCase]
    private let media: Shelf<CheckedMedia, PlayableMedia>
    private let links: Shelf<CheckedNetwork, Link>
    private let policies: Shelf<CheckedPlayer, BufferingPolicy>
    private let progress: Mutex<Progress>

    private struct Progress {
      var plan: WorkPlan
      var outcomes: [CaseResult.Outcome?]
      var completed = 0
    }

    init(_ runner: SuiteRunner, _ cases: [CheckCase]) {
      self.runner = runner
      self.cases = cases
      media = Shelf(cases.map(\.media))
      links = Shelf(cases.map(\.network))
      policies = Shelf(cases.map(\.player))
      var groups: [[Int]] = []
      var groupOfMedia: [CheckedMedia: Int] = [:]
      for (number, checkCase) in cases.enumerated() {
        if let group = groupOfMedia[checkCase.media] {
          groups[group].append(number)
        } else {
          groupOfMedia[checkCase.media] = groups.count
          groups.append([number])
        }
      }
      progress = Mutex(
        Progress(
          plan: WorkPlan(groups: groups, keepsOrder: runner.isFailFast),
          outcomes: [CaseResult.Outcome?](repeating: nil, count: cases.count)))
    }

    var outcomes: [CaseResult.Outcome?] { progress.withLock { $0.outcomes } }

    /// What one worker does: case after case until there are none.
    func work() {
      var group: Int?
      while let item = progress.withLock({ $0.plan.next(after: group) }) {
        group = item.group
        let checkCase = cases[item.number]
        let outcome = outcome(of: checkCase)
        media.release(checkCase.media)
        links.release(checkCase.network)
        policies.release(checkCase.player)
        guard let outcome else { return }
        let completed = progress.withLock { progress in
          progress.outcomes[item.number] = outcome
          progress.completed += 1
          if runner.isFailFast, !CaseResult(checkCase, outcome).hasPassed { progress.plan.stop() }
          return progress.completed
        }
        runner.onProgress(completed, cases.count)
      }
    }

    /// What becomes of a case; `nil` if the user wanted to stop.
    private func outcome(of checkCase: CheckCase) -> CaseResult.Outcome? {
      guard !runner.isInterrupted() else { return nil }
      do throws(CaseError) {
        let link = try links.value(of: checkCase.network) { network throws(CaseError) in
          try network.link()
        }
        let policy = try policies.value(of: checkCase.player) { player throws(CaseError) in
          try player.policy()
        }
        let media = try media.value(of: checkCase.media) { media throws(CaseError) in
          try runner.read(media)
        }
        var simulation = checkCase.simulation(of: media, over: link, policy: policy)
        while simulation.step() {
          if runner.isInterrupted() { return nil }
        }
        return .ran(checkCase.checked(simulation.session))
      } catch {
        return .couldNotRun(error)
      }
    }
  }

  /// Reads media, if there is any.
  private func read(_ media: CheckedMedia) throws(CaseError) -> PlayableMedia {
    guard !media.isUnmatched else {
      throw CaseError(
        .missingInput, "cannot open", at: media.location, why: "no file matches the pattern")
    }
    return try self.media(media)
  }
}
