import PlayheadKit
import PlayheadWatch

/// A run of `watch`: drives what is watched by a clock, keys and a screen.
struct WatchRun {
  var watching: Watching
  private let media: WatchedMedia
  private let arguments: ParsedArguments
  private let context: Context
  private let causes = CauseFinding()
  private var pictures: WatchPictures
  private var recording: Asciicast?

  init(
    _ watching: Watching, _ media: WatchedMedia, _ arguments: ParsedArguments, _ context: Context
  ) {
    (self.watching, self.media) = (watching, media)
    (self.arguments, self.context) = (arguments, context)
    pictures = WatchPictures(media)
    if arguments.has(.record) {
      recording = Asciicast(size: watching.size, title: "playhead watch \(media.name)")
    }
  }

  /// How long a picture of the screen is shown.
  private static let frame = WallTime.milliseconds(100)

  // MARK: Without a terminal

  /// Presses the keys of `script` at their times, of which none passes meanwhile.
  mutating func replay(_ script: WatchScript) throws(Failure) {
    var style = arguments.textStyle(context)
    style.usesColor = true
    let printsColor = context.usesColor(arguments)
    // What is printed without colour has no use for them.
    watching.showsPictures =
      !arguments.has(.noWatchedPictures) && (printsColor || recording != nil)
    pictures.drawing.usesUnicode = style.usesUnicode
    var isDone = false
    for (time, step) in script.steps where !isDone {
      while watching.clock < time {
        try context.checkInterruption()
        watching.advance(by: min(Self.frame, time - watching.clock))
        if recording != nil { record(grid(style)) }
      }
      switch step {
      case .show: try print(style, inColor: printsColor)
      case .input(let input):
        let effect = watching.handle(input)
        if recording != nil { record(grid(style)) }
        isDone = effect == .quit || effect == .interrupt
      }
    }
    try print(style, inColor: printsColor)
    try finish()
  }

  /// The screen with the causes of what it shows.
  private mutating func grid(_ style: TextStyle) -> Grid {
    if watching.session.causes == nil {
      let found = SessionCauses(of: watching.session.played, in: watching.session.scenario) {
        [interruption = context.interruption] in interruption.isRequested
      }
      watching.take(found, ofSession: watching.sessionNumber)
    }
    pictures.update(&watching, waits: true)
    var screen = WatchScreen(watching, style: style)
    screen.picture = pictures.grid
    return screen.grid
  }

  private mutating func print(_ style: TextStyle, inColor: Bool) throws(Failure) {
    let showsPictures = watching.showsPictures
    // Without colour, pictures are nothing to look at.
    watching.showsPictures = showsPictures && inColor
    let grid = grid(style)
    watching.showsPictures = showsPictures
    try context.output.write(Array((inColor ? grid.styledText : grid.text).utf8))
  }

  private mutating func record(_ grid: Grid) {
    recording?.show(grid, at: watching.clock)
  }

  // MARK: In a terminal

  /// Watches in the terminal, with the keys of a person and those of `script`.
  mutating func live(_ script: WatchScript?) throws(Failure) {
    let isInterrupted = try show(script)
    try finish()
    if isInterrupted {
      context.whereabouts.enter(.playing(media.name, frames: nil, time: watching.now))
      throw .interrupted
    }
  }

  /// Watches until the person quits; whether that was by a signal.
  private mutating func show(_ script: WatchScript?) throws(Failure) -> Bool {
    var screen = try CursesScreen()
    var style = arguments.textStyle(context)
    style.usesColor = style.usesColor && screen.colors >= 8
    watching.showsPictures = !arguments.has(.noWatchedPictures) && style.usesColor
    pictures.drawing.colors = screen.colors
    pictures.drawing.usesUnicode = style.usesUnicode
    var steps = (script?.steps ?? [])[...]
    var keys = KeyReader()
    if watching.showsPictures { _ = keys.read(screen.findGraphics(&pictures.drawing)) }
    var last = ContinuousClock.now
    if let size = CursesScreen.size { _ = watching.handle(.resize(size)) }
    while true {
      if let found = causes.take() { watching.take(found.causes, ofSession: found.number) }
      causes.find(of: watching, until: context.interruption)
      pictures.update(&watching, waits: false)
      var drawn = WatchScreen(watching, style: style)
      let graphics = pictures.graphics(watching)
      if graphics == nil || recording != nil { drawn.picture = pictures.grid }
      let grid = drawn.grid
      if recording != nil { record(grid) }
      if graphics != nil, recording != nil {
        drawn.picture = nil
        screen.show(drawn.grid, graphics)
      } else {
        screen.show(grid, graphics)
      }

      guard let typed = screen.read(within: keys.isWaiting ? 20 : 100) else { return true }
      var inputs = keys.read(typed)
      if inputs.isEmpty, keys.isWaiting { inputs += keys.flush() }
      if context.interruption.isRequested { return true }
      if CursesScreen.isAskedToStop {
        screen.suspend()
        last = .now
      }
      let now = ContinuousClock.now
      watching.advance(by: WallTime(now - last))
      last = now
      while let step = steps.first, step.time <= watching.clock {
        steps.removeFirst()
        if case .input(let input) = step.step { inputs.append(input) }
      }
      if let size = CursesScreen.size, size != watching.size {
        screen.resize(to: size)
        inputs.append(.resize(size))
      }
      for input in inputs {
        switch watching.handle(input) {
        case .quit: return false
        case .interrupt: return true
        case .suspend:
          screen.suspend()
          // Time stood still meanwhile.
          last = .now
        case .redraw:
          screen.redraw()
        case nil: break
        }
      }
    }
  }

  // MARK: The end

  /// Writes the recording, and prints the command that plays the session again.
  private func finish() throws(Failure) {
    causes.stop()
    if let recording, let path = arguments.value(.record) {
      try context.deliver(recording.bytes, to: path)
    }
    let command = media.command(watching.selection, watching.actions)
    try context.output.write(Array("\(command)\n".utf8))
  }
}

extension WallTime {
  /// A length of time, to a nanosecond.
  fileprivate init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
