import MediaReading
import PlayheadKit
import PlayheadSweep
import Synchronization

/// `playhead sweep`: plays a catalogue over many networks, in many players.
enum Sweep {
  static let command = Command(
    name: "sweep",
    abstract: "Play a catalogue over many networks, in many players",
    operands: [
      Command.Operand(
        placeholder: "PLAN", help: "A plan file (.yaml) in place of lists in options",
        kind: .file, isOptional: true)
    ],
    options: [
      .sweepMedia, .sweepNetworks, .sweepPlayers, .sweepRules, .sweepChanges, .sample, .shard,
      .listJobs, .embed, .sweepJobs, .networkFormat, .latency.with(brief: nil), .scale, .offset,
      .hold, .jitter,
      .loss, .lowData, .tcp, .tls, .sweepSeed, .action.with(brief: nil), .limit,
    ] + Option.ladderReading + [.noCache] + Option.ofLive.map { $0.with(brief: nil) }
      + Option.ofLimits + Option.download + [
        .sweepFormat, .sweepOutput, .shrink, .by, .resultMetric, .color, .ascii, .quiet, .verbose,
      ],
    examples: [
      Command.Example(
        words: "playhead sweep --media Fixtures/clips/faststart.mp4,Fixtures/clips/basic.mkv "
          + "--networks 3g,4g,800k --players basic,mpv -o results.sqlite",
        help: "Two files over three networks in two players"),
      Command.Example(
        words:
          "playhead sweep --media Fixtures/ladders/hls/master.m3u8 --networks Fixtures/traces/ "
          + "--players hls.js,media3 --abr default,bola --sample 10 -o sample.sqlite",
        help: "Ten sessions drawn from all of a ladder, a folder of traces, players and rules"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    let request = try SweepRequest(arguments, context)
    let output = try SweepOutput(request, context)
    let shrinking = try SweepShrinking(request, context)
    for note in request.plan.omissions { context.diagnostics.note(note) }
    guard request.plan.jobCount > 0 else {
      throw Failure(
        .usage, "nothing to play", at: Option.sweepPlayers.spelling,
        why: "no player plays any of the media", hint: "'playhead players' lists what each plays")
    }
    try request.checkParts()
    let embedding = try SweepEmbedding(request.arguments)
    let reading = SweepReading(arguments: request.arguments, context: context)
    var runner = SweepRunner(
      request.plan, request.selection, media: try reading.reader(embeddingIn: embedding?.folder))
    runner.isPlaying = !request.isListing
    runner.jobs = request.isListing ? 1 : try request.arguments.jobs() ?? MediaLoading.cores
    runner.concurrently = { count, work in SuiteRunner.onThreads(count, work) }
    runner.program = reading.program
    if let embedding { runner.index = { _, _, digest in embedding.index(of: digest) } }
    let interruption = context.interruption
    runner.isInterrupted = { interruption.isRequested }
    let progress = SharedProgressLine(
      context.progressLine(
        request.isListing ? "Planning" : "Playing", counting: .sessions, arguments: arguments))
    defer { progress.erase() }
    let isKept = output.isKept
    context.whereabouts.enter(
      .sweeping(completed: 0, total: request.selection.count, isKept: isKept))
    runner.onProgress = { [whereabouts = context.whereabouts] reached in
      // What was played before takes no time, and would make the rate look better than it is.
      progress.update(
        completed: Int64(reached.completed - reached.former),
        total: Int64(reached.total - reached.former))
      whereabouts.enter(
        .sweeping(completed: reached.completed, total: reached.total, isKept: isKept))
    }
    let done = try MediaLoading(arguments: request.arguments, context: context).tellingMessages {
      () throws(Failure) in try output.run(runner)
    }
    progress.erase()
    context.noteConfinement()
    try context.checkInterruption()
    try output.conclude(done)
    if let shrinking, let path = request.arguments.value(.output) { try shrinking.run(path) }
    return done.firstError.map { ExitCode($0.kind) } ?? .ok
  }
}

/// What a sweep is asked to do, with all lists read.
struct SweepRequest {
  /// The options, with those of the plan file.
  let arguments: ParsedArguments
  let plan: SweepPlan
  let selection: SweepSelection
  /// Whether jobs are listed instead of played.
  var isListing: Bool { arguments.has(.listJobs) }

  init(_ given: ParsedArguments, _ context: Context) throws(Failure) {
    let (lists, arguments) = try Self.lists(given, context)
    self.arguments = arguments
    let axes = SweepAxes(lists: lists, arguments: arguments, context: context)
    let manner = try arguments.sweepManner()
    let (rules, variants, players) = (
      try axes.rules(), try axes.variants(), try axes.players()
    )
    let (networks, media) = (try axes.networks(), try axes.media())
    plan = SweepPlan(
      media: media, networks: networks, players: players, rules: rules, variants: variants,
      manner: manner)
    guard plan.jobCount < Int.max / 2 else {
      throw Failure(
        .usage, "too many sessions", why: "the product of all lists is beyond 2^62",
        hint: "shorten the lists, or draw a \(Option.sample.spelling)")
    }
    var selection = SweepSelection(all: plan)
    if let count = try Self.whole(arguments, .sample) {
      selection = SweepSelection(count, of: plan, seed: try Self.seed(arguments))
    }
    if let (number, count) = try Self.shard(arguments) { selection.keepShard(number, of: count) }
    self.selection = selection
  }

  /// The lists, and the options together with those of the plan file.
  private static func lists(
    _ given: ParsedArguments, _ context: Context
  ) throws(Failure) -> (SweepLists, ParsedArguments) {
    var arguments = given
    var lists = SweepLists()
    if let path = given.operands.first {
      do {
        lists = try SweepLists(planAt: path)
      } catch {
        switch error {
        case .unreadable(let error):
          throw Failure(error, reading: "plan", malformed: .configuration)
        case .malformed(let path, let error): throw Failure(error, in: path, of: "plan")
        }
      }
      do throws(UsageError) {
        let own = try ParsedArguments(lists.options, for: Sweep.command) ?? ParsedArguments()
        arguments = given.completed(by: own)
      } catch {
        var failure = Failure(error, in: Sweep.command, of: context.program)
        failure.code = .configuration
        throw failure
      }
    }
    func items(_ option: Option) -> [SweepLists.Item]? {
      given.has(option) ? given.values(option).map { SweepLists.Item($0) } : nil
    }
    lists.media = items(.sweepMedia) ?? lists.media
    lists.networks = items(.sweepNetworks) ?? lists.networks
    lists.players = items(.sweepPlayers) ?? lists.players
    if given.has(.sweepRules) { lists.rules = given.values(.sweepRules) }
    if given.has(.sweepChanges) { lists.changes = given.values(.sweepChanges) }
    for (option, list, example) in [
      (Option.sweepMedia, lists.media, "'catalogue/**/*.mp4'"),
      (.sweepNetworks, lists.networks, "3g,4g"),
    ] where list.isEmpty {
      throw Failure(
        .usage, "missing option", at: option.spelling, why: "a sweep needs a list of them",
        hint: "write \(option.spelling)=\(example), or name a plan file")
    }
    return (lists, arguments)
  }

  /// Refuses parts where media is not read, and where they are not known to suites.
  func checkParts() throws(Failure) {
    if arguments.has(.parts), arguments.has(.embed) {
      throw Failure(
        contradicting: "\(Option.parts.spelling) and \(Option.embed.spelling)",
        why: "parts are cut from media")
    }
    guard let live = plan.manner.live, arguments.has(.shrink) else { return }
    // What a plan file says has no option.
    let given = Option.ofLive.dropFirst().first(where: arguments.has)
    guard given == nil, live == LiveManner(LiveSetting()) else {
      throw Failure(
        contradicting: "\((given ?? .live).spelling) and \(Option.shrink.spelling)",
        why: "the suite that it writes plays live events without further options")
    }
  }

  private static func whole(
    _ arguments: ParsedArguments, _ option: Option
  ) throws(Failure) -> Int? {
    guard let text = arguments.value(option) else { return nil }
    guard let number = Int(text), text.first != "+", (1...100_000_000).contains(number) else {
      throw Failure(
        badValue: text, of: option, why: "expected a whole number from 1 to 100000000")
    }
    return number
  }

  static func seed(_ arguments: ParsedArguments) throws(Failure) -> UInt64 {
    guard let text = arguments.value(.sweepSeed) else { return 0 }
    guard let seed = UInt64(text), text.first != "+" else {
      throw Failure(
        badValue: text, of: .sweepSeed, why: "expected a whole number from 0 to \(UInt64.max)")
    }
    return seed
  }

  private static func shard(
    _ arguments: ParsedArguments
  ) throws(Failure) -> (number: Int, count: Int)? {
    guard let text = arguments.value(.shard) else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1],
      (1...1_000_000).contains(count), (1...count).contains(number)
    else {
      throw Failure(
        badValue: text, of: .shard, why: "expected a part and how many there are",
        hint: "write 3/64 for the third of 64, the first being 1/64")
    }
    return (number, count)
  }
}

extension SuiteRunner {
  /// Calls `work` with each number below `count`, each on a thread of its own.
  static func onThreads(_ count: Int, _ work: @Sendable (Int) -> Void) {
    SuiteRunner(jobs: count) { _ throws(CaseError) in
      preconditionFailure("no case is run")
    }.concurrently(count, work)
  }
}
