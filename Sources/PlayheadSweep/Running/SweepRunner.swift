import PlayheadFiles
package import PlayheadLadder
import PlayheadModel
package import PlayheadRegression
import Synchronization

/// Plays the jobs of a sweep, on all cores, and hands on what came of them.
package struct SweepRunner: Sendable {
  /// The jobs.
  package var plan: SweepPlan
  /// Those that are played.
  package var selection: SweepSelection
  /// Reads media as a player reads it; called once for each, from any thread.
  package var media: @Sendable (SweepMedia, SweepPlan.Reading) throws(CaseError) -> PlayableMedia
  /// Where the index of media is kept for others; `nil` where it is not.
  package var index: @Sendable (SweepMedia, PlayableMedia, _ digest: String) -> String? = {
    _, _, _ in nil
  }
  /// Whether jobs are played, or only named.
  package var isPlaying = true
  /// The number of jobs to play in parallel.
  package var jobs = 1
  /// Calls a function with each number from 0 up to a count, in parallel where possible.
  package var concurrently: @Sendable (_ count: Int, _ work: @Sendable (Int) -> Void) -> Void = {
    count, work in
    for number in 0..<count { work(number) }
  }
  /// Starts a program that decides as a rule; called from any thread.
  package var program: @Sendable (RuleCommand) throws(CaseError) -> any FallibleRule = {
    (command) throws(CaseError) in
    throw CaseError(
      .configuration, "program refused", at: "exec:\(command.text)",
      why: "sweeps start no programs here")
  }
  /// Whether the user has interrupted; called often, from any thread.
  package var isInterrupted: @Sendable () -> Bool = { false }
  /// Called after each job, from any thread.
  package var onProgress: @Sendable (SweepProgress) -> Void = { _ in }

  package init(
    _ plan: SweepPlan, _ selection: SweepSelection,
    media: @escaping @Sendable (SweepMedia, SweepPlan.Reading) throws(CaseError) -> PlayableMedia
  ) {
    self.plan = plan
    self.selection = selection
    self.media = media
  }

  /// Plays the jobs and passes their records to `sink`, in the order in which they end.
  ///
  /// A job that cannot be played is a record, too.
  ///
  /// - Returns: how far it came.
  /// - Throws: what `sink` throws, which ends the work.
  package func run(to sink: some SweepSink) throws(ResultsError) -> SweepProgress {
    let run = Run(self, sink)
    let groups = selection.groups(of: plan)
    let crew = WorkCrew(groups: groups)
    crew.run(jobs: jobs, concurrently: concurrently) { item in
      guard run.work(selection[item.number]) else {
        crew.stop()
        return false
      }
      return true
    }
    if let error = run.error { throw error }
    try sink.finish()
    return run.progress
  }
}

/// How far a sweep has come.
package struct SweepProgress: Hashable, Sendable {
  /// The jobs that are done, whether played now, before, or not at all.
  package var completed = 0
  /// The jobs in all.
  package var total: Int
  /// Those that were played before.
  package var former = 0
  /// Those that could not be played.
  package var failed = 0
  /// Why the first of these could not be played.
  package var firstError: CaseError?
}

