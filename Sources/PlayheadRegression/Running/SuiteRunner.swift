import PlayheadAnalysis
package import PlayheadLadder
import PlayheadModel
import Synchronization

/// Runs the cases of suites.
///
/// It reads each network and player file once; the caller supplies media and threads.
public struct SuiteRunner: Sendable {
  /// Reads media; called once for each, from any thread.
  public var media: @Sendable (CheckedMedia) throws(CaseError) -> PlayableMedia
  /// Whether the media at a location is a ladder, which is read as its player reads it.
  public var isLadder: @Sendable (_ location: String) -> Bool = { _ in false }
  /// The number of cases to run in parallel.
  public var jobs: Int
  /// Calls a function with each number from 0 up to a count, in parallel where possible.
  public var concurrently: @Sendable (_ count: Int, _ work: @Sendable (Int) -> Void) -> Void
  /// Whether to stop after the first case that does not pass.
  public var isFailFast = false
  /// The work with a baseline; `nil` without one.
  public var baselineWork: BaselineWork?
  /// Whether to look for the causes of waits for which a case does not pass.
  public var findsCauses = true
  /// Starts a program that decides as a rule; called from any thread.
  ///
  /// By default programs are refused.
  package var program: @Sendable (RuleCommand) throws(CaseError) -> any FallibleRule = {
    (command) throws(CaseError) in
    throw CaseError(
      .configuration, "program refused", at: "exec:\(command.text)",
      why: "rules of suites start no programs here")
  }
  /// Whether the user has interrupted; called often, from any thread.
  public var isInterrupted: @Sendable () -> Bool = { false }
  /// The wall time since some instant, to tell how long each case takes; called from any thread.
  public var clock: @Sendable () -> Duration = { .zero }
  /// Called after each case, from any thread, with the completed and the total number of cases.
  public var onProgress: @Sendable (_ completed: Int, _ total: Int) -> Void = { _, _ in }

  /// A runner that runs cases in sequence, or `jobs` in parallel by `concurrently`.
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

  /// Runs all cases of `suite`; the results depend only on the suite and its files.
  ///
  /// - Returns: the results in the order of the suite; `nil` if interrupted.
  public func run(_ suite: Suite) -> SuiteResult? {
    run([suite])?.first
  }

  /// Runs all cases of `suites`, which share the files they read.
  ///
  /// - Returns: the results in the order of the suites; `nil` if interrupted.
  public func run(_ suites: [Suite]) -> [SuiteResult]? {
    let cases = suites.flatMap(\.cases)
    let run = Run(self, cases)
    run.crew.run(jobs: jobs, concurrently: concurrently, run.work)
    guard !isInterrupted() else { return nil }
    let results = run.results.compactMap(\.self)
    // Cases after the first that does not pass may have run in parallel with it.
    let end = isFailFast ? results.firstIndex { !$0.hasPassed } : nil
    var rest = end.map { results.prefix(through: $0) } ?? results[...]
    return suites.map { suite in
      let kept = Array(rest.prefix(suite.cases.count))
      rest = rest.dropFirst(kept.count)
      var result = SuiteResult(
        name: suite.name, path: suite.path, cases: kept,
        skippedCount: suite.cases.count - kept.count)
      result.notes = result.decodingNotes
      return result
    }
  }
}

