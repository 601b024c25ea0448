import MediaReading
import PlayheadKit
import PlayheadManifests
import PlayheadWatch

/// `playhead watch`: the player live in a terminal.
enum Watch {
  static let command = Command(
    name: "watch",
    abstract: "Watch a session live in the terminal, and act as its user",
    operands: [
      Command.Operand(
        placeholder: "FILE|URL|MANIFEST",
        help: "The media: a file, an HLS playlist, an MPD, or an http(s) URL", kind: .file)
    ],
    options: [
      .network.withDefault("4g"), .networkFormat, .latency, .scale, .offset, .hold, .jitter, .loss,
      .seed, .tcp, .tls, .lowData,
    ] + Option.policy + [
      .live, .join, .liveDelay, .liveWindow, .liveHoldBack, .liveLate, .liveStale, .liveClock,
      .parts, .catchUp,
      .abr, .action, .loop, .limit, .speed, .startPaused, .script, .tracks,
    ] + Option.ladderReading + [.noCache] + Option.ofLimits + Option.download + [
      .clock, .noWatchedPictures, .record, .size, .color, .ascii, .quiet, .verbose,
    ],
    examples: [
      Command.Example(
        words: "playhead watch Fixtures/clips/faststart.mp4 --network 800k",
        help: "How does a session at 800 kbit/s look?"),
      Command.Example(
        words: "playhead watch Fixtures/clips/faststart.mp4 -n 3g --clock --speed 2",
        help: "The media time in large digits, twice as fast"),
      Command.Example(
        words: "playhead watch Fixtures/clips/faststart.mp4 -n 800k "
          + "--script Fixtures/scripts/seek.keys --size 80x24",
        help: "Press the keys that a file lists, and print the screen"),
    ],
    run: run)

  @Sendable
  static func run(_ arguments: ParsedArguments, _ context: Context) throws(Failure) -> ExitCode {
    let script = try arguments.watchScript()
    let size = try arguments.screenSize()
    let speed = try arguments.watchSpeed()
    let hasTerminal =
      size == nil && context.terminal.output.isTerminal && CursesScreen.hasKeyboard
    guard hasTerminal || script != nil else {
      throw Failure(
        .usage, size == nil ? "no terminal" : "missing option", at: Option.script.spelling,
        why: "standard input and output have to be a terminal, or keys have to come from a script",
        hint: "write \(Option.script.spelling) keys.txt \(Option.size.spelling) 80x24")
    }
    let actions = try arguments.userActions()
    try context.refuseOverwriting(
      [
        arguments.mediaLocation, arguments.value(.network), arguments.playerPath,
        arguments.value(.script),
      ].compactMap(\.self), by: arguments.value(.record))
    let media = try WatchedMedia(arguments, context)
    let watching: Watching
    do throws(WatchRefusal) {
      watching = try Watching(
        media.name, choices: media.choices, selection: media.selection, actions: actions,
        speed: speed, isHeld: arguments.has(.startPaused),
        size: size ?? CursesScreen.size ?? ScreenSize(columns: 80, rows: 24),
        view: arguments.has(.clock) ? .clock : .player, play: media.play)
    } catch {
      throw media.failure(of: error)
    }
    try context.checkInterruption()
    var run = WatchRun(watching, media, arguments, context)
    if hasTerminal {
      try run.live(script)
    } else if let script {
      try run.replay(script)
    }
    return .ok
  }
}
