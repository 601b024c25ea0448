import MediaReading
import POSIX
import PlayerValidation
import PlayheadKit
import ThrottledServing

/// `playhead serve`: serves media over HTTP at exactly the rates of a network.
enum Serve {
  static let command = Command(
    name: "serve",
    abstract: "Serve media to real players over a throttled network",
    operands: [
      Command.Operand(
        placeholder: "FILE|DIR",
        help: "The file to serve, the folder, or the manifest with its folder; nothing outside is",
        kind: .file, isOptional: true)
    ],
    options: [
      .network.withoutDefault, .networkFormat, .latency, .scale, .offset, .hold, .jitter, .loss,
      .seed, .tcp, .tls, .lowData,
    ] + Option.policy + Option.ladder + Option.ofLive + [.tracks, .noCache] + Option.ofLimits + [
      .listen, .log, .crossOrigin, .selfTest, .serveFormat, .quiet, .verbose,
    ],
    examples: [
      Command.Example(
        words: "playhead serve Fixtures/clips/faststart.mp4 --network 800k --latency 50ms",
        help: "Play a file in a browser over 800 kbit/s, beside what is predicted"),
      Command.Example(
        words: "playhead serve Fixtures/ladders/hls/master.m3u8 --live --network 3mbit",
        help: "Publish a ladder as a live event, in real time"),
      Command.Example(
        words: "playhead serve --self-test", help: "How exact are the rates on this machine?"),
      Command.Example(
        words: "playhead serve Fixtures/clips -n 3g --listen 0.0.0.0:8080 --log requests.jsonl",
        help: "Serve a folder to the local network, with a request log"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    if arguments.has(.selfTest) { return try SelfTestRun.run(arguments, context) }
    guard let path = arguments.operands.first else {
      throw Failure(.missingOperand(command.operands[0]), in: command, of: context.program)
    }
    // Errors of the command line come before those of files.
    let format = try arguments.serveFormat()
    let address = try arguments.listenAddress()
    let network = try arguments.givenNetwork()
    let profile = try arguments.profile(of: network)
    let transport = try arguments.transport()
    let isOfLadders = arguments.value(.player).flatMap(LadderPlayer.named) != nil
    let plan = isOfLadders ? nil : try SessionPlan(arguments)
    if isOfLadders { _ = try LadderPlan(.hls, arguments, context) }
    try context.refuseOverwriting(
      [path, arguments.value(.network), arguments.playerPath].compactMap(\.self),
      by: arguments.value(.log))
    let files = try served(path)
    let link = NetworkLink(following: profile)
    let predictions = Predictions(
      of: files, over: network, link, by: plan, arguments, context)
    let published = try published(files, predictions, arguments)
    tellWhyNothingIsPredicted(of: files, predictions, context)

    let log = try RequestLogWriter(format, to: arguments.value(.log), context)
    var options = ServingOptions()
    options.allowsOtherOrigins = arguments.has(.crossOrigin)
    let faults = try faults(in: files, predictions, arguments)
    let server: ThrottledServer
    do throws(ServingError) {
      server = try ThrottledServer(
        serving: files, over: profile, by: transport, on: address, options: options,
        faults: faults, publication: published?.rule,
        pages: { predictions.page($0) }, onRequest: { log.write($0) })
    } catch {
      throw Failure(error)
    }
    defer { server.stop() }
    log.open(server, serving: files, over: profile, by: transport)
    if !address.isLoopback {
      context.diagnostics.note("other machines can reach the server at \(address.host)")
    }
    try wait(for: server, log, context)
    return .ok
  }

  /// What is served: of a manifest its folder, as playlists and segments lie there.
  private static func served(_ path: String) throws(Failure) -> ServedFiles {
    let isManifest = [.hls, .dash].contains(Ladder.Format(ofLadderAt: path))
    do throws(ServingError) {
      return isManifest ? try ServedFiles(manifest: path) : try ServedFiles(path: path)
    } catch {
      throw Failure(error)
    }
  }

  /// The live event as which the manifest is served; `nil` on demand.
  private static func published(
    _ files: ServedFiles, _ predictions: Predictions, _ arguments: ParsedArguments
  ) throws(Failure) -> PublishedEvent? {
    guard let option = Option.ofLive.first(where: arguments.has) else { return nil }
    guard let entry = files.mainEntry, let event = try predictions.published(of: entry) else {
      throw Failure(
        .usage, "unexpected option", at: option.spelling,
        why: "HLS and DASH are published live, and \(files.path) is no manifest",
        hint: "name a manifest, or leave it out")
    }
    return event
  }

  /// What becomes of requests that fail by `--fault`, of the manifest that is served.
  private static func faults(
    in files: ServedFiles, _ predictions: Predictions, _ arguments: ParsedArguments
  ) throws(Failure) -> FaultyRequest.Rule {
    guard arguments.has(.fault) else { return { _ in nil } }
    guard let entry = files.mainEntry, let ladder = try predictions.ladder(of: entry) else {
      throw Failure(
        .usage, "unexpected option", at: Option.fault.spelling,
        why: "requests of HLS and DASH fail, and \(files.path) is no manifest",
        hint: "name a manifest, or leave it out")
    }
    return LadderPlaces(ladder).rule(of: try arguments.faults(in: ladder))
  }

  /// What cannot be predicted can be served all the same, such as a text.
  private static func tellWhyNothingIsPredicted(
    of files: ServedFiles, _ predictions: Predictions, _ context: Context
  ) {
    guard let entry = files.mainEntry else { return }
    do throws(Failure) {
      _ = try predictions.report(on: entry)
    } catch {
      let why = [error.what, error.why].compactMap(\.self).joined(separator: ": ")
      context.diagnostics.note("\(files.path): no prediction: \(why)")
    }
  }

  /// Serves until the user or a failed log ends it.
  private static func wait(
    for server: ThrottledServer, _ log: RequestLogWriter, _ context: Context
  ) throws(Failure) {
    while true {
      if context.interruption.isRequested {
        server.stop()
        context.whereabouts.enter(.serving(requests: log.count))
        if let failure = log.failure { throw failure }
        throw .interrupted
      }
      if let failure = log.failure {
        server.stop()
        throw failure
      }
      usleep(20_000)
    }
  }
}

extension Failure {
  /// Something cannot be served.
  init(_ error: ServingError) {
    switch error.step {
    case .open(let path):
      self.init(.noInput, "cannot open", at: path, why: error.reason)
    case .listen(let address):
      self.init(
        .cannotCreate, "cannot listen", at: address, why: error.reason,
        hint: "choose another with \(Option.listen.spelling)")
    case .start: self.init(.inputOutput, "cannot start the server", why: error.reason)
    }
  }
}