extension SuiteRunner {
  /// A run of a suite.
  fileprivate final class Run: Sendable {
    private let runner: SuiteRunner
    private let cases: [SuiteCase]
    private let sources: [MediaSource]
    private let media: Shelf<MediaSource, PlayableMedia>
    private let links: Shelf<CheckedNetwork, NetworkLink>
    private let policies: Shelf<CheckedPlayer, BufferingPolicy>
    private let contents: Shelf<CheckedMedia, RecordedMedia>
    private let networks: Shelf<CheckedNetwork, RecordedNetwork>
    /// Hands out the cases.
    let crew: WorkCrew<[Int]>
    private let progress: Mutex<Progress>

    private struct Progress {
      var results: [CaseResult?]
      var completed = 0
    }

    init(_ runner: SuiteRunner, _ cases: [SuiteCase]) {
      self.runner = runner
      var areLadders: [String: Bool] = [:]
      let cases = cases.map { checkCase in
        let location = checkCase.media.location
        let isLadder = areLadders[location] ?? runner.isLadder(location)
        areLadders[location] = isLadder
        var checkCase = checkCase
        checkCase.media.player = isLadder ? checkCase.player.ladderReader : nil
        checkCase.media.isLive = checkCase.live != nil
        // Of a ladder, only reading tells the format; of a file, this holds even if it cannot be
        // read.
        if !isLadder, checkCase.player == .usual { checkCase.player = .policy(.basic) }
        return checkCase
      }
      self.cases = cases
      sources = MediaSource.sources(of: cases.map(\.media))
      media = Shelf(sources)
      links = Shelf(cases.map(\.network))
      policies = Shelf(cases.map(\.player))
      contents = Shelf(cases.map(\.media))
      networks = Shelf(cases.map(\.network))
      var groups: [[Int]] = []
      var groupOfSource: [MediaSource: Int] = [:]
      for (number, source) in sources.enumerated() {
        if let group = groupOfSource[source] {
          groups[group].append(number)
        } else {
          groupOfSource[source] = groups.count
          groups.append([number])
        }
      }
      crew = WorkCrew(groups: groups, keepsOrder: runner.isFailFast)
      progress = Mutex(Progress(results: [CaseResult?](repeating: nil, count: cases.count)))
    }

    var results: [CaseResult?] { progress.withLock { $0.results } }

    /// Runs one case; `false` if interrupted.
    @Sendable
    func work(_ item: WorkPlan<[Int]>.Item) -> Bool {
      let checkCase = cases[item.number]
      let source = sources[item.number]
      let start = runner.clock()
      var result = result(of: checkCase, from: source)
      result?.runTime = runner.clock() - start
      media.release(source)
      links.release(checkCase.network)
      policies.release(checkCase.player)
      contents.release(checkCase.media)
      networks.release(checkCase.network)
      guard let result else { return false }
      if runner.isFailFast, !result.hasPassed { crew.stop() }
      let completed = progress.withLock { progress in
        progress.results[item.number] = result
        progress.completed += 1
        return progress.completed
      }
      runner.onProgress(completed, cases.count)
      return true
    }

    /// The result of a case; `nil` if interrupted.
    private func result(of checkCase: SuiteCase, from source: MediaSource) -> CaseResult? {
      guard !runner.isInterrupted() else { return nil }
      do throws(CaseError) {
        let link = try links.value(of: checkCase.network) { network throws(CaseError) in
          try network.link()
        }
        let policy = try policies.value(of: checkCase.player) { player throws(CaseError) in
          try player.policy()
        }
        let media = try media.value(of: source) { _ throws(CaseError) in
          try runner.read(checkCase.media)
        }
        var checkCase = checkCase
        checkCase.player = checkCase.player.resolved(for: media)
        let planned = try checkCase.planned(
          media, over: link, policy: policy, starting: runner.program)
        var wasCutOff = false
        /// Plays the case; `nil` if interrupted.
        func play(tickInterval: WallTime?) throws(CaseError) -> PlayedSession? {
          let played = try planned.play(tickInterval: tickInterval, unless: runner.isInterrupted)
          wasCutOff = wasCutOff || played == nil
          return played
        }
        guard let played = try play(tickInterval: nil) else { return nil }
        var spread: Spread?
        if checkCase.needsSpread {
          spread = try planned.spread(damage: media.damage, unless: runner.isInterrupted)
          guard spread != nil else { return nil }
        }
        let checked = checkCase.checked(
          played.session, damage: media.damage,
          adaptation: played.adaptation(
            in: planned, optimumFor: checkCase.expectedObjectives), spread: spread)
        var result = CaseResult(checkCase, .ran(checked))
        let network = try networks.value(of: checkCase.network) { _ in
          RecordedNetwork(link.profile)
        }
        let setting = CaseSetting(checkCase, of: media, over: network, planned)
        result.setting = setting
        if let work = runner.baselineWork {
          try add(work, to: &result, checked, media, setting.definition) {
            (interval) throws(CaseError) in
            try play(tickInterval: interval)
          }
        }
        if runner.findsCauses, result.isBlamedOnWaits {
          result.causes = SessionCauses(
            of: played, in: planned, isCancelled: runner.isInterrupted)
          wasCutOff = wasCutOff || runner.isInterrupted()
        }
        // The replay for a baseline may have been cut off.
        return wasCutOff ? nil : result
      } catch {
        // An interruption also stops reading, with an error that is not the case's.
        return runner.isInterrupted() ? nil : CaseResult(checkCase, .couldNotRun(error))
      }
    }

    /// Compares a case with its record, and records it if requested.
    private func add(
      _ work: BaselineWork, to result: inout CaseResult, _ session: CheckedSession,
      _ media: PlayableMedia, _ definition: CaseDefinition,
      timeline: (WallTime) throws(CaseError) -> PlayedSession?
    ) throws(CaseError) {
      let checkCase = result.checkCase
      let contents: RecordedMedia
      switch media.content {
      case .ladder(let ladder):
        contents = RecordedMedia(name: checkCase.media.name, ladder)
      case .file(let presentation):
        if let digest = media.digest {
          contents = RecordedMedia(
            name: checkCase.media.name, bytes: presentation.resourceBytes, digest: digest)
        } else {
          contents = try self.contents.value(of: checkCase.media) { media throws(CaseError) in
            try work.contents(media)
          }
        }
      }
      result.comparison = try work.comparison(
        of: checkCase, session, media: contents, definition: definition
      ) { (interval) throws(CaseError) in try timeline(interval)?.session }
      guard work.makesRecords else { return }
      let interval = RecordedTick.interval(for: session.summary.elapsed)
      var record = RecordedCase(
        name: checkCase.name, media: contents, definition: definition,
        metrics: session.summary.values, stalls: session.stalls, tickInterval: interval, ticks: [])
      if work.recordsTicks {
        guard let played = try timeline(interval) else { return }
        record.ticks = played.session.ticks.map(RecordedTick.init)
      }
      result.record = record
    }
  }

  /// Reads media, if any matches.
  private func read(_ media: CheckedMedia) throws(CaseError) -> PlayableMedia {
    guard !media.isUnmatched else {
      throw CaseError(
        .missingInput, "cannot open", at: media.location, why: "no file matches the pattern")
    }
    return try self.media(media)
  }
}