extension SweepRunner {
  /// A run of a sweep.
  fileprivate final class Run<Sink: SweepSink>: Sendable {
    private let runner: SweepRunner
    private let sink: Sink
    private let identity: JobIdentity
    private let networks: [NetworkFact]
    private let players: [(file: PlayerFact, ladder: PlayerFact)]
    /// The own rule of each player of ladders, read once for all jobs; `nil` where that fails,
    /// which each job then tells.
    private let ownRules: [RuleChoice?]
    private let manner: MannerFact
    private let media: Shelf<Int, Loaded>
    private let state: Mutex<State>

    private struct Loaded: Sendable {
      var playable: PlayableMedia
      var fact: MediaFact
    }

    private struct State {
      var progress: SweepProgress
      var error: ResultsError?
    }

    init(_ runner: SweepRunner, _ sink: Sink) {
      self.runner = runner
      self.sink = sink
      let plan = runner.plan
      identity = JobIdentity(plan)
      networks = plan.networks.map(NetworkFact.init)
      players = plan.players.map { player in
        (player.fact(for: .file), player.fact(for: .ladder))
      }
      ownRules = plan.players.map { player in
        player.ofLadders.flatMap { try? RuleChoice(parsing: $0.rule) }
      }
      manner = MannerFact(plan.manner)
      var uses: [Int: Int] = [:]
      for group in runner.selection.groups(of: plan) {
        uses[plan.source(of: runner.selection[group.lowerBound])] = group.count
      }
      media = Shelf(uses: uses)
      state = Mutex(State(progress: SweepProgress(total: runner.selection.count)))
    }

    var error: ResultsError? { state.withLock { $0.error } }
    var progress: SweepProgress { state.withLock { $0.progress } }

    /// Plays job `number`; `false` if nothing more is to be done.
    func work(_ number: Int) -> Bool {
      guard !runner.isInterrupted(), error == nil else { return false }
      let job = runner.plan.job(number)
      defer { media.release(job.source) }
      do throws(ResultsError) {
        guard let record = try record(of: job) else {
          guard !runner.isInterrupted() else { return false }
          tell { $0.former += 1 }
          return true
        }
        try sink.add(record)
        tell { progress in
          if case .failed(let error) = record.outcome {
            progress.failed += 1
            progress.firstError = progress.firstError ?? error
          }
        }
        return true
      } catch {
        state.withLock { $0.error = $0.error ?? error }
        return false
      }
    }

    private func tell(_ change: (inout SweepProgress) -> Void) {
      let progress = state.withLock { state in
        state.progress.completed += 1
        change(&state.progress)
        return state.progress
      }
      runner.onProgress(progress)
    }

    /// The record of `job`; `nil` if it was played before, or if interrupted.
    private func record(of job: SweepPlan.Job) throws(ResultsError) -> SweepRecord? {
      let plan = runner.plan
      let medium = plan.media[job.media]
      let player = medium.kind == .file ? players[job.player].file : players[job.player].ladder
      var record = SweepRecord(
        job: "", media: MediaFact(medium), network: networks[job.network], player: player,
        rule: plan.rules[job.rule].name, whatIf: plan.variants[job.variant].name, manner: manner,
        outcome: .planned)
      var refusal: ResultsError?
      let loaded: Loaded
      do throws(CaseError) {
        loaded = try media.value(of: job.source) { source throws(CaseError) in
          let loaded = try load(medium, runner.plan.sources[source].reading)
          do throws(ResultsError) {
            try sink.begin(loaded.fact)
          } catch {
            refusal = error
          }
          return loaded
        }
      } catch {
        if runner.isInterrupted() { return nil }
        record.outcome = .failed(error)
        return record
      }
      if let refusal { throw refusal }
      record.media = loaded.fact
      record.job = identity.name(of: job, media: loaded.fact.digest, medium.kind)
      if sink.hasFinished(record.job) { return nil }
      guard runner.isPlaying else { return record }
      do throws(CaseError) {
        guard let session = try play(job, loaded.playable) else { return nil }
        record.outcome = .played(session)
      } catch {
        if runner.isInterrupted() { return nil }
        record.outcome = .failed(error)
      }
      return record
    }

    private func load(
      _ medium: SweepMedia, _ reading: SweepPlan.Reading
    ) throws(CaseError) -> Loaded {
      let playable = try runner.media(medium, reading)
      var fact = MediaFact(medium)
      fact.reading = reading.words
      switch playable.content {
      case .file(let presentation):
        fact.digest = playable.indexDigest ?? ""
        fact.bytes = presentation.resourceBytes
        fact.duration = presentation.duration
      case .ladder(let ladder):
        let recorded = CanonicalLadder(ladder)
        (fact.digest, fact.bytes) = (recorded.digest, recorded.bytes)
        fact.duration = ladder.duration
      }
      fact.index = runner.index(medium, playable, fact.digest)
      return Loaded(playable: playable, fact: fact)
    }

    private func play(
      _ job: SweepPlan.Job, _ playable: PlayableMedia
    ) throws(CaseError) -> SweepSession? {
      let plan = runner.plan
      var sweepCase = plan.suiteCase(job)
      let isFile = plan.media[job.media].kind == .file
      if !isFile, sweepCase.rule == nil { sweepCase.rule = ownRules[job.player] }
      let policy =
        isFile ? plan.players[job.player].ofFiles : plan.players[job.player].ofLadders?.policy
      var planned = try sweepCase.planned(
        playable, over: plan.networks[job.network].link, policy: policy ?? .basic,
        starting: runner.program)
      planned = try plan.variants[job.variant].apply(planned, plan.rules[job.rule].choice == nil)
      guard let played = try planned.play(tickInterval: nil, unless: runner.isInterrupted) else {
        return nil
      }
      return SweepSession(played, of: planned, damage: playable.damage)
    }
  }
}

extension MediaFact {
  /// What is known of `media` before it is read.
  init(_ media: SweepMedia) {
    self.init(
      name: media.name, location: media.location, kind: media.kind, reading: "", digest: "",
      bytes: 0, duration: .zero, weight: media.weight)
  }
}

extension SweepPlayer {
  /// What results tell of it where it plays media of `kind`.
  package func fact(for kind: SweepMedia.Kind) -> PlayerFact {
    let digest =
      kind == .file
      ? ofFiles.map(JobIdentity.digest(of:)) : ofLadders.map(JobIdentity.digest(of:))
    return PlayerFact(
      name: name, argument: kind == .file ? argumentOfFiles : argument, digest: digest ?? "",
      weight: weight)
  }
}

extension NetworkFact {
  /// What results tell of `network`.
  package init(_ network: SweepNetwork) {
    self.init(
      name: network.name, argument: network.argument, options: network.options,
      category: network.category, digest: network.digest,
      meanRate: network.link.profile.meanRate, weight: network.weight)
  }
}
