import MediaReading
import PlayheadKit
import PlayheadSweep
import Synchronization

/// `playhead work`: plays jobs that another process planned.
enum Work {
  static let command = Command(
    name: "work",
    abstract: "Play the jobs of a sweep that come on standard input",
    operands: [],
    options: [.workJobs, .noCache] + Option.ofLimits + Option.download + [.quiet, .verbose],
    examples: [
      Command.Example(
        words: "playhead work",
        help: "Play jobs from standard input, a result line each"),
      Command.Example(
        words: "playhead work -j 1",
        help: "One job at a time, where others share the machine"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    let reading = SweepReading(arguments: arguments, context: context)
    let bench = WorkBench(
      media: try reading.reader(), program: reading.program, arguments: arguments,
      context: context)
    let input = JobLines(interruption: context.interruption)
    let (output, interruption) = (context.output, context.interruption)
    let state = Mutex<(failure: Failure?, count: Int)>((nil, 0))
    context.whereabouts.enter(.sweeping(completed: 0, total: 0, isKept: false))
    SuiteRunner.onThreads(try arguments.jobs() ?? 1) { _ in
      while !interruption.isRequested, let line = input.next() {
        let record = bench.record(of: line)
        let isWritten = state.withLock { state in
          guard state.failure == nil else { return false }
          do throws(Failure) {
            try output.write(record.json + [UInt8(ascii: "\n")])
            state.count += 1
            return true
          } catch {
            state.failure = error
            return false
          }
        }
        guard isWritten else { return }
      }
    }
    context.noteConfinement()
    if let failure = state.withLock({ $0.failure }) { throw failure }
    try context.checkInterruption()
    if let problem = input.problem { throw problem }
    return .ok
  }
}

extension Option {
  fileprivate static let workJobs = Option(
    "jobs", "j", .text("NUMBER"), in: .sweep, help: "Number of jobs to play at once",
    default: "1, as many processes may work side by side")
}

/// The lines of standard input, for any thread.
private final class JobLines: Sendable {
  private let interruption: Interruption
  private let state = Mutex(State())

  private struct State {
    var number = 0
    var problem: Failure?
  }

  init(interruption: Interruption) {
    self.interruption = interruption
  }

  /// Why there was no more; `nil` at the end of the input.
  var problem: Failure? { state.withLock { $0.problem } }

  /// The next line that is not blank, and its number; `nil` at the end.
  func next() -> (number: Int, text: String)? {
    state.withLock { state in
      while let line = readLine() {
        state.number += 1
        if line.contains(where: { $0 != " " && $0 != "\t" }) { return (state.number, line) }
      }
      return nil
    }
  }
}

/// Plays jobs one by one, and keeps what several of them share.
private final class WorkBench: Sendable {
  private let media: @Sendable (SweepMedia, SweepPlan.Reading) throws(CaseError) -> PlayableMedia
  private let program: @Sendable (RuleCommand) throws(CaseError) -> any FallibleRule
  private let axes: SweepAxes
  private let context: Context
  private let kept = Mutex(Kept())

  private struct Kept {
    var media: [[String]: PlayableMedia] = [:]
    /// The keys of media, the last used last.
    var order: [[String]] = []
    var networks: [[String]: SweepNetwork] = [:]
    var players: [[String]: SweepPlayer] = [:]
    var variants: [String: SweepVariant] = [:]
  }

  /// How many media are in memory at a time.
  private static let mediaCount = 4

  init(
    media: @escaping @Sendable (SweepMedia, SweepPlan.Reading) throws(CaseError) -> PlayableMedia,
    program: @escaping @Sendable (RuleCommand) throws(CaseError) -> any FallibleRule,
    arguments: ParsedArguments, context: Context
  ) {
    self.media = media
    self.program = program
    axes = SweepAxes(lists: SweepLists(), arguments: arguments, context: context)
    self.context = context
  }

  /// The record of the job in a line; what is wrong with it is a record, too.
  func record(of line: (number: Int, text: String)) -> SweepRecord {
    let given: SweepRecord
    do {
      given = try SweepRecord(json: Array(line.text.utf8))
    } catch {
      return SweepRecord(
        unreadable: CaseError(
          .badData, "malformed job", at: "standard input:\(line.number)", why: error.description))
    }
    var record = given
    do throws(CaseError) {
      guard given.manner.rules == PlayheadVersion.rules else {
        throw CaseError(
          .configuration, "other version", at: "job \(given.job)",
          why: "it was planned for version \(given.manner.rules) of the rules, this is "
            + "\(PlayheadVersion.rules)")
      }
      let plan = try plan(of: given)
      guard plan.jobCount == 1 else {
        throw CaseError(
          .configuration, "job does not fit", at: "job \(given.job)",
          why: "\(given.player.name) does not play \(given.media.name) so")
      }
      let sink = OneRecordSink()
      var runner = SweepRunner(plan, SweepSelection(all: plan)) {
        [self] (media, reading) throws(CaseError) in
        try self.playable(given, media, reading)
      }
      runner.program = program
      let interruption = context.interruption
      runner.isInterrupted = { interruption.isRequested }
      do throws(ResultsError) {
        _ = try runner.run(to: sink)
      } catch {
        throw CaseError(.inputOutput, "cannot play", at: "job \(given.job)", why: error.why)
      }
      guard let found = sink.record else {
        throw CaseError(.inputOutput, "interrupted", at: "job \(given.job)", why: "by a signal")
      }
      if !found.job.isEmpty, found.job != given.job { throw Self.change(from: given, to: found) }
      record.outcome = found.outcome
    } catch {
      record.outcome = .failed(error)
    }
    return record
  }

  /// What is not as it was when the job was planned.
  private static func change(from given: SweepRecord, to found: SweepRecord) -> CaseError {
    let why: String
    if given.media.digest != found.media.digest {
      why = "its media is not what it was when it was planned"
    } else if given.network.digest != found.network.digest {
      why = "its network is not what it was when it was planned"
    } else if given.player.digest != found.player.digest {
      why = "its player is not what it was when it was planned"
    } else {
      why = "it was planned as another one"
    }
    return CaseError(.badData, "job has changed", at: "job \(given.job)", why: why)
  }

  /// The plan of the one job that `record` is.
  private func plan(of record: SweepRecord) throws(CaseError) -> SweepPlan {
    do throws(Failure) {
      let media = SweepMedia(
        name: record.media.name, location: record.media.location, kind: record.media.kind,
        weight: record.media.weight)
      let rule =
        record.rule == SweepRule.own.name
        ? SweepRule.own
        : SweepRule(
          name: record.rule,
          choice: try axes.arguments.parse(record.rule[...], .sweepRules) {
            text throws(GrammarError) in
            try RuleChoice(parsing: text)
          })
      let manner = try SweepAxes.parsed(record.manner.options, context).sweepManner()
      return SweepPlan(
        media: [media], networks: [try network(record.network)],
        players: [try player(record.player)], rules: [rule],
        variants: [try variant(record.whatIf)], manner: manner)
    } catch {
      throw error.asCaseError
    }
  }

  private func parsed(_ manner: MannerFact) throws(CaseError) -> ParsedArguments {
    do throws(Failure) {
      return try SweepAxes.parsed(manner.options, context)
    } catch {
      throw error.asCaseError
    }
  }

  private func network(_ fact: NetworkFact) throws(Failure) -> SweepNetwork {
    let key = [fact.name, fact.argument] + fact.options
    if let known = kept.withLock({ $0.networks[key] }) { return known }
    let network = try axes.network(
      fact.argument, named: fact.name, options: fact.options, category: fact.category,
      weight: fact.weight)
    kept.withLock { $0.networks[key] = network }
    return network
  }

  private func player(_ fact: PlayerFact) throws(Failure) -> SweepPlayer {
    let key = [fact.name, fact.argument]
    if let known = kept.withLock({ $0.players[key] }) { return known }
    let player = try axes.player(
      fact.argument, fact.argument, named: fact.name, weight: fact.weight)
    kept.withLock { $0.players[key] = player }
    return player
  }

  private func variant(_ name: String) throws(Failure) -> SweepVariant {
    if let known = kept.withLock({ $0.variants[name] }) { return known }
    let variant = try axes.variant(name)
    kept.withLock { $0.variants[name] = variant }
    return variant
  }

  private func playable(
    _ record: SweepRecord, _ medium: SweepMedia, _ reading: SweepPlan.Reading
  ) throws(CaseError) -> PlayableMedia {
    let key =
      [medium.location, reading.words, record.media.index ?? ""] + record.manner.options
    if let known = kept.withLock({ $0.media[key] }) { return known }
    let playable =
      if let index = record.media.index {
        try SweepEmbedding.media(at: index, digest: record.media.digest)
      } else {
        try parsed(record.manner).inParts(try media(medium, reading), at: medium.location)
      }
    kept.withLock { kept in
      kept.media[key] = playable
      kept.order.removeAll { $0 == key }
      kept.order.append(key)
      while kept.order.count > Self.mediaCount { kept.media[kept.order.removeFirst()] = nil }
    }
    return playable
  }
}

/// Takes the one record of a plan of one job.
private final class OneRecordSink: SweepSink {
  private let taken = Mutex<SweepRecord?>(nil)

  var record: SweepRecord? { taken.withLock { $0 } }

  func add(_ record: SweepRecord) { taken.withLock { $0 = record } }
}
